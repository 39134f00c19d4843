package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// advanced marks flags of a command that short help leaves out.
func advanced(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		cmd.Flags().Lookup(name).Annotations = map[string][]string{"advanced": nil}
	}
}

// addHelp adds --help-all: without it, help has no long text and no advanced flags. The command
// help returns an error for a command that does not exist.
func addHelp(root *cobra.Command) {
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", ".FlagUsagesWrapped 80"))
	all := false
	root.PersistentFlags().BoolFunc("help-all", "show everything", func(string) error {
		all = true
		return pflag.ErrHelp // ends the command line, as --help does
	})
	whole := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if !all {
			cmd.Long = ""
			cmd.Flags().VisitAll(func(f *pflag.Flag) {
				_, isAdvanced := f.Annotations["advanced"]
				f.Hidden = f.Hidden || isAdvanced
			})
		}
		whole(cmd, args)
	})
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	completion, _, _ := root.Find([]string{"completion"}) // it was just added
	group(completion)
	help, _, _ := root.Find([]string{"help"})
	help.RunE = func(_ *cobra.Command, args []string) error {
		cmd, rest, _ := root.Find(args) // rest holds what is not a command
		if err := noCommand(cmd, rest); err != nil {
			return err
		}
		return cmd.Help()
	}
}

// noCommand returns an error if a command that only holds others has an argument. It suggests
// commands with a similar name.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	names := wordsOf(cmd.Commands(), (*cobra.Command).Name)
	return fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), nearest(args[0], names, ""))
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

// nearest ends the error for a name that does not exist: by up to three names that are like it, or
// begin with it, or else by otherwise.
func nearest(name string, names []string, otherwise string) string {
	cmd := &cobra.Command{SuggestionsMinimumDistance: 2} // which finds them among its commands
	for _, n := range names {
		cmd.AddCommand(&cobra.Command{Use: n, Run: func(*cobra.Command, []string) {}})
	}
	similar := cmd.SuggestionsFor(name)
	switch {
	case name != "" && len(similar) > 0:
		return ": did you mean " + strings.Join(similar[:min(len(similar), 3)], ", or ") + "?"
	case otherwise != "":
		return ": " + otherwise
	}
	return ""
}
