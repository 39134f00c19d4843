package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// screenColumns is the width of the text of help.
const screenColumns = 80

// helpTemplate is the help of a command. It is short: for --help-all, the long text takes the place
// of the first line, and nothing is left out.
const helpTemplate = `{{with and (all .) .Long}}{{.}}{{else}}{{.Short}}.{{end}}
{{with examples .}}
Examples:
{{.}}
{{end}}
Usage:
  {{.UseLine}}
{{with commands .}}
Commands:
{{.}}{{end}}{{with flags .}}
Flags:
{{.}}{{end}}{{if and .Long (not (all .))}}
Everything else: {{.CommandPath}} --help-all
{{end}}`

// common names the commands that short help of the root describes.
var common = strings.Fields("certify learn fuzz smoke adapter parse requirements features report")

// advanced marks flags of a command that short help leaves out.
func advanced(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		cmd.Flags().Lookup(name).Annotations = map[string][]string{"advanced": nil}
	}
}

// showsAll reports whether help of a command shows everything.
func showsAll(c *cobra.Command) bool { return helpAll(c).Changed }

func helpAll(c *cobra.Command) *pflag.Flag { return c.Root().PersistentFlags().Lookup("help-all") }

// examplesOf returns the examples of a command; in short help the first ones.
func examplesOf(c *cobra.Command) string {
	lines := strings.Split(c.Example, "\n")
	if !showsAll(c) {
		lines = lines[:min(len(lines), 3)]
	}
	return strings.Join(lines, "\n")
}

// commandsHelp lists the commands below a command. In short help of the root, those that are not
// common are named only.
func commandsHelp(c *cobra.Command) (text string) {
	others := ""
	for _, sub := range c.Commands() {
		switch {
		case !sub.IsAvailableCommand() || sub.Name() == "help":
		case c.HasParent() || showsAll(c) || slices.Contains(common, sub.Name()):
			text += fmt.Sprintf("  %-12s %s\n", sub.Name(), sub.Short)
		default:
			others += " " + sub.Name()
		}
	}
	if others != "" {
		text += "  also:" + others + "\n"
	}
	return text
}

// flagsHelp lists the flags of a command, without those that every command has.
func flagsHelp(c *cobra.Command) string {
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SortFlags = c.Flags().SortFlags
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		_, isAdvanced := f.Annotations["advanced"]
		if f.Name != "help" && f.Name != "help-all" && f.Name != "version" && (showsAll(c) || !isAdvanced) {
			flags.AddFlag(f)
		}
	})
	return flags.FlagUsagesWrapped(screenColumns)
}

// addHelp adds --help-all, and makes help of every command follow helpTemplate. The command help
// returns an error for a command that does not exist.
func addHelp(root *cobra.Command) {
	root.PersistentFlags().BoolFunc("help-all", "show everything", func(string) error {
		helpAll(root).Changed = true
		return pflag.ErrHelp // ends the command line, as --help does
	})
	helpAll(root).Hidden = true // the last line of --help names it
	cobra.AddTemplateFunc("all", showsAll)
	cobra.AddTemplateFunc("examples", examplesOf)
	cobra.AddTemplateFunc("commands", commandsHelp)
	cobra.AddTemplateFunc("flags", flagsHelp)
	root.SetHelpTemplate(helpTemplate)
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"}) // it was just added
	help.RunE = func(_ *cobra.Command, args []string) error {
		cmd, rest, _ := root.Find(args) // rest holds what is not a command
		if err := noCommand(cmd, rest); err != nil {
			return err
		}
		return cmd.Help()
	}
}

// helpOf returns the whole help of a command.
func helpOf(c *cobra.Command) string {
	all := helpAll(c)
	defer func(before bool) { all.Changed = before }(all.Changed)
	all.Changed = true
	var b bytes.Buffer
	c.SetOut(&b)
	defer c.SetOut(nil)
	_ = c.Help() // which a buffer cannot fail
	return b.String()
}

// noCommand returns an error if a command that only holds others has an argument. It suggests
// commands with a similar name.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = mostTypos
	return fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), suggestion(cmd.SuggestionsFor(args[0]), ""))
}

// flagError explains an error about a flag: flags with a similar name, the unit of a duration, and
// what a number looks like.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "":
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return fmt.Errorf("%w%s", err, nearest("--"+missing.GetSpecifiedName(), names, ""))
	case errors.As(err, &invalid):
		name, value := invalid.GetFlag().Name, invalid.GetValue()
		switch invalid.GetFlag().Value.Type() {
		case "duration":
			if _, err := time.ParseDuration(value + "s"); err == nil {
				return fmt.Errorf("--%s %s has no unit: write %ss", name, value, value)
			}
			return fmt.Errorf("--%s %q is not a duration: write it like 30s or 5m", name, value)
		case "int":
			return fmt.Errorf("--%s %q is not a whole number", name, value)
		case "uint32":
			return fmt.Errorf("--%s %q is not a whole number from 0 to %d", name, value, uint32(math.MaxUint32))
		}
		return fmt.Errorf("--%s: %w", name, invalid.Unwrap())
	}
	return err
}

// mostTypos is the largest Levenshtein distance of a name to a similar one.
const mostTypos = 2

// nearest suggests the names that are like one that does not exist, or begin with it. Without any
// it returns otherwise.
func nearest(name string, names []string, otherwise string) string {
	cmd := &cobra.Command{SuggestionsMinimumDistance: mostTypos} // which finds them among its commands
	for _, n := range names {
		cmd.AddCommand(&cobra.Command{Use: n, Run: func(*cobra.Command, []string) {}})
	}
	if name == "" {
		return suggestion(nil, otherwise)
	}
	return suggestion(cmd.SuggestionsFor(name), otherwise)
}

// suggestion ends the error for an unknown name: by up to three similar names, or by otherwise.
func suggestion(similar []string, otherwise string) string {
	switch {
	case len(similar) > 0:
		return ": did you mean " + strings.Join(similar[:min(len(similar), 3)], ", or ") + "?"
	case otherwise != "":
		return ": " + otherwise
	}
	return ""
}
