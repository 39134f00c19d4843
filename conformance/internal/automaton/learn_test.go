package automaton_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
)

// order is the order of bytes of the automaton of EPIN.
const order = "+-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ^'"

// A pupil learns a language, and looks at how it is done: no word is asked
// twice, and every hypothesis agrees with all verdicts before it. (Long words
// are forgotten.)
type pupil struct {
	*testing.T
	accepts func(word string) bool
	next    automaton.Counterexample
	asked   map[string]bool
	bytes   int
}

func newPupil(t *testing.T, accepts func(string) bool, next automaton.Counterexample) *pupil {
	return &pupil{T: t, accepts: accepts, next: next, asked: make(map[string]bool)}
}

func (p *pupil) member(_ context.Context, words []string) ([]bool, error) {
	var verdicts []bool
	for _, word := range words {
		if _, again := p.asked[word]; again {
			p.Errorf("%q is asked twice", word)
		}
		p.asked[word] = p.accepts(word)
		p.bytes += len(word)
		verdicts = append(verdicts, p.asked[word])
	}
	return verdicts, nil
}

func (p *pupil) counterexample(ctx context.Context, hypothesis *automaton.DFA) (string, bool, error) {
	if minimal := hypothesis.Minimise(); minimal.States() != hypothesis.States() {
		p.Errorf("a hypothesis has %d states, of which %d are needed", hypothesis.States(), minimal.States())
	}
	for word, accepted := range p.asked {
		if len(word) <= 64 && hypothesis.Accepts(word) != accepted {
			p.Errorf("a hypothesis accepts %q: %t, which is not what was answered", word, !accepted)
		}
	}
	return p.next(ctx, hypothesis)
}

func (p *pupil) learn(options automaton.LearnOptions) (automaton.Learned, error) {
	learned, err := automaton.Learn(context.Background(), p.member, p.counterexample, options)
	if learned.Words != len(p.asked) {
		p.Errorf("%d words asked, but %d counted", len(p.asked), learned.Words)
	}
	return learned, err
}

// shortest is the perfect source of counterexamples.
func shortest(target *automaton.DFA) automaton.Counterexample {
	return func(_ context.Context, hypothesis *automaton.DFA) (string, bool, error) {
		word, differ := automaton.ShortestDifference(hypothesis, target)
		return word, differ, nil
	}
}

// sameAutomaton fails unless two automata are the same, state for state.
func sameAutomaton(t *testing.T, what string, got, want *automaton.DFA) {
	t.Helper()
	if got.Table(automaton.Drawing{}) != want.Table(automaton.Drawing{}) || !automaton.Equal(got, want) {
		t.Errorf("%s: learned is\n%s\nwant\n%s", what, got.Table(automaton.Drawing{}), want.Table(automaton.Drawing{}))
	}
}

