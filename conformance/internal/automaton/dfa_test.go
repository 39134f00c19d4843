package automaton_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

// TestWaysToAsk: all ways to ask whether a word is accepted agree, on automata
// with and without a sink.
func TestWaysToAsk(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		d := randomAutomaton(random, 1+random.IntN(5), "ab")
		for range 2 {
			eachString("abc", 5, func(word string) {
				s := d.Start()
				for i := range len(word) {
					s = d.Step(s, word[i])
				}
				want := d.Accepting(s)
				if d.Accepts(word) != want || d.AcceptsBytes([]byte(word)) != want {
					t.Fatalf("%q: step by step %t, Accepts %t, AcceptsBytes %t",
						word, want, d.Accepts(word), d.AcceptsBytes([]byte(word)))
				}
			})
			d = d.Minimise()
		}
	}
}

func TestSink(t *testing.T) {
	if s, ok := automaton.Current().Sink(); !ok || s != 5 {
		t.Errorf("the sink of EPIN is %d, %t; want state 5", s, ok)
	}
	if s, ok := compile(`(?s)[a].*\z|\A[^a]*\z`).Sink(); ok {
		t.Errorf("an automaton that accepts everything has the sink %d", s)
	}
	if s, ok := compile(`[^\x00-\x{10FFFF}]`).Sink(); !ok || s != 0 {
		t.Errorf("the sink of an automaton that accepts nothing is %d, %t; want its only state", s, ok)
	}
}

// TestMinimise checks, for random automata, that the language stays the same
// and that no two states that are left accept the same words.
func TestMinimise(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	merged := 0
	for range 150 {
		d := randomAutomaton(random, 1+random.IntN(9), "ab")
		m := d.Minimise()
		if word, differ := automaton.ShortestDifference(d, m); differ {
			t.Fatalf("minimising changes the verdict on %q", word)
		}
		if m.States() < d.States() {
			merged++
		}
		for p := range m.States() {
			for q := range p {
				if automaton.Equal(from(m, p), from(m, q)) {
					t.Fatalf("states %d and %d of a minimal automaton accept the same words", q, p)
				}
			}
		}
	}
	if merged == 0 {
		t.Error("no automaton was not minimal from the start")
	}
}

// from returns the automaton of what d accepts from a state.
func from(d *automaton.DFA, s int) *automaton.DFA {
	return automaton.Build(automaton.State(s), d.Step, d.Accepting)
}

// TestMinimalIsUnique: automata of one language and one order of bytes have the
// same minimal automaton, state for state.
func TestMinimalIsUnique(t *testing.T) {
	want := automaton.Current()
	order := "+-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ^'"
	got := compile(`\A(?:[A-Za-z]|[-+][A-Za-z])(?:\^'|'|\^)?\z`).Prefer(order).Minimise()
	if got.States() != want.States() {
		t.Fatalf("%d states, want %d", got.States(), want.States())
	}
	for s := range automaton.State(want.States()) {
		for b := range 256 {
			if got.Step(s, byte(b)) != want.Step(s, byte(b)) {
				t.Errorf("state %d on %q: %d, want %d", s, byte(b), got.Step(s, byte(b)), want.Step(s, byte(b)))
			}
		}
		if got.Accepting(s) != want.Accepting(s) {
			t.Errorf("state %d accepts: %t", s, got.Accepting(s))
		}
	}
}

// TestPrefer: the order chooses the words and nothing else.
func TestPrefer(t *testing.T) {
	d := automaton.Current().Prefer("Q-Q'").Minimise()
	want := []string{"", "Q", "-", "Q'", "Q^", "'"}
	if got := d.Sets().Cover; !slices.Equal(got, want) {
		t.Errorf("cover %q, want %q", got, want)
	}
	if !automaton.Equal(d, automaton.Current()) {
		t.Error("the order of bytes changes the language")
	}
}

