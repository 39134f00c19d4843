package automaton

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

func separates(d *DFA, p, q State, word string) bool {
	return d.accept[d.after(p, word)] != d.accept[d.after(q, word)]
}

// characterising returns the characterising set. It holds the empty word, because tests observe only the
// verdict on a whole word. For every two states that no chosen word separates, it chooses the first of
// the shortest words that do.
func characterising(d *DFA) []string {
	rounds, words := d.refine(), []string{""}
	for p := range State(len(d.next)) {
		for q := p + 1; int(q) < len(d.next); q++ {
			if !slices.ContainsFunc(words, func(w string) bool { return separates(d, p, q, w) }) {
				words = append(words, separator(d, p, q, rounds))
			}
		}
	}
	slices.SortFunc(words, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	return words
}

// separator returns the first of the shortest words that separate p from q, given the
// rounds of [DFA.refine]. The number of the first round that separates the states is the
// length of the words. Each byte leads to states that the previous round separates.
func separator(d *DFA, p, q State, rounds [][]State) string {
	var word []byte
	for n := slices.IndexFunc(rounds, func(block []State) bool { return block[p] != block[q] }); n > 0; n-- {
		block := rounds[n-1]
		i := slices.IndexFunc([]byte(d.order), func(b byte) bool { return block[d.next[p][b]] != block[d.next[q][b]] })
		word = append(word, d.order[i])
		p, q = d.next[p][d.order[i]], d.next[q][d.order[i]]
	}
	return string(word)
}

// identifier returns words that separate s from every other state. It greedily chooses the
// first word that separates s from most of the remaining states.
func identifier(d *DFA, s State, words []string) []string {
	taken := map[string]bool{}
	var left []State // with s
	for q := range State(len(d.next)) {
		left = append(left, q)
	}
	alike := func(word string) []State {
		return slices.DeleteFunc(slices.Clone(left), func(q State) bool { return separates(d, s, q, word) })
	}
	for len(left) > 1 {
		best := slices.MinFunc(words, func(a, b string) int { return len(alike(a)) - len(alike(b)) })
		taken[best], left = true, alike(best)
	}
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !taken[word] })
}

// SinkIdentifier returns the identifier of the sink: words of the characterising set that tell it from every other
// state. d has a sink.
func SinkIdentifier(d *DFA) []string { return identifier(d, d.sink, characterising(d)) }

// A Suite is a k-complete test suite by the Wp method. Let Σ be the bytes, V the state
// cover, W the characterising set and k the number of extra states. The access words A are
// V·Σ^≤k, or more; see [DFA.Suite]. The suite has the words A·W. It also has
// every word of A·Σ, followed by each word of the identifier of the state that the word
// reaches. Words that are prefixes of others must be tested too.
//
// Make a Suite with a method of [DFA]; the zero Suite must not be used. A Suite is safe for
// concurrent use.
type Suite struct {
	cover          []string   // V: see [DFA.Cover]
	characterising []string   // W: shorter words first, words of one length in numerical order
	identifiers    [][]string // of each state: words of W, in its order, that separate it from every other
	extra          int
	prefixes       bool // whether the prefixes of all accepted words are access words
	machine        *DFA
	letters        []byte // Σ
}

// Suite returns the suite over all 256 bytes for the given number of extra states, which must not
// be negative. With prefixes the prefixes of all accepted words are access words too. Then the
// language must be finite.
func (d *DFA) Suite(extra int, prefixes bool) *Suite {
	s := &Suite{cover: d.Cover(), characterising: characterising(d), extra: extra, prefixes: prefixes, machine: d, letters: []byte(everyByte)}
	for state := range State(len(d.next)) {
		s.identifiers = append(s.identifiers, identifier(d, state, s.characterising))
	}
	return s
}

// ClassSuite returns the suite over one byte of each class. It also assumes that the implementation
// treats the bytes of a class alike, and most faults violate this.
func (d *DFA) ClassSuite(extra int) *Suite {
	s := d.Suite(extra, false)
	s.letters = nil
	for _, class := range d.Classes() {
		s.letters = append(s.letters, class[0])
	}
	return s
}

// Words yields each word of the suite once, always in the same order: shorter access words
// first. It stores no words.
func (s *Suite) Words() iter.Seq[string] {
	return func(yield func(string) bool) {
		s.walk(s.letters, new([256]int), func(word []byte, _ int) bool { return yield(string(word)) })
	}
}

// Size returns the number of words. It does not enumerate all: one byte of a class counts
// for all bytes of the class that no word of the sets contains.
func (s *Suite) Size() int {
	named := setOf(strings.Join(slices.Concat(s.cover, s.characterising), ""))
	letters, weight := []byte(named), [256]int{}
	for _, b := range letters {
		weight[b] = 1
	}
	for _, class := range s.machine.Classes() {
		if alike := set(class).minus(set(s.letters).complement()).minus(named); len(alike) > 0 {
			letters = append(letters, alike[0])
			weight[alike[0]] = len(alike)
		}
	}
	size := 0
	s.walk(letters, &weight, func(_ []byte, words int) bool {
		size += words
		return true
	})
	return size
}

// walk yields every word of the suite over the given letters once, with the product of the
// weights of its letters without the suffix.
//
// The frontier has the words of A·Σ that are not in A. A word of the suite is either in A, or
// begins with exactly one word of the frontier. So no word is made twice.
func (s *Suite) walk(letters []byte, weight *[256]int, yield func(word []byte, weight int) bool) {
	for length, more := 0, true; more; length++ {
		more = false
		var visit func(word []byte, state State, behind, product int) bool
		visit = func(word []byte, state State, behind, product int) bool {
			if string(word) == s.cover[state] {
				behind = 0
			}
			isAccess := behind <= s.extra || s.prefixes && state != s.machine.sink
			switch {
			case isAccess && len(word) == length:
				more = true
				return yield(word, product)
			case isAccess:
				for _, b := range letters {
					if !visit(append(word, b), s.machine.next[state][b], behind+1, product*weight[b]) {
						return false
					}
				}
			case len(word) == length:
				for _, suffix := range s.suffixes(word, state) {
					if !yield(append(word, suffix...), product) {
						return false
					}
				}
			}
			return true
		}
		if !visit(nil, 0, 0, 1) {
			return
		}
	}
}

// suffixes returns what the words of the suite have behind a word of the frontier, which
// reaches state: the identifier of the state, and the rest of each word of W
// that begins in the frontier word. What is before that is an access word.
func (s *Suite) suffixes(frontier []byte, state State) []string {
	suffixes, last := slices.Clip(s.identifiers[state]), frontier[len(frontier)-1]
	for _, word := range s.characterising {
		for n := 1; n <= len(word); n++ {
			ends := word[n-1] == last && strings.HasSuffix(string(frontier), word[:n]) // rare, and there are many words
			if rest := word[n:]; ends && !slices.Contains(suffixes, rest) {
				suffixes = append(suffixes, rest)
			}
		}
	}
	return suffixes
}
