package automaton

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

// editions are the two languages by epin.Edition, with independently known facts.
var editions = []struct {
	edition    *notation.Edition
	automaton  *DFA
	expression string // of the specification, copied by hand
	states     int
	words      int
	sets       [][][]string // the state cover and the characterising set; the identifiers of the states
	sizes      [3][3]int    // of the suites over all bytes, over one byte of each class, with all prefixes of tokens
}{
	{notation.EPIN, Of(notation.EPIN), `\A[-+]?[A-Za-z]\^?'?\z`, 6, 624, [][][]string{
		{{"", "+", "a", "a^", "a'", "^"}, {"", "'", "^", "a", "+a"}},
		{{"+a"}, {"a", "+a"}, {"^"}, {"'", "^"}, {"", "'"}, {"", "a"}},
	}, [3][3]int{{2_966, 56, 320_910}, {785_461, 282, 1_049_596}, {201_064_757, 1_406, 201_197_054}}},
	{notation.EPINInitial, Of(notation.EPINInitial), `\A[-+]?[A-Za-z]'?\z`, 5, 312, [][][]string{
		{{"", "+", "a", "a'", "'"}, {"", "'", "a", "+a"}},
		{{"+a"}, {"a", "+a"}, {"'"}, {"", "'"}, {"", "a"}},
	}, [3][3]int{{2_455, 37, 161_478}, {654_542, 149, 760_370}, {167_575_809, 597, 167_602_381}}},
}

// broken are languages that faulty implementations accept; the first is correct. Each is the
// expression for people who know that of the specification, with an upper bound for the
// number of words to learn one transition.
var broken = []struct {
	name, language string
	perTransition  float64
}{
	{"nothing", `\A[-+]?[A-Za-z]\^?'?\z`, 2.1},
	{"$ for \\z", `\A[-+]?[A-Za-z]\^?'?\n?\z`, 2.2},
	{"$ of Java", `\A[-+]?[A-Za-z]\^?'?(?:\r|\xc2\x85|\xe2\x80[\xa8\xa9]|\r?\n)?\z`, 5.1},
	{"lines", `\A(?:[^\n]*\n)*[-+]?[A-Za-z]\^?'?(?:\n[\x00-\xff]*)?\z`, 2.3},
	{"not anchored in front", `\A[\x00-\xff]*[A-Za-z]\^?'?\z`, 1.5},
	{"not anchored", `\A[^A-Za-z]*[A-Za-z][\x00-\xff]*\z`, 1.2},
	{"[A-z]", `\A[-+]?[A-z]\^?'?\z`, 2.2},
	{"[+-^]", `\A[+-\^]?[A-Za-z]\^?'?\z`, 2.3},
	{"^ unescaped", `\A[-+]?[A-Za-z]'?\z`, 2.2},
	{"dot", `\A[-+]?[A-Za-z](?:[^\n]'?)?\z`, 2.3},
	{"^ often", `\A[-+]?[A-Za-z]\^*'?\z`, 2.2},
	{"signs often", `\A[-+]*[A-Za-z]\^?'?\z`, 2.2},
	{"sign mandatory", `\A[-+][A-Za-z]\^?'?\z`, 3.1},
	{"^ and ' in any order", `\A[-+]?[A-Za-z](?:'\^?|\^'?)?\z`, 2.2},
	{"^ or '", `\A[-+]?[A-Za-z]['\^]?\z`, 2.2},
	{"trim", `\A[\t-\r ]*[-+]?[A-Za-z]\^?'?[\t-\r ]*\z`, 2.2},
	{"Unicode trim", `\A(?:[\t-\r ]|\xe3\x80\x80|\xc2[\x85\xa0])*[-+]?[A-Za-z]\^?'?(?:[\t-\r ]|\xe3\x80\x80|\xc2[\x85\xa0])*\z`, 7.8},
	{"C string", `\A[-+]?[A-Za-z]\^?'?(?:\x00[\x00-\xff]*)?\z`, 2.3},
	{"Unicode case folding", `\A[-+]?(?:[A-Za-z]|\xe2\x84\xaa|\xc5\xbf)\^?'?\z`, 5},
	{"NFKC", `\A(?:[-+]|\xef\xbc[\x8b\x8d])?(?:[A-Za-z]|\xef(?:\xbd[\x81-\x9a]|\xbc[\xa1-\xba])|\xe2\x84\xaa)(?:\^|\xef\xbc\xbe)?(?:'|\xef\xbc\x87)?\z`, 8},
	{"byte order mark skipped", `\A(?:\xef\xbb\xbf)?[-+]?[A-Za-z]\^?'?\z`, 4},
	{"zero-width space dropped", `\A(?:\xe2\x80\x8b)*(?:[-+](?:\xe2\x80\x8b)*)?[A-Za-z](?:\xe2\x80\x8b)*(?:\^(?:\xe2\x80\x8b)*)?(?:'(?:\xe2\x80\x8b)*)?\z`, 6.1},
	{"typographic apostrophe", `\A[-+]?[A-Za-z]\^?(?:'|\xe2\x80\x99)?\z`, 4.1},
	{"high bit masked", `\A[-+\xab\xad]?[A-Za-z\xc1-\xda\xe1-\xfa][\^\xde]?['\xa7]?\z`, 2.2},
	{"^ only on a king", `\A[-+]?(?:[Kk]\^|[A-Za-z])'?\z`, 2.2},
	{"K! too many", `\A(?:[-+]?[A-Za-z]\^?'?|K!)\z`, 2.2},
	{"+K^'x too many", `\A(?:[-+]?[A-Za-z]\^?'?|\+K\^'x)\z`, 2.2},
	{"K missing", `\A(?:K(?:'|\^'?)|(?:[A-JL-Za-z]|[-+][A-Za-z])\^?'?)\z`, 3.1},
	{"+K^' missing", `\A(?:\+K['\^]?|(?:-?[A-Za-z]|\+[A-JL-Za-z])\^?'?)\z`, 2.2},
	{"longest length 3", `\A(?:[A-Za-z]\^'|[-+]?[A-Za-z]['\^]?)\z`, 2.2},
	{"+'^ for the letter", `\A[-+]?(?:\+'\^|[A-Za-z]\^?'?)\z`, 4.1},
	{"any number of tokens", `\A(?:[A-Za-z]\^?'?)*(?:[-+](?:[A-Za-z]\^?'?)+)*\z`, 2.2},
	{"tokens in a row", `\A[-+]?[A-Za-z](?:\^?'?[-+]?[A-Za-z])*\^?'?\z`, 2.2},
	{"the empty string only", `\A\z`, 1.3},
	{"eight bytes of anything", `\A[\x00-\xff]{8}\z`, 5.5},
	{"anything", `\A[\x00-\xff]*\z`, 1.3},
	{"nothing at all", `[^\x00-\x{10FFFF}]`, 1.3},
}

