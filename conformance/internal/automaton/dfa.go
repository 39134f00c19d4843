package automaton

import (
	"encoding/binary"
	"slices"
	"strings"
)

// A State is a state of a [DFA]: a number from 0 to States()-1.
type State uint32

// A DFA is a minimal deterministic finite automaton over bytes. It is total: every
// state has a transition for each of the 256 bytes. State 0 is the start. States are
// numbered breadth first, and the sink is the last. A DFA is immutable, and safe for
// concurrent use.
//
// Each automaton has an order of bytes, which decides the numbers of the states, and which of the
// shortest words a method returns. The zero DFA must not be used: make one with [Build] or [Of].
type DFA struct {
	next   [][256]State
	accept []bool
	order  string // of all bytes
	sink   State  // the state that absorbs; len(next) if there is none
	names  []rune // the characters that the bytes from 0x80 up stand for; nil for themselves, see [Characters]
}

// Build returns the minimal automaton of a language. The values of K that are reachable
// from start are the states of an automaton for it: step returns the state after a byte,
// and accepting reports whether a state accepts. Both must depend on their arguments alone, and
// the values must be finitely many. The order of bytes begins with those of first, which has no byte
// twice. All others follow in numerical order.
func Build[K comparable](first string, start K, step func(K, byte) K, accepting func(K) bool) *DFA {
	d := &DFA{order: first + string(everyByte.minus(set(first)))}
	keys, numbers := []K{start}, numbering[K]{start: 0}
	for i := 0; i < len(keys); i++ {
		var row [256]State
		for _, b := range []byte(d.order) {
			key := step(keys[i], b)
			if row[b] = numbers.of(key); int(row[b]) == len(keys) {
				keys = append(keys, key)
			}
		}
		d.next, d.accept = append(d.next, row), append(d.accept, accepting(keys[i]))
	}
	return minimal(d)
}

