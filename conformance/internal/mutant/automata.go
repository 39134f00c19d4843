package mutant

import (
	"fmt"
	"iter"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Automata yields every mutant of an edition whose recogniser is the minimal automaton
// with one fault, under a unique name, always in the same order. The fault is one
// transition to another state, or one state that accepts but should reject, or the
// reverse. Each mutant accepts a different language, and keeps no state between requests.
func Automata(edition *notation.Edition) iter.Seq2[string, conformance.Implementation] {
	right := automaton.Of(edition)
	type state = automaton.State
	states := state(right.States())
	return func(yield func(string, conformance.Implementation) bool) {
		fault := func(name string, step func(state, byte) state, accepting func(state) bool) bool {
			accepts := func(token string) bool {
				s := state(0)
				for _, b := range []byte(token) {
					s = step(s, b)
				}
				return accepting(s)
			}
			return yield(name, recognisedBy(accepts, name, edition))
		}
		for n := range int(states) * 256 * int(states) {
			from, b, to := state(n/int(states)/256), byte(n/int(states)), state(n)%states
			wrongly := func(s state, by byte) state {
				if s == from && by == b {
					return to
				}
				return right.Step(s, by)
			}
			name := fmt.Sprintf("from-%d-on-%02x-to-%d", from, b, to)
			if to != right.Step(from, b) && !fault(name, wrongly, right.Accepting) {
				return
			}
		}
		for changed := range states {
			wrongly := func(s state) bool { return right.Accepting(s) != (s == changed) }
			if !fault(fmt.Sprintf("other-verdict-in-%d", changed), right.Step, wrongly) {
				return
			}
		}
	}
}

// recognisedBy returns the model of an edition with another recogniser.
func recognisedBy(accepts func(token string) bool, name string, edition *notation.Edition) conformance.Implementation {
	return newModel("epin mutant "+name, edition, func(m *model) {
		m.parse = skim
		rejecting(func(token string) bool { return !accepts(token) })(m)
	})
}
