package automaton_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

// The tests of this file learn from those who cannot teach: from what has no
// automaton, from liars, from the forgetful, from what fails.

func checkLimit(t *testing.T, p *pupil, options automaton.LearnOptions, want error, message string) {
	t.Helper()
	learned, err := p.learn(options)
	if !errors.Is(err, want) || err.Error() != message {
		t.Errorf("error %v, want %s", err, message)
	}
	if learned.DFA == nil {
		t.Fatal("no hypothesis")
	}
	if options.States > 0 && learned.DFA.States() > options.States || options.Words > 0 && learned.Words > options.Words {
		t.Errorf("%d states and %d words, with limits of %d and %d", learned.DFA.States(), learned.Words, options.States, options.Words)
	}
}

// TestLimitOfStates: as many states as there are suffice, and one fewer do not.
func TestLimitOfStates(t *testing.T) {
	spec := automaton.Current()
	if _, err := newPupil(t, spec.Accepts, shortest(spec)).learn(automaton.LearnOptions{States: 6}); err != nil {
		t.Error(err)
	}
	for states := 2; states < 6; states++ {
		learned, err := newPupil(t, spec.Accepts, shortest(spec)).learn(automaton.LearnOptions{States: states})
		if !errors.Is(err, automaton.ErrStates) || learned.DFA == nil || learned.DFA.States() > states {
			t.Errorf("within %d states: %v, %+v", states, err, learned)
		}
	}
	learned, err := newPupil(t, spec.Accepts, shortest(spec)).learn(automaton.LearnOptions{States: 1})
	if !errors.Is(err, automaton.ErrStates) || learned.DFA != nil {
		t.Errorf("within one state: %v, %+v", err, learned)
	}
	learned, err = newPupil(t, spec.Accepts, shortest(spec)).learn(automaton.LearnOptions{Words: 100})
	if !errors.Is(err, automaton.ErrWords) || learned.DFA != nil || learned.Words > 100 {
		t.Errorf("within 100 words: %v, %+v", err, learned)
	}
}