// broken are languages that real libraries accept, with the expression for each
// that is shown to people who know that of the specification, and a bound on how
// many words for each state and byte it takes to learn it.
var broken = []struct {
	name, language, want string
	perTransition        float64
}{
	{"nothing", `\A[-+]?[A-Za-z]\^?'?\z`, `\A[-+]?[A-Za-z]\^?'?\z`, 2.1},
	{"$ for \\z", `\A[-+]?[A-Za-z]\^?'?\n?\z`, `\A[-+]?[A-Za-z]\^?'?\n?\z`, 2.2},
	{"$ of Java", `\A[-+]?[A-Za-z]\^?'?(?:\r?\n|\r|\xc2\x85|\xe2\x80[\xa8\xa9])?\z`, `\A[-+]?[A-Za-z]\^?'?(?:\xe2\x80[\xa8\xa9]|\xc2\x85|\r?\n?)\z`, 5.1},
	{"lines", `(?m)^[-+]?[A-Za-z]\^?'?$`, `\A(?:[^\n]*\n)*[-+]?[A-Za-z]\^?'?(?:\n[\x00-\xff]*)?\z`, 2.3},
	{"not anchored in front", `[-+]?[A-Za-z]\^?'?\z`, `\A[\x00-\xff]*[A-Za-z]\^?'?\z`, 1.5},
	{"not anchored behind", `\A[-+]?[A-Za-z]\^?'?`, `\A[-+]?[A-Za-z][\x00-\xff]*\z`, 1.8},
	{"not anchored", `[-+]?[A-Za-z]\^?'?`, `\A[^A-Za-z]*[A-Za-z][\x00-\xff]*\z`, 1.2},
	{"[A-z]", `\A[-+]?[A-z]\^?'?\z`, `\A[-+]?[A-z]\^?'?\z`, 2.2},
	{"[+-^]", `\A[+-^]?[A-Za-z]\^?'?\z`, `\A[+-\^]?[A-Za-z]\^?'?\z`, 2.3},
	{"^ unescaped", `\A[-+]?[A-Za-z]^?'?\z`, `\A[-+]?[A-Za-z]'?\z`, 2.2},
	{"dot", `\A[-+]?[A-Za-z].?'?\z`, `\A[-+]?[A-Za-z](?:[^\n]'?)?\z`, 2.3},
	{"^ often", `\A[-+]?[A-Za-z]\^*'?\z`, `\A[-+]?[A-Za-z]\^*'?\z`, 2.2},
	{"' often", `\A[-+]?[A-Za-z]\^?'*\z`, `\A[-+]?[A-Za-z]\^?'*\z`, 2.2},
	{"signs often", `\A[-+]*[A-Za-z]\^?'?\z`, `\A[-+]*[A-Za-z]\^?'?\z`, 2.2},
	{"sign mandatory", `\A[-+][A-Za-z]\^?'?\z`, `\A[-+][A-Za-z]\^?'?\z`, 3.1},
	{"'^", `\A[-+]?[A-Za-z]'?\^?\z`, `\A[-+]?[A-Za-z]'?\^?\z`, 2.2},
	{"^ and ' in any order", `\A[-+]?[A-Za-z](\^?'?|'\^)\z`, `\A[-+]?[A-Za-z](?:'\^?|\^'?)?\z`, 2.2},
	{"^ or '", `\A[-+]?[A-Za-z](\^|')?\z`, `\A[-+]?[A-Za-z]['\^]?\z`, 2.2},
	{"letters often", `\A[-+]?[A-Za-z]+\^?'?\z`, `\A[-+]?[A-Za-z]+\^?'?\z`, 2.2},
	{"upper case only", `\A[-+]?[A-Z]\^?'?\z`, `\A[-+]?[A-Z]\^?'?\z`, 2.2},
	{"trim", `\A[\t-\r ]*[-+]?[A-Za-z]\^?'?[\t-\r ]*\z`, `\A[\t-\r ]*[-+]?[A-Za-z]\^?'?[\t-\r ]*\z`, 2.2},
	{"Unicode trim", `\A(?:[\t-\r ]|\xc2[\x85\xa0]|\xe3\x80\x80)*[-+]?[A-Za-z]\^?'?(?:[\t-\r ]|\xc2[\x85\xa0]|\xe3\x80\x80)*\z`,
		`\A(?:[\t-\r ]|\xe3\x80\x80|\xc2[\x85\xa0])*[-+]?[A-Za-z]\^?'?(?:[\t-\r ]|\xe3\x80\x80|\xc2[\x85\xa0])*\z`, 7.8},
	{"first word only", `\A[-+]?[A-Za-z]\^?'?(?s:\s.*)?\z`, `\A[-+]?[A-Za-z]\^?'?(?:[\t\n\x0c\r ][\x00-\xff]*)?\z`, 2.3},
	{"NUL stripped", `\A[-+]?[A-Za-z]\^?'?\x00*\z`, `\A[-+]?[A-Za-z]\^?'?\x00*\z`, 2.2},
	{"NUL dropped", `\A\x00*[-+]?\x00*[A-Za-z]\x00*\^?\x00*'?\x00*\z`, `\A\x00*(?:[-+]\x00*)?[A-Za-z]\x00*(?:\^\x00*)?(?:'\x00*)?\z`, 2.2},
	{"C string", `\A[-+]?[A-Za-z]\^?'?(?s:\x00.*)?\z`, `\A[-+]?[A-Za-z]\^?'?(?:\x00[\x00-\xff]*)?\z`, 2.3},
	{"Unicode case folding", `\A[-+]?(?:[A-Za-z]|\xe2\x84\xaa|\xc5\xbf)\^?'?\z`, `\A[-+]?(?:[A-Za-z]|\xe2\x84\xaa|\xc5\xbf)\^?'?\z`, 5},
	{"fullwidth letters", `\A[-+]?(?:[A-Za-z]|\xef\xbc[\xa1-\xba]|\xef\xbd[\x81-\x9a])\^?'?\z`, `\A[-+]?(?:[A-Za-z]|\xef(?:\xbd[\x81-\x9a]|\xbc[\xa1-\xba]))\^?'?\z`, 5},
	{"NFKC", `\A(?:[-+]|\xef\xbc[\x8b\x8d])?(?:[A-Za-z]|\xef\xbc[\xa1-\xba]|\xef\xbd[\x81-\x9a]|\xe2\x84\xaa)(?:\^|\xef\xbc\xbe)?(?:'|\xef\xbc\x87)?\z`,
		`\A(?:[-+]|\xef\xbc[\x8b\x8d])?(?:[A-Za-z]|\xef(?:\xbd[\x81-\x9a]|\xbc[\xa1-\xba])|\xe2\x84\xaa)(?:\^|\xef\xbc\xbe)?(?:'|\xef\xbc\x87)?\z`, 8},
	{"byte order mark skipped", `\A(?:\xef\xbb\xbf)?[-+]?[A-Za-z]\^?'?\z`, `\A(?:\xef\xbb\xbf)?[-+]?[A-Za-z]\^?'?\z`, 4},
	{"zero-width space dropped", `\A(?:\xe2\x80\x8b)*[-+]?(?:\xe2\x80\x8b)*[A-Za-z](?:\xe2\x80\x8b)*\^?(?:\xe2\x80\x8b)*'?(?:\xe2\x80\x8b)*\z`,
		`\A(?:\xe2\x80\x8b)*(?:[-+](?:\xe2\x80\x8b)*)?[A-Za-z](?:\xe2\x80\x8b)*(?:\^(?:\xe2\x80\x8b)*)?(?:'(?:\xe2\x80\x8b)*)?\z`, 6.1},
	{"typographic apostrophe", `\A[-+]?[A-Za-z]\^?(?:'|\xe2\x80\x99)?\z`, `\A[-+]?[A-Za-z]\^?(?:'|\xe2\x80\x99)?\z`, 4.1},
	{"high bit masked", `\A[-+\xab\xad]?[A-Za-z\xc1-\xda\xe1-\xfa][\^\xde]?['\xa7]?\z`, `\A[-+\xab\xad]?[A-Za-z\xc1-\xda\xe1-\xfa][\^\xde]?['\xa7]?\z`, 2.2},
	{"^ only on a king", `\A[-+]?(?:[A-JL-Za-jl-z]|[Kk]\^?)'?\z`, `\A[-+]?(?:[Kk]\^|[A-Za-z])'?\z`, 2.2},
	{"K! too many", `\A(?:[-+]?[A-Za-z]\^?'?|K!)\z`, `\A(?:[-+]?[A-Za-z]\^?'?|K!)\z`, 2.2},
	{"+K^'x too many", `\A(?:[-+]?[A-Za-z]\^?'?|\+K\^'x)\z`, `\A(?:[-+]?[A-Za-z]\^?'?|\+K\^'x)\z`, 2.2},
	{"two too many", `\A(?:[-+]?[A-Za-z]\^?'?|hello|K!)\z`, `\A(?:[-+]?[A-Za-z]\^?'?|K!|hello)\z`, 5},
	{"K missing", `\A(?:[-+][A-Za-z]\^?'?|[A-JL-Za-z]\^?'?|K(?:\^'?|'))\z`, `\A(?:K(?:'|\^'?)|(?:[A-JL-Za-z]|[-+][A-Za-z])\^?'?)\z`, 3.1},
	{"+K^' missing", `\A(?:-?[A-Za-z]\^?'?|\+(?:K['\^]?|[A-JL-Za-z]\^?'?))\z`, `\A(?:-?[A-Za-z]\^?'?|\+(?:K['\^]?|[A-JL-Za-z]\^?'?))\z`, 2.2},
	{"longest length 3", `\A(?:[-+]?[A-Za-z]\^?|[-+]?[A-Za-z]'|[A-Za-z]\^')\z`, `\A(?:[A-Za-z]\^'|[-+]?[A-Za-z]['\^]?)\z`, 2.2},
	{"eight bytes of anything", `\A(?s:.{8})\z`, `\A[\x00-\xff]{8}\z`, 5.5},
	{"anything", `(?s)\A.*\z`, `\A[\x00-\xff]*\z`, 1.3},
	{"nothing at all", `[^\x00-\x{10FFFF}]`, `[^\x00-\x{10FFFF}]`, 1.3},
}

