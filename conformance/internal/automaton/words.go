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
		leads := [][]bool{d.accept} // leads[n][s]: whether state s accepts a word of n bytes
		var eachWord func(prefix []byte, s State, left int) bool
		eachWord = func(prefix []byte, s State, left int) bool {
			if left == 0 {
				return yield(string(prefix))
			}
			for b, to := range d.next[s][:] {
				if leads[left-1][to] && !eachWord(append(prefix, byte(b)), to, left-1) {
					return false
				}
			}
			return true
		}
		for n := 0; slices.Contains(leads[n], true); n++ {
			if leads[n][0] && !eachWord(make([]byte, 0, n), 0, n) {
				return
			}
			longer := make([]bool, len(d.next))
			for s := range d.next {
				longer[s] = slices.ContainsFunc(d.next[s][:], func(to State) bool { return leads[n][to] })
			}
			leads = append(leads, longer)
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
func (d *DFA) Count() (n int) {
	words := make([]int, len(d.next)) // how many words of one length each state accepts
	for s := range words {
		words[s] = accepted(d.accept[s])
	}
	for range d.next { // no word visits a state twice
		n += words[0]
		before := make([]int, len(d.next))
		for s := range d.next {
			for _, to := range d.next[s] {
				before[s] += words[to]
			}
		}
		words = before
	}
	return n
}
