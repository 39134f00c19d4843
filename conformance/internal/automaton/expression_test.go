package automaton_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

// TestExpressions pins how expressions are simplified.
func TestExpressions(t *testing.T) {
	for _, e := range editions {
		if got, _ := e.automaton.Expression(); got != e.expression {
			t.Errorf("%s: expression %s, want that of the specification, %s", e.edition, got, e.expression)
		}
	}
	// Those that are their own simplest form, and those with another.
	for _, expression := range []string{
		`\A[-+]?[A-Za-z]\^?'?\n?\z`,
		`\A[-+]?[A-Za-z]\^*'?\z`,
		`\A[-+]?[A-Za-z]\^?'*\z`,
		`\A[-+]*[A-Za-z]\^?'?\z`,
		`\A[-+]?[A-Za-z]+\^?'?\z`,
		`\A[\x00-\xff]*[A-Za-z]\^?'?\z`,
		`\A[\t\n\x0c\r ]*[-+]?[A-Za-z]\^?'?[\t\n\x0c\r ]*\z`,
		`\A[-+]?[A-Za-z]\^?'?(?:\x00[\x00-\xff]*)?\z`,
		`\A(?:\xef\xbb\xbf)?[-+]?[A-Za-z]\^?'?\z`,
		`\A[-+]?(?:[A-Za-z]|\xe2\x84\xaa)\^?'?\z`,
		`\A[-+]?(?:[A-Z][-+a-z]?|[a-z][-+]?)\^?'?\z`,
		`\A(?:ab)*\z`,
		`\A(?:ab)+\z`,
		`\A[ab]*abb\z`,
		`\A[^-+]*\z`,
		`\A[!.\[\]\^]\.\*\z`,
		`\A[-.-z]\z`,
		`\A\z`,
		`[^\x00-\x{10FFFF}]`,
	} {
		checkExpression(t, expression, expression)
	}
	for expression, want := range map[string]string{
		`[-+]?[A-Za-z]\^?'?\z`:                       `\A[\x00-\xff]*[A-Za-z]\^?'?\z`,
		`\A[-+]?[A-Za-z]`:                            `\A[-+]?[A-Za-z][\x00-\xff]*\z`,
		`\A[-+]?[A-Za-z](\^?'?|'\^)\z`:               `\A[-+]?[A-Za-z](?:\^'?|'\^?)?\z`,
		`\A(?:[-+]?[A-Za-z]\^?'?)+\z`:                `\A[-+]?[A-Za-z](?:\^?'?[-+]?[A-Za-z])*\^?'?\z`,
		`\A[-+]?([A-JL-Za-jl-z]|[Kk]\^?)'?\z`:        `\A[-+]?(?:[Kk]\^|[A-Za-z])'?\z`,
		`\A(?:a|b|[cd])\z`:                           `\A[a-d]\z`,
		`\A(?:a*b*)*\z`:                              `\A[ab]*\z`,
		`\A(?:x|xy|xyz)\z`:                           `\Ax(?:yz?)?\z`,
		`\A[-+]?[A-Za-z]\^?'?(?:\n(?s:.*))?\z`:       `\A[-+]?[A-Za-z]\^?'?(?:\n[\x00-\xff]*)?\z`,
		`\A[-+]?(?:[A-Za-z]\^|[A-Za-z]'|[A-Za-z])\z`: `\A[-+]?[A-Za-z]['\^]?\z`,
	} {
		checkExpression(t, expression, want)
	}
}

func checkExpression(t *testing.T, language, want string) {
	t.Helper()
	d := compile(language).Prefer("+-abcdefghijklmnopqrstuvwxyz")
	if got, found := d.Expression(); got != want || !found {
		t.Errorf("%s: expression %s, %t, want %s", language, got, found, want)
	}
	if word, differ := automaton.ShortestDifference(d, compile(want)); differ {
		t.Errorf("%s and %s differ on %q", language, want, word)
	}
}

// TestExpressionsMatch gives expressions back to package regexp, for all short
// words; and compares them with the automaton exactly.
func TestExpressionsMatch(t *testing.T) {
	t.Parallel()
	longest := 6
	if testing.Short() {
		longest = 4
	}
	for _, language := range faulty {
		d := compile(language)
		expression, found := d.Expression()
		if !found {
			t.Errorf("%s: no expression", language)
			continue
		}
		if word, differ := automaton.ShortestDifference(d, compile(expression)); differ {
			t.Errorf("%s: the expression %s is wrong on %q", language, expression, word)
		}
		compiled := regexp.MustCompile(expression)
		eachString("+K^'\n\xe2", longest, func(word string) {
			if got, want := compiled.MatchString(latin1(word)), d.Accepts(word); got != want {
				t.Fatalf("%s: package regexp matches %s with %q: %t, want %t", language, expression, word, got, want)
			}
		})
	}
}

// TestExpressionsOfOthers compares those of random automata, exactly.
func TestExpressionsOfOthers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 10))
	tried, found := 100, 0
	if testing.Short() {
		tried = 20
	}
	for range tried {
		d := randomAutomaton(random, 1+random.IntN(6), []string{"a", "-]", "+a\x80"}[random.IntN(3)])
		expression, ok := d.Expression()
		if !ok {
			continue
		}
		found++
		if word, differ := automaton.ShortestDifference(d, compile(expression)); differ {
			t.Fatalf("the expression %s is wrong on %q", expression, word)
		}
	}
	if found < tried*3/4 {
		t.Errorf("%d of %d automata have an expression, want most", found, tried)
	}
}

// TestNoExpression: of an automaton without any order there is none that one
// could read, and none is sought for long.
func TestNoExpression(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	d := randomAutomaton(random, 40, "abcdef")
	if expression, found := d.Expression(); found || expression != "" {
		t.Errorf("an expression was found: %s", expression[:min(200, len(expression))])
	}
}

// TestExpressionsAreStable: one language, one expression, however the automaton
// came to be.
func TestExpressionsAreStable(t *testing.T) {
	for _, language := range faulty {
		d := compile(language)
		first, _ := d.Expression()
		again, _ := automaton.Difference(d, compile(`[^\x00-\x{10FFFF}]`)).Expression()
		if first != again {
			t.Errorf("%s: expressions %s and %s", language, first, again)
		}
		if strings.ContainsAny(first, "\n\x00") {
			t.Errorf("%s: the expression %q holds what cannot be seen", language, first)
		}
	}
}
