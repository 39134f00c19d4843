package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features/steps"
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
// fits one screen. The command help returns an error for a command that does not exist.
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
	flags := ownFlags(cmd)
	flags.VisitAll(func(f *pflag.Flag) { f.Hidden = !shown("--" + f.Name) })
	if flags.HasAvailableFlags() {
		fmt.Fprintf(&b, "\nFlags:\n%s", flags.FlagUsagesWrapped(screenColumns))
	}
	fmt.Fprintf(&b, "\nEverything else: %s --help-all\n", cmd.CommandPath())
	return b.String()
}

// noArgument returns an error if a command that takes no arguments has one.
func noArgument(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return fmt.Errorf("unexpected argument %q: write `%s`", args[0], cmd.UseLine())
}

// noCommand returns an error if a command that only holds others has an argument. It suggests
// commands with a similar name.
func noCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2
	hint := ""
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = ": did you mean " + strings.Join(near, ", or ") + "?"
	}
	return fmt.Errorf("unknown command %q for %q%s", args[0], cmd.CommandPath(), hint)
}

// flagError explains an error about a flag. It suggests flags with a similar name, and the unit
// of a duration.
func flagError(cmd *cobra.Command, err error) error {
	var missing *pflag.NotExistError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &missing) && missing.GetSpecifiedShortnames() == "":
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		if near := nearest("--"+missing.GetSpecifiedName(), names, ""); near != "" {
			return fmt.Errorf("%w: %s", err, near)
		}
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
		}
		return fmt.Errorf("--%s: %w", name, invalid.Unwrap())
	}
	return err
}

// nearest suggests the names that are most like one that does not exist. Without any it
// returns listed.
func nearest(name string, names []string, listed string) string {
	const most = 3
	mistyped := func(n string) bool { return distance(n, name) <= len(n)/3 }
	near := slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		return !mistyped(n) && (name == "" || !strings.Contains(n, name))
	})
	slices.SortStableFunc(near, func(a, b string) int { return cmp.Compare(distance(a, name), distance(b, name)) })
	if len(near) == 0 {
		return listed
	}
	if mistyped(near[0]) {
		best := distance(near[0], name)
		near = slices.DeleteFunc(near, func(n string) bool { return distance(n, name) > best+1 })
	}
	return "did you mean " + strings.Join(near[:min(len(near), most)], ", or ") + "?"
}

// distance returns the Levenshtein distance of two strings in bytes. For a b that is far longer
// than a it returns the length of b.
func distance(a, b string) int {
	if len(b) > 2*len(a) {
		return len(b)
	}
	before := make([]int, len(b)+1)
	for j := range before {
		before[j] = j
	}
	for i := range len(a) {
		row := make([]int, len(b)+1)
		row[0] = i + 1
		for j := range len(b) {
			change := before[j]
			if a[i] != b[j] {
				change++
			}
			row[j+1] = min(change, before[j+1]+1, row[j]+1)
		}
		before = row
	}
	return before[len(b)]
}

// flagWords holds the completions of the values of flags, for all commands.
var flagWords = map[string]func() []cobra.Completion{
	"edition": func() []cobra.Completion { return wordsOf(epin.Editions(), epin.Edition.String) },
	"format":  steps.Formats,
	"lang":    languageWords,
	"layer":   result.Layers,
	"only":    onlyWords,
	"profile": func() []cobra.Completion { return wordsOf(suite.Profiles(), suite.Profile.String) },
	"report":  func() []cobra.Completion { return strings.Split(formatNames(), ", ") },
}

// argumentWords holds the completions of the arguments of commands.
var argumentWords = map[string]func() []cobra.Completion{
	"epin features show": featureWords,
	"epin mutants show":  mutantWords,
	"epin mutants run":   mutantWords,
}

// addCompletions adds the completions to a command and all its subcommands.
func addCompletions(cmd *cobra.Command) {
	for name, words := range flagWords {
		flag := cmd.Flags().Lookup(name)
		if flag == nil {
			continue
		}
		if e, is := flag.Value.(*editionFlag); is && e.detects {
			editions := words
			words = func() []cobra.Completion { return append(editions(), autoEdition) }
		}
		if err := cmd.RegisterFlagCompletionFunc(name, completed(words)); err != nil {
			panic(err) // the flag exists, and has no completions yet
		}
	}
	if words := argumentWords[cmd.CommandPath()]; words != nil {
		cmd.ValidArgsFunction = completed(words)
	}
	for _, sub := range cmd.Commands() {
		addCompletions(sub)
	}
}

func completed(words func() []cobra.Completion) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return slices.DeleteFunc(words(), func(word cobra.Completion) bool { return !strings.HasPrefix(word, begun) }),
			cobra.ShellCompDirectiveNoFileComp
	}
}

// wordsOf returns the word for each of all.
func wordsOf[T any](all []T, word func(T) cobra.Completion) []cobra.Completion {
	var words []cobra.Completion
	for _, one := range all {
		words = append(words, word(one))
	}
	return words
}

func languageWords() []cobra.Completion {
	return wordsOf(adapters.All(), func(t adapters.Template) string { return t.Language })
}

// onlyWords returns the layers and the requirements. There are millions of checks.
func onlyWords() []cobra.Completion {
	return append(result.Layers(), wordsOf(requirement.All(), func(r requirement.Requirement) cobra.Completion {
		return cobra.CompletionWithDesc(r.ID, r.Says)
	})...)
}

