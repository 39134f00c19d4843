package automaton

import "math/bits"

// Neighbours returns the minimal automaton of the words at edit distance at most 1
// from a word of d, with the order of bytes of d: those that come of a word when one
// byte is put in, taken away or replaced, and the words themselves. It panics if the
// minimal automaton of d has more than 64 states.
func (d *DFA) Neighbours() *DFA {
	m := d.Minimise()
	if m.States() > 64 {
		panic("automaton: the neighbours of an automaton of more than 64 states")
	}
	// After some bytes, the word that was meant may have led to several states: to
	// one if nothing was edited so far, to any of several if something was.
	type reached struct{ unedited, edited states }
	one := func(s State) states { return 1 << s }
	anywhere := make([]states, m.States()) // after one byte, whichever it is
	for s, row := range m.next {
		for _, to := range row {
			anywhere[s] |= one(to)
		}
	}
	// skipped adds what can be if a byte of the word is left out here.
	skipped := func(r reached) reached {
		for s := range r.unedited.each {
			r.edited |= anywhere[s]
		}
		return r
	}
	return Build(skipped(reached{unedited: one(m.Start())}),
		func(r reached, b byte) (after reached) {
			for s := range r.edited.each {
				after.edited |= one(m.next[s][b])
			}
			for s := range r.unedited.each {
				after.unedited |= one(m.next[s][b])
				after.edited |= one(s)      // b was put in
				after.edited |= anywhere[s] // b stands for another byte
			}
			return skipped(after)
		},
		func(r reached) bool {
			for s := range (r.unedited | r.edited).each {
				if m.accept[s] {
					return true
				}
			}
			return false
		},
	).Prefer(string(d.order[:])).Minimise()
}

// states is a set of up to 64 states.
type states uint64

func (set states) each(yield func(State) bool) {
	for ; set != 0; set &= set - 1 {
		if !yield(State(bits.TrailingZeros64(uint64(set)))) {
			return
		}
	}
}
