package conformance

import (
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

// Reference returns the reference implementation of an edition as an Implementation: package epin
// for EPIN, and epin/pin for PIN. It is an implementation like any other, and tests compare it with
// [Correct]. For an edition without a reference implementation, Reference returns Correct.
func Reference(edition *notation.Edition) Implementation {
	switch edition {
	case notation.EPIN:
		return epinOf(edition, epin.Current)
	case notation.EPINInitial:
		return epinOf(edition, epin.Initial)
	case notation.PIN:
		return pinOf(edition, pin.Current)
	case notation.PINInitial:
		return pinOf(edition, pin.Initial)
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
		apply: func(m Method, id epin.Identifier) epin.Identifier { return methodsOfEPIN[m](id) },
	}
}

func pinOf(edition *notation.Edition, of pin.Edition) Implementation {
	return library[pin.Identifier]{
		edition: edition,
		valid:   of.Valid,
		parse:   of.Parse,
		form:    pin.Identifier.String,
		values: func(id pin.Identifier) notation.Values {
			return notation.Values{
				notation.TextValue(id.String()), {Kind: notation.Letter, Text: id.Name().String()},
				notation.TextValue(id.Side().String()), notation.TextValue(id.State().String()), notation.BoolValue(id.IsTerminal()),
			}
		},
		apply: func(m Method, id pin.Identifier) pin.Identifier { return methodsOfPIN[m](id) },
	}
}

var methodsOfEPIN = map[Method]func(epin.Identifier) epin.Identifier{
	Native: epin.Identifier.Native, Derive: epin.Identifier.Derive, Flip: epin.Identifier.Flip,
	Enhance: epin.Identifier.Enhance, Diminish: epin.Identifier.Diminish, Normalize: epin.Identifier.Normalize,
	Mark: epin.Identifier.MarkTerminal, Unmark: epin.Identifier.UnmarkTerminal,
}

var methodsOfPIN = map[Method]func(pin.Identifier) pin.Identifier{
	Flip: pin.Identifier.Flip, Enhance: pin.Identifier.Enhance, Diminish: pin.Identifier.Diminish,
	Normalize: pin.Identifier.Normalize, Mark: pin.Identifier.MarkTerminal, Unmark: pin.Identifier.UnmarkTerminal,
}
