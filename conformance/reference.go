package conformance

import (
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
)

// Reference returns the reference implementation of an edition as an Implementation: package epin
// for EPIN, and epin/pin for PIN. It is an implementation like any other, and tests compare it with
// [Correct]. For an edition without a reference implementation, Reference returns Correct.
func Reference(edition *notation.Edition) Implementation {
	l := library[epin.Identifier]{
		edition: edition,
		values:  valuesOfEPIN,
		apply:   func(m Method, id epin.Identifier) epin.Identifier { return methods[m](id) },
	}
	of := epin.Current
	if edition == notation.EPINInitial || edition == notation.PINInitial {
		of = epin.Initial
	}
	switch edition {
	case notation.EPIN, notation.EPINInitial:
		l.valid, l.parse = of.Valid, of.Parse
	case notation.PIN, notation.PINInitial: // the methods of a native piece call those of package pin
		l.valid = of.PIN().Valid
		l.parse = func(token string) (epin.Identifier, error) {
			id, err := of.PIN().Parse(token)
			return epin.FromPIN(id), err
		}
		l.values = func(id epin.Identifier) notation.Values {
			all := valuesOfEPIN(id)
			return notation.Values{all[0], all[4], all[5], all[6], all[7]} // the others are of EPIN
		}
	default:
		return Correct(edition)
	}
	return l
}

func valuesOfEPIN(id epin.Identifier) notation.Values {
	return notation.Values{
		notation.TextValue(id.String()), notation.TextValue(id.PIN().String()),
		notation.BoolValue(id.IsNative()), notation.BoolValue(id.IsDerived()),
		{Kind: notation.Letter, Text: id.Name().String()},
		notation.TextValue(id.Side().String()), notation.TextValue(id.State().String()), notation.BoolValue(id.IsTerminal()),
	}
}

var methods = map[Method]func(epin.Identifier) epin.Identifier{
	Native: epin.Identifier.Native, Derive: epin.Identifier.Derive, Flip: epin.Identifier.Flip,
	Enhance: epin.Identifier.Enhance, Diminish: epin.Identifier.Diminish, Normalize: epin.Identifier.Normalize,
	Mark: epin.Identifier.MarkTerminal, Unmark: epin.Identifier.UnmarkTerminal,
}
