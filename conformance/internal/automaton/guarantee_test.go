package automaton

import (
	"slices"
	"testing"
)

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

// oneFault yields every automaton that differs from d in the target of one transition, or
// in whether one state accepts.
func oneFault(d *DFA, yield func(*DFA)) {
	m := &DFA{next: slices.Clone(d.next), accept: slices.Clone(d.accept), order: d.order}
	for s := range m.next {
		for b, right := range m.next[s] {
			for wrong := range m.next {
				if State(wrong) != right {
					m.next[s][b] = State(wrong)
					yield(m)
				}
			}
			m.next[s][b] = right
		}
		m.accept[s] = !m.accept[s]
		yield(m)
		m.accept[s] = !m.accept[s]
	}
}

// TestEveryOneFaultIsCaught tests every automaton with one incorrect transition or one
// incorrect acceptance: 7,680 and 6 for edition 1.0.0. A suite without the words that are
// prefixes of others misses faults. proof/Complete.v has the proof for automata with any faults:
// TestSets and TestWordsAreTheDefinition check its premises.
func TestEveryOneFaultIsCaught(t *testing.T) {
	t.Parallel()
	for i, want := range [][4]int{{6*256*5 + 6, 2_966, 1_532, 4_289}, {5*256*4 + 5, 2_455, 1_277, 2_349}} {
		right := editions[i].automaton
		words := slices.Sorted(right.Suite(0).Words())
		var longest []string
		for i, word := range words {
			// In this order the words with a prefix follow it at once.
			if i+1 == len(words) || len(words[i+1]) <= len(word) || words[i+1][:len(word)] != word {
				longest = append(longest, word)
			}
		}
		all, kept := testCases(right, words), testCases(right, longest)
		faults, missed := 0, 0
		oneFault(right, func(m *DFA) {
			faults++
			if m.passes(all) {
				t.Errorf("%s: a fault is not caught:\n%s", editions[i].edition, m.Table(Drawing{Against: right}))
			}
			missed += accepted(m.passes(kept))
		})
		if got := [4]int{faults, len(words), len(longest), missed}; got != want {
			t.Errorf("%s: faults, words, words that are not prefixes, faults missed by these: %d, want %d", editions[i].edition, got, want)
		}
	}
}
