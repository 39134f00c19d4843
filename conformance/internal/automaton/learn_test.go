package automaton

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
)

// A pupil learns a language and checks the invariants of learning. No word is tested twice.
// Every hypothesis agrees with all earlier verdicts, except on long words.
type pupil struct {
	*testing.T
	accepts         func(word string) bool
	next            Counterexample
	tested          map[string]bool
	bytes           int
	counterexamples int
	hypothesis      *DFA // the last
}

func (p *pupil) member(_ context.Context, words []string, verdict func(string, bool)) error {
	for _, word := range words {
		if _, again := p.tested[word]; again {
			p.Errorf("%q is tested twice", word)
		}
		p.tested[word] = p.accepts(word)
		p.bytes += len(word)
		verdict(word, p.tested[word])
	}
	return nil
}

func (p *pupil) counterexample(ctx context.Context, hypothesis *DFA) (string, bool, error) {
	for word, accepted := range p.tested {
		if len(word) <= longestKept && hypothesis.Accepts(word) != accepted {
			p.Errorf("a hypothesis accepts %q: %t, want the verdict %t", word, !accepted, accepted)
		}
	}
	word, found, err := p.next(ctx, hypothesis)
	p.counterexamples, p.hypothesis = p.counterexamples+accepted(found), hypothesis
	return word, found, err
}

// shortest is the perfect source of counterexamples, behind those among some words.
func shortest(target *DFA, words ...string) Counterexample {
	return func(_ context.Context, hypothesis *DFA) (string, bool, error) {
		for _, word := range words {
			if hypothesis.Accepts(word) != target.Accepts(word) {
				return word, true, nil
			}
		}
		for word := range difference(hypothesis, target).Words() {
			return word, true, nil
		}
		return "", false, nil
	}
}

// learns learns a language, and fails unless the result is the target, state for state, from at most so
// many words for each transition, and few long ones.
func learns(t *testing.T, name string, target *DFA, perTransition float64, options LearnOptions, long ...string) *pupil {
	t.Helper()
	p := &pupil{T: t, accepts: target.Accepts, next: shortest(target, long...), tested: map[string]bool{}}
	got, words, err := Learn(context.Background(), p.member, p.counterexample, options)
	if err != nil || words != len(p.tested) {
		t.Fatalf("%s: %v; %d words tested, but %d counted", name, err, len(p.tested), words)
	}
	if !slices.Equal(got.next, target.next) || !slices.Equal(got.accept, target.accept) || got.order != target.order {
		t.Errorf("%s: learned is\n%s\nwant\n%s", name, got.Table(Drawing{}), target.Table(Drawing{}))
	}
	n := target.States()
	if got := float64(len(p.tested)-len(options.First)) / 256 / float64(n); got > perTransition {
		t.Errorf("%s: %d states, %.2f words a transition, want at most %.2f", name, n, got, perTransition)
	}
	// Some words for each state are as long as the longest counterexample, all others are short.
	if most := n*80*4096 + 40*words; p.bytes > most {
		t.Errorf("%s: %d states, %d bytes tested, want at most %d", name, n, p.bytes, most)
	}
	return p
}

func wordsOf(d *DFA) []string { return slices.Collect(d.ClassSuite(0).Words()) }

// TestLearnBroken learns the languages of broken implementations, with and without the small
// suite of the specification as the first words.
func TestLearnBroken(t *testing.T) {
	t.Parallel()
	published := map[string]int{
		"nothing": 3_106, "$ for \\z": 3_622, "lines": 3_980, "[A-z]": 3_107,
		"C string": 3_720, "Unicode case folding": 11_203, "K! too many": 3_722,
	}
	for i, c := range broken {
		if i%scale(1, 2, 4) > 0 && published[c.name] == 0 {
			continue
		}
		target := near(c.language)
		var counterexamples []int
		for _, first := range [][]string{nil, wordsOf(Of(notation.EPIN))} {
			p := learns(t, c.name, target, c.perTransition, LearnOptions{First: first, Prefer: target.Order()})
			counterexamples = append(counterexamples, p.counterexamples)
			if want := published[c.name]; first != nil && want != 0 && len(p.tested) != want {
				t.Errorf("%s: %d words, want %d as the README says", c.name, len(p.tested), want)
			}
		}
		if counterexamples[1] > counterexamples[0] {
			t.Errorf("%s: %d counterexamples without a suite, %d with it", c.name, counterexamples[0], counterexamples[1])
		}
	}
}

