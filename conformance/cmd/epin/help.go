package main

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"math"
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
)

// The size of the screen that the output of --help fits, with a line for the prompt.
const (
	screenLines   = 23
	screenColumns = 80
)

// common names the commands and the flags of --help where not all fit one screen.
var common = strings.Fields(`certify learn fuzz smoke adapter parse requirements features report
	--edition --profile --report --only --exec --known-failures --time --corpus
	--svg --html --verbose`)

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
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		text := helpOf(about(cmd), sectionsOf(cmd, everything))
		if !all && !fits(text) {
			examples := strings.SplitAfter(cmd.Example, "\n")
			cmd.Example = strings.Join(examples[:min(len(examples), 3)], "")
			brief := func(shown func(name string) bool) string {
				return helpOf(cmd.Short+".", sectionsOf(cmd, shown)) + fmt.Sprintf("\nEverything else: %s --help-all\n", cmd.CommandPath())
			}
			if text = brief(everything); !fits(text) {
				text = brief(func(name string) bool { return slices.Contains(common, name) })
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

// section is a part of the documentation of a command. Indented paragraphs are shown as they are.
type section struct{ title, text string }

func everything(string) bool { return true }

// sectionsOf documents how a command is called, with those commands and flags that shown holds for.
// It leaves out the flags that every command has.
func sectionsOf(c *cobra.Command, shown func(name string) bool) []section {
	commands, others := "", ""
	for _, sub := range c.Commands() {
		switch {
		case !sub.IsAvailableCommand() || sub.Name() == "help":
		case shown(sub.Name()):
			commands += fmt.Sprintf("  %-12s %s\n", sub.Name(), sub.Short)
		default:
			others += " " + sub.Name()
		}
	}
	if others != "" {
		commands += "  also:" + others
	}
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	flags.SortFlags = c.Flags().SortFlags
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && f.Name != "help-all" && f.Name != "version" {
			f.Hidden = !shown("--" + f.Name)
			flags.AddFlag(f)
		}
	})
	all := []section{
		{"Usage", "  " + c.UseLine()}, {"Examples", c.Example}, {"Commands", commands}, {"Flags", flags.FlagUsagesWrapped(screenColumns)},
	}
	for i := range all {
		all[i].text = strings.TrimRight(all[i].text, "\n")
	}
	return slices.DeleteFunc(all, func(s section) bool { return s.text == "" })
}

func helpOf(about string, sections []section) string {
	for _, s := range sections {
		about += fmt.Sprintf("\n\n%s:\n%s", s.title, s.text)
	}
	return about + "\n"
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

// flagWords holds the completions of the values of flags, for all commands.
var flagWords = map[string]func() []cobra.Completion{
	"edition": func() []cobra.Completion { return wordsOf(epin.Editions(), epin.Edition.String) },
	"format":  func() []cobra.Completion { return featureFormats },
	"lang":    languageWords,
	"mutant":  mutantWords,
	"only":    onlyWords,
	"profile": func() []cobra.Completion { return wordsOf(suite.Profiles(), suite.Profile.String) },
	"report":  func() []cobra.Completion { return slices.Clone(formats) },
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
		Args:   arguments(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			commands := commandsOf(cmd.Root())
			files := map[string][]byte{}
			if markdown != "" {
				files[markdown] = referenceOf(commands)
			}
			for _, c := range commands {
				if man != "" {
					files[filepath.Join(man, manName(c)+".1")] = manPageOf(c)
				}
			}
			for name, content := range files {
				if err := os.WriteFile(name, content, 0o644); err != nil {
					return unknown(err)
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
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" && sub.Name() != "completion" {
			all = append(all, commandsOf(sub)...)
		}
	}
	return all
}

// about is the whole text about a command.
func about(cmd *cobra.Command) string { return cmp.Or(cmd.Long, cmd.Short+".") }

// referenceOf is the reference as Markdown.
func referenceOf(commands []*cobra.Command) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b,
		"# The command `epin`\n\nThe output of `epin COMMAND --help-all`. Generated by `go generate ./conformance/cmd/epin`.\n")
	for _, c := range commands {
		fmt.Fprintf(&b, "\n## %s\n\n```\n%s```\n", c.CommandPath(), helpOf(about(c), sectionsOf(c, everything)))
	}
	return b.Bytes()
}

func manName(c *cobra.Command) string { return strings.ReplaceAll(c.CommandPath(), " ", "-") }

// manPageOf is the manual page of a command, in the macros man(7).
func manPageOf(c *cobra.Command) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH \"%s\" 1 \"\" \"epin %s\"\n", roff.Replace(strings.ToUpper(manName(c))), roff.Replace(conformance.Version))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff.Replace(manName(c)), roff.Replace(c.Short))
	for _, s := range append([]section{{"Description", about(c)}}, sectionsOf(c, everything)...) {
		fmt.Fprintf(&b, ".SH %s\n", strings.ToUpper(s.title))
		for paragraph := range strings.SplitSeq(s.text, "\n\n") {
			form := ".PP\n%s\n"
			if strings.HasPrefix(paragraph, " ") {
				form = ".PP\n.nf\n%s\n.fi\n"
			}
			fmt.Fprintf(&b, form, roff.Replace(paragraph))
		}
	}
	return b.Bytes()
}

// roff escapes text for troff: nothing in it is a request, and a minus stays one.
var roff = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", "\\(ga", `^`, `\(ha`, "\n.", "\n\\&.")
