package mutant

import (
	"fmt"
	"iter"

	"github.com/epin-conformance/harness/conformance/automaton"
	"github.com/epin-conformance/harness/epin"
)

// automatonMembers are the minimal automaton of the edition with every change of one
// transition and of one accepting state, but for those that leave the language as it
// is. The killer is the shortest string that shows the difference.
func automatonMembers(edition epin.Edition) iter.Seq[Member] {
	right := automaton.Current()
	if edition == epin.Initial {
		right = automaton.Initial()
	}
	return func(yield func(Member) bool) {
		states := automaton.State(right.States())
		member := func(name string, faulty *automaton.DFA) bool {
			word, differ := automaton.ShortestDifference(right, faulty)
			return !differ || yield(newMember("automaton/"+name, edition, requests{parse(word)}, func(m *model) {
				m.parse = func(token string) (*piece, bool) {
					if !faulty.Accepts(token) {
						return nil, false
					}
					return skim(token), true
				}
			}))
		}
		for changed := range states {
			for b := range 256 {
				for to := range states {
					if to == right.Step(changed, byte(b)) {
						continue
					}
					faulty := automaton.Build(right.Start(), func(s automaton.State, by byte) automaton.State {
						if s == changed && by == byte(b) {
							return to
						}
						return right.Step(s, by)
					}, right.Accepting)
					if !member(fmt.Sprintf("from-%d-on-%02x-to-%d", changed, b, to), faulty) {
						return
					}
				}
			}
		}
		for changed := range states {
			faulty := automaton.Build(right.Start(), right.Step, func(s automaton.State) bool {
				return right.Accepting(s) != (s == changed)
			})
			if !member(fmt.Sprintf("other-verdict-in-%d", changed), faulty) {
				return
			}
		}
	}
}

// Missing returns an implementation that refuses one token of an edition, and nothing
// else; false where it is not one.
func Missing(edition epin.Edition, token string) (Member, bool) {
	return newMember(fmt.Sprintf("missing/%x", token), edition, requests{parse(token)}, refusing(func(asked string) bool {
		return asked == token
	})), edition.Valid(token)
}

// TooMany returns an implementation that accepts one string too many, as the value
// that is made of it by reading over what does not fit; false where the string is a
// token of the edition.
func TooMany(edition epin.Edition, token string) (Member, bool) {
	return newMember(fmt.Sprintf("too-many/%x", token), edition, requests{parse(token)}, accepting(func(asked string) bool {
		return asked == token
	})), !edition.Valid(token)
}

func missingMembers(edition epin.Edition) iter.Seq[Member] {
	return func(yield func(Member) bool) {
		for _, token := range tokensOf(edition) {
			if member, _ := Missing(edition, token); !yield(member) {
				return
			}
		}
	}
}
