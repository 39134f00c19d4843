package automaton

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
)

// TestEditions compares the automata of the grammar with the regular expressions, on all strings.
func TestEditions(t *testing.T) {
	for _, e := range editions {
		if word, differ := ShortestDifference(e.automaton, compile(e.expression)); differ {
			t.Errorf("%s: the grammar and the expression differ on %q", e.edition, word)
		}
		if got := e.automaton.Expression(nil); got != e.expression {
			t.Errorf("%s: expression %s, want that of the specification, %s", e.edition, got, e.expression)
		}
		if words := e.automaton.Count(); words != e.words || e.automaton.States() != e.states {
			t.Errorf("%s: %d words and %d states, want %d and %d", e.edition, words, e.automaton.States(), e.words, e.states)
		}
	}
}

// TestMinimise checks for random automata that the language stays the same, that no two states
// that are left accept the same words, and that Accepts agrees with walking step by step.
func TestMinimise(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	merged := 0
	for range scale(150, 40, 20) {
		d := randomAutomaton(random, 1+random.IntN(9), "ab")
		m := d.Minimise()
		if word, differ := ShortestDifference(d, m); differ {
			t.Fatalf("minimising changes the verdict on %q", word)
		}
		merged += accepted(m.States() < d.States())
		for _, d := range []*DFA{d, m} {
			eachString("abc", 5, func(word string) {
				if s := d.after(0, word); d.Accepts(word) != d.Accepting(s) {
					t.Fatalf("%q leads to state %d; Accepts: %t", word, s, d.Accepts(word))
				}
			})
		}
		for p := range State(m.States()) {
			for q := range p {
				if Equal(Build(p, m.Step, m.Accepting), Build(q, m.Step, m.Accepting)) {
					t.Fatalf("states %d and %d of a minimal automaton accept the same words", q, p)
				}
			}
		}
	}
	if merged == 0 {
		t.Error("all random automata were already minimal")
	}
}

// TestPrefer checks that the order of bytes changes the chosen words, not the language.
func TestPrefer(t *testing.T) {
	d := Of(notation.EPIN).Prefer("Q-'").Minimise()
	if got, want := d.Sets().Cover, []string{"", "Q", "-", "Q'", "Q^", "'"}; !slices.Equal(got, want) {
		t.Errorf("cover %q, want %q", got, want)
	}
	if !strings.HasPrefix(d.Order(), "Q-'\x00\x01") || setOf(d.Order()) != everyByte || len(d.Order()) != 256 {
		t.Errorf("the order is %q", d.Order())
	}
	if !Equal(d, Of(notation.EPIN)) {
		t.Error("the order of bytes changes the language")
	}
}

func TestLabels(t *testing.T) {
	for bytes, want := range map[string]string{
		"": "no byte", "-+": "+ -", "zxyB": "B x–z", "\n\r\t \\": `\t \n \r \x20 \\`, "aab": "a b",
		"\x00\x7f\x80\xff\"<": `\x00 " < \x7f \x80 \xff`, "\xc3\xa9": `\xa9 \xc3`, strings.Repeat("a", 9): "a",
		string(everyByte): "any byte", string(everyByte[1:]): `any byte but \x00`, string(everyByte[:128]): `\x00–\x7f`,
	} {
		if got := setOf(bytes).label(); got != want {
			t.Errorf("the label of %q is %q, want %q", bytes, got, want)
		}
	}
}

// TestWords compares with filtering all short words, and the numbers of words.
func TestWords(t *testing.T) {
	for expression, size := range map[string]int{
		`\A[ab]?c[ab]*\z`: -1, `\A(?:aaa|bb)*\z`: -1, `\Aabcab\z`: 1, `\A\z`: 1, Nothing: 0, `\A(?:c{5})*[abc]\z`: -1,
		`\A(?:aa)*\z`: -1, `\A(?:aaa)*(?:a|\z)\z`: -1, `\A[abc]{0,3}\z`: 40,
	} {
		d := compile(expression)
		var want, got []string
		eachString("abc", 7, func(word string) {
			if d.Accepts(word) {
				want = append(want, word)
			}
		})
		for word := range d.Words() {
			if len(word) > 7 {
				break
			}
			got = append(got, word)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: words %q, want %q", expression, got, want)
		}
		for n := range 4 {
			if got := d.First(n - 1); !slices.Equal(got, want[:min(max(n-1, 0), len(want))]) {
				t.Errorf("%s: the first %d words are %q", expression, n-1, got)
			}
		}
		if n := d.Count(); size >= 0 && n != size {
			t.Errorf("%s: %d words are counted", expression, n)
		}
	}
}

// TestNeighbours compares the words of the automaton with the results of all edits. For the
// current edition it only compares their number, except with EPIN_WHOLE=1.
func TestNeighbours(t *testing.T) {
	for want, d := range map[int]*DFA{553_695: Of(notation.EPIN), 237_303: Of(notation.EPINInitial), 0: compile(Nothing)} {
		if n := d.Neighbours().Count(); n != want {
			t.Errorf("%d words are counted, want %d", n, want)
		}
		if want > scale(want, 250_000, 250_000) {
			continue
		}
		edited := map[string]bool{}
		for word := range d.Words() {
			edited[word] = true
			for i := range len(word) + 1 {
				rest := word[min(i+1, len(word)):]
				edited[word[:i]+rest] = true
				for b := range 256 {
					edited[word[:i]+string(everyByte[b:b+1])+word[i:]] = true
					edited[word[:i]+string(everyByte[b:b+1])+rest] = true
				}
			}
		}
		made := 0
		for word := range d.Neighbours().Words() {
			if made++; !edited[word] {
				t.Fatalf("the automaton accepts %q, which is more than one edit away from every word", word)
			}
		}
		if made != len(edited) || made != want {
			t.Errorf("%d words; by hand %d, want %d", made, len(edited), want)
		}
	}
}

// TestWithout checks which words are accepted incorrectly, which are rejected incorrectly,
// and the shortest counterexample.
func TestWithout(t *testing.T) {
	t.Parallel()
	spec := Of(notation.EPIN)
	for _, c := range broken {
		library := near(c.language)
		more, missing := Without(library, spec), Without(spec, library)
		eachString("+aK^'\n!", 4, func(word string) {
			has, should := library.Accepts(word), spec.Accepts(word)
			if more.Accepts(word) != (has && !should) || missing.Accepts(word) != (should && !has) {
				t.Fatalf("%s: %q is too much: %t, is missing: %t", c.name, word, more.Accepts(word), missing.Accepts(word))
			}
		})
		first := slices.Concat(more.First(1), missing.First(1))
		slices.SortFunc(first, func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
		for _, pair := range [][2]*DFA{{spec, library}, {library, spec}} {
			word, differ := ShortestDifference(pair[0], pair[1])
			if differ != (len(first) > 0) || differ && word != first[0] || differ == (c.name == "nothing") {
				t.Errorf("%s: the shortest difference is %q, %t, want the first of %q", c.name, word, differ, first)
			}
		}
	}
}
