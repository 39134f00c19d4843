package automaton_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/epin"
)

// TestSets pins the sets to which the published sizes belong.
func TestSets(t *testing.T) {
	for edition, want := range map[epin.Edition]automaton.Sets{
		epin.Current: {
			Cover:          []string{"", "+", "a", "a^", "a'", "^"},
			Characterising: []string{"", "'", "^", "a", "+a"},
			Identifiers: [][]string{
				{"", "+a"}, {"", "a", "+a"}, {"", "^"}, {"", "'", "^"}, {"", "'"}, {"", "a"},
			},
		},
		epin.Initial: {
			Cover:          []string{"", "+", "a", "a'", "'"},
			Characterising: []string{"", "'", "a", "+a"},
			Identifiers: [][]string{
				{"", "+a"}, {"", "a", "+a"}, {"", "'"}, {"", "'"}, {"", "a"},
			},
		},
	} {
		got := editions[edition].automaton.Sets()
		if !slices.Equal(got.Cover, want.Cover) || !slices.Equal(got.Characterising, want.Characterising) ||
			!slices.EqualFunc(got.Identifiers, want.Identifiers, slices.Equal) {
			t.Errorf("%s: sets %+q, want %+q", edition, got, want)
		}
	}
}

// TestSizes pins the published sizes.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		edition  epin.Edition
		extra    int
		all      int
		oneOfAll int
	}{
		{epin.Current, 0, 3_069, 56},
		{epin.Current, 1, 785_512, 282},
		{epin.Current, 2, 201_064_757, 1_406},
		{epin.Initial, 0, 2_558, 37},
		{epin.Initial, 1, 654_593, 149},
		{epin.Initial, 2, 167_575_809, 597},
	} {
		d := editions[c.edition].automaton
		if got := suiteOf(t, d.Suite, c.extra).Size(); got != c.all {
			t.Errorf("%s, %d extra states: %d words, want %d", c.edition, c.extra, got, c.all)
		}
		if got := suiteOf(t, d.ClassSuite, c.extra).Size(); got != c.oneOfAll {
			t.Errorf("%s, %d extra states, by class: %d words, want %d", c.edition, c.extra, got, c.oneOfAll)
		}
	}
}

func suiteOf(t *testing.T, make func(int) (*automaton.Suite, error), extra int) *automaton.Suite {
	t.Helper()
	suite, err := make(extra)
	if err != nil {
		t.Fatal(err)
	}
	if suite.Extra() != extra {
		t.Fatalf("a suite for %d extra states says that it is for %d", extra, suite.Extra())
	}
	return suite
}

// wp writes the definition of the suite down, with a set to keep the words in.
func wp(d *automaton.DFA, sets automaton.Sets, letters string, extra int) map[string]bool {
	words := make(map[string]bool)
	between := sets.Cover
	for n := range extra + 2 {
		var longer []string
		for _, word := range between {
			suffixes := sets.Characterising
			if n == extra+1 {
				s := d.Start()
				for i := range len(word) {
					s = d.Step(s, word[i])
				}
				suffixes = sets.Identifiers[s]
			}
			for _, suffix := range suffixes {
				words[word+suffix] = true
			}
			if n < extra+1 {
				for i := range len(letters) {
					longer = append(longer, word+letters[i:i+1])
				}
			}
		}
		between = longer
	}
	return words
}

func allBytes() string {
	var all strings.Builder
	for b := range 256 {
		all.WriteByte(byte(b))
	}
	return all.String()
}

