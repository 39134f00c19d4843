package automaton_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/notation"
)

// A library is incorrect on some words. Learn infers which language it accepts.
func ExampleLearn() {
	library := regexp.MustCompile(`(?m)^[+-]?[A-Za-z]\^?\'?$`).MatchString

	spec := automaton.Of(notation.EPIN)
	suite := spec.ClassSuite(1)
	member := func(_ context.Context, words []string) ([]bool, error) {
		var accepted []bool
		for _, word := range words {
			accepted = append(accepted, library(word))
		}
		return accepted, nil
	}
	// Any source of words works, and the result is only as good as the source.
	counterexample := func(_ context.Context, hypothesis *automaton.DFA) (string, bool, error) {
		for word := range suite.Words() {
			for _, word := range []string{word, word + "\n!", "!\n" + word} {
				if hypothesis.Accepts(word) != library(word) {
					return word, true, nil
				}
			}
		}
		return "", false, nil
	}
	learned, err := automaton.Learn(context.Background(), member, counterexample, automaton.LearnOptions{
		First: slices.Collect(suite.Words()), Prefer: spec.Order(),
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(learned.DFA.Expression(spec))
	fmt.Printf("accepted too much, as %q\n", automaton.Without(learned.DFA, spec).First(3))
	fmt.Printf("missing %q\n", automaton.Without(spec, learned.DFA).First(3))
	word, _ := automaton.ShortestDifference(learned.DFA, spec)
	fmt.Printf("the shortest counterexample is %q\n", word)
	// Output:
	// \A(?:[^\n]*\n)*[-+]?[A-Za-z]\^?'?(?:\n[\x00-\xff]*)?\z
	// accepted too much, as ["\nA" "\nB" "\nC"]
	// missing []
	// the shortest counterexample is "\nA"
}
