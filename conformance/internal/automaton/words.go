package automaton

import "iter"

// Words returns the accepted words, each once, shorter ones first and those of
// one length in numerical order. It ends if the language is finite, and
// otherwise with the loop over it. It keeps no words, but states for each
// length that it has come to.
func (d *DFA) Words() iter.Seq[string] {
	return func(yield func(string) bool) {
		// first[n][s]: the bytes that words of n bytes which are accepted from s
		// begin with.
		first := [][][]byte{nil}
		leads := d.accept // from these states some word of n bytes is accepted
		// Of an infinite language a word among any States() consecutive
		// lengths is accepted: a longer one can be cut by a loop of at
		// most so many bytes, again and again.
		for n, without := 0, 0; without < d.States(); n++ {
			without++
			if leads[0] {
				without = 0
				if !d.eachWord(make([]byte, n), 0, 0, first, yield) {
					return
				}
			}
			var begins [][]byte
			leads, begins = d.before(leads)
			first = append(first, begins)
		}
	}
}

// First returns the first words of [DFA.Words]: n of them, or all if there are
// fewer.
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

// Count returns the number of accepted words, without making them. It is false if
// there is no end to them.
func (d *DFA) Count() (n int, finite bool) {
	// ways[s] is the number of words of the length that has been come to, and that are
	// accepted from s.
	ways := make([]int, d.States())
	for s, accepted := range d.accept {
		if accepted {
			ways[s] = 1
		}
	}
	// A word as long as there are states goes through a loop.
	for range d.States() {
		n += ways[0]
		before := make([]int, d.States())
		for s, row := range d.next {
			for _, to := range row {
				before[s] += ways[to]
			}
		}
		ways = before
	}
	if d.accepts(d.States()) {
		return 0, false
	}
	return n, true
}

// accepts reports whether some word of at least so many bytes, which are as many as
// there are states, is accepted.
func (d *DFA) accepts(length int) bool {
	goal := d.accept
	for range length {
		goal, _ = d.before(goal)
	}
	for range d.States() {
		if goal[0] {
			return true
		}
		goal, _ = d.before(goal)
	}
	return false
}

// eachWord calls yield for every accepted word of len(word) bytes that begins
// with the first n bytes of word, which lead to s.
func (d *DFA) eachWord(word []byte, n int, s State, first [][][]byte, yield func(string) bool) bool {
	if n == len(word) {
		return yield(string(word))
	}
	for _, b := range first[len(word)-n][s] {
		word[n] = b
		if !d.eachWord(word, n+1, d.next[s][b], first, yield) {
			return false
		}
	}
	return true
}

// before returns the states from which one byte leads to one of those given, and for
// each state these bytes.
func (d *DFA) before(goal []bool) (from []bool, bytes [][]byte) {
	from, bytes = make([]bool, len(goal)), make([][]byte, len(goal))
	for s, row := range d.next {
		for b, to := range row {
			if goal[to] {
				from[s] = true
				bytes[s] = append(bytes[s], byte(b))
			}
		}
	}
	return from, bytes
}
