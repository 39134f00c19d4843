package automaton

import (
	"encoding/binary"
	"slices"
)

// A State is a state of a [DFA]: a number from 0 to States()-1.
type State uint32

// A DFA is a deterministic finite automaton over bytes. It is total: every state
// has a transition for each of the 256 bytes. State 0 is the start. A DFA is
// immutable, and safe for concurrent use.
//
// Each automaton has an order of bytes. Of the shortest words that reach a state or
// separate two states, methods choose the first in that order. The order is numerical
// unless [DFA.Prefer] sets another. It does not change the language.
//
// The zero DFA has no states and must not be used: make one with [Build], or use
// [Current] or [Tokens].
type DFA struct {
	next   [][256]State
	accept []bool
	order  string // of all bytes
	sink   State  // the first state that absorbs; len(next) if there is none
}

func newDFA(next [][256]State, accept []bool, order string) *DFA {
	d := &DFA{next: next, accept: accept, order: order}
	for int(d.sink) < len(next) && !d.absorbs(d.sink) {
		d.sink++
	}
	return d
}

// Build returns the automaton whose states are the values of K that are reachable
// from start. step returns the state after a byte, and accepting reports whether a
// state accepts. States are numbered breadth first, bytes in numerical order; start
// is state 0.
//
// step and accepting must depend on their arguments alone. The number of reachable
// values must be finite: otherwise Build does not return.
func Build[K comparable](start K, step func(K, byte) K, accepting func(K) bool) *DFA {
	var next [][256]State
	var accept []bool
	keys, numbers := []K{start}, numbering[K]{start: 0}
	for i := 0; i < len(keys); i++ {
		var row [256]State
		for b := range row {
			key := step(keys[i], byte(b))
			if row[b] = numbers.of(key); int(row[b]) == len(keys) {
				keys = append(keys, key)
			}
		}
		next, accept = append(next, row), append(accept, accepting(keys[i]))
	}
	return newDFA(next, accept, string(everyByte))
}

// A numbering numbers keys in the order in which it meets them.
type numbering[K comparable] map[K]State

func (n numbering[K]) of(key K) State {
	number, met := n[key]
	if !met {
		number = State(len(n))
		n[key] = number
	}
	return number
}

// Prefer returns the same automaton with another order of bytes: first the given
// bytes in their order, then all others in numerical order. No byte may be given twice.
func (d *DFA) Prefer(bytes string) *DFA {
	other := *d
	other.order = bytes + string(everyByte.minus(set(bytes)))
	return &other
}

// Order returns all bytes in the order of the automaton.
func (d *DFA) Order() string { return d.order }

// States returns the number of states, the sink included.
func (d *DFA) States() int { return len(d.next) }

// Start returns the state of the empty word, which is 0.
func (d *DFA) Start() State { return 0 }

// Step returns the state after b. A caller that enumerates words, and keeps the state
// of their common prefix, needs one step for each word. Step panics if s is not a
// state of the automaton.
func (d *DFA) Step(s State, b byte) State { return d.next[s][b] }

// Accepting reports whether s accepts. It panics if s is not a state of the
// automaton.
func (d *DFA) Accepting(s State) bool { return d.accept[s] }

// Accepts reports whether the language contains the word. It allocates nothing, and
// stops at the sink.
func (d *DFA) Accepts(word string) bool {
	s := State(0)
	for i := range len(word) {
		if s = d.next[s][word[i]]; s == d.sink {
			return false
		}
	}
	return d.accept[s]
}

// after returns the state that a word leads to from s.
func (d *DFA) after(s State, word string) State {
	for i := range len(word) {
		s = d.next[s][word[i]]
	}
	return s
}

// stays reports whether no byte leads away from s.
func (d *DFA) stays(s State) bool {
	return !slices.ContainsFunc(d.next[s][:], func(to State) bool { return to != s })
}

func (d *DFA) absorbs(s State) bool { return !d.accept[s] && d.stays(s) }

