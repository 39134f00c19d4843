package automaton

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
)

// TestEditions compares the automata of the grammar with the regular expressions, on all strings. It pins
// the published sets, and the sizes of the suites.
func TestEditions(t *testing.T) {
	for _, e := range notation.All() {
		if words := difference(Of(e), compile(e.Regexp)).First(1); words != nil {
			t.Errorf("%s: the grammar and the expression of the table differ on %q", e, words)
		}
	}
	for _, e := range editions {
		if words := difference(e.automaton, compile(e.expression)).First(1); words != nil {
			t.Errorf("%s: the grammar and the expression differ on %q", e.edition, words)
		}
		if got := e.automaton.Expression(nil); got != e.expression {
			t.Errorf("%s: expression %s, want that of the specification, %s", e.edition, got, e.expression)
		}
		if words := e.automaton.Count(); words != e.words || e.automaton.States() != e.states {
			t.Errorf("%s: %d words and %d states, want %d and %d", e.edition, words, e.automaton.States(), e.words, e.states)
		}
		s := e.automaton.Suite(0, false)
		if got := [][][]string{{s.cover, s.characterising}, s.identifiers}; !reflect.DeepEqual(got, e.sets) {
			t.Errorf("%s: sets %+q, want %+q", e.edition, got, e.sets)
		}
		for extra, want := range e.sizes {
			var sizes [3]int
			for i, s := range []*Suite{e.automaton.Suite(extra, false), e.automaton.ClassSuite(extra), e.automaton.Suite(extra, true)} {
				sizes[i] = s.Size()
			}
			if sizes != want {
				t.Errorf("%s, %d extra states: %d words, want %d", e.edition, extra, sizes, want)
			}
		}
	}
}

// TestBuild compares random automata with the functions that they are built from, which have more states.
// No two of their states accept the same words.
func TestBuild(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	merged := 0
	for range scale(150, 40, 20) {
		states := 1 + random.IntN(9)
		step, accepting := randomFunctions(random, states, "ab")
		d := Build("ab", 0, step, accepting)
		if order := d.Order(); order != "ab"+string(everyByte.minus("ab")) {
			t.Fatalf("the order is %q", order)
		}
		merged += accepted(d.States() < states)
		eachString("abc", 5, func(word string) {
			want, s := 0, State(0)
			for _, b := range []byte(word) {
				want, s = step(want, b), d.Step(s, b)
			}
			if d.Accepts(word) != accepting(want) || d.Accepting(s) != accepting(want) {
				t.Fatalf("%q leads to state %d; Accepts: %t", word, s, d.Accepts(word))
			}
		})
		for p := range State(d.States()) {
			for q := range p {
				if Equal(Build("", p, d.Step, d.Accepting), Build("", q, d.Step, d.Accepting)) {
					t.Fatalf("states %d and %d of a minimal automaton accept the same words", q, p)
				}
			}
		}
	}
	if merged == 0 {
		t.Error("all random automata were already minimal")
	}
}

func TestLabels(t *testing.T) {
	for bytes, want := range map[string]string{
		"-+": "+ -", "zxyB": "B x–z", "\n\r\t \\": `\t \n \r \x20 \\`, "aab": "a b",
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
		var want []string
		eachString("abc", 7, func(word string) {
			if d.Accepts(word) {
				want = append(want, word)
			}
		})
		for _, n := range []int{0, 1, len(want)} {
			if got := d.First(n); !slices.Equal(got, want[:min(n, len(want))]) {
				t.Errorf("%s: the first %d words are %q, want %q", expression, n, got, want)
			}
		}
		if size >= 0 && (d.Count() != size || len(d.First(size+1)) != size) {
			t.Errorf("%s: %d words are counted, and there are more than %q", expression, d.Count(), want)
		}
	}
}

// TestNeighbours compares the words of the automaton with the results of all edits, and pins the numbers
// of the editions.
func TestNeighbours(t *testing.T) {
	for _, expression := range []string{`\A(?:\+?[ab]|abcde)?\z`, `\A[-+]?[A-D]\^?'?\z`, Nothing} {
		d := compile(expression)
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
		neighbours := d.Neighbours()
		for word := range edited {
			if !neighbours.Accepts(word) {
				t.Fatalf("the automaton rejects %q", word)
			}
		}
		if made := neighbours.Count(); made != len(edited) {
			t.Errorf("%d words; by hand %d", made, len(edited))
		}
	}
	for want, edition := range map[int]*notation.Edition{553_695: notation.EPIN, 237_303: notation.EPINInitial} {
		if n := Of(edition).Neighbours().Count(); n != want {
			t.Errorf("%s: %d words are counted, want %d", edition, n, want)
		}
	}
}

func difference(a, b *DFA) *DFA {
	return product(a, b, func(a, b bool) bool { return a != b })
}
