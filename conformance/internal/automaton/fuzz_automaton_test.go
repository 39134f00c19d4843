package automaton

import (
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzAutomaton compares the verdicts of the reference with the automaton of the grammar
// (EPIN §5), in both editions. The automaton is by far the fastest oracle, so this target
// tests the longest and most numerous inputs.
func FuzzAutomaton(f *testing.F) {
	fuzz.Seed(f, fuzz.TokenSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		for v, e := range editions {
			want := e.automaton.Accepts(string(input))
			if got := e.edition.Valid(string(input)); got != want {
				t.Errorf("edition %v: Valid(%q) is %t, and the automaton says %t", e.edition, input, got, want)
			}
			if got := epin.Edition(v).Valid(string(input)); got != want {
				t.Errorf("edition %v: Valid(%q) of the reference is %t, and the automaton says %t", e.edition, input, got, want)
			}
		}
	}))
}
