package automaton

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
)

func TestExpressions(t *testing.T) {
	for expression, want := range map[string]string{
		// Expressions that are already in their simplest form.
		`\A[-+]?(?:[A-Z][-+a-z]?|[a-z][-+]?)\^?'?\z`: "", `\A(?:ab)*\z`: "", `\A(?:ab)+\z`: "", `\A[ab]*abb\z`: "",
		`\Aabcdefghijkl[xy]+\z`: "", `\Aa{4}b\z`: "",
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
		d := compileIn("+-abcdefghijklmnopqrstuvwxyz", expression)
		if got := d.Expression(nil); got != want {
			t.Errorf("%s: expression %s, want %s", expression, got, want)
		}
		if words := difference(d, compile(want)).First(1); words != nil {
			t.Errorf("%s and %s differ on %q", expression, want, words)
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
		if words := difference(d, compile(expression)).First(1); words != nil {
			t.Fatalf("the expression %s is wrong on %q", expression, words)
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

// TestExpressionsOfOthers checks the expressions of random automata. For one of many states, the search ends
// without a result, and against such a language, a simple language gets its own expression.
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
	chaos := randomAutomaton(random, 40, "abcdef")
	alone, against := checkExpressions(t, chaos, Of(notation.EPIN))
	_, simple := checkExpressions(t, Of(notation.EPIN), chaos)
	if alone != "" || against != "" || simple != `\A[-+]?[A-Za-z]\^?'?\z` {
		t.Errorf("expressions %.200s and %.200s, and %s against them", alone, against, simple)
	}
}

// TestCharacters pins expressions over characters, and compares those of broken implementations with
// package regexp on short strings.
func TestCharacters(t *testing.T) {
	want := map[string]string{
		"not anchored": `/^[^A-Za-z]*[A-Za-z][\s\S]*$/u`, "C string": `/^[-+]?[A-Za-z]\^?'?(?:\x00[\s\S]*)?$/u`,
		"Unicode case folding": `/^[-+]?[A-Za-z\u{17f}\u{212a}]\^?'?$/u`, "nothing": `/^[-+]?[A-Za-z]\^?'?$/`,
		"nothing at all": `/[^\s\S]/`, "$ of Java": `/^[-+]?[A-Za-z]\^?'?(?:[\r\u{85}\u{2028}\u{2029}]|\r?\n)?$/u`,
	}
	for _, c := range broken {
		d := near(c.language)
		characters, known := Characters(d, Of(notation.EPIN))
		text, figure := characters.Expression(known), characters.SVG(Drawing{Against: known})
		if w := want[c.name]; w != "" && w != text || regexp.MustCompile(`byte|\\x[89a-f]`).MatchString(figure) {
			t.Errorf("%s: expression %s, want %s; figure %s", c.name, text, w, figure)
		}
		inGo := strings.NewReplacer(`\u{`, `\x{`).Replace(text[1:strings.LastIndex(text, "/")])
		compiled := regexp.MustCompile(inGo)
		eachString("+K^'\n\x00", 2, func(word string) {
			for _, r := range "a\u0085\u017f\u2028\u2029\u212a\ud7ff\ue000\ufeff\uff0b\uff30\U0001f600" {
				for _, word := range []string{word, word + string(r), string(r) + word} {
					if got, want := compiled.MatchString(word), d.Accepts(word); got != want {
						t.Fatalf("%s: %s matches %q: %t, want %t", c.name, text, word, got, want)
					}
				}
			}
		})
	}
}
