package automaton

import (
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/fuzz"
)

// machines are the automata of the editions, built from the grammar.
var machines = map[*notation.Edition]*DFA{notation.EPIN: Of(notation.EPIN), notation.EPINInitial: Of(notation.EPINInitial)}

// FuzzAutomaton compares the verdicts of the reference with the automaton of the grammar
// (EPIN §5), in both editions. The automaton is by far the fastest oracle, so this target
// tests the longest and most numerous inputs.
func FuzzAutomaton(f *testing.F) {
	fuzz.Seed(f, fuzz.TokenSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		for _, edition := range []*notation.Edition{notation.EPIN, notation.EPINInitial} {
			want := machines[edition].Accepts(string(input))
			if got := edition.Valid(string(input)); got != want {
				t.Errorf("edition %v: Valid(%q) is %t, and the automaton says %t", edition, input, got, want)
			}
			reference := map[*notation.Edition]epin.Edition{notation.EPINInitial: epin.Initial}[edition]
			if got := reference.Valid(string(input)); got != want {
				t.Errorf("edition %v: Valid(%q) of the reference is %t, and the automaton says %t", edition, input, got, want)
			}
		}
	}))
}