// isEmpty reports whether a minimal automaton accepts nothing.
func (d *DFA) isEmpty() bool { return d.sink == 0 }

// Classes partitions the 256 bytes into classes. From every state, all bytes of a class
// lead to the same state. The bytes of a class are in the order of the automaton, and
// its first byte represents it. The classes are in the order of their first bytes. A
// minimal automaton has the fewest classes that its language allows.
func (d *DFA) Classes() []string {
	var members [][]byte
	numbers := numbering[string]{} // of the columns of the transition table
	column := make([]byte, 0, 4*len(d.next))
	for i := range len(d.order) {
		column = column[:0]
		for s := range d.next {
			column = binary.NativeEndian.AppendUint32(column, uint32(d.next[s][d.order[i]]))
		}
		class := numbers.of(string(column))
		if int(class) == len(members) {
			members = append(members, nil)
		}
		members[class] = append(members[class], d.order[i])
	}
	classes := make([]string, len(members))
	for i, class := range members {
		classes[i] = string(class)
	}
	return classes
}

// representatives returns the first byte of each class.
func (d *DFA) representatives() []byte {
	var first []byte
	for _, class := range d.Classes() {
		first = append(first, class[0])
	}
	return first
}

// reach walks the automaton breadth first, with the bytes in its order. It returns the
// states in the order in which it reaches them, and the first word that reaches each.
func (d *DFA) reach() (order []State, words []string) {
	words = make([]string, len(d.next))
	met := make([]bool, len(d.next))
	order, met[0] = append(order, 0), true
	letters := d.representatives()
	for i := 0; i < len(order); i++ {
		for _, b := range letters {
			if to := d.next[order[i]][b]; !met[to] {
				met[to] = true
				words[to] = words[order[i]] + string([]byte{b})
				order = append(order, to)
			}
		}
	}
	return order, words
}

// refine is Moore's algorithm. Round n numbers the blocks of a partition of the
// states: two states share a block if no word of up to n bytes separates them. Blocks
// are numbered in the order of their first states. In the last round two states share
// a block if and only if they accept the same words.
func (d *DFA) refine() [][]State {
	var rounds [][]State
	letters := d.representatives()
	for blocks := 0; ; {
		numbers := numbering[string]{}
		refined := make([]State, len(d.next))
		for s := range d.next {
			var key []byte
			if len(rounds) == 0 {
				key = append(key, byte('0'+accepted(d.accept[s])))
			} else {
				block := rounds[len(rounds)-1]
				key = binary.NativeEndian.AppendUint32(key, uint32(block[s]))
				for _, b := range letters {
					key = binary.NativeEndian.AppendUint32(key, uint32(block[d.next[s][b]]))
				}
			}
			refined[s] = numbers.of(string(key))
		}
		if len(numbers) == blocks {
			return rounds
		}
		rounds, blocks = append(rounds, refined), len(numbers)
	}
}

// Minimise returns the automaton with the fewest states for the same language and
// the same order of bytes. It numbers the states breadth first, bytes in that order,
// and the sink last. So the minimal automaton depends on the language and the order
// alone.
func (d *DFA) Minimise() *DFA {
	rounds := d.refine()
	block := rounds[len(rounds)-1]
	var states []State // one of each block
	number := make(map[State]State)
	order, _ := d.reach()
	for _, s := range order {
		if _, met := number[block[s]]; !met {
			number[block[s]] = 0
			states = append(states, s)
		}
	}
	isSink := func(s State) bool {
		return !d.accept[s] && !slices.ContainsFunc(d.next[s][:], func(to State) bool { return block[to] != block[s] })
	}
	slices.SortStableFunc(states, func(s, t State) int { return accepted(isSink(s)) - accepted(isSink(t)) })
	for i, s := range states {
		number[block[s]] = State(i)
	}
	next, accept := make([][256]State, len(states)), make([]bool, len(states))
	for i, s := range states {
		accept[i] = d.accept[s]
		for b, to := range d.next[s] {
			next[i][b] = number[block[to]]
		}
	}
	return newDFA(next, accept, d.order)
}

