package conformance

import (
	"errors"
	"fmt"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/qpi"
	"github.com/epin-conformance/harness/epin/sin"
)

// Correct returns an implementation that is made from the table: its response to each request is the
// correct one. It offers all operations and all methods of the edition. It is the oracle.
func Correct(edition *notation.Edition) Implementation {
	f := Functions[notation.Token]{
		Valid:   edition.Valid,
		Texts:   map[string]func(notation.Token) string{},
		Methods: map[string]func(notation.Token) notation.Token{},
	}
	f.Parse = func(token string) (notation.Token, error) {
		t, valid := edition.Parse(token)
		if !valid {
			return t, errInvalid
		}
		return t, nil
	}
	for _, a := range edition.Attributes {
		f.Texts[a.Key] = a.Of // that of a boolean is true or false
	}
	for _, m := range edition.Methods {
		f.Methods[m.Name] = func(t notation.Token) notation.Token {
			m.Do(&t)
			return t
		}
	}
	return ownLibrary(edition, f)
}

var errInvalid = errors.New("not a token")

// Reference returns the reference implementation of an edition as an Implementation: package epin
// for EPIN, and epin/pin, epin/sin and epin/qpi for PIN, SIN and QPI. It is an implementation like any
// other, and tests compare it with [Correct]. For an edition without a reference implementation,
// Reference returns Correct.
func Reference(edition *notation.Edition) Implementation {
	of, f := epin.Current, reference
	if edition == notation.EPINInitial || edition == notation.PINInitial {
		of = epin.Initial
	}
	switch edition {
	case notation.EPIN, notation.EPINInitial:
		f.Valid, f.Parse = of.Valid, of.Parse
	case notation.PIN, notation.PINInitial: // the methods of a native piece call those of package pin
		f.Valid = of.PIN().Valid
		f.Parse = func(token string) (epin.Identifier, error) {
			id, err := of.PIN().Parse(token)
			return epin.FromPIN(id), err
		}
	case notation.SIN:
		return ownLibrary(edition, Functions[sin.Identifier]{
			Valid: sin.Valid, Parse: sin.Parse,
			Texts: map[string]func(sin.Identifier) string{
				"style": text(sin.Identifier.Style), "side": text(sin.Identifier.Side),
			},
		})
	case notation.QPI, notation.QPIAligned, notation.QPIAlignedTerminal:
		of, f := editionsOfQPI[edition], referenceQPI
		f.Valid, f.Parse = of.Valid, of.Parse
		return ownLibrary(edition, f)
	default:
		return Correct(edition)
	}
	return ownLibrary(edition, f)
}

// reference has the attributes and methods of package epin.
var reference = Functions[epin.Identifier]{
	Texts: map[string]func(epin.Identifier) string{
		"pin": text(epin.Identifier.PIN), "name": text(epin.Identifier.Name),
		"side": text(epin.Identifier.Side), "state": text(epin.Identifier.State),
	},
	Booleans: map[string]func(epin.Identifier) bool{
		"native": epin.Identifier.IsNative, "derived": epin.Identifier.IsDerived, "terminal": epin.Identifier.IsTerminal,
	},
	Methods: map[string]func(epin.Identifier) epin.Identifier{
		"native": epin.Identifier.Native, "derive": epin.Identifier.Derive, "flip": epin.Identifier.Flip,
		"enhance": epin.Identifier.Enhance, "diminish": epin.Identifier.Diminish, "normalize": epin.Identifier.Normalize,
		"mark": epin.Identifier.MarkTerminal, "unmark": epin.Identifier.UnmarkTerminal,
	},
}

var editionsOfQPI = map[*notation.Edition]qpi.Edition{
	notation.QPI: qpi.Current, notation.QPIAligned: qpi.Aligned, notation.QPIAlignedTerminal: qpi.AlignedTerminal,
}

// referenceQPI has the attributes and methods of package qpi.
var referenceQPI = Functions[qpi.Identifier]{
	Texts: map[string]func(qpi.Identifier) string{
		"sin": text(qpi.Identifier.SIN), "pin": text(qpi.Identifier.PIN), "style": text(qpi.Identifier.Style),
		"name": text(qpi.Identifier.Name), "side": text(qpi.Identifier.Side), "state": text(qpi.Identifier.State),
	},
	Booleans: map[string]func(qpi.Identifier) bool{
		"native": qpi.Identifier.IsNative, "derived": qpi.Identifier.IsDerived, "terminal": qpi.Identifier.IsTerminal,
	},
	Methods: map[string]func(qpi.Identifier) qpi.Identifier{"native": qpi.Identifier.Native, "derive": qpi.Identifier.Derive},
}

// text returns the text of an attribute.
func text[I any, A fmt.Stringer](of func(I) A) func(I) string {
	return func(id I) string { return of(id).String() }
}
