package conformance

import (
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
)

// Reference returns the reference implementation of an edition as an Implementation: package epin
// for EPIN. It is an implementation like any other, and tests compare it with [Correct]. For an
// edition without a reference implementation, Reference returns Correct.
func Reference(edition *notation.Edition) Implementation {
	switch edition {
	case notation.EPIN:
		return epinOf(edition, epin.Current)
	case notation.EPINInitial:
		return epinOf(edition, epin.Initial)
	}
	return Correct(edition)
}

func epinOf(edition *notation.Edition, of epin.Edition) Implementation {
	return library[epin.Identifier]{
		edition: edition,
		valid:   of.Valid,
		parse:   of.Parse,
		form:    epin.Identifier.String,
		values: func(id epin.Identifier) notation.Values {
			return notation.Values{
				notation.TextValue(id.String()), notation.TextValue(id.PIN().String()),
				notation.BoolValue(id.IsNative()), notation.BoolValue(id.IsDerived()),
				{Kind: notation.Letter, Text: id.Name().String()},
				notation.TextValue(id.Side().String()), notation.TextValue(id.State().String()), notation.BoolValue(id.IsTerminal()),
			}
		},
		methods: map[Method]func(epin.Identifier) epin.Identifier{
			Native: epin.Identifier.Native, Derive: epin.Identifier.Derive, Flip: epin.Identifier.Flip,
			Enhance: epin.Identifier.Enhance, Diminish: epin.Identifier.Diminish, Normalize: epin.Identifier.Normalize,
			Mark: epin.Identifier.MarkTerminal, Unmark: epin.Identifier.UnmarkTerminal,
		},
	}
}
