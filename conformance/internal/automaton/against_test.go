package automaton_test

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

// TestWithout tells what is too much from what is missing.
func TestWithout(t *testing.T) {
	spec := automaton.Current()
	for _, expression := range faulty {
		library := compile(expression)
		more, missing := automaton.Without(library, spec), automaton.Without(spec, library)
		eachString("+aK^'\n!", 4, func(word string) {
			has, should := library.Accepts(word), spec.Accepts(word)
			if more.Accepts(word) != (has && !should) || missing.Accepts(word) != (should && !has) {
				t.Fatalf("%s: %q is too much: %t, is missing: %t", expression, word, more.Accepts(word), missing.Accepts(word))
			}
		})
	}
	library := near(`\A(?:[A-Za-z]\^?'?|K!{1,20})\z`)
	if got, want := automaton.Without(library, spec).First(3), []string{"K!", "K!!", "K!!!"}; !slices.Equal(got, want) {
		t.Errorf("too much: %q, want %q", got, want)
	}
	if got, want := automaton.Without(spec, library).First(3), []string{"+A", "+B", "+C"}; !slices.Equal(got, want) {
		t.Errorf("missing: %q, want %q", got, want)
	}
}

func TestFirst(t *testing.T) {
	for n, want := range map[int][]string{-1: nil, 0: nil, 1: {"a"}, 2: {"a", "b"}, 3: {"a", "b", "ab"}, 4: {"a", "b", "ab"}} {
		if got := compile(`\A(?:ab|a|b)\z`).First(n); !slices.Equal(got, want) {
			t.Errorf("the first %d words: %q, want %q", n, got, want)
		}
	}
}

// TestExpressionAgainst checks that expressions are right, for other languages
// than the specification too, and never longer than those without comparison.
func TestExpressionAgainst(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(15, 16))
	shorter := 0
	check := func(d, other *automaton.DFA) {
		t.Helper()
		expression, found := d.ExpressionAgainst(other)
		alone, foundAlone := d.Expression()
		if !found {
			if foundAlone {
				t.Fatalf("no expression, though there is %s", alone)
			}
			return
		}
		if word, differ := automaton.ShortestDifference(d, compile(expression)); differ {
			t.Fatalf("the expression %s is wrong on %q", expression, word)
		}
		if foundAlone && len(alone) < len(expression) {
			t.Errorf("the expression %s is longer than %s", expression, alone)
		}
		if again, _ := d.Minimise().ExpressionAgainst(other); again != expression {
			t.Errorf("expressions %s and %s", expression, again)
		}
		if !foundAlone || len(expression) < len(alone) {
			shorter++
		}
	}
	tried, others := 25, faulty
	if testing.Short() {
		tried, others = 5, faulty[:10]
	}
	for range tried {
		letters := []string{"a", "ab", "-]"}[random.IntN(3)]
		d, other := randomAutomaton(random, 1+random.IntN(9), letters), randomAutomaton(random, 1+random.IntN(3), letters)
		check(d, other)
		check(automaton.Difference(d, automaton.Without(other, d)), other) // with all of the other
	}
	for _, expression := range others {
		check(near(expression), automaton.Current())
		check(automaton.Current(), near(expression))
	}
	if shorter == 0 {
		t.Error("comparing never helps")
	}
}

// TestExpressionOfManyStates: where there is no expression alone, there may be
// one by what is besides accepted.
func TestExpressionOfManyStates(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	chaos := randomAutomaton(random, 40, "abcdef")
	if expression, found := chaos.ExpressionAgainst(automaton.Current()); found {
		t.Errorf("an expression was found: %s", expression)
	}
	if expression, found := automaton.Current().ExpressionAgainst(chaos); !found || expression != `\A[-+]?[A-Za-z]\^?'?\z` {
		t.Errorf("expression %s, %t", expression, found)
	}
}

// TestMarksOfTheLearned: where a library has states of its own, only the way
// back to the states of the specification is marked, and what it accepts.
func TestMarksOfTheLearned(t *testing.T) {
	mark := regexp.MustCompile(`(?m)(\d|yes|no)!`)
	want := map[string]int{
		"nothing": 0, "$ for \\z": 3, "C string": 1, "trim": 4, "byte order mark skipped": 1, "typographic apostrophe": 1,
		"Unicode case folding": 2, "[A-z]": 4, "signs often": 1, "K! too many": 1, "+K^'x too many": 1, "K missing": 1, "+K^' missing": 1,
	}
	for _, c := range broken {
		n, ok := want[c.name]
		if !ok {
			continue
		}
		table := compile(c.language).Prefer(order).Minimise().Table(automaton.Drawing{Against: automaton.Current()})
		if got := len(mark.FindAllString(table, -1)); got != n {
			t.Errorf("%s: %d marks, want %d\n%s", c.name, got, n, table)
		}
	}
}
