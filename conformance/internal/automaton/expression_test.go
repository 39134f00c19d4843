package automaton

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
)

// TestExpressions pins how expressions are simplified.
func TestExpressions(t *testing.T) {
	for expression, want := range map[string]string{
		// Expressions that are already in their simplest form.
		`\A[-+]?(?:[A-Z][-+a-z]?|[a-z][-+]?)\^?'?\z`: "", `\A(?:ab)*\z`: "", `\A(?:ab)+\z`: "", `\A[ab]*abb\z`: "",
		`\A[^-+]*\z`: "", `\A[!.\[\]\^]\.\*\z`: "", `\A[-.-z]\z`: "", `\A[\x00\xff]\z`: "", `\A[^\x80\xff]\z`: "",
		`\A[\x00-\xff]*[A-Za-z]\^?'?\z`: "", `\A[-+]?[A-Za-z]\^?'?(?:\x00[\x00-\xff]*)?\z`: "", Nothing: "",
		// Expressions with a simpler form.
		`\A[-+]?[A-Za-z](\^?'?|'\^)\z`:        `\A[-+]?[A-Za-z](?:\^'?|'\^?)?\z`,
		`\A[-+]?([A-JL-Za-jl-z]|[Kk]\^?)'?\z`: `\A[-+]?(?:[Kk]\^|[A-Za-z])'?\z`,
		`\A(?:a|b|[cd])\z`:                    `\A[a-d]\z`,
		`\A(?:a*b*)*\z`:                       `\A[ab]*\z`,
		`\A(?:x|xy|xyz)\z`:                    `\Ax(?:yz?)?\z`,
	} {
		if want == "" {
			want = expression
		}
		d := compile(expression).Prefer("+-abcdefghijklmnopqrstuvwxyz")
		if got := d.Expression(nil); got != want {
			t.Errorf("%s: expression %s, want %s", expression, got, want)
		}
		if word, differ := ShortestDifference(d, compile(want)); differ {
			t.Errorf("%s and %s differ on %q", expression, want, word)
		}
	}
}

// checkExpressions compares an automaton with its expressions, exactly. The expression against
// another language is never longer, and both depend only on the language.
func checkExpressions(t *testing.T, d, other *DFA) (alone, against string) {
	t.Helper()
	alone, against = d.Expression(nil), d.Expression(other)
	for _, expression := range []string{alone, against} {
		if expression == "" {
			continue
		}
		if word, differ := ShortestDifference(d, compile(expression)); differ {
			t.Fatalf("the expression %s is wrong on %q", expression, word)
		}
		if strings.ContainsAny(expression, "\n\x00") {
			t.Errorf("the expression %q contains characters that are not printable", expression)
		}
	}
	if alone != "" && (against == "" || len(alone) < len(against)) {
		t.Errorf("expressions %s and %s", alone, against)
	}
	same := Without(d, compile(Nothing)) // made in another way
	if a, b := same.Expression(nil), same.Expression(other); a != alone || b != against {
		t.Errorf("expressions %s and %s, and again %s and %s", alone, against, a, b)
	}
	return alone, against
}

// TestExpressionsMatch checks the expressions of broken implementations, exactly and with
// package regexp on all short words.
func TestExpressionsMatch(t *testing.T) {
	t.Parallel()
	longest := scale(6, 4, 3)
	for i, c := range broken {
		if i%scale(1, 2, 4) > 0 {
			continue
		}
		d := near(c.language)
		if i%scale(1, 4, 8) == 0 {
			checkExpressions(t, Of(notation.EPIN), d)
		}
		alone, against := checkExpressions(t, d, Of(notation.EPIN))
		if against != c.language {
			t.Errorf("%s: expression\n\t%s\nwant\n\t%s", c.name, against, c.language)
		}
		compiled := regexp.MustCompile(alone)
		eachString("+K^'\n\xe2", longest, func(word string) {
			decoded := make([]rune, len(word))
			for i := range len(word) {
				decoded[i] = rune(word[i])
			}
			if got, want := compiled.MatchString(string(decoded)), d.Accepts(word); got != want {
				t.Fatalf("%s: package regexp matches %s with %q: %t, want %t", c.name, alone, word, got, want)
			}
		})
	}
}

