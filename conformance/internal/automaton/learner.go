package automaton

import (
	"context"
	"fmt"
)

// A learner has words that reach different states, and a tree that tells which
// of these states any other word reaches: the method of Kearns and Vazirani. Of
// a counterexample, Rivest and Schapire's search finds which byte of it leads to
// a state that is not yet known. This was chosen because only what tells states
// apart is asked of each transition, and of all transitions at once.
type learner struct {
	*teacher
	learned    Learned
	first      []string
	prefer     string
	limit      int
	root       *node
	states     []*reached
	evidence   []verdict // kept, and the hypothesis has to agree with
	hypothesis *DFA      // State(i) is states[i]; not minimised
}

// A reached state is known by the word that reaches it.
type reached struct {
	number State
	access string
	leaf   *node
	to     [256]*node
}

// A node of the tree is a leaf, which is where the words of a state end up, or
// asks whether a word is accepted when suffix is appended. A branch of the root
// may be missing, as long as all words known are accepted, or none.
type node struct {
	state  *reached // of a leaf
	suffix string
	branch [2]*node // for rejected, accepted
	parent *node
	side   int // which branch of parent this is
}

func newLearner(teacher *teacher, options LearnOptions) *learner {
	const defaultStates = 100
	l := &learner{teacher: teacher, first: options.First, prefer: options.Prefer, limit: options.States, root: &node{}}
	if l.limit == 0 {
		l.limit = defaultStates
	}
	return l
}

func (l *learner) learn(ctx context.Context, counterexample Counterexample) error {
	if err := l.begin(); err != nil {
		return err
	}
	for {
		if err := l.refine(); err != nil {
			return err
		}
		l.learned.DFA = l.hypothesis.Minimise()
		word, found, err := counterexample(ctx, l.learned.DFA)
		if err == nil {
			err = ctx.Err() // a search that was cut short is none
		}
		if err != nil || !found {
			return err
		}
		accepted, err := l.ask(word)
		if err != nil {
			return err
		}
		if l.learned.DFA.Accepts(word) == accepted[0] {
			return &UnstableError{Word: word, Accepted: accepted[0]}
		}
		l.evidence = append(l.evidence, verdict{word, accepted[0]})
		l.learned.Counterexamples++
	}
}

// begin asks the first words, and takes the empty one for the first state.
func (l *learner) begin() error {
	accepted, err := l.ask(append([]string{""}, l.first...)...)
	if err != nil {
		return err
	}
	for i, word := range l.first {
		l.evidence = append(l.evidence, verdict{word, accepted[i+1]})
	}
	_, err = l.grow("", l.root, sideOf(accepted[0]))
	return err
}

// grow adds a state, as a leaf.
func (l *learner) grow(access string, parent *node, side int) (*reached, error) {
	if len(l.states) == l.limit {
		return nil, fmt.Errorf("%w of %d", ErrStates, l.limit)
	}
	s := &reached{number: State(len(l.states)), access: access}
	for b := range s.to {
		s.to[b] = l.root
	}
	s.leaf = &node{state: s, parent: parent, side: side}
	parent.branch[side] = s.leaf
	l.states = append(l.states, s)
	return s, nil
}

func sideOf(accepted bool) int {
	if accepted {
		return 1
	}
	return 0
}

// refine adds states until the hypothesis agrees with all evidence.
func (l *learner) refine() error {
	for {
		if err := l.settle(); err != nil {
			return err
		}
		l.hypothesis = l.assume()
		wrong, ok := l.contradiction()
		if !ok {
			return nil
		}
		if err := l.explain(wrong); err != nil {
			return err
		}
	}
}

// settle follows every transition down the tree to a leaf. All that stand
// before a question are asked at once.
func (l *learner) settle() error {
	for {
		type transition struct {
			from *reached
			by   byte
		}
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
			return nil
		}
		accepted, err := l.ask(words...)
		if err != nil {
			return err
		}
		for i, t := range open {
			at, side := t.from.to[t.by], sideOf(accepted[i])
			if at.branch[side] == nil {
				if _, err := l.grow(t.from.access+string([]byte{t.by}), at, side); err != nil {
					return err
				}
			}
			t.from.to[t.by] = at.branch[side]
		}
	}
}

// assume returns the automaton of the settled transitions.
func (l *learner) assume() *DFA {
	d := &DFA{}
	for _, s := range l.states {
		var row [256]State
		for b, at := range s.to {
			row[b] = at.state.number
		}
		d.next = append(d.next, row)
		top := s.leaf
		for top.parent != l.root {
			top = top.parent
		}
		d.accept = append(d.accept, top.side == 1)
	}
	d.findSink()
	return d.Prefer(l.prefer)
}

