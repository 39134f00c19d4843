package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features/steps"
)

// flagWords holds the completions of the values of flags, for all commands.
var flagWords = map[string]func() []cobra.Completion{
	"edition": func() []cobra.Completion { return namesOfAll(epin.Editions()) },
	"format":  steps.Formats,
	"lang":    languageWords,
	"layer":   result.Layers,
	"only":    onlyWords,
	"profile": func() []cobra.Completion { return namesOfAll(suite.Profiles()) },
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
		if _, auto := flag.Value.(*certifiedEdition); auto {
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

func namesOfAll[T fmt.Stringer](all []T) []cobra.Completion {
	var words []cobra.Completion
	for _, one := range all {
		words = append(words, one.String())
	}
	return words
}

func languageWords() []cobra.Completion {
	var words []cobra.Completion
	for _, t := range adapters.All() {
		words = append(words, t.Language)
	}
	return words
}

// onlyWords returns the layers and the requirements. There are millions of checks.
func onlyWords() []cobra.Completion {
	words := result.Layers()
	for _, r := range requirement.All() {
		words = append(words, cobra.CompletionWithDesc(r.ID, r.Says))
	}
	return words
}

func mutantWords() []cobra.Completion {
	var words []cobra.Completion
	for _, m := range mutant.All() {
		words = append(words, cobra.CompletionWithDesc(m.Name, m.Bug))
	}
	return words
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
