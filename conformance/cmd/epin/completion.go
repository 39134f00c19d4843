package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/adapters"
	"github.com/epin-conformance/harness/conformance/internal/featurepage"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// flagWords holds the completions of the values of flags, for all commands.
var flagWords = map[string]func() []cobra.Completion{
	"edition": func() []cobra.Completion { return wordsOf(notation.All(), (*notation.Edition).String) },
	"lang":    languageWords,
	"mutant":  mutantWords,
	"only": func() []cobra.Completion { // without checks, of which there are millions
		return append(result.Layers(), wordsOf(requirement.All(), func(r requirement.Requirement) cobra.Completion {
			return cobra.CompletionWithDesc(r.ID, r.Says)
		})...)
	},
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
		_ = cmd.RegisterFlagCompletionFunc(name, completed(words)) // the flag has none yet
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
func wordsOf[T any](all []T, word func(T) string) []string {
	var words []string
	for _, one := range all {
		words = append(words, word(one))
	}
	return words
}

func languageWords() []cobra.Completion {
	return wordsOf(adapters.All(), func(t adapters.Template) string { return t.Language })
}

func mutantWords() []cobra.Completion {
	return wordsOf(mutant.All(), func(m mutant.Mutant) cobra.Completion { return cobra.CompletionWithDesc(m.Name, m.Bug) })
}

func featureWords() []cobra.Completion {
	all, _ := allFeatures() // a shell has no place for an error
	return wordsOf(all, func(f featurepage.Feature) cobra.Completion { return cobra.CompletionWithDesc(f.Name, f.Title) })
}
