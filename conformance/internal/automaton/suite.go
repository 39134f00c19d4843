package automaton

import (
	"fmt"
	"iter"
	"math"
	"strings"
)

// A Suite is a complete test suite by the Wp method. With Σ the bytes it is
// over, V the state cover, W the characterising set and k the number of extra
// states, it is the words V·Σ^≤k·W and, for every word of V·Σ^(k+1), this word
// followed by each word of the identifier of the state that it reaches. Each
// word is a question of its own: what is asked is whether the whole of it is
// accepted, and no word may be left out because it is the beginning of another.
//
// What passing means, and on what condition, is said in the comment of the
// package.
//
// A Suite comes from [DFA.Suite] or [DFA.ClassSuite]; nothing can be asked of
// the zero Suite. It is safe for concurrent use as long as its sets are left
// alone.
type Suite struct {
	Sets
	extra    int
	machine  *DFA // minimal
	alphabet []weighted
}

// A weighted byte stands for so many bytes that are interchangeable.
type weighted struct {
	b      byte
	weight int
}

// Suite returns the suite over all 256 bytes for so many extra states, from 0
// on. The error says that the number is negative, or so large that the words
// could not be counted.
func (d *DFA) Suite(extra int) (*Suite, error) {
	var all []weighted
	for b := range 256 {
		all = append(all, weighted{byte(b), 1})
	}
	return newSuite(d.Minimise(), extra, all)
}

// ClassSuite returns the suite over one byte of each class, the representative.
// It is far smaller than [DFA.Suite], and proves far less: that an
// implementation has the right structure if it distinguishes no bytes but
// those that the language distinguishes. Which bytes it distinguishes is what
// most faults are about.
func (d *DFA) ClassSuite(extra int) (*Suite, error) {
	m := d.Minimise()
	var representatives []weighted
	for _, class := range m.Classes() {
		representatives = append(representatives, weighted{class.Representative(), 1})
	}
	return newSuite(m, extra, representatives)
}

func newSuite(minimal *DFA, extra int, alphabet []weighted) (*Suite, error) {
	s := &Suite{Sets: minimal.Sets(), extra: extra, machine: minimal, alphabet: alphabet}
	if extra < 0 {
		return nil, fmt.Errorf("automaton: a complete suite for %d extra states: give a number from 0 on", extra)
	}
	// More than |V|·(1+|Σ|)^(k+1)·|W| words there are not.
	bound := float64(len(s.Cover)*len(s.Characterising)) * math.Pow(float64(1+len(alphabet)), float64(extra+1))
	if bound > math.MaxInt64/2 {
		return nil, fmt.Errorf("automaton: a complete suite for %d extra states has too many words to count: give a smaller number", extra)
	}
	return s, nil
}

// Extra returns the number of extra states that the suite is for.
func (s *Suite) Extra() int { return s.extra }

// Words returns the words of the suite, each once. The order is always the
// same: by the number of bytes between cover and suffix, then by the word of
// the cover. No words are kept.
func (s *Suite) Words() iter.Seq[string] {
	return func(yield func(string) bool) {
		s.walk(s.alphabet, func(word []byte, _ int) bool { return yield(string(word)) })
	}
}

// Size returns the number of words. It counts them without making them all:
// bytes of one class that no word of the sets contains are counted together.
func (s *Suite) Size() int {
	size := 0
	s.walk(s.interchangeable(), func(_ []byte, weight int) bool {
		size += weight
		return true
	})
	return size
}

// interchangeable returns the alphabet with bytes put together that can be
// exchanged for each other throughout the suite.
func (s *Suite) interchangeable() []weighted {
	var named set
	for _, words := range [][]string{s.Cover, s.Characterising} {
		for _, word := range words {
			named = named.union(Class(word).set())
		}
	}
	var together []weighted
	for _, class := range s.machine.Classes() {
		unnamed := -1 // where those of this class stand in together
		for _, letter := range s.alphabet {
			switch {
			case strings.IndexByte(string(class), letter.b) < 0:
			case named.has(letter.b) || unnamed < 0:
				if !named.has(letter.b) {
					unnamed = len(together)
				}
				together = append(together, letter)
			default:
				together[unnamed].weight += letter.weight
			}
		}
	}
	return together
}

// walk calls yield for every word of the suite over an alphabet, with the
// product of the weights of the letters between cover and suffix. It does not
// keep what it has called yield with: of the ways to make a word, the first in
// its order is told by looking at the word.
func (s *Suite) walk(alphabet []weighted, yield func(word []byte, weight int) bool) {
	for between := range s.extra + 2 {
		for v, access := range s.Cover {
			w := walker{s, alphabet, between, s.waysBefore(between, v), yield}
			if !w.from([]byte(access), State(v), between, 1) {
				return
			}
		}
	}
}

// A walker makes the words that have so many letters after a word of the cover.
type walker struct {
	*Suite
	alphabet []weighted
	between  int
	before   [][]way // by the length of the word they make
	yield    func(word []byte, weight int) bool
}

// from appends so many more letters to a word, which leads to state, and then
// the suffixes.
func (w *walker) from(word []byte, state State, letters, weight int) bool {
	if letters > 0 {
		for _, letter := range w.alphabet {
			longer := append(word, letter.b)
			if !w.from(longer, w.machine.next[state][letter.b], letters-1, weight*letter.weight) {
				return false
			}
		}
		return true
	}
	suffixes := w.Characterising
	if w.between > w.extra {
		suffixes = w.Identifiers[state]
	}
	for _, suffix := range suffixes {
		whole := append(word, suffix...)
		if !w.madeBefore(whole) && !w.yield(whole, weight) {
			return false
		}
	}
	return true
}

// A way to make a word: after a word of the cover and before a suffix are letters, any.
type way struct{ access, suffix string }

// waysBefore returns the ways of walk that come before those with so many letters between
// the word of the cover with a number and the suffix: with fewer letters, or with as many
// after an earlier word of the cover. (Once these two are given, so is the suffix.)
//
// Only ways with at most extra letters are among them. A word that has two ways with one
// letter more, v·m·x and one after a longer word v' of the cover, has a way with fewer
// besides. If v' ends within v·m, that is v' with the rest of m and x. If v' goes beyond,
// v·m is in the cover, which holds the beginnings of its words, and that is v·m with x.
func (s *Suite) waysBefore(between, cover int) [][]way {
	var ways [][]way
	for v, access := range s.Cover {
		if own := s.Cover[cover]; !strings.HasPrefix(own, access) && !strings.HasPrefix(access, own) {
			continue // no word begins with both
		}
		for letters := range min(between, s.extra) + 1 {
			if letters == between && v >= cover {
				continue
			}
			for _, suffix := range s.Characterising {
				length := len(access) + letters + len(suffix)
				for len(ways) <= length {
					ways = append(ways, nil)
				}
				ways[length] = append(ways[length], way{access, suffix})
			}
		}
	}
	return ways
}

// madeBefore reports whether walk makes the word already in a way before.
func (w *walker) madeBefore(word []byte) bool {
	if len(word) >= len(w.before) {
		return false
	}
	for _, before := range w.before[len(word)] {
		if hasPrefix(word, before.access) && hasSuffix(word, before.suffix) {
			return true
		}
	}
	return false
}

func hasPrefix(word []byte, prefix string) bool {
	return len(word) >= len(prefix) && string(word[:len(prefix)]) == prefix
}

func hasSuffix(word []byte, suffix string) bool {
	return len(word) >= len(suffix) && string(word[len(word)-len(suffix):]) == suffix
}
