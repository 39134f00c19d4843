package mutant

import (
	"iter"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Family is implementations that are broken in all the ways of one kind, made
// systematically. The zero value is no family.
type Family struct {
	Name string // in kebab-case; never renamed
	What string // one sentence: what its members do wrong

	// Members returns the members of an edition, always in the same order. What would
	// not differ from the right behaviour is not among them: each has a killer, found
	// by comparing with the right behaviour on everything that the family changes
	// (all strings, by their automata; all tokens; all pairs of tokens), or known from
	// how the member is made.
	Members func(edition epin.Edition) iter.Seq[Member]
}

// Member is an implementation that is broken in one way, of one edition. The zero
// value is none.
type Member struct {
	Name   string                // that of the family, a slash, and its own
	Killer []conformance.Request // as that of a Mutant

	// New makes a fresh one, which remembers nothing of any other.
	New func() conformance.Implementation
}

// Families returns all families, always in the same order.
func Families() []Family {
	return []Family{
		{"automaton", "The automaton that recognises has one transition to another state, or one state of the other kind.", automatonMembers},
		{"missing", "One token is refused.", missingMembers},
		{"model", "One attribute, or the string form, is another function of the value.", modelMembers},
		{"transformations", "One transformation is another one, or two of them in a row, or none.", transformationMembers},
		{"equality", "Equality ignores attributes, or is no equivalence.", equalityMembers},
		{"history", "A call is answered wrongly because of the calls before it.", historyMembers},
	}
}

func newMember(name string, edition epin.Edition, killer requests, inject func(m *model)) Member {
	return Member{name, killer, func() conformance.Implementation {
		return newModel("epin mutant "+name, edition, inject)
	}}
}

// variant is a member that is not known to differ from the right behaviour.
type variant struct {
	name   string
	inject func(m *model)
}

// piecesOf returns the values of all tokens of an edition.
func piecesOf(edition epin.Edition) []*piece {
	var pieces []*piece
	for _, token := range tokensOf(edition) {
		pieces = append(pieces, skim(token))
	}
	return pieces
}

// different yields the variants that answer otherwise than the unbroken model does, on
// any of some requests; the killer is the first.
func different(family string, edition epin.Edition, variants iter.Seq[variant], asked []conformance.Request, yield func(Member) bool) {
	right := newModel("", edition, func(*model) {})
	wanted := make([]conformance.Response, len(asked))
	for i, req := range asked {
		wanted[i] = right.answer(req)
	}
	for v := range variants {
		wrong := newModel("", edition, v.inject)
		for i, req := range asked {
			if !wrong.answer(req).Equal(wanted[i]) {
				if !yield(newMember(family+"/"+v.name, edition, requests{req}, v.inject)) {
					return
				}
				break
			}
		}
	}
}
