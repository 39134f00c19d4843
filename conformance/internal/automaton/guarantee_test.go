package automaton

import (
	"fmt"
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

// sameOn reports whether two automata accept the same words over some letters.
func (d *DFA) sameOn(other *DFA, letters []byte) bool {
	met := map[[2]State]bool{{}: true}
	for queue := [][2]State{{}}; len(queue) > 0; queue = queue[1:] {
		p, q := queue[0][0], queue[0][1]
		if d.accept[p] != other.accept[q] {
			return false
		}
		for _, b := range letters {
			if to := [2]State{d.next[p][b], other.next[q][b]}; !met[to] {
				met[to] = true
				queue = append(queue, to)
			}
		}
	}
	return true
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
	type limits struct{ states, extra int }
	cases := []limits{{2, 1}, {scale(3, 2, 2), 0}, {scale(2, 1, 1), 2}}
	letters := []byte("ab") // b stands for all bytes but a
	for _, c := range cases {
		type check struct {
			right *DFA
			words []testCase
		}
		checks := make(map[int][]check) // by the number of states
		met := make(map[string]bool)
		eachMachine(c.states, func(m *DFA) {
			d := Build(0,
				func(s State, b byte) State { return m.next[s][letters[accepted(b != 'a')]] },
				func(s State) bool { return m.accept[s] },
			).Prefer("ab").Minimise()
			if key := fmt.Sprint(d.next, d.accept); !met[key] {
				met[key] = true
				words := slices.Collect(newSuite(d, c.extra, letters).Words())
				checks[d.States()] = append(checks[d.States()], check{d, testCases(d, words)})
			}
		})
		for n := range checks {
			eachMachine(n+c.extra, func(m *DFA) {
				for _, check := range checks[n] {
					if m.passes(check.words) && !m.sameOn(check.right, letters) {
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
	var fill func(cell int)
	fill = func(cell int) {
		if cell == 2*states {
			for accepting := range 1 << states {
				for s := range m.accept {
					m.accept[s] = accepting>>s&1 == 1
				}
				yield(m)
			}
			return
		}
		for to := range states {
			m.next[cell/2]["ab"[cell%2]] = State(to)
			fill(cell + 1)
		}
	}
	fill(0)
}
