package conformance

import (
	"errors"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
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
// for EPIN, and epin/pin for PIN. It is an implementation like any other, and tests compare it with
// [Correct]. For an edition without a reference implementation, Reference returns Correct.
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
	default:
		return Correct(edition)
	}
	return ownLibrary(edition, f)
}

// reference has the attributes and methods of package epin.
var reference = Functions[epin.Identifier]{
	Texts: map[string]func(epin.Identifier) string{
		"pin":   func(id epin.Identifier) string { return id.PIN().String() },
		"name":  func(id epin.Identifier) string { return id.Name().String() },
		"side":  func(id epin.Identifier) string { return id.Side().String() },
		"state": func(id epin.Identifier) string { return id.State().String() },
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