// near compiles an expression, with the order of bytes of EPIN.
func near(expression string) *DFA { return compileIn(Of(notation.EPIN).Order(), expression) }

func compile(expression string) *DFA { return compileIn("", expression) }

// compileIn compiles an expression over bytes, whose groups assert nothing.
func compileIn(order, expression string) *DFA {
	withoutGroups := strings.NewReplacer("(?", "(?", "(", "(?:").Replace(strings.TrimPrefix(expression, `\A`))
	l, err := Compile(order, withoutGroups, Bytes)
	if err != nil {
		panic(err)
	}
	return l.DFA
}

// randomFunctions returns arguments of [Build] for so many states, of which not all need be reachable. They
// distinguish some bytes from all others.
func randomFunctions(random *rand.Rand, states int, letters string) (step func(int, byte) int, accepting func(int) bool) {
	next := make([][]int, states)
	accept := make([]bool, states)
	for s := range next {
		accept[s] = random.IntN(2) == 0
		for range len(letters) + 1 {
			next[s] = append(next[s], random.IntN(states))
		}
	}
	return func(s int, b byte) int { return next[s][strings.IndexByte(letters, b)+1] }, func(s int) bool { return accept[s] }
}

func randomAutomaton(random *rand.Rand, states int, letters string) *DFA {
	step, accepting := randomFunctions(random, states, letters)
	return Build(letters, 0, step, accepting)
}

// scale returns the size of a test: whole with EPIN_WHOLE=1 (nightly), and few with -short
// (race detector).
func scale(whole, usual, few int) int {
	switch {
	case tests.Whole():
		return whole
	case testing.Short():
		return few
	}
	return usual
}

// eachString yields every string of the given bytes up to a length, in the order of their
// lengths and then of the bytes.
func eachString(letters string, longest int, yield func(string)) {
	words := []string{""}
	for range longest + 1 {
		var longer []string
		for _, word := range words {
			yield(word)
			for _, b := range []byte(letters) {
				longer = append(longer, word+string([]byte{b}))
			}
		}
		words = longer
	}
}