// TestWordsAreTheDefinition compares the words, which nothing keeps, with the
// set that the definition gives, and their number with Size.
func TestWordsAreTheDefinition(t *testing.T) {
	t.Parallel()
	check := func(name string, suite *automaton.Suite, want map[string]bool) {
		t.Helper()
		got := 0
		for word := range suite.Words() {
			got++
			if !want[word] {
				t.Fatalf("%s: %q is given twice, or not in the suite", name, word)
			}
			delete(want, word)
		}
		if len(want) != 0 || got != suite.Size() {
			t.Errorf("%s: %d words, Size %d; missing are %d, as %q", name, got, suite.Size(), len(want), first(want))
		}
	}
	for _, e := range editions {
		d, sets := e.automaton, e.automaton.Sets()
		var representatives string
		for _, class := range d.Classes() {
			representatives += string([]byte{class.Representative()})
		}
		for extra := range 3 {
			name := e.edition.String()
			check(name, suiteOf(t, d.ClassSuite, extra), wp(d, sets, representatives, extra))
			if extra == 0 || extra == 1 && e.edition == epin.Current && !testing.Short() {
				check(name, suiteOf(t, d.Suite, extra), wp(d, sets, allBytes(), extra))
			}
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 15 {
		d := randomAutomaton(random, 1+random.IntN(6), "abc").Minimise()
		check("random", suiteOf(t, d.Suite, 0), wp(d, d.Sets(), allBytes(), 0))
	}
	for range 60 { // deep ones, whose words overlap in more ways
		d := randomAutomaton(random, 10, "a").Minimise()
		var representatives string
		for _, class := range d.Classes() {
			representatives += string([]byte{class.Representative()})
		}
		for extra := range 2 {
			check("deep", suiteOf(t, d.ClassSuite, extra), wp(d, d.Sets(), representatives, extra))
		}
	}
}

func first(words map[string]bool) string {
	for word := range maps.Keys(words) {
		return word
	}
	return ""
}

// randomAutomaton returns an automaton of at most so many states that
// distinguishes some bytes from all others.
func randomAutomaton(random *rand.Rand, states int, letters string) *automaton.DFA {
	next := make([][]int, states)
	accept := make([]bool, states)
	for s := range next {
		accept[s] = random.IntN(2) == 0
		for range len(letters) + 1 {
			next[s] = append(next[s], random.IntN(states))
		}
	}
	return automaton.Build(0,
		func(s int, b byte) int { return next[s][strings.IndexByte(letters, b)+1] },
		func(s int) bool { return accept[s] },
	).Prefer(letters)
}

// TestChow compares with the older method, over the same sets.
func TestChow(t *testing.T) {
	sets := automaton.Current().Sets()
	for s := range sets.Identifiers {
		sets.Identifiers[s] = sets.Characterising
	}
	if got := len(wp(automaton.Current(), sets, allBytes(), 0)); got != 7_661 {
		t.Errorf("the W suite has %d words, want 7,661", got)
	}
}

func TestWordsOrder(t *testing.T) {
	suite := suiteOf(t, automaton.Current().Suite, 1)
	var got []string
	for word := range suite.Words() {
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
	if twice := slices.Collect(suiteOf(t, automaton.Current().ClassSuite, 1).Words()); !slices.Equal(twice,
		slices.Collect(suiteOf(t, automaton.Current().ClassSuite, 1).Words())) {
		t.Error("the same suite has its words in two orders")
	}
}

// TestSetsOfOthers checks, for random automata, that the sets do what they are
// for.
func TestSetsOfOthers(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 150 {
		d := randomAutomaton(random, 1+random.IntN(12), "abc").Minimise()
		sets := d.Sets()
		after := func(s automaton.State, word string) automaton.State {
			for i := range len(word) {
				s = d.Step(s, word[i])
			}
			return s
		}
		told := func(p, q automaton.State, words []string) bool {
			return slices.ContainsFunc(words, func(w string) bool {
				return d.Accepting(after(p, w)) != d.Accepting(after(q, w))
			})
		}
		if n := len(sets.Characterising); n > d.States()+1 {
			t.Errorf("%d words to tell %d states apart", n, d.States())
		}
		for s, word := range sets.Cover {
			p := automaton.State(s)
			if after(0, word) != p {
				t.Errorf("%q of the cover does not reach state %d", word, s)
			}
			if word != "" && !slices.Contains(sets.Cover, word[:len(word)-1]) {
				t.Errorf("the cover holds %q, and not what it begins with", word)
			}
			if sets.Characterising[0] != "" || sets.Identifiers[s][0] != "" {
				t.Errorf("the empty word is missing for state %d", s)
			}
			for _, word := range sets.Identifiers[s] {
				if !slices.Contains(sets.Characterising, word) {
					t.Errorf("%q identifies state %d, and is not in the characterising set", word, s)
				}
			}
			for q := range automaton.State(d.States()) {
				if q != p && !told(p, q, sets.Identifiers[s]) {
					t.Errorf("the identifier of state %d does not tell it from state %d", s, q)
				}
			}
		}
	}
}

// TestIdentifierOfSeveral: where either of two words would do, the first is
// taken. After w the words a and b are accepted, and after v neither is.
func TestIdentifierOfSeveral(t *testing.T) {
	sets := compile(`\A(?:x[ab]|ya|zb|w[ab]?|v)\z`).Sets()
	for s, word := range sets.Cover {
		if word == "w" && !slices.Equal(sets.Identifiers[s], []string{"", "a"}) {
			t.Errorf("identified by %q, of %q", sets.Identifiers[s], sets.Characterising)
		}
	}
	if !slices.Contains(sets.Cover, "w") || !slices.Contains(sets.Characterising, "b") {
		t.Errorf("the case has not what it is about: %q", sets)
	}
}

func TestSuiteRefusals(t *testing.T) {
	for extra, want := range map[int]string{
		-1: "automaton: a complete suite for -1 extra states: give a number from 0 on",
		40: "automaton: a complete suite for 40 extra states has too many words to count: give a smaller number",
	} {
		for _, make := range []func(int) (*automaton.Suite, error){automaton.Current().Suite, automaton.Current().ClassSuite} {
			if _, err := make(extra); err == nil || err.Error() != want {
				t.Errorf("%d extra states: error %v, want %s", extra, err, want)
			}
		}
	}
}

// TestTrivialLanguages: of everything and of nothing, one state each.
func TestTrivialLanguages(t *testing.T) {
	for _, accept := range []bool{true, false} {
		d := automaton.Build(0, func(int, byte) int { return 0 }, func(int) bool { return accept })
		suite := suiteOf(t, d.Suite, 0)
		words := slices.Collect(suite.Words())
		if len(words) != 257 || suite.Size() != 257 {
			t.Errorf("accepting %t: %d words, Size %d; want the empty word and each byte", accept, len(words), suite.Size())
		}
	}
}
