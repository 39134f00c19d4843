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
	return func(yield func(string, conformance.Implementation) bool) {
		states := automaton.State(right.States())
		for from := range states {
			for b := range 256 {
				for to := range states {
					if to == right.Step(from, byte(b)) {
						continue
					}
					faulty := automaton.Build(right.Start(), func(s automaton.State, by byte) automaton.State {
						if s == from && by == byte(b) {
							return to
						}
						return right.Step(s, by)
					}, right.Accepting)
					name := fmt.Sprintf("from-%d-on-%02x-to-%d", from, b, to)
					if !yield(name, recognisedBy(faulty, name, edition)) {
						return
					}
				}
			}
		}
		for changed := range states {
			faulty := automaton.Build(right.Start(), right.Step, func(s automaton.State) bool {
				return right.Accepting(s) != (s == changed)
			})
			name := fmt.Sprintf("other-verdict-in-%d", changed)
			if !yield(name, recognisedBy(faulty, name, edition)) {
				return
			}
		}
	}
}

// recognisedBy returns the model of an edition with an automaton as its recogniser.
func recognisedBy(d *automaton.DFA, name string, edition *notation.Edition) conformance.Implementation {
	return newModel("epin mutant "+name, edition, func(m *model) {
		m.parse = skim
		rejecting(func(token string) bool { return !d.Accepts(token) })(m)
	})
}
