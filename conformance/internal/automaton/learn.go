package automaton

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
)

// Membership calls verdict for each word, in any order, with whether the language contains it. A
// word without a verdict is not in the language. [Learn] passes as many words as possible in one
// call, and never a word twice.
type Membership func(ctx context.Context, words []string, verdict func(word string, accepted bool)) error

// Counterexample looks for a word on which a hypothesis is incorrect. found is false if
// it finds none.
type Counterexample func(ctx context.Context, hypothesis *DFA) (word string, found bool, err error)

// LearnOptions are the options of [Learn]. The zero LearnOptions suit most languages.
type LearnOptions struct {
	// First are words to test before all others. They do not change the result, but a
	// word that shows a missing state saves a counterexample.
	First  []string
	Prefer string // the first bytes in the order of the hypotheses and of the result
	States int    // limits the states of the automaton, the sink included; 0 means 100
	Words  int    // limits the words to test; 0 means 1,000,000
}

// The errors for the limits of [LearnOptions]. Match them with [errors.Is].
var (
	// ErrStates means that the language needs more states than LearnOptions.States.
	ErrStates = errors.New("the language has more states than the limit")
	// ErrWords means that Learn needs more words than LearnOptions.Words.
	ErrWords = errors.New("more words are needed than the limit")
)

// An UnstableError means that Counterexample returned a word on which Membership agrees
// with the hypothesis, for example because verdicts are non-deterministic.
type UnstableError struct{ Word string }

func (e *UnstableError) Error() string {
	return fmt.Sprintf("the word %+.80q was given as a counterexample, but its verdict is that of the hypothesis: make sure that the verdict on a word is always the same", e.Word)
}

// Learn infers the automaton of a language from tests (active automata learning): it builds a
// hypothesis that agrees with the verdicts of member, until counterexample finds no word on which it
// is incorrect. The result is only as good as counterexample.
//
// A language of n states needs about 256·n·d words, where d is the number of words that
// separate the state after a byte from all others: 2 for EPIN, 2 to 12 for faulty
// implementations of it, log n for a random language, n/2 for one that counts to n. Each
// state needs a few more words, some as long as the counterexample, and at most one
// counterexample. Learn uses at most about 150 bytes of memory for each word.
//
// It returns the number of words that it tested, also with an error. An error is that of the
// context, of member or of counterexample, [ErrStates], [ErrWords], or an [*UnstableError]. Learn
// ends whatever the functions return.
func Learn(ctx context.Context, member Membership, counterexample Counterexample, options LearnOptions) (d *DFA, words int, err error) {
	options.States, options.Words = cmp.Or(options.States, 100), cmp.Or(options.Words, 1_000_000)
	l := &learner{LearnOptions: options, ctx: ctx, member: member, known: make(map[string]bool), root: &node{}}
	defer func() {
		words = l.words
		switch end := recover().(type) {
		case nil:
		case failure:
			err = fmt.Errorf("automaton: learning: %w", end.error)
		default:
			panic(end)
		}
	}()
	verdicts := l.test(append([]string{""}, l.First...)...)
	l.evidence = append(l.evidence, l.First...)
	l.grow("", l.root, accepted(verdicts[0]))
	for {
		l.refine()
		word, found, err := counterexample(ctx, l.hypothesis)
		switch err = cmp.Or(err, ctx.Err()); { // the search may be incomplete
		case err != nil:
			panic(failure{err})
		case !found:
			return l.hypothesis, l.words, nil
		case l.hypothesis.Accepts(word) == l.test(word)[0]:
			panic(failure{&UnstableError{word}})
		}
		l.evidence = append(l.evidence, word)
	}
}

// A failure is the value of a panic that ends learning: each step needs verdicts, and any can fail.
type failure struct{ error }

// A learner uses the discrimination tree of Kearns and Vazirani and the counterexample
// analysis of Rivest and Schapire. So a transition costs only the words that separate its
// possible targets, and one call tests all transitions at once.
type learner struct {
	LearnOptions
	ctx        context.Context
	member     Membership
	known      map[string]bool // the verdicts so far, by key
	words      int             // how many were tested
	root       *node
	states     []*accessed
	evidence   []string // words on which the hypothesis must be correct
	hypothesis *DFA
}

// An accessed state is a state of the hypothesis, with a word that reaches it.
type accessed struct {
	access string
	leaf   *node
	to     [256]*node
}

// A node of the discrimination tree is the leaf of a state, or separates states by
// whether they accept a suffix. A branch of the root is missing as long as all known
// words are accepted, or none.
type node struct {
	state  *accessed // of a leaf
	suffix string
	branch [2]*node // for rejected, accepted
	parent *node
	side   int // which branch of parent this is
}

// longestKept is the length of the longest words that the learner stores whole.
const longestKept = 63

// key returns a short word itself, or else its beginning and a digest. The key of a long
// word is longer than longestKept, so it differs from every short word.
func key(word string) string {
	if len(word) <= longestKept {
		return word
	}
	digest := sha256.Sum256([]byte(word))
	return word[:longestKept+1-len(digest)] + string(digest[:])
}

// test returns the verdicts on words. It tests only the words without a known verdict.
func (l *learner) test(words ...string) []bool {
	var unknown []string
	for _, word := range words {
		if _, known := l.known[key(word)]; !known {
			l.known[key(word)] = false // so that it is not tested twice
			unknown = append(unknown, word)
		}
	}
	if len(unknown) > 0 {
		if err := l.ctx.Err(); err != nil {
			panic(failure{err})
		}
		if len(unknown) > l.Words-l.words {
			panic(failure{fmt.Errorf("%w of %d", ErrWords, l.Words)})
		}
		l.words += len(unknown)
		if err := l.member(l.ctx, unknown, func(word string, accepted bool) { l.known[key(word)] = accepted }); err != nil {
			panic(failure{err})
		}
	}
	verdicts := make([]bool, len(words))
	for i, word := range words {
		verdicts[i] = l.known[key(word)]
	}
	return verdicts
}

