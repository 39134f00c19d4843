package automaton_test

import (
	"regexp"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/epin"
)

// editions are the two languages, with what is known of them otherwise.
var editions = []struct {
	edition    epin.Edition
	automaton  *automaton.DFA
	expression string // of the specification, copied by hand
	carets     []string
	states     int
	words      int
}{
	{epin.Current, automaton.Current(), `\A[-+]?[A-Za-z]\^?'?\z`, []string{"", "^"}, 6, 624},
	{epin.Initial, automaton.Initial(), `\A[-+]?[A-Za-z]'?\z`, []string{""}, 5, 312},
}

// TestAgainstExpression compares the automaton that was made from the grammar
// with that of the regular expression: on all strings, for these are automata.
func TestAgainstExpression(t *testing.T) {
	for _, e := range editions {
		if word, differ := automaton.ShortestDifference(e.automaton, compile(e.expression)); differ {
			t.Errorf("%s: the grammar and the expression differ on %q", e.edition, word)
		}
	}
}

// TestAgainstRegexp compares with package regexp itself, and with the reference
// implementation, on every short string.
func TestAgainstRegexp(t *testing.T) {
	t.Parallel()
	for _, e := range editions {
		longest := 2
		if e.edition == epin.Current && !testing.Short() {
			longest = 3
		}
		expression := regexp.MustCompile(e.expression)
		for n := range longest + 1 {
			word := make([]byte, n)
			for more := true; more; more = increment(word) {
				got := e.automaton.AcceptsBytes(word)
				if want := expression.Match(word); got != want {
					t.Fatalf("%s: %q: accepted %t, by package regexp %t", e.edition, word, got, want)
				}
				if want := e.edition.Valid(string(word)); got != want {
					t.Fatalf("%s: %q: accepted %t, by package epin %t", e.edition, word, got, want)
				}
			}
		}
	}
}

// increment makes the next word of the same length; it is false after the last.
func increment(word []byte) bool {
	for i := len(word) - 1; i >= 0; i-- {
		if word[i]++; word[i] != 0 {
			return true
		}
	}
	return false
}

// TestEnumeration compares the words with the productions of the grammar written
// out as loops.
func TestEnumeration(t *testing.T) {
	for _, e := range editions {
		var want []string
		for _, sign := range []string{"", "+", "-"} {
			for letter := 'A'; letter <= 'z'; letter++ {
				if letter > 'Z' && letter < 'a' {
					continue
				}
				for _, caret := range e.carets {
					for _, mark := range []string{"", "'"} {
						want = append(want, sign+string(letter)+caret+mark)
					}
				}
			}
		}
		slices.SortFunc(want, func(a, b string) int {
			if len(a) != len(b) {
				return len(a) - len(b)
			}
			if a < b {
				return -1
			}
			return 1
		})
		got := slices.Collect(e.automaton.Words())
		if len(got) != e.words || !slices.Equal(got, want) {
			t.Errorf("%s: %d words, not the %d of the grammar in their order", e.edition, len(got), e.words)
		}
		if got := e.automaton.States(); got != e.states {
			t.Errorf("%s: %d states, want %d", e.edition, got, e.states)
		}
	}
}

func TestEpinIsNoOther(t *testing.T) {
	for _, expression := range faulty {
		other := compile(expression)
		if automaton.Equal(automaton.Current(), other) {
			t.Errorf("%s has the language of EPIN", expression)
		}
	}
}

func TestShortestDifference(t *testing.T) {
	for expression, want := range map[string]string{
		`\A[-+]?[A-Za-z]\^?'?\n?\z`:                  "A\n",
		`[-+]?[A-Za-z]\^?'?\z`:                       "\x00A",
		`\A[-+]?[A-z]\^?'?\z`:                        "[",
		`\A[+-^]?[A-Za-z]\^?'?\z`:                    ",A",
		`\A[-+][A-Za-z]\^?'?\z`:                      "A",
		`\A(?:[-+]?[A-Za-z]\^?|[A-Za-z]\^?')\z`:      "+A'",
		`\A[-+]?(?:[A-Za-z]|\xe2\x84\xaa)\^?'?\z`:    "\xe2\x84\xaa",
		`\A(?:[-+]?[A-Za-z]\^?'?)*\z`:                "",
		`\A(?:[-+]?[A-Za-z]\^?'?|\+K'\^long tail)\z`: "+K'^long tail",
	} {
		other := compile(expression)
		for _, pair := range [][2]*automaton.DFA{{automaton.Current(), other}, {other, automaton.Current()}} {
			got, differ := automaton.ShortestDifference(pair[0], pair[1])
			if !differ || got != want {
				t.Errorf("%s: shortest difference %q, %t; want %q", expression, got, differ, want)
			}
			for first := range automaton.Difference(pair[0], pair[1]).Words() {
				if first != want {
					t.Errorf("%s: first word of the difference %q, want %q", expression, first, want)
				}
				break
			}
		}
	}
}

func TestDifferenceIsExclusive(t *testing.T) {
	for _, expression := range faulty {
		other := compile(expression)
		difference := automaton.Difference(automaton.Current(), other)
		eachString("+aK^'\n!", 4, func(word string) {
			want := automaton.Current().Accepts(word) != other.Accepts(word)
			if got := difference.Accepts(word); got != want {
				t.Fatalf("%s: %q is in the difference: %t, want %t", expression, word, got, want)
			}
		})
	}
}
