package main

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The size of the screen that the output of --help fits, with a line for the prompt.
const (
	screenLines   = 23
	screenColumns = 80
)

// common names the commands and the flags of --help where not all fit one screen.
var common = strings.Fields(`certify learn fuzz smoke adapter parse requirements features report
	--edition --profile --report --only --exec --known-failures --time --corpus
	--svg --html --verbose --key --rerun --layer`)

// addHelp adds --help-all, which shows the whole help of a command, and makes --help show what
// fits one screen.
func addHelp(root *cobra.Command) {
	all := false
	f := root.PersistentFlags()
	f.BoolFunc("help-all", "show everything", func(string) error {
		all = true
		return pflag.ErrHelp // ends the command line, as --help does
	})
	f.Lookup("help-all").Hidden = true // the last line of --help names it
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), ".FlagUsages", fmt.Sprintf(".FlagUsagesWrapped %d", screenColumns)))
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		text := about(cmd) + "\n\n" + cmd.UsageString()
		if !all && !fits(text) {
			text = shortHelp(cmd, func(string) bool { return true })
			if !fits(text) {
				text = shortHelp(cmd, func(name string) bool { return slices.Contains(common, name) })
			}
		}
		fmt.Fprint(cmd.OutOrStdout(), text)
	})
	addHelpCommand(root)
}

func fits(text string) bool {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	return len(lines) <= screenLines && !slices.ContainsFunc(lines, func(line string) bool { return utf8.RuneCountInString(line) > screenColumns })
}

// shortHelp returns the usage of a command, three examples, and those commands and flags that
// shown holds for.
func shortHelp(cmd *cobra.Command, shown func(name string) bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n\nUsage:\n  %s\n", cmd.Short, cmd.UseLine())
	if cmd.HasExample() {
		examples := strings.Split(cmd.Example, "\n")
		fmt.Fprintf(&b, "\nExamples:\n%s\n", strings.Join(examples[:min(len(examples), 3)], "\n"))
	}
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(&b, "\nCommands:\n")
		var others []string
		for _, sub := range cmd.Commands() {
			switch {
			case !sub.IsAvailableCommand() || sub.Name() == "help":
			case cmd.HasParent() || shown(sub.Name()):
				fmt.Fprintf(&b, "  %-12s %s\n", sub.Name(), sub.Short)
			default:
				others = append(others, sub.Name())
			}
		}
		if len(others) > 0 {
			fmt.Fprintf(&b, "  also: %s\n", strings.Join(others, " "))
		}
	}
	flags := pflag.NewFlagSet(cmd.Name(), pflag.ContinueOnError)
	flags.SortFlags = cmd.Flags().SortFlags
	ownFlags(cmd).VisitAll(func(f *pflag.Flag) {
		if shown("--" + f.Name) {
			flags.AddFlag(f)
		}
	})
	if flags.HasFlags() {
		fmt.Fprintf(&b, "\nFlags:\n%s", flags.FlagUsagesWrapped(screenColumns))
	}
	fmt.Fprintf(&b, "\nEverything else: %s --help-all\n", cmd.CommandPath())
	return b.String()
}