// TestNoAutomaton learns languages that are not regular.
func TestNoAutomaton(t *testing.T) {
	t.Parallel()
	for name, accepts := range map[string]func(string) bool{
		"as many a as b": func(word string) bool { return strings.Count(word, "a") == strings.Count(word, "b") },
		"palindromes": func(word string) bool {
			for i := range len(word) / 2 {
				if word[i] != word[len(word)-1-i] {
					return false
				}
			}
			return true
		},
	} {
		random := rand.New(rand.NewPCG(3, 4))
		p := newPupil(t, accepts, func(_ context.Context, hypothesis *automaton.DFA) (string, bool, error) {
			for range 100_000 {
				word := randomWord(random, "ab", 40)
				if hypothesis.Accepts(word) != accepts(word) {
					return word, true, nil
				}
			}
			return "", false, nil
		})
		learned, err := p.learn(automaton.LearnOptions{States: 12})
		if !errors.Is(err, automaton.ErrStates) || learned.DFA == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func randomWord(random *rand.Rand, letters string, longest int) string {
	word := make([]byte, random.IntN(longest+1))
	for i := range word {
		word[i] = letters[random.IntN(len(letters))]
	}
	return string(word)
}

// TestLiars: whatever is answered, learning ends, and says in the end what it
// was answered: there is a limit, or a word that is no counterexample, or an
// automaton.
func TestLiars(t *testing.T) {
	t.Parallel()
	spec := automaton.Current()
	random := rand.New(rand.NewPCG(5, 6))
	ends := make(map[string]int)
	calls, last := 0, ""
	for _, liar := range []struct {
		name    string
		accepts func(string) bool
	}{
		{"once in 1,000", func(word string) bool { return spec.Accepts(word) != (random.IntN(1000) == 0) }},
		{"once in 20,000", func(word string) bool { return spec.Accepts(word) != (random.IntN(20000) == 0) }},
		{"at random", func(string) bool { return random.IntN(2) == 0 }},
		{"in turn", func(string) bool { calls++; return calls%2 == 0 }},
		{"everything at last", func(word string) bool { calls++; return calls%100_000 > 3000 || spec.Accepts(word) }},
		{"by what was before", func(word string) bool {
			before := last
			last = word
			return spec.Accepts(word) && len(before) != 3
		}},
	} {
		name, accepts := liar.name, liar.accepts
		for range 8 {
			for _, next := range []automaton.Counterexample{
				shortest(spec),
				func(_ context.Context, hypothesis *automaton.DFA) (string, bool, error) {
					word := randomWord(random, order, 200)
					return word, hypothesis.Accepts(word) != accepts(word), nil
				},
				func(context.Context, *automaton.DFA) (string, bool, error) {
					return randomWord(random, order, 6), true, nil
				},
			} {
				p := newPupil(t, accepts, next)
				learned, err := p.learn(automaton.LearnOptions{States: 12, Words: 60_000})
				var unstable *automaton.UnstableError
				switch {
				case err == nil:
					ends["automaton"]++
				case errors.Is(err, automaton.ErrStates), errors.Is(err, automaton.ErrWords):
					ends["limit"]++
				case errors.As(err, &unstable):
					ends["unstable"]++
					if verdict := p.asked[unstable.Word]; verdict != unstable.Accepted || learned.DFA.Accepts(unstable.Word) != verdict {
						t.Errorf("%s: %q was answered with %t; %v", name, unstable.Word, verdict, err)
					}
				default:
					t.Errorf("%s: %v", name, err)
				}
			}
		}
	}
	for _, end := range []string{"automaton", "limit", "unstable"} {
		if ends[end] == 0 {
			t.Errorf("learning never ended so: %s", end)
		}
	}
}

func TestUnstableError(t *testing.T) {
	spec := automaton.Current()
	for word, want := range map[string]string{
		"K\n": `automaton: learning: the word "K\n" was given as a counterexample, but is rejected, as the hypothesis says: make sure that the verdict on a word is always the same`,
		"K":   `automaton: learning: the word "K" was given as a counterexample, but is accepted, as the hypothesis says: make sure that the verdict on a word is always the same`,
		strings.Repeat("!", 5000): `automaton: learning: the word "` + strings.Repeat("!", 80) +
			`" and so on, 5000 bytes, was given as a counterexample, but is rejected, as the hypothesis says: make sure that the verdict on a word is always the same`,
	} {
		p := newPupil(t, spec.Accepts, func(_ context.Context, hypothesis *automaton.DFA) (string, bool, error) {
			if right, differ := automaton.ShortestDifference(hypothesis, spec); differ {
				return right, true, nil
			}
			return word, true, nil
		})
		learned, err := p.learn(automaton.LearnOptions{})
		var unstable *automaton.UnstableError
		if !errors.As(err, &unstable) || unstable.Word != word || err.Error() != want {
			t.Errorf("error %v\nwant %s", err, want)
		}
		if learned.DFA == nil || !automaton.Equal(learned.DFA, spec) {
			t.Error("the last hypothesis is lost")
		}
	}
}

// TestLearnFails: errors of others come through, and so does the end of the
// context; the last hypothesis is there if there was one.
func TestLearnFails(t *testing.T) {
	spec := automaton.Current()
	broke := errors.New("the pipe broke")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	for _, c := range []struct {
		name       string
		ctx        context.Context
		member     automaton.Membership
		next       automaton.Counterexample
		options    automaton.LearnOptions
		is         error
		message    string
		hypothesis bool
	}{
		{name: "membership", member: func(context.Context, []string) ([]bool, error) { return nil, broke },
			is: broke, message: "automaton: learning: the pipe broke"},
		{name: "counterexample", next: func(context.Context, *automaton.DFA) (string, bool, error) { return "", false, broke },
			is: broke, message: "automaton: learning: the pipe broke", hypothesis: true},
		{name: "too few verdicts", member: func(_ context.Context, words []string) ([]bool, error) { return make([]bool, len(words)/2), nil },
			message: "automaton: learning: 0 verdicts for 1 words: give one for each, in their order"},
		{name: "cancelled", ctx: ctx, next: func(context.Context, *automaton.DFA) (string, bool, error) { cancel(); return "", false, nil },
			is: context.Canceled, message: "automaton: learning: context canceled", hypothesis: true},
		{name: "limit", options: automaton.LearnOptions{States: -1},
			message: "automaton: learning within -1 states and 0 words: give numbers from 1 on, or 0 for the defaults"},
	} {
		if c.ctx == nil {
			c.ctx = context.Background()
		}
		if c.member == nil {
			c.member = newPupil(t, spec.Accepts, nil).member
		}
		learned, err := automaton.Learn(c.ctx, c.member, c.next, c.options)
		if err == nil || err.Error() != c.message || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.message)
		}
		if (learned.DFA != nil) != c.hypothesis {
			t.Errorf("%s: hypothesis %v", c.name, learned.DFA)
		}
	}
}
