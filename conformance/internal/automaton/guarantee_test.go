package automaton

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// The tests of this file make faulty implementations, as automata that differ from the
// specification, and check that a suite detects each. proof/Complete.v has the proof for all
// others: TestSets and TestWordsAreTheDefinition check its premises.

// A testCase is a word and the correct verdict on it.
type testCase struct {
	word   string
	accept bool
}

func testCases(d *DFA, words []string) []testCase {
	var all []testCase
	for _, word := range words {
		all = append(all, testCase{word, d.Accepts(word)})
	}
	return all
}

func (d *DFA) passes(suite []testCase) bool {
	return !slices.ContainsFunc(suite, func(c testCase) bool { return d.accept[d.after(0, c.word)] != c.accept })
}

// TestEveryOneFaultIsCaught tests every automaton with one incorrect transition or one
// incorrect acceptance: 7,680 and 6 for edition 1.0.0. A suite without the words that are
// prefixes of others misses faults.
func TestEveryOneFaultIsCaught(t *testing.T) {
	t.Parallel()
	for i, want := range [][4]int{{6*256*5 + 6, 2_966, 1_532, 4_289}, {5*256*4 + 5, 2_455, 1_277, 2_349}} {
		right := editions[i].automaton
		words := slices.Sorted(right.Suite(0).Words())
		var longest []string // in this order the words with a prefix follow it at once
		for i, word := range words {
			if i+1 == len(words) || !strings.HasPrefix(words[i+1], word) {
				longest = append(longest, word)
			}
		}
		m := &DFA{next: slices.Clone(right.next), accept: slices.Clone(right.accept), order: right.order}
		all, kept := testCases(right, words), testCases(right, longest)
		faults, missed := 0, 0
		check := func() {
			faults++
			if m.passes(all) {
				t.Errorf("%s: a fault is not caught:\n%s", editions[i].edition, m.Table(Drawing{Against: right}))
			}
			missed += accepted(m.passes(kept))
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

// TestEverySmallMachine tests all languages over two letters whose automata have at most 3
// (or 2) states. Their suites for 0, 1 and 2 extra states test all automata of as many
// states, of one more and of two more.
func TestEverySmallMachine(t *testing.T) {
	t.Parallel()
	letters := []byte("ab") // b stands for all bytes but a
	whole := func(m *DFA) *DFA {
		return Build(0,
			func(s State, b byte) State { return m.next[s][letters[accepted(b != 'a')]] },
			func(s State) bool { return m.accept[s] },
		).Prefer("ab").Minimise()
	}
	for _, c := range []struct{ states, extra int }{{2, 1}, {scale(3, 2, 2), 0}, {scale(2, 1, 1), 2}} {
		type check struct {
			right *DFA
			words []testCase
		}
		checks := make(map[int][]check) // by the number of states
		met := make(map[string]bool)
		eachMachine(c.states, func(m *DFA) {
			d := whole(m)
			if key := fmt.Sprint(d.next, d.accept); !met[key] {
				met[key] = true
				words := slices.Collect(newSuite(d, c.extra, letters).Words())
				checks[d.States()] = append(checks[d.States()], check{d, testCases(d, words)})
			}
		})
		for n := range checks {
			eachMachine(n+c.extra, func(m *DFA) {
				for _, check := range checks[n] {
					if m.passes(check.words) && !Equal(whole(m), check.right) {
						t.Fatalf("%d extra states: an automaton of %d states passes and is wrong", c.extra, len(m.next))
					}
				}
			})
			t.Logf("%d languages of %d states", len(checks[n]), n)
		}
	}
}

// eachMachine yields every automaton with the given number of states over the letters a and
// b. It changes and yields the same automaton each time.
func eachMachine(states int, yield func(*DFA)) {
	m := &DFA{next: make([][256]State, states), accept: make([]bool, states)}
	rows := 2 * states * states // choices for one state
	for code := range int(math.Pow(float64(rows), float64(states))) {
		for s := range m.next {
			row := code % rows
			code /= rows
			m.accept[s] = row%2 == 1
			m.next[s]['a'], m.next[s]['b'] = State(row/2%states), State(row/2/states)
		}
		yield(m)
	}
}
