package fuzz

import (
	"testing"

	"github.com/epin-conformance/harness/conformance/automaton"
	"github.com/epin-conformance/harness/epin"
)

// machines are the automata of the editions, made from the grammar.
var machines = map[epin.Edition]*automaton.DFA{epin.Current: automaton.Current(), epin.Initial: automaton.Initial()}

// FuzzAutomaton holds what the reference accepts against the table of the automaton
// that is made from the grammar (EPIN §5), in both editions. The table is by far the
// fastest oracle, so this target comes to the longest and most numerous inputs.
func FuzzAutomaton(f *testing.F) {
	seed(f, tokenSeeds)
	f.Fuzz(exportSeeds(func(t *testing.T, input []byte) {
		for _, edition := range []epin.Edition{epin.Current, epin.Initial} {
			want := machines[edition].Accepts(string(input))
			if got := edition.ValidBytes(input); got != want {
				t.Errorf("edition %v: ValidBytes(%q) is %t, and the automaton says %t", edition, input, got, want)
			}
			id, ok := edition.LookupBytes(input)
			if ok != want || id.IsZero() == want {
				t.Errorf("edition %v: LookupBytes(%q) is %q, %t, and the automaton says %t", edition, input, id, ok, want)
			}
		}
	}))
}