// TestLearnRandom learns random automata. The first words do not change the result, even if
// they come from another language.
func TestLearnRandom(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1987, 1994))
	for range scale(200, 40, 20) {
		letters := []string{"a", "ab", "+-aA^'", Of(notation.EPIN).Order()[:56], "\x00\x80\xff"}[random.IntN(5)]
		target := randomAutomaton(random, 1+random.IntN(8), letters)
		for _, first := range [][]string{nil, wordsOf(randomAutomaton(random, 1+random.IntN(8), letters))} {
			n := target.States()
			p := learns(t, "random", target, float64(min(n, 5))+0.2, LearnOptions{First: first, Prefer: letters, States: n})
			if p.counterexamples >= max(n, 2) {
				t.Errorf("%d states: %d counterexamples", n, p.counterexamples)
			}
		}
	}
}

// TestLearnFromLongWords checks that a counterexample of 4 KB leads to few other long words,
// even if all of its bytes lead to new states.
func TestLearnFromLongWords(t *testing.T) {
	t.Parallel()
	const length = 4096
	random := rand.New(rand.NewPCG(1993, 2014))
	check := func(name string, target *DFA, perTransition float64, words ...string) {
		t.Helper()
		learns(t, name, target, perTransition, LearnOptions{Prefer: target.Order()}, words...)
	}
	for range scale(20, 2, 1) {
		target := randomAutomaton(random, 2+random.IntN(30), "abcde")
		var words []string
		for range 20 {
			words = append(words, randomWord(random, "abcdef", length, length))
		}
		check("random", target, 6.5, words...)
	}
	// In a circle of states, only the end of a word shows whether a byte was skipped.
	check("a circle", compile(`\A(?:z{31})*y\z`), 33, strings.Repeat("z", 31*130)+"y", strings.Repeat("z", 31*130+5)+"y")
	check("two circles", compile(`\A(?:z{7})*y(?:x{5})*w\z`), 14, strings.Repeat("z", 7*300)+"y"+strings.Repeat("x", 5*300)+"w")
	check("one string too many", compile(`\A(?:[-+]?[A-Za-z]\^?'?|K!{20})\z`), 21, "K"+strings.Repeat("!", 20))
	// Neither a short prefix nor a short end separates the states.
	check("long tail", compile(`\A[-+]?[A-Za-z]\^?'?\n*\z`), 2.5, "+K"+strings.Repeat("\n", length))
}

func randomWord(random *rand.Rand, letters string, least, most int) string {
	word := make([]byte, least+random.IntN(most-least+1))
	for i := range word {
		word[i] = letters[random.IntN(len(letters))]
	}
	return string(word)
}

// TestLiars checks that learning ends for arbitrary verdicts: with an automaton, at a limit,
// or with an UnstableError.
func TestLiars(t *testing.T) {
	t.Parallel()
	spec, random := Of(notation.EPIN), rand.New(rand.NewPCG(5, 6))
	ends := make(map[string]int)
	for i := range 72 {
		rate := []int{1000, 20000, 2}[i/24] // of how many verdicts one is a lie
		p := &pupil{T: t, next: shortest(spec), tested: map[string]bool{}}
		p.accepts = func(word string) bool { return spec.Accepts(word) != (random.IntN(rate) == 0) }
		if i%3 > 0 {
			p.next = func(_ context.Context, hypothesis *DFA) (string, bool, error) {
				word := randomWord(random, spec.Order()[:56], 0, []int{200, 6}[i%3-1])
				return word, i%3 == 2 || hypothesis.Accepts(word) != p.accepts(word), nil
			}
		}
		_, _, err := Learn(context.Background(), p.member, p.counterexample, LearnOptions{States: 12, Words: 60_000})
		var unstable *UnstableError
		switch {
		case err == nil:
			ends["automaton"]++
		case errors.Is(err, ErrStates), errors.Is(err, ErrWords):
			ends["limit"]++
		case errors.As(err, &unstable) && p.tested[unstable.Word] == p.hypothesis.Accepts(unstable.Word):
			ends["unstable"]++
		default:
			t.Errorf("one lie in %d: %v", rate, err)
		}
	}
	if ends["automaton"] == 0 || ends["unstable"] == 0 {
		t.Errorf("learning ended in these ways only: %v", ends)
	}
}