// contradiction returns a verdict with which the hypothesis does not agree, of
// those that the tree was made of or of the evidence. If there is none, the
// hypothesis is minimal: the tree has a word that tells each two states apart.
func (l *learner) contradiction() (verdict, bool) {
	for _, s := range l.states {
		for at := s.leaf; at.parent != nil; at = at.parent {
			v := verdict{s.access + at.parent.suffix, at.side == 1}
			if l.hypothesis.Accepts(v.word) != v.accepted {
				return v, true
			}
		}
	}
	var shortest verdict
	found := false
	for _, v := range l.evidence {
		if (!found || len(v.word) < len(shortest.word)) && l.hypothesis.Accepts(v.word) != v.accepted {
			shortest, found = v, true
		}
	}
	return shortest, found
}

// explain finds the state that is missing, given a verdict with which the
// hypothesis does not agree. The word that reaches the state in which the
// hypothesis is after i bytes, followed by the rest, has that verdict for i=0,
// and the hypothesis's for the whole length: so there is a byte over which it
// changes, and this byte leads to another state than the hypothesis has it.
func (l *learner) explain(wrong verdict) error {
	states := []State{0}
	for i := range len(wrong.word) {
		states = append(states, l.hypothesis.next[states[i]][wrong.word[i]])
	}
	low, high := 0, len(wrong.word)
	for high-low > 1 {
		// In steps of a sixteenth, not of a half: calls take longer than words.
		const steps = 16
		var at []int
		var words []string
		for i := 1; i < steps; i++ {
			if cut := low + (high-low)*i/steps; cut > low && (len(at) == 0 || cut > at[len(at)-1]) {
				at = append(at, cut)
				words = append(words, l.states[states[cut]].access+wrong.word[cut:])
			}
		}
		accepted, err := l.ask(words...)
		if err != nil {
			return err
		}
		l.keep(words, accepted)
		// The last change, for the rest is to be short.
		for i := len(at) - 1; i >= 0; i-- {
			if accepted[i] == wrong.accepted {
				low = at[i]
				break
			}
			high = at[i]
		}
	}
	access := l.states[states[low]].access + wrong.word[low:high]
	return l.split(access, l.states[states[high]], wrong.word[high:])
}

// longestKept is the length in bytes up to which words are kept.
const longestKept = 64

// keep adds verdicts on short words to the evidence.
func (l *learner) keep(words []string, accepted []bool) {
	for i, word := range words {
		if len(word) <= longestKept {
			l.evidence = append(l.evidence, verdict{word, accepted[i]})
		}
	}
}

// split adds the state that a word reaches, which has been taken for that of
// another though a suffix tells them apart.
func (l *learner) split(access string, other *reached, suffix string) error {
	inner := other.leaf
	suffix, err := l.shorten(access, other.access, suffix)
	if err != nil {
		return err
	}
	accepted, err := l.ask(other.access + suffix)
	if err != nil {
		return err
	}
	side := sideOf(accepted[0])
	if _, err := l.grow(access, inner, 1-side); err != nil {
		return err
	}
	inner.state, inner.suffix = nil, suffix
	other.leaf = &node{state: other, parent: inner, side: side}
	inner.branch[side] = other.leaf
	return nil
}

// shorten leaves out of a suffix that tells two words apart what is not needed
// for that: many words will be asked with it. It tries the ends of the suffix,
// which is as much as states that go round in a circle need, and then to leave
// out parts, half of it first.
func (l *learner) shorten(a, b, suffix string) (string, error) {
	const longestEnd, mostParts = 256, 64 // not to ask more than what is gained
	var ends []string
	for n := 1; n < min(len(suffix), longestEnd+1); n++ {
		ends = append(ends, suffix[len(suffix)-n:])
	}
	i, err := l.firstSeparator(a, b, ends)
	if err != nil {
		return "", err
	}
	if i >= 0 {
		suffix = ends[i]
	}
	for size := (len(suffix) + 1) / 2; ; {
		var shorter []string
		for at := 0; at < len(suffix); at += size {
			shorter = append(shorter, suffix[:at]+suffix[min(at+size, len(suffix)):])
		}
		i, err := l.firstSeparator(a, b, shorter)
		switch {
		case err != nil:
			return "", err
		case i >= 0:
			suffix = shorter[i]
			size = min(size, (len(suffix)+1)/2)
		case size == 1 || len(shorter) >= mostParts:
			return suffix, nil
		default:
			size = (size + 1) / 2
		}
	}
}

// firstSeparator returns the index of the first suffix that tells two words
// apart, or -1.
func (l *learner) firstSeparator(a, b string, suffixes []string) (int, error) {
	var words []string
	for _, suffix := range suffixes {
		words = append(words, a+suffix, b+suffix)
	}
	accepted, err := l.ask(words...)
	if err != nil {
		return 0, err
	}
	l.keep(words, accepted)
	for i := range suffixes {
		if accepted[2*i] != accepted[2*i+1] {
			return i, nil
		}
	}
	return -1, nil
}
