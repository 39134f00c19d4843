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
		// first[n-1][s] has the first bytes of the words of n bytes that state s accepts: to look at all bytes
		// takes the suite ten times longer.
		var first [][][]byte
		var eachWord func(prefix []byte, s State, left int) bool
		eachWord = func(prefix []byte, s State, left int) bool {
			if left == 0 {
				return yield(string(prefix))
			}
			for _, b := range first[left-1][s] {
				if !eachWord(append(prefix, b), d.next[s][b], left-1) {
					return false
				}
			}
			return true
		}
		leads := d.accept // the states that accept a word of n bytes
		for n := 0; slices.Contains(leads, true); n++ {
			if leads[0] && !eachWord(make([]byte, 0, n), 0, n) {
				return
			}
			before, bytes := make([]bool, len(leads)), make([][]byte, len(leads))
			for s, row := range d.next {
				for b, to := range row {
					if leads[to] {
						before[s] = true
						bytes[s] = append(bytes[s], byte(b))
					}
				}
			}
			leads, first = before, append(first, bytes)
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
