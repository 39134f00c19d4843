package automaton

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

func accessWords(s *Suite) map[string]bool {
	access := make(map[string]bool)
	for _, word := range s.cover {
		eachString(string(s.letters), s.extra, func(more string) { access[word+more] = true })
	}
	if s.prefixes {
		for word := range s.machine.Words() {
			for n := range len(word) + 1 {
				access[word[:n]] = true
			}
		}
	}
	return access
}

// TestWordsAreTheDefinition compares the words with the set of the definition, and their
// number with Size.
func TestWordsAreTheDefinition(t *testing.T) {
	t.Parallel()
	check := func(name string, suite *Suite) {
		t.Helper()
		want := map[string]bool{}
		for word := range accessWords(suite) {
			for _, suffix := range suite.characterising {
				want[word+suffix] = true
			}
			for _, b := range suite.letters {
				longer := word + string([]byte{b})
				for _, suffix := range suite.identifiers[suite.machine.after(0, longer)] {
					want[longer+suffix] = true
				}
			}
		}
		got := 0
		for word := range suite.Words() {
			got++
			if !want[word] {
				t.Fatalf("%s: %q comes twice, or is not in the suite", name, word)
			}
			delete(want, word)
		}
		if len(want) != 0 || got != suite.Size() {
			t.Errorf("%s: %d words, Size %d; missing are %d", name, got, suite.Size(), len(want))
		}
	}
	for _, e := range editions {
		for extra := range 3 {
			check(e.edition.String(), e.automaton.ClassSuite(extra))
			if extra == 0 || extra == scale(1, 0, 0) && e.edition == notation.EPIN {
				check(e.edition.String(), e.automaton.Suite(extra, false))
				check(e.edition.String(), e.automaton.Suite(extra, true))
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 15 {
		d := randomAutomaton(random, 1+random.IntN(6), "abc")
		check("random", d.Suite(0, false))
	}
	for range 60 { // deep ones, whose words overlap in more ways
		d := randomAutomaton(random, 10, "a")
		check("deep", d.ClassSuite(0))
		check("deep", d.ClassSuite(1))
	}
	for _, language := range []string{Nothing, `(?s)\A.*\z`} { // one state each, which needs no identifier
		check("trivial", compile(language).Suite(0, false))
	}
}

// TestNoSmallerSuite checks the argument of the README: every word of the frontier reaches the
// sink and needs two words of its own, and each access word needs itself.
func TestNoSmallerSuite(t *testing.T) {
	for _, e := range editions {
		suite := e.automaton.Suite(1, true)
		access, frontier := accessWords(suite), 0
		for word := range access {
			for _, b := range suite.letters {
				longer := word + string([]byte{b})
				if frontier += 1 - accepted(access[longer]); !access[longer] && e.automaton.after(0, longer) != e.automaton.sink {
					t.Errorf("%s: %q is in the frontier, and a prefix of a token", e.edition, longer)
				}
			}
		}
		if bound := len(access) + 2*frontier; suite.Size() != bound {
			t.Errorf("%s: %d words, want %d for %d access words", e.edition, suite.Size(), bound, len(access))
		}
	}
}

func TestProofIsOfThisSuite(t *testing.T) {
	proof := tests.Read(t, "proof/Complete.v")
	list := func(words []string) string {
		var letters [][]string
		for _, word := range words {
			letters = append(letters, strings.Split(word, ""))
		}
		return strings.ReplaceAll(fmt.Sprintf("%q", letters), " ", "; ") // no word has a blank
	}
	sets := Of(notation.EPIN).Suite(0, false)
	want := []string{"W : list (list ascii) := " + list(sets.characterising)}
	for s, name := range []string{"Empty", "Signed", "Letter", "Terminal", "Derived", "Sink"} {
		want = append(want, "| "+name+" => "+list(sets.identifiers[s]))
	}
	for _, line := range want {
		if !strings.Contains(proof, line) {
			t.Errorf("the proof has no line %s", line)
		}
	}
}

func TestWordsOrder(t *testing.T) {
	want := []string{"", "+", "a", "^", "'", "\x00", "++", "+a", "+^", "+'", "+\x00", "a+"}
	if got := slices.Collect(Of(notation.EPIN).ClassSuite(1).Words())[:len(want)]; !slices.Equal(got, want) {
		t.Errorf("the suite begins %q, want %q", got, want)
	}
}

func TestSets(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 150 {
		d := randomAutomaton(random, 1+random.IntN(12), "abc")
		sets := d.Suite(0, false)
		if w := sets.characterising; len(w) > d.States()+1 || w[0] != "" {
			t.Errorf("%d words to separate %d states, the first %q", len(w), d.States(), w[0])
		}
		other := func(word string) bool { return !slices.Contains(sets.characterising, word) }
		for s := range State(d.States()) {
			word, words := sets.cover[s], sets.identifiers[s]
			if d.after(0, word) != s || !slices.Contains(sets.cover, word[:max(len(word)-1, 0)]) {
				t.Errorf("%q of the cover does not reach state %d, or its prefix is not in the cover", word, s)
			}
			if slices.ContainsFunc(words, other) {
				t.Errorf("%q identify state %d, and are not all in the characterising set", words, s)
			}
			for q := range State(d.States()) {
				if q != s && !slices.ContainsFunc(words, func(w string) bool { return separates(d, s, q, w) }) {
					t.Errorf("the identifier of state %d does not separate it from state %d", s, q)
				}
			}
		}
	}
}

// TestEveryOneFaultIsCaught tests every automaton with one incorrect transition or acceptance. A suite
// without the words that are prefixes of others misses faults.
func TestEveryOneFaultIsCaught(t *testing.T) {
	t.Parallel()
	for i, want := range [][4]int{{6*256*5 + 6, 2_966, 1_532, 4_289}, {5*256*4 + 5, 2_455, 1_277, 2_349}} {
		right := editions[i].automaton
		words := slices.Sorted(right.Suite(0, false).Words()) // words with a prefix follow it at once
		longest := slices.DeleteFunc(slices.Clone(words), func(word string) bool {
			next, _ := slices.BinarySearch(words, word+"\x00")
			return next < len(words) && strings.HasPrefix(words[next], word)
		})
		m := &DFA{next: slices.Clone(right.next), accept: slices.Clone(right.accept), order: right.order, sink: none}
		fails := func(word string) bool { return m.Accepts(word) != right.Accepts(word) }
		faults, missed := 0, 0
		check := func() {
			faults++
			if !slices.ContainsFunc(words, fails) {
				t.Errorf("%s: a fault is not caught:\n%s", editions[i].edition, m.Table(Drawing{Against: right}))
			}
			missed += accepted(!slices.ContainsFunc(longest, fails))
		}
		for s := range m.next {
			for b, target := range m.next[s] {
				for wrong := range State(len(m.next)) {
					if m.next[s][b] = wrong; wrong != target {
						check()
					}
				}
				m.next[s][b] = target
			}
			m.accept[s] = !m.accept[s]
			check()
			m.accept[s] = !m.accept[s]
		}
		if got := [4]int{faults, len(words), len(longest), missed}; got != want {
			t.Errorf("%s: faults, words, words that are not prefixes, faults missed by these: %d, want %d", editions[i].edition, got, want)
		}
	}
}
