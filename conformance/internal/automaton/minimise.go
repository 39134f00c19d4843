package automaton

import "encoding/binary"

// Minimise returns the automaton with the fewest states for the same language
// and the same order of bytes. Its states are numbered as they are met, breadth
// first and bytes in that order, save that the sink is the last; so two
// automata of one language and one order have the same minimal automaton.
func (d *DFA) Minimise() *DFA {
	block := partition(d.next, d.accept)
	member := make([]State, 0, len(d.next)) // one of each block
	for s, b := range block {
		if int(b) == len(member) {
			member = append(member, State(s))
		}
	}
	// States of one block are merged, here by naming them by their block.
	quotient := Build(block[0],
		func(b State, by byte) State { return block[d.next[member[b]][by]] },
		func(b State) bool { return d.accept[member[b]] })
	return quotient.Prefer(string(d.order[:])).renumber()
}

// partition gives each state a block, so that two states share one exactly when
// they accept the same words. Blocks are numbered in the order of their first
// states. (Moore's algorithm: told apart by the empty word first, then by words
// one byte longer in each round.)
func partition(next [][256]State, accept []bool) []State {
	columns := columns(next)
	block := make([]State, len(next))
	for blocks := 0; ; {
		number := make(map[string]State)
		refined := make([]State, len(next))
		for s := range next {
			key := binary.NativeEndian.AppendUint32(nil, uint32(block[s]))
			if blocks == 0 && accept[s] {
				key = append(key, 1)
			}
			for _, column := range columns {
				key = binary.NativeEndian.AppendUint32(key, uint32(block[next[s][column[0]]]))
			}
			b, met := number[string(key)]
			if !met {
				b = State(len(number))
				number[string(key)] = b
			}
			refined[s] = b
		}
		if len(number) == blocks {
			return refined
		}
		block, blocks = refined, len(number)
	}
}

// renumber returns the automaton with its states in the order of reach, and the
// sink last.
func (d *DFA) renumber() *DFA {
	order, _ := d.reach()
	if sink, ok := d.Sink(); ok {
		for i, s := range order {
			if s == sink {
				order = append(append(order[:i:i], order[i+1:]...), sink)
				break
			}
		}
	}
	number := make([]State, len(order))
	for i, s := range order {
		number[s] = State(i)
	}
	r := &DFA{order: d.order}
	for _, s := range order {
		row := d.next[s]
		for b := range row {
			row[b] = number[row[b]]
		}
		r.next = append(r.next, row)
		r.accept = append(r.accept, d.accept[s])
	}
	r.findSink()
	return r
}

// reach walks the automaton breadth first, bytes in its order. It returns the
// states in the order in which they are met, and by state the first word that
// reaches it.
func (d *DFA) reach() (order []State, words []string) {
	words = make([]string, len(d.next))
	met := make([]bool, len(d.next))
	order, met[0] = append(order, 0), true
	classes := d.Classes()
	for i := 0; i < len(order); i++ {
		for _, class := range classes {
			// The first byte of a class stands for all: the others lead
			// where it has led.
			b := class.Representative()
			if to := d.next[order[i]][b]; !met[to] {
				met[to] = true
				words[to] = words[order[i]] + string([]byte{b})
				order = append(order, to)
			}
		}
	}
	return order, words
}