// product returns the minimal automaton of the words for which accepting holds, given
// whether each of two automata accepts them. It has the order of bytes of a.
func product(a, b *DFA, accepting func(a, b bool) bool) *DFA {
	return Build([2]State{},
		func(s [2]State, by byte) [2]State { return [2]State{a.next[s[0]][by], b.next[s[1]][by]} },
		func(s [2]State) bool { return accepting(a.accept[s[0]], b.accept[s[1]]) },
	).Prefer(a.order).Minimise()
}

// Without returns the minimal automaton of the words that a accepts and b rejects,
// with the order of bytes of a. Without(implementation, specification) has the invalid
// words that the implementation accepts. Without(specification, implementation) has
// the valid words that it rejects.
func Without(a, b *DFA) *DFA {
	return product(a, b, func(a, b bool) bool { return a && !b })
}

// Equal reports whether two automata accept the same words.
func Equal(a, b *DFA) bool {
	_, differ := ShortestDifference(a, b)
	return !differ
}

// ShortestDifference returns a shortest word that one automaton accepts and the other
// rejects: the first in numerical order. differ is false if the automata accept the
// same words.
func ShortestDifference(a, b *DFA) (word string, differ bool) {
	for word := range product(a, b, func(a, b bool) bool { return a != b }).Words() {
		return word, true
	}
	return "", false
}

// mirror returns the minimal automaton of the reversed words.
func (d *DFA) mirror() *DFA {
	// A state is a set of states of d, as a byte 0 or 1 for each. It contains the states
	// from which d accepts the reverse of the bytes read so far.
	accepting := ""
	for _, accept := range d.accept {
		accepting += string(rune(accepted(accept)))
	}
	return Build(accepting,
		func(from string, b byte) string {
			before := make([]byte, len(d.next))
			for s := range d.next {
				before[s] = from[d.next[s][b]]
			}
			return string(before)
		},
		func(from string) bool { return from[0] == 1 },
	).Prefer(d.order).Minimise()
}

// Neighbours returns the minimal automaton of the words at edit distance at most 1
// from a word of d, with the order of bytes of d. An edit inserts, deletes or replaces
// one byte.
func (d *DFA) Neighbours() *DFA {
	type reached struct {
		unedited State
		edited   string // the states after one edit, a byte 0 or 1 for each
	}
	reach := func(unedited State, edited []byte) reached {
		d.addNext(edited, unedited) // the next byte is deleted
		return reached{unedited, string(edited)}
	}
	return Build(reach(0, make([]byte, len(d.next))),
		func(r reached, b byte) reached {
			edited := d.stepAll(r.edited, b)
			edited[r.unedited] = 1 // b is inserted
			d.addNext(edited, r.unedited)
			return reach(d.next[r.unedited][b], edited)
		},
		func(r reached) bool { return d.accept[r.unedited] || d.acceptsAny(r.edited) },
	).Prefer(d.order).Minimise()
}

// addNext adds the successors of s to a set of states.
func (d *DFA) addNext(set []byte, s State) {
	for _, to := range d.next[s] {
		set[to] = 1
	}
}

// acceptsAny reports whether one of a set of states accepts.
func (d *DFA) acceptsAny(set string) bool {
	for s, accept := range d.accept {
		if accept && set[s] == 1 {
			return true
		}
	}
	return false
}

// stepAll returns the set of states after b.
func (d *DFA) stepAll(set string, b byte) []byte {
	after := make([]byte, len(set))
	for s := range d.next {
		after[d.next[s][b]] |= set[s]
	}
	return after
}

// accepted is 1 for true and 0 for false.
func accepted(accept bool) int {
	if accept {
		return 1
	}
	return 0
}