// TestLearnBroken learns what broken libraries accept, beginning with the small
// suite of the specification and without it, and shows it as an expression.
func TestLearnBroken(t *testing.T) {
	t.Parallel()
	suite, err := automaton.Current().ClassSuite(0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range broken {
		target := compile(c.language).Prefer(order).Minimise()
		var counterexamples []int
		for _, first := range [][]string{nil, slices.Collect(suite.Words())} {
			p := newPupil(t, target.Accepts, shortest(target))
			learned, err := p.learn(automaton.LearnOptions{First: first, Prefer: order})
			if err != nil {
				t.Errorf("%s: %v", c.name, err)
				continue
			}
			sameAutomaton(t, c.name, learned.DFA, target)
			if got := float64(learned.Words-len(first)) / 256 / float64(target.States()); got > c.perTransition {
				t.Errorf("%s: %.2f words a transition, want at most %.2f", c.name, got, c.perTransition)
			}
			counterexamples = append(counterexamples, learned.Counterexamples)
			expression, found := learned.DFA.ExpressionAgainst(automaton.Current())
			if !found || expression != c.want {
				t.Errorf("%s: expression\n\t%s\nwant\n\t%s", c.name, expression, c.want)
			}
		}
		if word, differ := automaton.ShortestDifference(target, compile(c.want)); differ {
			t.Errorf("%s: %s is wrong on %q", c.name, c.want, word)
		}
		if counterexamples[1] > counterexamples[0] {
			t.Errorf("%s: %d counterexamples without a suite, %d with it", c.name, counterexamples[0], counterexamples[1])
		}
	}
}

// TestLearnRandom learns random automata: the start does not matter, neither
// where it is all wrong.
func TestLearnRandom(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1987, 1994))
	tried := 200
	if testing.Short() {
		tried = 40
	}
	for range tried {
		letters := []string{"a", "ab", "+-aA^'", order, "\x00\x80\xff"}[random.IntN(5)]
		target := randomAutomaton(random, 1+random.IntN(8), letters).Minimise()
		other, err := randomAutomaton(random, 1+random.IntN(8), letters).ClassSuite(0)
		if err != nil {
			t.Fatal(err)
		}
		first := slices.Collect(other.Words())
		for _, first := range [][]string{nil, first} {
			p := newPupil(t, target.Accepts, shortest(target))
			learned, err := p.learn(automaton.LearnOptions{First: first, Prefer: letters, States: target.States()})
			if err != nil {
				t.Fatal(err)
			}
			sameAutomaton(t, "random", learned.DFA, target)
			n := target.States()
			if bound := 256*n*min(n, 5) + 40*n + len(first); learned.Words > bound {
				t.Errorf("%d states: %d words, want at most %d", n, learned.Words, bound)
			}
			if learned.Counterexamples >= max(n, 2) {
				t.Errorf("%d states: %d counterexamples", n, learned.Counterexamples)
			}
		}
	}
}

