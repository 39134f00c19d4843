package prove

import (
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/epin"
)

// operationOf returns an operation with correct verdicts on some words.
func operationOf(t *testing.T, edition epin.Edition, words []string) *Operation {
	t.Helper()
	r := &Run{}
	if err := r.header(`{"format":"epin-transcript/2","edition":"` + edition.String() + `"}`); err != nil {
		t.Fatal(err)
	}
	for b := range 256 {
		r.Bytes = append(r.Bytes, string([]byte{byte(b)}))
	}
	o := &Operation{Run: r, Op: conformance.OpSweep}
	for _, word := range words {
		o.answered = append(o.answered, pack(word))
	}
	slices.Sort(o.answered)
	return o
}

// TestEveryWordCounts tests that the words of the suite prove the guarantee for its access
// words and no others, and that each missing word takes some of them away. With a state of the
// specification that is not that of the automaton, other words would be missing.
func TestEveryWordCounts(t *testing.T) {
	for edition, want := range map[epin.Edition]int{epin.Current: 2_054, epin.Initial: 1_488} {
		words := slices.Collect(automaton.Tokens(edition.HasTerminal()).PrefixSuite(1).Words())
		o := operationOf(t, edition, words)
		access := o.Access(o.Bytes)
		if len(access) != want {
			t.Fatalf("%s: %d access words, want %d", edition, len(access), want)
		}
		isAccess := map[string]bool{}
		for _, word := range access {
			isAccess[word] = true
		}
		for i := 0; i < len(words); i += 9_973 {
			word := words[i]
			at, _ := slices.BinarySearch(o.answered, pack(word))
			o.answered = slices.Delete(o.answered, at, at+1)
			until := word // the access word that the word is for
			for !isAccess[until] {
				until = until[:len(until)-1]
			}
			if missing, ok := o.Missing(until, o.Bytes); !ok || missing != word {
				t.Errorf("%s: without %+q, %+q is still an access word (%+q)", edition, word, until, missing)
			}
			o.answered = slices.Insert(o.answered, at, pack(word))
		}
	}
}

// TestCharacters tests the theorem over characters: the suite for no extra state over bytes, and each other
// character between each word of the state cover and what identifies the sink.
func TestCharacters(t *testing.T) {
	for _, edition := range epin.Editions() {
		d := automaton.Tokens(edition.HasTerminal())
		words, alphabet := slices.Collect(d.Suite(0).Words()), []string{"\u0080", "\u212A", "\U0010FFFF"}
		for b := range 0x80 {
			alphabet = append(alphabet, string(rune(b)))
		}
		for _, word := range d.Sets().Cover {
			for _, character := range alphabet[:3] {
				words = append(words, word+character, word+character+"a")
			}
		}
		o := operationOf(t, edition, words)
		if got := o.Access(alphabet); len(got) != len(d.Sets().Cover) {
			t.Errorf("%s: the access words over characters are %q", edition, got)
		}
		o = operationOf(t, edition, slices.DeleteFunc(words, func(word string) bool { return word == "+\u212Aa" }))
		if missing, ok := o.Missing("+", alphabet); !ok || missing != "+\u212Aa" {
			t.Errorf("%s: missing is %q", edition, missing)
		}
	}
}