// testAndKeep is test, and adds the short words to the evidence.
func (l *learner) testAndKeep(words ...string) []bool {
	for _, word := range words {
		if len(word) <= longestKept {
			l.evidence = append(l.evidence, word)
		}
	}
	return l.test(words...)
}

func (l *learner) grow(access string, parent *node, side int) {
	if len(l.states) == l.States {
		panic(failure{fmt.Errorf("%w of %d", ErrStates, l.States)})
	}
	s := &accessed{access: access, to: [256]*node(slices.Repeat([]*node{l.root}, 256))}
	l.states = append(l.states, s)
	s.attach(parent, side)
}

func (s *accessed) attach(parent *node, side int) {
	s.leaf = &node{state: s, parent: parent, side: side}
	parent.branch[side] = s.leaf
}

// refine adds states until the hypothesis agrees with the tree and the evidence.
func (l *learner) refine() {
	for {
		l.settle()
		l.hypothesis = Build(l.Prefer, l.states[0],
			func(s *accessed, b byte) *accessed { return s.to[b].state },
			func(s *accessed) bool { return l.known[key(s.access)] })
		wrong, found := l.contradiction()
		if !found {
			return
		}
		l.explain(wrong)
	}
}

// settle moves every transition down the tree to a leaf. One call tests all transitions
// that are not at a leaf yet.
func (l *learner) settle() {
	type transition struct {
		from *accessed
		by   byte
	}
	for {
		var open []transition
		var words []string
		for _, s := range l.states {
			for b, at := range s.to {
				if at.state == nil {
					open = append(open, transition{s, byte(b)})
					words = append(words, s.access+string([]byte{byte(b)})+at.suffix)
				}
			}
		}
		if len(open) == 0 {
			return
		}
		verdicts := l.test(words...)
		for i, t := range open {
			at, side := t.from.to[t.by], accepted(verdicts[i])
			if at.branch[side] == nil {
				l.grow(t.from.access+string([]byte{t.by}), at, side)
			}
			t.from.to[t.by] = at.branch[side]
		}
	}
}

// contradiction returns a word on which the hypothesis is incorrect, from the tree or the
// evidence.
func (l *learner) contradiction() (shortest string, found bool) {
	for _, s := range l.states {
		for at := s.leaf; at.parent != nil; at = at.parent {
			word := s.access + at.parent.suffix
			if accepted(l.hypothesis.Accepts(word)) != at.side {
				return word, true
			}
		}
	}
	for _, word := range l.evidence {
		if (!found || len(word) < len(shortest)) && l.hypothesis.Accepts(word) != l.known[key(word)] {
			shortest, found = word, true
		}
	}
	return shortest, found
}

// explain adds the missing state that a word with an incorrect verdict shows. Replace the first i bytes of
// the word by the access word of their state. For i=0 the verdict is that of the language,
// and for all bytes that of the hypothesis. So it changes at some byte, and this byte leads
// to a new state.
func (l *learner) explain(wrong string) {
	states := []*accessed{l.states[0]} // by i
	for i := range len(wrong) {
		states = append(states, states[i].to[wrong[i]].state)
	}
	// The search begins at the end, because many later words get the rest as a suffix.
	low, high := 0, len(wrong)
	for step := 1; high-low > 1; step *= 2 {
		middle := max((low+high)/2, high-step)
		if l.testAndKeep(states[middle].access + wrong[middle:])[0] == l.known[key(wrong)] {
			low = middle
		} else {
			high = middle
		}
	}
	// The word access leads to the missing state. suffix separates it from other, the state that it reaches
	// in the hypothesis.
	access, other := states[low].access+wrong[low:high], states[high]
	suffix := l.shorten(access, other.access, wrong[high:])
	inner, side := other.leaf, accepted(l.test(other.access + suffix)[0])
	l.grow(access, inner, 1-side)
	inner.state, inner.suffix = nil, suffix
	other.attach(inner, side)
}

// shorten returns a shorter suffix that still separates two words, because many later
// words get the suffix. It tries the ends of the suffix, which suffice for states in a
// circle, and then delta debugging: it removes parts, halves first.
func (l *learner) shorten(a, b, suffix string) string {
	const longestEnd, mostParts = 256, 64 // more would cost more than they save
	var shorter []string
	for n := 1; n < min(len(suffix), longestEnd+1); n++ {
		shorter = append(shorter, suffix[len(suffix)-n:])
	}
	if shortest, found := l.separator(a, b, shorter); found {
		suffix = shortest
	}
	for size := (len(suffix) + 1) / 2; ; {
		shorter = nil
		for at := 0; at < len(suffix); at += size {
			shorter = append(shorter, suffix[:at]+suffix[min(at+size, len(suffix)):])
		}
		shortest, found := l.separator(a, b, shorter)
		switch {
		case found:
			suffix = shortest
			size = min(size, (len(suffix)+1)/2)
		case size <= 1 || len(shorter) >= mostParts:
			return suffix
		default:
			size = (size + 1) / 2
		}
	}
}

// separator returns the first suffix that separates two words.
func (l *learner) separator(a, b string, suffixes []string) (suffix string, found bool) {
	var words []string
	for _, suffix := range suffixes {
		words = append(words, a+suffix, b+suffix)
	}
	verdicts := l.testAndKeep(words...)
	for i, suffix := range suffixes {
		if verdicts[2*i] != verdicts[2*i+1] {
			return suffix, true
		}
	}
	return "", false
}