// minimal returns the minimal automaton, given one with states that are numbered breadth first.
func minimal(d *DFA) *DFA {
	rounds := d.refine()
	block := rounds[len(rounds)-1]
	states := slices.Max(block) + 1
	sink := states // if there is none
	for s, row := range d.next {
		away := func(to State) bool { return block[to] != block[s] }
		if !d.accept[s] && !slices.ContainsFunc(row[:], away) {
			sink = block[s]
		}
	}
	for s, b := range block { // the sink becomes the last
		if b == sink {
			block[s] = states - 1
		} else if b > sink {
			block[s]--
		}
	}
	m := &DFA{order: d.order, next: make([][256]State, states), accept: make([]bool, states), sink: max(sink, states-1)}
	for s, b := range block { // the states of a block have the same row
		m.accept[b] = d.accept[s]
		for by, to := range d.next[s] {
			m.next[b][by] = block[to]
		}
	}
	return m
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

// Order returns all bytes in the order of the automaton.
func (d *DFA) Order() string { return d.order }

// States returns the number of states, the sink included.
func (d *DFA) States() int { return len(d.next) }

// Step returns the state after b. It panics if s is not a state of the automaton.
func (d *DFA) Step(s State, b byte) State { return d.next[s][b] }

// Accepting reports whether s accepts. It panics if s is not a state of the automaton.
func (d *DFA) Accepting(s State) bool { return d.accept[s] }

// Accepts reports whether the language contains the word. It allocates nothing.
func (d *DFA) Accepts(word string) bool { return d.accept[d.after(0, word)] }

// after returns the state that a word leads to from s.
func (d *DFA) after(s State, word string) State {
	for i := range len(word) {
		s = d.next[s][word[i]]
	}
	return s
}

// Classes partitions the 256 bytes into the fewest classes whose bytes lead to the same
// states. The bytes of a class are in the order of the automaton, and its first byte
// represents it. The classes are in the order of their first bytes.
func (d *DFA) Classes() []string {
	var classes []string
	for _, b := range []byte(d.order) {
		i := slices.IndexFunc(classes, func(class string) bool {
			s := 0
			for s < len(d.next) && d.next[s][b] == d.next[s][class[0]] {
				s++
			}
			return s == len(d.next)
		})
		if i < 0 {
			i, classes = len(classes), append(classes, "")
		}
		classes[i] += string([]byte{b})
	}
	return classes
}

// Cover returns the state cover: the first word that reaches each state. It holds all prefixes of
// its words, since states are numbered breadth first.
func (d *DFA) Cover() []string {
	words := make([]string, len(d.next))
	for s := range d.next {
		for _, b := range []byte(d.order) {
			if to := d.next[s][b]; to > 0 && words[to] == "" {
				words[to] = words[s] + string([]byte{b})
			}
		}
	}
	return words
}

// refine is Moore's algorithm. Round n numbers the blocks of a partition of the states, in the order
// of their first states: two states share a block if no word of up to n bytes separates them. In the
// last round two states share a block if and only if they accept the same words.
func (d *DFA) refine() [][]State {
	var rounds [][]State
	block := make([]State, len(d.next))
	for blocks := 0; ; {
		numbers := numbering[string]{}
		refined := make([]State, len(d.next))
		for s := range d.next {
			key := binary.NativeEndian.AppendUint32([]byte{byte(accepted(d.accept[s]))}, uint32(block[s]))
			for _, to := range d.next[s] {
				key = binary.NativeEndian.AppendUint32(key, uint32(block[to]))
			}
			refined[s] = numbers.of(string(key))
		}
		if len(numbers) == blocks {
			return rounds
		}
		rounds, blocks, block = append(rounds, refined), len(numbers), refined
	}
}

// product returns the automaton of the words for which accepting holds, given whether
// each of two automata accepts them. It has the order of bytes of a.
func product(a, b *DFA, accepting func(a, b bool) bool) *DFA {
	return Build(a.order, [2]State{},
		func(s [2]State, by byte) [2]State { return [2]State{a.next[s[0]][by], b.next[s[1]][by]} },
		func(s [2]State) bool { return accepting(a.accept[s[0]], b.accept[s[1]]) })
}

// Without returns the automaton of the words that a accepts and b rejects, with the order
// of bytes of a.
func Without(a, b *DFA) *DFA {
	return product(a, b, func(a, b bool) bool { return a && !b })
}

// Equal reports whether two automata accept the same words. It ends at the first pair of states that differ.
func Equal(a, b *DFA) bool {
	pairs, met := [][2]State{{}}, map[[2]State]bool{{}: true}
	for i := 0; i < len(pairs); i++ {
		s := pairs[i]
		if a.accept[s[0]] != b.accept[s[1]] {
			return false
		}
		for by := range 256 {
			if to := [2]State{a.next[s[0]][by], b.next[s[1]][by]}; !met[to] {
				met[to] = true
				pairs = append(pairs, to)
			}
		}
	}
	return true
}

// determinise returns the automaton that accepts what a non-deterministic one accepts: step
// appends the states to which a byte leads.
func determinise(order string, start []State, step func(to []State, s State, b byte) []State, accepting func(State) bool) *DFA {
	set := func(states []State) string { // each state once, as a character
		slices.Sort(states)
		var text []rune
		for _, s := range slices.Compact(states) {
			text = append(text, rune(s))
		}
		return string(text)
	}
	var to []State
	return Build(order, set(start),
		func(from string, b byte) string {
			to = to[:0]
			for _, s := range from {
				to = step(to, State(s), b)
			}
			return set(to)
		},
		func(in string) bool {
			return strings.ContainsFunc(in, func(s rune) bool { return accepting(State(s)) })
		})
}

func mirror(d *DFA) *DFA {
	collect := func(states []State, is func(State) bool) []State {
		for s := range State(len(d.next)) {
			if is(s) {
				states = append(states, s)
			}
		}
		return states
	}
	return determinise(d.order, collect(nil, d.Accepting),
		func(to []State, s State, b byte) []State {
			return collect(to, func(from State) bool { return d.next[from][b] == s })
		},
		func(s State) bool { return s == 0 })
}

// Neighbours returns the automaton of the words at edit distance at most 1 from a word of
// d, with the order of bytes of d. An edit inserts, deletes or replaces one byte.
func (d *DFA) Neighbours() *DFA {
	edited := State(len(d.next)) // added to a state after an edit
	classes := d.Classes()
	return determinise(d.order, []State{0},
		func(to []State, s State, b byte) []State {
			if s >= edited {
				return append(to, edited+d.next[s-edited][b])
			}
			to = append(to, d.next[s][b], edited+s) // b is inserted
			for _, class := range classes {         // it is replaced by b, or deleted
				next := d.next[s][class[0]]
				to = append(to, edited+next, edited+d.next[next][b])
			}
			return to
		},
		func(s State) bool {
			if s >= edited {
				return d.accept[s-edited]
			}
			return d.accept[s] || slices.ContainsFunc(d.next[s][:], d.Accepting) // the last byte is deleted
		})
}

func accepted(accept bool) int {
	if accept {
		return 1
	}
	return 0
}