func asMany(word string) bool { return strings.Count(word, "a") == strings.Count(word, "b") }

// wrongWord returns the counterexamples of shortest, and then a word that is none.
func wrongWord(spec *DFA, word string) Counterexample {
	return func(ctx context.Context, hypothesis *DFA) (string, bool, error) {
		right, _, err := shortest(spec)(ctx, hypothesis)
		return cmp.Or(right, word), true, err
	}
}

// TestLearnFails checks that Learn returns the errors of its functions, of the context and of its limits.
func TestLearnFails(t *testing.T) {
	t.Parallel()
	spec := Of(notation.EPIN)
	broke := errors.New("the pipe broke")
	ctx, cancel := context.WithCancel(t.Context())
	random := rand.New(rand.NewPCG(3, 4))
	atRandom := func(_ context.Context, hypothesis *DFA) (string, bool, error) {
		for {
			if word := randomWord(random, "ab", 0, 40); hypothesis.Accepts(word) != asMany(word) {
				return word, true, nil
			}
		}
	}
	const states = "the language has more states than the limit of "
	const unstable = "the word %s was given as a counterexample, but its verdict is that of the hypothesis: make sure that the verdict on a word is always the same"
	for _, c := range []struct {
		accepts func(string) bool // of spec by default
		member  Membership        // or the verdicts of accepts
		next    Counterexample    // or shortest(spec)
		options LearnOptions
		is      error // or any
		message string
	}{
		{options: LearnOptions{States: 6}},
		{options: LearnOptions{States: 5}, is: ErrStates, message: states + "5"},
		{options: LearnOptions{Words: 100}, is: ErrWords, message: "more words are needed than the limit of 100"},
		{accepts: asMany, next: atRandom, options: LearnOptions{States: 12}, is: ErrStates, message: states + "12"},
		{member: func(context.Context, []string, func(string, bool)) error { return broke },
			is: broke, message: "the pipe broke"},
		{next: func(context.Context, *DFA) (string, bool, error) { return "", false, broke },
			is: broke, message: "the pipe broke"},
		{next: wrongWord(spec, "K\n"), message: fmt.Sprintf(unstable, `"K\n"`)},
		{next: wrongWord(spec, strings.Repeat("!", 5000)), message: fmt.Sprintf(unstable, `"`+strings.Repeat("!", 80)+`"`)},
		{next: func(context.Context, *DFA) (string, bool, error) { cancel(); return "", false, nil },
			is: context.Canceled, message: "context canceled"},
		{is: context.Canceled, message: "context canceled"}, // from the start
	} {
		p := &pupil{T: t, accepts: spec.Accepts, next: c.next, tested: map[string]bool{}}
		if c.accepts != nil {
			p.accepts = c.accepts
		}
		if c.next == nil {
			p.next = shortest(spec)
		}
		if c.member == nil {
			c.member = p.member
		}
		d, words, err := Learn(ctx, c.member, p.counterexample, c.options)
		want := "automaton: learning: " + c.message
		if c.message == "" {
			want = "<nil>"
		}
		if fmt.Sprint(err) != want || c.is != nil && !errors.Is(err, c.is) {
			t.Errorf("%v: error %v, want %s", c.options, err, want)
		}
		if (d == nil) != (err != nil) || c.options.Words > 0 && words > c.options.Words {
			t.Errorf("%v: %d words, an automaton: %t", err, words, d != nil)
		}
	}
}