func TestClasses(t *testing.T) {
	d := automaton.Current()
	classes := d.Classes()
	var got []string
	seen := make(map[byte]bool)
	for _, class := range classes {
		got = append(got, class.String())
		for i := range len(class) {
			if seen[class[i]] {
				t.Errorf("byte %q is in two classes", class[i])
			}
			seen[class[i]] = true
			for s := range automaton.State(d.States()) {
				if d.Step(s, class[i]) != d.Step(s, class.Representative()) {
					t.Errorf("byte %q leads elsewhere than %q from state %d", class[i], class.Representative(), s)
				}
			}
		}
	}
	want := []string{"+ -", "A–Z a–z", "^", "'", "any byte but ' + - A–Z ^ a–z"}
	if !slices.Equal(got, want) || len(seen) != 256 {
		t.Errorf("classes %q of %d bytes, want %q of 256", got, len(seen), want)
	}
	if r := string([]byte{classes[0].Representative(), classes[1].Representative()}); r != "+a" {
		t.Errorf("the first representatives are %q, want + and a", r)
	}
}

func TestClassString(t *testing.T) {
	for class, want := range map[automaton.Class]string{
		"":                                      "no byte",
		"-+":                                    "+ -",
		"zxyB":                                  "B x–z",
		"\n\r\t \\":                             `\t \n \r \x20 \\`,
		"\x00\x7f\x80\xff\"<":                   `\x00 " < \x7f \x80 \xff`,
		"\xc3\xa9":                              `\xa9 \xc3`,
		"aab":                                   "a b",
		automaton.Class(strings.Repeat("a", 9)): "a",
		automaton.Class(allBytes()):             "any byte",
		automaton.Class(allBytes()[1:]):         `any byte but \x00`,
		automaton.Class(allBytes()[:128]):       `\x00–\x7f`,
	} {
		if got := class.String(); got != want {
			t.Errorf("class %q is written %q, want %q", string(class), got, want)
		}
	}
}

func TestSequence(t *testing.T) {
	for _, c := range []struct {
		parts []automaton.Part
		want  string
	}{
		{nil, `\A\z`},
		{[]automaton.Part{{Bytes: "a"}}, `\Aa\z`},
		{[]automaton.Part{{Bytes: "a", Optional: true}, {Bytes: "a", Optional: true}}, `\Aa?a?\z`},
		{[]automaton.Part{{Bytes: "ab", Optional: true}, {Bytes: "a"}, {Bytes: "\x00b", Optional: true}}, `\A[ab]?a[\x00b]?\z`},
		{[]automaton.Part{{Bytes: "a"}, {}}, `[^\x00-\x{10FFFF}]`},
		{[]automaton.Part{{Bytes: "a"}, {Optional: true}}, `\Aa\z`},
	} {
		got := automaton.Sequence(c.parts...)
		if word, differ := automaton.ShortestDifference(got, compile(c.want)); differ {
			t.Errorf("%v: other than %s on %q", c.parts, c.want, word)
		}
	}
}

// TestWords compares with filtering all short words.
func TestWords(t *testing.T) {
	for _, expression := range []string{
		`\A[ab]?c[ab]*\z`, `\A(?:aaa|bb)*\z`, `\Aabcab\z`, `\A\z`, `[^\x00-\x{10FFFF}]`, `\A(?:c{5})*[abc]\z`,
	} {
		d := compile(expression)
		var want []string
		eachString("abc", 7, func(word string) {
			if d.Accepts(word) {
				want = append(want, word)
			}
		})
		var got []string
		for word := range d.Words() {
			if len(word) > 7 {
				break
			}
			got = append(got, word)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: words %q, want %q", expression, got, want)
		}
	}
}

// TestWordsEnd: of words of even length, every second length has none; with two
// states that is as long as there can be none in an infinite language.
func TestWordsEnd(t *testing.T) {
	even := compile(`(?s)\A(?:..)*\z`)
	if even.States() != 2 {
		t.Fatalf("%d states, want 2", even.States())
	}
	count := 0
	for word := range even.Words() {
		if count++; len(word) == 4 {
			break
		}
	}
	if want := 1 + 256*256 + 1; count != want {
		t.Errorf("%d words up to the first of length 4, want %d", count, want)
	}
}
