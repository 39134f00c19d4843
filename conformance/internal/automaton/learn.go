package automaton

import (
	"context"
	"errors"
	"fmt"
)

// Membership answers whether words are accepted: one verdict a word, in the
// order of the words. It need not be quick to begin, for as many words as can
// be are asked at once. The words of one call differ, and none is asked twice.
type Membership func(ctx context.Context, words []string) ([]bool, error)

// Counterexample looks for a word on which a hypothesis is wrong; false if it
// finds none. The hypothesis is minimal.
type Counterexample func(ctx context.Context, hypothesis *DFA) (word string, found bool, err error)

// LearnOptions say how [Learn] goes about it. The zero LearnOptions are good for
// most.
type LearnOptions struct {
	// First are words to ask before all others. What is learned does not
	// depend on them, but each for which a state is missing saves a
	// counterexample: give the words of a small suite for a language that
	// this one is near to, and all on which the two are known to differ.
	First []string
	// Prefer is the order of bytes of the hypotheses and of the result, as
	// for [DFA.Prefer].
	Prefer string
	// States is the largest number of states that an automaton may have, the
	// sink included. From 1 on; 0 means 100.
	States int
	// Words is the largest number of words that may be asked. From 1 on; 0
	// means 1,000,000.
	Words int
}

// Learned is what came of learning.
type Learned struct {
	// DFA is the last hypothesis that Counterexample was asked about: minimal,
	// its states numbered as [DFA.Minimise] says. If learning ended, with an
	// error, before there was one, it is the last attempt, which need not
	// agree with all verdicts, or nil.
	DFA *DFA
	// Words is the number of words that were asked, Calls the number of calls
	// that they were asked in, Counterexamples the number of words that were
	// found to contradict a hypothesis.
	Words, Calls, Counterexamples int
}

// The limits that learning can come to. Errors for them are matched with
// [errors.Is].
var (
	// ErrStates says that the language has more states than
	// LearnOptions.States: one word for each is known, and for every two of
	// these words an end that makes the verdicts on them different.
	ErrStates = errors.New("the language has more states than the limit")
	// ErrWords says that to learn on would take more words than
	// LearnOptions.Words.
	ErrWords = errors.New("more words would have to be asked than the limit")
)

// An UnstableError says that a word was given as a counterexample and is none:
// Membership says of it what the hypothesis says. One of the two functions is
// wrong about the word, or the language changes while it is being learned.
type UnstableError struct {
	Word string
	// Accepted is the verdict of Membership and of the hypothesis.
	Accepted bool
}

func (e *UnstableError) Error() string {
	const shown = 80
	word, verdict := fmt.Sprintf("%q", e.Word[:min(shown, len(e.Word))]), "rejected"
	if len(e.Word) > shown {
		word += fmt.Sprintf(" and so on, %d bytes,", len(e.Word))
	}
	if e.Accepted {
		verdict = "accepted"
	}
	return fmt.Sprintf("the word %s was given as a counterexample, but is %s, as the hypothesis says: make sure that the verdict on a word is always the same", word, verdict)
}

// Learn returns the minimal automaton of a language of which it knows nothing
// but what it asks. It asks member for the verdicts on words, makes of them an
// automaton that agrees with them and in which no two states can be merged, and
// asks counterexample for a word on which this hypothesis is wrong; so again,
// until none is found. What is learned is what was shown: the result is as sure
// as that counterexample finds a word where there is one.
//
// For n states, about 256·n·d words are asked, where d is the number of words
// that it takes to tell the state after a byte from all others: 2 for EPIN, for
// what its implementations do wrong 2 to 12, for a language without any order
// log n, for one that counts up to n some n/2. To this come a few words for each
// state, of which some are as long as the counterexample. Learn needs at most
// one counterexample a state. It keeps all verdicts, and of each word up to 64
// bytes: at most some 150 bytes of memory a word asked.
//
// The error is that of the context, of member or of counterexample; one for
// which [errors.Is] says [ErrStates] or [ErrWords]; or for which [errors.As]
// finds an [*UnstableError]. With each of them Learned has the last hypothesis,
// if there was one. Learn returns whatever the functions answer: as the verdict
// on a word is asked once only, there always is a language, though it may have no
// automaton. If verdicts change, learning comes to a limit, to an UnstableError,
// or to an automaton of what was answered.
func Learn(ctx context.Context, member Membership, counterexample Counterexample, options LearnOptions) (Learned, error) {
	if options.States < 0 || options.Words < 0 {
		return Learned{}, fmt.Errorf("automaton: learning within %d states and %d words: give numbers from 1 on, or 0 for the defaults", options.States, options.Words)
	}
	l := newLearner(newTeacher(ctx, member, options.Words), options)
	err := l.learn(ctx, counterexample)
	if l.learned.DFA == nil && l.hypothesis != nil {
		l.learned.DFA = l.hypothesis.Minimise()
	}
	l.learned.Words, l.learned.Calls = l.asked, l.calls
	if err != nil {
		err = fmt.Errorf("automaton: learning: %w", err)
	}
	return l.learned, err
}
