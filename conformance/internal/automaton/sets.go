package automaton

import (
	"cmp"
	"slices"
)

// Sets are the words from which complete test suites are made. They belong to a
// minimal automaton, and are chosen so that the same automaton always gives the
// same words.
type Sets struct {
	// Cover, the state cover, has for each state the first word that reaches
	// it: Cover[s] reaches state s. With every word it holds its prefixes.
	Cover []string
	// Characterising tells all states apart: for every two states it has a
	// word that is accepted after one and not after the other. It holds the
	// empty word, for of an acceptor only the verdict on a whole word is
	// seen. Shorter words come first, and those of one length in numerical
	// order.
	Characterising []string
	// Identifiers has for each state words of Characterising, in its order
	// and the empty word among them, that tell this state from every other.
	Identifiers [][]string
}

// Sets returns the words for the minimal automaton of the language of d.
func (d *DFA) Sets() Sets {
	m := d.Minimise()
	_, cover := m.reach()
	sets := Sets{Cover: cover, Characterising: m.characterising()}
	for s := range m.next {
		sets.Identifiers = append(sets.Identifiers, m.identifier(State(s), sets.Characterising))
	}
	return sets
}

// separates reports whether word is accepted after one of the two states and
// not after the other.
func (d *DFA) separates(p, q State, word string) bool {
	for i := range len(word) {
		p, q = d.next[p][word[i]], d.next[q][word[i]]
	}
	return d.accept[p] != d.accept[q]
}

// characterising takes, for every two states in their order, the first of the
// shortest words that tell them apart, unless a word taken before does. Every
// word taken splits a group of states that were alike, so there are at most as
// many words as states, and one more.
func (d *DFA) characterising() []string {
	distance, classes := d.distances(), d.Classes()
	words := []string{""}
	for p := range State(len(d.next)) {
		for q := p + 1; int(q) < len(d.next); q++ {
			if !slices.ContainsFunc(words, func(w string) bool { return d.separates(p, q, w) }) {
				words = append(words, d.separator(p, q, distance, classes))
			}
		}
	}
	slices.SortFunc(words, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	return words
}

// distances returns for every two states of a minimal automaton the length of
// the shortest words that tell them apart, and 0 for a state and itself.
func (d *DFA) distances() [][]int {
	const unknown = -1
	distance := make([][]int, len(d.next))
	open := 0 // ordered pairs whose distance is unknown
	for p := range distance {
		distance[p] = make([]int, len(d.next))
		for q := range distance[p] {
			if p != q && d.accept[p] == d.accept[q] {
				distance[p][q] = unknown
				open++
			}
		}
	}
	columns := columns(d.next)
	for length := 1; open > 0; length++ {
		for p := range distance {
			for q := range distance[p] {
				if distance[p][q] != unknown {
					continue
				}
				for _, column := range columns {
					to, other := d.next[p][column[0]], d.next[q][column[0]]
					if to != other && distance[to][other] == length-1 {
						distance[p][q] = length
						open--
						break
					}
				}
			}
		}
	}
	return distance
}

// separator returns the first of the shortest words that tell p from q.
func (d *DFA) separator(p, q State, distance [][]int, classes []Class) string {
	var word []byte
	for distance[p][q] > 0 {
		for _, class := range classes {
			b := class.Representative()
			to, other := d.next[p][b], d.next[q][b]
			if to != other && distance[to][other] == distance[p][q]-1 {
				word = append(word, b)
				p, q = to, other
				break
			}
		}
	}
	return string(word)
}

// identifier takes, besides the empty word, again and again the word that tells
// s from most of the states that are left, the first of several.
func (d *DFA) identifier(s State, words []string) []string {
	taken := map[string]bool{"": true}
	var left []State
	for q := range d.next {
		if d.accept[q] == d.accept[s] && State(q) != s {
			left = append(left, State(q))
		}
	}
	for len(left) > 0 {
		best, most := "", 0
		for _, word := range words {
			told := 0
			for _, q := range left {
				if d.separates(s, q, word) {
					told++
				}
			}
			if told > most {
				best, most = word, told
			}
		}
		taken[best] = true
		left = slices.DeleteFunc(left, func(q State) bool { return d.separates(s, q, best) })
	}
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !taken[word] })
}