func mutantWords() []cobra.Completion {
	return wordsOf(mutant.All(), func(m mutant.Mutant) cobra.Completion { return cobra.CompletionWithDesc(m.Name, m.Bug) })
}

func featureWords() []cobra.Completion {
	documents, err := documentsOf(epin.Editions())
	if err != nil {
		return nil // a shell has no place for it
	}
	var words []cobra.Completion
	for _, d := range documents {
		for _, f := range d.Features {
			words = append(words, cobra.CompletionWithDesc(f.Name, f.Title))
		}
	}
	return words
}

//go:generate go run . reference --markdown reference.md

// referenceCommand writes the documentation of the command: reference.md in this folder,
// which is kept, and the manual pages of a release.
func referenceCommand() *cobra.Command {
	var markdown, man string
	cmd := &cobra.Command{
		Use:    "reference",
		Short:  "Write the reference of the command, as Markdown or as manual pages",
		Hidden: true,
		Args:   noArgument,
		RunE: func(cmd *cobra.Command, _ []string) error {
			commands := commandsOf(cmd.Root())
			if markdown != "" {
				if err := os.WriteFile(markdown, referenceOf(commands), 0o644); err != nil {
					return &statusError{exitUnknown, fmt.Sprintf("the reference cannot be written: %s", err)}
				}
			}
			if man == "" {
				return nil
			}
			for _, c := range commands {
				if err := os.WriteFile(filepath.Join(man, manName(c)+".1"), manPageOf(c), 0o644); err != nil {
					return &statusError{exitUnknown, fmt.Sprintf("a manual page cannot be written: %s", err)}
				}
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&markdown, "markdown", "", "write the reference to `FILE`")
	cmd.Flags().StringVar(&man, "man", "", "write manual pages to the folder `DIR`")
	return cmd
}

// commandsOf returns a command and all below it that people are to see, each before
// those below it.
func commandsOf(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, sub := range shownCommands(cmd) {
		all = append(all, commandsOf(sub)...)
	}
	return all
}

// shownCommands returns the commands of a command that people are to see.
func shownCommands(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(sub *cobra.Command) bool {
		return !sub.IsAvailableCommand() || sub.Name() == "help" || sub.Name() == "completion"
	})
}

// about is the whole text about a command.
func about(cmd *cobra.Command) string {
	if cmd.Long != "" {
		return cmd.Long
	}
	return cmd.Short + "."
}

// referenceOf is the reference as Markdown. What a command says stands in blocks, as
// --help-all shows it.
func referenceOf(commands []*cobra.Command) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b,
		"# The command `epin`\n\nThe output of `epin COMMAND --help-all`. Generated by `go generate ./conformance/cmd/epin`.\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "\n## %s\n", c.CommandPath())
		block(&b, about(c))
		block(&b, c.UseLine())
		if c.HasExample() {
			fmt.Fprintf(&b, "\nExamples:\n")
			block(&b, c.Example)
		}
		if flags := ownFlags(c); flags.HasFlags() {
			fmt.Fprintf(&b, "\nFlags:\n")
			block(&b, flags.FlagUsages())
		}
	}
	return b.Bytes()
}

func block(w io.Writer, text string) {
	fmt.Fprintf(w, "\n```\n%s\n```\n", strings.TrimRight(text, "\n"))
}

// ownFlags are the flags of a command without those that every command has.
func ownFlags(c *cobra.Command) *pflag.FlagSet {
	own := pflag.NewFlagSet(c.Name(), pflag.ContinueOnError)
	own.SortFlags = c.Flags().SortFlags
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && f.Name != "help-all" && f.Name != "version" {
			own.AddFlag(f)
		}
	})
	return own
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPageOf is the manual page of a command, in the macros man(7).
func manPageOf(c *cobra.Command) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s\n", roffWord(strings.ToUpper(manName(c))), roffWord("epin "+conformance.Version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(manName(c)), roff(c.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.SH DESCRIPTION\n", roff(c.UseLine()))
	// Paragraphs are filled; what is indented is shown as it stands.
	for paragraph := range strings.SplitSeq(about(c), "\n\n") {
		if strings.HasPrefix(paragraph, " ") {
			verbatim(&b, paragraph)
		} else {
			fmt.Fprintf(&b, ".PP\n%s\n", roff(paragraph))
		}
	}
	if flags := ownFlags(c); flags.HasFlags() {
		fmt.Fprintf(&b, ".SH OPTIONS\n")
		verbatim(&b, flags.FlagUsages())
	}
	if c.HasExample() {
		fmt.Fprintf(&b, ".SH EXAMPLES\n")
		verbatim(&b, c.Example)
	}
	var others []string
	if c.HasParent() {
		others = append(others, manName(c.Parent()))
	}
	others = append(others, wordsOf(shownCommands(c), manName)...)
	if len(others) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s(1)\n", roff(strings.Join(others, "(1), ")))
	}
	return b.Bytes()
}

func verbatim(w io.Writer, text string) {
	fmt.Fprintf(w, ".PP\n.nf\n%s\n.fi\n", roff(strings.TrimRight(text, "\n")))
}

// roff is text as troff takes it: nothing in it is a request, a minus stays one.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", "\\(ga", `^`, `\(ha`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

func roffWord(text string) string { return `"` + roff(text) + `"` }
