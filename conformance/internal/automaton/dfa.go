package automaton

// A State is a state of a [DFA]: a number from 0 to States()-1.
type State uint32

// A DFA is a total deterministic finite automaton over bytes: every state has
// a transition for each of the 256 bytes. State 0 is where every word starts.
// It is immutable, and safe for concurrent use.
//
// Where words have to be chosen (to reach a state, to tell two states apart),
// the choice follows the automaton's order of bytes: shorter words first, and
// of words of the same length the first in that order. The order is numerical
// unless [DFA.Prefer] or [Sequence] set another; it says nothing about the
// language.
//
// The zero DFA has no states. Nothing can be asked of it: make one with
// [Build] or [Sequence], or take [Current] or [Initial].
type DFA struct {
	next   [][256]State
	accept []bool
	order  [256]byte
	sink   State
}

// Build returns the automaton whose states are the values of K that are
// reachable from start, where step gives the state after a byte, and accepting
// says whether a word that ends there is accepted. States are numbered as they
// are met, breadth first and bytes in numerical order; start is state 0.
//
// step and accepting are functions of their arguments alone. There must be
// finitely many reachable values: otherwise Build does not return.
func Build[K comparable](start K, step func(K, byte) K, accepting func(K) bool) *DFA {
	d := &DFA{}
	keys, number := []K{start}, map[K]State{start: 0}
	for i := 0; i < len(keys); i++ {
		var row [256]State
		for b := range row {
			key := step(keys[i], byte(b))
			to, met := number[key]
			if !met {
				to = State(len(keys))
				keys, number[key] = append(keys, key), to
			}
			row[b] = to
		}
		d.next = append(d.next, row)
		d.accept = append(d.accept, accepting(keys[i]))
	}
	for b := range d.order {
		d.order[b] = byte(b)
	}
	d.findSink()
	return d
}

// Prefer returns the same automaton with another order of bytes: first the
// given ones as they stand, repetitions aside, then all others in numerical
// order.
func (d *DFA) Prefer(bytes string) *DFA {
	var order []byte
	var has set
	for i := range len(bytes) {
		if b := bytes[i]; !has.has(b) {
			has.add(b)
			order = append(order, b)
		}
	}
	order = append(order, has.complement().bytes()...)
	other := *d
	other.order = [256]byte(order)
	return &other
}

// PreferAs returns the same automaton with the order of bytes of another.
func (d *DFA) PreferAs(other *DFA) *DFA {
	same := *d
	same.order = other.order
	return &same
}

// States returns the number of states, the sink included.
func (d *DFA) States() int { return len(d.next) }

// Start returns the state of the empty word, which is 0.
func (d *DFA) Start() State { return 0 }

// Step returns the state after b. A caller that enumerates words needs one
// step for each, where it keeps the state of their common prefix. It panics if
// s is not a state of the automaton.
func (d *DFA) Step(s State, b byte) State { return d.next[s][b] }

// Accepting reports whether a word that ends in s is accepted. It panics if s
// is not a state of the automaton.
func (d *DFA) Accepting(s State) bool { return d.accept[s] }

// Sink returns the state that accepts nothing and that no word leaves; false if
// there is none. An automaton that is not minimal may have several: then it is
// the first.
func (d *DFA) Sink() (State, bool) { return d.sink, int(d.sink) < len(d.next) }

// findSink sets the sink, to a state that there is not if there is none.
func (d *DFA) findSink() {
	for d.sink = 0; int(d.sink) < len(d.next); d.sink++ {
		if d.absorbs(d.sink) {
			return
		}
	}
}

func (d *DFA) absorbs(s State) bool { return !d.accept[s] && d.stays(s) }

// stays reports whether no byte leads away from s.
func (d *DFA) stays(s State) bool {
	for _, to := range d.next[s] {
		if to != s {
			return false
		}
	}
	return true
}

// Accepts reports whether the word, as the bytes that it is made of, is in the
// language. It allocates nothing, and reads no further than the sink.
func (d *DFA) Accepts(word string) bool {
	s := State(0)
	for i := range len(word) {
		if s = d.next[s][word[i]]; s == d.sink {
			return false
		}
	}
	return d.accept[s]
}

// AcceptsBytes is [DFA.Accepts] for a slice of bytes, which it does not keep.
func (d *DFA) AcceptsBytes(word []byte) bool {
	s := State(0)
	for _, b := range word {
		if s = d.next[s][b]; s == d.sink {
			return false
		}
	}
	return d.accept[s]
}

// after returns the state that a word leads to from s.
func (d *DFA) after(s State, word []byte) State {
	for _, b := range word {
		s = d.next[s][b]
	}
	return s
}