// TestExpressionsOfOthers checks the expressions of random automata.
func TestExpressionsOfOthers(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(9, 10))
	tried, found, shorter := scale(100, 15, 10), 0, 0
	for range tried {
		letters := []string{"a", "-]", "+a\x80", "\x00\xff"}[random.IntN(4)]
		d, other := randomAutomaton(random, 1+random.IntN(6), letters), randomAutomaton(random, 1+random.IntN(3), letters)
		both := product(d, other, func(a, b bool) bool { return a || b })
		for _, d := range []*DFA{d, both} {
			alone, against := checkExpressions(t, d, other)
			found += min(len(alone), 1)
			shorter += accepted(len(against) < len(alone))
		}
	}
	if found < tried*3/2 || shorter == 0 {
		t.Errorf("%d of %d automata have an expression, %d a shorter one against another; want most, and some", found, 2*tried, shorter)
	}
}

// TestNoExpression checks that the search ends without a result for a random automaton of many
// states. Against such a language, a simple language gets its own expression.
func TestNoExpression(t *testing.T) {
	chaos := randomAutomaton(rand.New(rand.NewPCG(11, 12)), 40, "abcdef")
	alone, against := checkExpressions(t, chaos, Of(notation.EPIN))
	if alone != "" || against != "" {
		t.Errorf("expressions %.200s and %.200s", alone, against)
	}
	if _, against := checkExpressions(t, Of(notation.EPIN), chaos); against != `\A[-+]?[A-Za-z]\^?'?\z` {
		t.Errorf("expression %s", against)
	}
}

// TestSimplifications pins the rules by which terms are joined.
func TestSimplifications(t *testing.T) {
	literal := func(s string) *term {
		t := empty
		for i := range len(s) {
			t = concat(t, oneOf(setOf(s[i:i+1])))
		}
		return t
	}
	plusOf := func(t *term) *term { return concat(t, star(t)) }
	a, b, z, ab := literal("a"), literal("b"), literal("z"), literal("ab")
	abOrCd, cdOrAb := either(ab, literal("cd")), either(literal("cd"), ab)
	aOrB, noA := either(a, b), oneOf(setOf("a").complement())
	for want, got := range map[string]*term{
		"":                   star(nil),
		"a*":                 star(plusOf(a)),
		"(?:ab*)*":           star(concat(a, star(b))),
		`(?:a[\x00-\xff]*)?`: star(concat(a, star(noA))),
		`[\x00-\xff]*`:       star(oneOf(everyByte)),
		"a":                  concat(a, empty),
		"ab":                 concat(empty, ab),
		"a+":                 plusOf(a),
		"(?:ab)+":            plusOf(ab),
		"b(?:ab)+":           concat(literal("bab"), star(ab)),
		"[ab]":               aOrB,
		"[ab]?":              either(empty, aOrB),
		"a?b":                either(b, ab),
		"ab?":                either(ab, a),
		"aab?":               either(concat(literal("aa"), maybe(b)), literal("aa")),
		"(?:ab)?":            either(maybe(ab), ab),
		"a?b*":               maybe(concat(aOrB, star(b))),
		"a*b?":               either(concat(star(a), b), star(a)),
		"(?:aa|bb)?":         either(maybe(literal("aa")), literal("bb")),
		"aaa":                literal("aaa"),
		"a{4}b":              literal("aaaab"),
		"a[ab]{5}":           concat(a, concat(concat(aOrB, aOrB), concat(aOrB, concat(aOrB, aOrB)))),
		"a(?:b+){4}":         concat(a, concat(concat(plusOf(b), plusOf(b)), concat(plusOf(b), plusOf(b)))),
		"z?(?:cd|ab)*":       maybe(concat(either(z, abOrCd), star(cdOrAb))),
		"b?(?:ab|cd)":        either(abOrCd, concat(b, cdOrAb)),
		"(?:ab|cd)z?":        either(abOrCd, concat(cdOrAb, z)),
		"(?:ab|cd)a":         either(concat(abOrCd, a), concat(cdOrAb, a)),
		"a(?:ba|ab)":         either(literal("aba"), literal("aab")),
	} {
		if text := got.text; text != want {
			t.Errorf("term %s, want %s", text, want)
		}
	}
	if concat(a, nil) != nil || concat(nil, a) != nil || either(nil, nil) != nil {
		t.Error("a term that matches nothing becomes one that matches a word")
	}
}