// TestLearnFromLongWords: of a counterexample of 4 KB only few words are made
// that are as long, though all that lead anywhere may be.
func TestLearnFromLongWords(t *testing.T) {
	t.Parallel()
	const length = 4096
	random := rand.New(rand.NewPCG(1993, 2014))
	check := func(name string, target *automaton.DFA, words []string, perTransition float64) {
		t.Helper()
		p := newPupil(t, target.Accepts, func(ctx context.Context, hypothesis *automaton.DFA) (string, bool, error) {
			for _, word := range words {
				if hypothesis.Accepts(word) != target.Accepts(word) {
					return word, true, nil
				}
			}
			return shortest(target)(ctx, hypothesis)
		})
		learned, err := p.learn(automaton.LearnOptions{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		n := target.States()
		if !automaton.Equal(learned.DFA, target) || learned.DFA.States() != n {
			t.Errorf("%s: the wrong automaton", name)
		}
		if got := float64(learned.Words) / 256 / float64(n); got > perTransition {
			t.Errorf("%s: %d states, %.2f words a transition, want at most %.2f", name, n, got, perTransition)
		}
		// For each state some words of the length of the counterexample, and for
		// the rest short ones.
		if most := n*80*length + 40*learned.Words; p.bytes > most {
			t.Errorf("%s: %d states, %d bytes asked, want at most %d", name, n, p.bytes, most)
		}
	}
	targets := 20
	if testing.Short() {
		targets = 4
	}
	for range targets {
		target := randomAutomaton(random, 2+random.IntN(30), "abcde").Minimise()
		var words []string
		for range 20 {
			word := make([]byte, length)
			for i := range word {
				word[i] = "abcdef"[random.IntN(6)]
			}
			words = append(words, string(word))
		}
		check("random", target, words, 6.5)
	}
	// In a circle of states, that one byte more or less is left out is seen
	// only at the end.
	check("a circle", compile(`\A(?:z{31})*y\z`), []string{
		strings.Repeat("z", 31*130) + "y", strings.Repeat("z", 31*130+5) + "y",
	}, 33)
	check("two circles", compile(`\A(?:z{7})*y(?:x{5})*w\z`), []string{
		strings.Repeat("z", 7*300) + "y" + strings.Repeat("x", 5*300) + "w",
	}, 14)
	check("one string too many", compile(`\A(?:[-+]?[A-Za-z]\^?'?|K!{20})\z`), []string{"K" + strings.Repeat("!", 20)}, 21)
}

// TestLearnLongLanguages: what a counter of the length makes of a small language
// is learned, or comes to a limit with the last hypothesis.
func TestLearnLongLanguages(t *testing.T) {
	t.Parallel()
	spec := automaton.Current()
	lengthIn := func(most int) *pupil {
		accepts := func(word string) bool { return spec.Accepts(word[:len(word)%most]) }
		return newPupil(t, accepts, func(_ context.Context, hypothesis *automaton.DFA) (string, bool, error) {
			for _, token := range []string{"", "+", "K", "+K", "K^", "K'", "-Q'", "+K^", "K^'", "+K^'", "'", "^", "Kx", "K!!", "+K!"} {
				for _, tail := range []int{0, most, 2 * most} {
					for _, fill := range []string{"!", "'"} {
						word := token + strings.Repeat(fill, tail)
						if hypothesis.Accepts(word) != accepts(word) {
							return word, true, nil
						}
					}
				}
			}
			return "", false, nil
		})
	}
	const modulus = 12
	var representative [256]byte
	for _, class := range spec.Classes() {
		for _, b := range []byte(class) {
			representative[b] = class.Representative()
		}
	}
	// A state is the length so far, and the beginning as far as it matters.
	type length struct {
		n     int
		start string
	}
	target := automaton.Build(length{},
		func(l length, b byte) length {
			if len(l.start) < 4 {
				l.start += string([]byte{representative[b]})
			}
			return length{(l.n + 1) % modulus, l.start}
		},
		func(l length) bool { return l.n <= len(l.start) && spec.Accepts(l.start[:l.n]) },
	).Prefer(order).Minimise()
	learned, err := newPupil(t, target.Accepts, shortest(target)).learn(automaton.LearnOptions{Prefer: order})
	if err != nil {
		t.Fatal(err)
	}
	sameAutomaton(t, "length modulo 12", learned.DFA, target)
	t.Logf("length modulo 12: %d states, %d words", target.States(), learned.Words)
	checkLimit(t, lengthIn(256), automaton.LearnOptions{States: 40}, automaton.ErrStates,
		"automaton: learning: the language has more states than the limit of 40")
	checkLimit(t, lengthIn(256), automaton.LearnOptions{Words: 50_000}, automaton.ErrWords,
		"automaton: learning: more words would have to be asked than the limit of 50000")
}

// TestPublishedWords pins the numbers of words that the documentation gives.
func TestPublishedWords(t *testing.T) {
	suite, err := automaton.Current().ClassSuite(0)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]int{
		"nothing": 3_097, "$ for \\z": 3_613, "lines": 3_971, "[A-z]": 3_107,
		"C string": 3_968, "Unicode case folding": 11_194, "K! too many": 3_713,
	}
	for _, c := range broken {
		if want[c.name] == 0 {
			continue
		}
		target := compile(c.language)
		learned, err := newPupil(t, target.Accepts, shortest(target)).learn(automaton.LearnOptions{
			First: slices.Collect(suite.Words()), Prefer: order,
		})
		if err != nil || learned.Words != want[c.name] {
			t.Errorf("%s: %v, %d words, want %d", c.name, err, learned.Words, want[c.name])
		}
	}
}
