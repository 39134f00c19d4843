package automaton

import (
	"iter"
	"slices"
)

// Words yields each accepted word once: shorter words first, words of one length in
// numerical order. It ends if the language is finite. Its memory grows with the length
// of the words, not with their number.
func (d *DFA) Words() iter.Seq[string] {
	return func(yield func(string) bool) {
		accepts := [][]bool{d.accept} // accepts[n][s]: whether state s accepts a word of n bytes
		var eachWord func(prefix []byte, s State, left int) bool
		eachWord = func(prefix []byte, s State, left int) bool {
			if left == 0 {
				return yield(string(prefix))
			}
			for b, to := range d.next[s] {
				if accepts[left-1][to] && !eachWord(append(prefix, byte(b)), to, left-1) {
					return false
				}
			}
			return true
		}
		for n := 0; slices.Contains(accepts[n], true); n++ {
			if accepts[n][0] && !eachWord(make([]byte, 0, n), 0, n) {
				return
			}
			longer := make([]bool, len(d.next))
			for s, row := range d.next {
				longer[s] = slices.ContainsFunc(row[:], func(to State) bool { return accepts[n][to] })
			}
			accepts = append(accepts, longer)
		}
	}
}

// First returns the first n of [DFA.Words], or all if there are fewer.
func (d *DFA) First(n int) []string {
	var first []string
	for word := range d.Words() {
		if len(first) >= n {
			break
		}
		first = append(first, word)
	}
	return first
}

// Count returns the number of words of a finite language, without enumerating them.
func (d *DFA) Count() int {
	words := make([]int, len(d.next)) // by state; 0 before they are counted, and for the sink
	var count func(s State) int
	count = func(s State) int {
		if words[s] == 0 && s != d.sink {
			words[s] = accepted(d.accept[s])
			for _, to := range d.next[s] {
				words[s] += count(to)
			}
		}
		return words[s]
	}
	return count(0)
}
