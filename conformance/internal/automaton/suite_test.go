package automaton

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

func suiteOf(t *testing.T, make func(int) (*Suite, error), extra int) *Suite {
	t.Helper()
	suite, err := make(extra)
	if err != nil {
		t.Fatal(err)
	}
	return suite
}

// TestSizes pins the published sets and sizes.
func TestSizes(t *testing.T) {
	sizes := map[epin.Edition][3][2]int{
		epin.Current: {{3_069, 56}, {785_512, 282}, {201_064_757, 1_406}},
		epin.Initial: {{2_558, 37}, {654_593, 149}, {167_575_809, 597}},
	}
	for _, e := range editions {
		got := e.automaton.Sets()
		if !slices.Equal(got.Cover, e.sets.Cover) || !slices.Equal(got.Characterising, e.sets.Characterising) ||
			!slices.EqualFunc(got.Identifiers, e.sets.Identifiers, slices.Equal) {
			t.Errorf("%s: sets %+q, want %+q", e.edition, got, e.sets)
		}
		for extra, want := range sizes[e.edition] {
			all, byClass := suiteOf(t, e.automaton.Suite, extra).Size(), suiteOf(t, e.automaton.ClassSuite, extra).Size()
			if all != want[0] || byClass != want[1] {
				t.Errorf("%s, %d extra states: %d words, by class %d; want %d", e.edition, extra, all, byClass, want)
			}
		}
	}
}

// wp implements the definition of the suite, with a set of all words.
func wp(d *DFA, sets Sets, letters string, extra int) map[string]bool {
	words := make(map[string]bool)
	between := sets.Cover
	for n := range extra + 2 {
		var longer []string
		for _, word := range between {
			suffixes := sets.Characterising
			if n == extra+1 {
				suffixes = sets.Identifiers[d.after(0, word)]
			}
			for _, suffix := range suffixes {
				words[word+suffix] = true
			}
			for i := range len(letters) {
				if n <= extra {
					longer = append(longer, word+letters[i:i+1])
				}
			}
		}
		between = longer
	}
	return words
}

// TestWordsAreTheDefinition compares the words with the set of the definition, and their
// number with Size.
func TestWordsAreTheDefinition(t *testing.T) {
	t.Parallel()
	check := func(name string, d *DFA, byClass bool, extra int) {
		t.Helper()
		suite, letters := suiteOf(t, d.Suite, extra), string(everyByte)
		if byClass {
			suite, letters = suiteOf(t, d.ClassSuite, extra), string(d.representatives())
		}
		want := wp(d, d.Sets(), letters, extra)
		got := 0
		for word := range suite.Words() {
			got++
			if !want[word] {
				t.Fatalf("%s: %q comes twice, or is not in the suite", name, word)
			}
			delete(want, word)
		}
		if len(want) != 0 || got != suite.Size() {
			t.Errorf("%s: %d words, Size %d; missing are %d", name, got, suite.Size(), len(want))
		}
	}
	for _, e := range editions {
		for extra := range 3 {
			check(e.edition.String(), e.automaton, true, extra)
			if extra == 0 || extra == scale(1, 0, 0) && e.edition == epin.Current {
				check(e.edition.String(), e.automaton, false, extra)
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 15 {
		check("random", randomAutomaton(random, 1+random.IntN(6), "abc").Minimise(), false, 0)
	}
	for range 60 { // deep ones, whose words overlap in more ways
		d := randomAutomaton(random, 10, "a").Minimise()
		check("deep", d, true, 0)
		check("deep", d, true, 1)
	}
	for _, language := range []string{Nothing, `(?s)\A.*\z`} { // one state each
		d := compile(language)
		check("trivial", d, false, 0)
		if n := suiteOf(t, d.Suite, 0).Size(); n != 257 {
			t.Errorf("%s: %d words, want the empty word and each byte", language, n)
		}
	}
}

// TestChow compares with the older W method, over the same sets.
func TestChow(t *testing.T) {
	sets := Current().Sets()
	for s := range sets.Identifiers {
		sets.Identifiers[s] = sets.Characterising
	}
	if got := len(wp(Current(), sets, string(everyByte), 0)); got != 7_661 {
		t.Errorf("the W suite has %d words, want 7,661", got)
	}
}

func TestWordsOrder(t *testing.T) {
	var got []string
	for word := range suiteOf(t, Current().Suite, 1).Words() {
		if got = append(got, word); len(got) == 26 {
			break
		}
	}
	want := []string{
		"", "'", "^", "a", "+a", "+", "+'", "+^", "++a", "a'", "a^", "aa", "a+a", "a^'", "a^^", "a^a", "a^+a",
		"a''", "a'^", "a'a", "a'+a", "^'", "^^", "^a", "^+a", "\x00",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the suite begins %q, want %q", got, want)
	}
	once, again := suiteOf(t, Current().ClassSuite, 1), suiteOf(t, Current().ClassSuite, 1)
	if !slices.Equal(slices.Collect(once.Words()), slices.Collect(again.Words())) {
		t.Error("the same suite has its words in two orders")
	}
}

// TestSets checks for random automata that the sets reach and separate all states.
func TestSets(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 150 {
		d := randomAutomaton(random, 1+random.IntN(12), "abc").Minimise()
		sets := d.Sets()
		if n := len(sets.Characterising); n > d.States()+1 {
			t.Errorf("%d words to separate %d states", n, d.States())
		}
		for i, word := range sets.Cover {
			s := State(i)
			if d.after(0, word) != s {
				t.Errorf("%q of the cover does not reach state %d", word, s)
			}
			if word != "" && !slices.Contains(sets.Cover, word[:len(word)-1]) {
				t.Errorf("the cover holds %q, and not its prefix", word)
			}
			if sets.Characterising[0] != "" || sets.Identifiers[s][0] != "" {
				t.Errorf("the empty word is missing for state %d", s)
			}
			for _, word := range sets.Identifiers[s] {
				if !slices.Contains(sets.Characterising, word) {
					t.Errorf("%q identifies state %d, and is not in the characterising set", word, s)
				}
			}
			for q := range State(d.States()) {
				if q != s && !slices.ContainsFunc(sets.Identifiers[s], func(w string) bool { return d.separates(s, q, w) }) {
					t.Errorf("the identifier of state %d does not separate it from state %d", s, q)
				}
			}
		}
	}
}

// TestIdentifierOfSeveral checks that the first of two equally good words is chosen. After w
// the words a and b are accepted, after v neither.
func TestIdentifierOfSeveral(t *testing.T) {
	sets := compile(`\A(?:x[ab]|ya|zb|w[ab]?|v)\z`).Sets()
	w := slices.Index(sets.Cover, "w")
	if w < 0 || !slices.Contains(sets.Characterising, "b") || !slices.Equal(sets.Identifiers[w], []string{"", "a"}) {
		t.Errorf("the state of w is not identified by a alone: %q", sets)
	}
}

func TestSuiteErrors(t *testing.T) {
	for extra, want := range map[int]string{
		-1: "automaton: a complete suite for -1 extra states: give a number from 0 on",
		40: "automaton: a complete suite for 40 extra states has too many words to count: give a smaller number",
	} {
		for _, make := range []func(int) (*Suite, error){Current().Suite, Current().ClassSuite} {
			if _, err := make(extra); err == nil || err.Error() != want {
				t.Errorf("%d extra states: error %v, want %s", extra, err, want)
			}
		}
	}
}
