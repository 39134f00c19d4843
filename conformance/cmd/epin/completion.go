package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// flagWords are what a shell completes behind a flag, whichever command has it.
var flagWords = map[string]func() []cobra.Completion{
	"only":    onlyWords,
	"profile": profileWords,
	"report":  func() []cobra.Completion { return strings.Split(formatNames(), ", ") },
	"layer":   result.Layers,
}

// argumentWords are what a shell completes as arguments of a command.
var argumentWords = map[string]func() []cobra.Completion{
	"epin features show": featureWords,
	"epin mutants show":  mutantWords,
	"epin mutants run":   mutantWords,
}

// addCompletions tells a command, and all below it, what a shell completes.
func addCompletions(cmd *cobra.Command) {
	for flag, words := range flagWords {
		if _, has := cmd.GetFlagCompletionFunc(flag); has || cmd.Flags().Lookup(flag) == nil {
			continue
		}
		if err := cmd.RegisterFlagCompletionFunc(flag, completed(words)); err != nil {
			panic(err) // the flag is there, and has no other words
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

func profileWords() []cobra.Completion {
	var words []cobra.Completion
	for _, p := range suite.Profiles() {
		words = append(words, p.String())
	}
	return words
}

// onlyWords are the layers and the requirements. Of checks there are millions.
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
	documents, err := documentsOf(editionFlag{})
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
