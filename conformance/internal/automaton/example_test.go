package automaton_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

// Somebody's library accepts one line end behind a token.
func ExampleShortestDifference() {
	lax := automaton.Sequence(
		automaton.Part{Bytes: "+-", Optional: true},
		automaton.Part{Bytes: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"},
		automaton.Part{Bytes: "^", Optional: true},
		automaton.Part{Bytes: "'", Optional: true},
		automaton.Part{Bytes: "\n", Optional: true},
	)
	fmt.Println(lax.Expression())
	word, differ := automaton.ShortestDifference(automaton.Current(), lax)
	fmt.Printf("%q %t\n", word, differ)
	// Output:
	// \A[-+]?[A-Za-z]\^?'?\n?\z true
	// "A\n" true
}

func ExampleDFA_Suite() {
	suite, err := automaton.Current().Suite(0)
	if err != nil {
		panic(err)
	}
	fmt.Println(suite.Size(), "words")
	library := func(token string) bool { return token == "a" || automaton.Current().Accepts(token) && token != "+Z'" }
	for word := range suite.Words() {
		if library(word) != automaton.Current().Accepts(word) {
			fmt.Printf("wrong on %q\n", word)
			return
		}
	}
	fmt.Println("passed: one token treated apart is beyond the condition of the theorem")
	// Output:
	// 3069 words
	// passed: one token treated apart is beyond the condition of the theorem
}

func ExampleDFA_Table() {
	fmt.Print(automaton.Initial().Table(automaton.Drawing{Title: "EPIN 1.0.0-initial"}))
	// Output:
	// EPIN 1.0.0-initial
	//
	// state  word  accepts  + -  A–Z a–z  '  other
	// 0      ε     no       1    2        4  4
	// 1      +     no       4    2        4  4
	// 2      a     yes      4    4        3  4
	// 3      a'    yes      4    4        4  4
	// 4      sink  no       4    4        4  4
}

// A caller that enumerates keeps the state of what its words have in common.
func ExampleDFA_Step() {
	d := automaton.Current()
	afterSign := d.Step(d.Start(), '+')
	accepted := 0
	for b := range 256 {
		if d.Accepting(d.Step(afterSign, byte(b))) {
			accepted++
		}
	}
	fmt.Println(accepted, "of 256 bytes make a token behind +")
	// Output:
	// 52 of 256 bytes make a token behind +
}

// Somebody's library is wrong on some words. What does it accept?
func ExampleLearn() {
	library := regexp.MustCompile(`(?m)^[+-]?[A-Za-z]\^?\'?$`).MatchString

	spec := automaton.Current()
	suite, err := spec.ClassSuite(1)
	if err != nil {
		panic(err)
	}
	member := func(_ context.Context, words []string) ([]bool, error) {
		var accepted []bool
		for _, word := range words {
			accepted = append(accepted, library(word))
		}
		return accepted, nil
	}
	// Any source of words will do, and the result is as good as the source.
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
		First:  slices.Collect(suite.Words()),
		Prefer: "+-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ^'",
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(learned.DFA.ExpressionAgainst(spec))
	fmt.Printf("accepted too much, as %q\n", automaton.Without(learned.DFA, spec).First(3))
	fmt.Printf("missing %q\n", automaton.Without(spec, learned.DFA).First(3))
	// Output:
	// \A(?:[^\n]*\n)*[-+]?[A-Za-z]\^?'?(?:\n[\x00-\xff]*)?\z true
	// accepted too much, as ["\nA" "\nB" "\nC"]
	// missing []
}
