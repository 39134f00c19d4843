package epin

import (
	"iter"

	"github.com/epin-conformance/harness/epin/pin"
)

// An Edition is one of the two grammars published as EPIN 1.0.0. The zero
// Edition is Current. Any value that is not one of the constants rejects every
// string.
type Edition uint8

// The editions.
const (
	// Current is EPIN 1.0.0 with the terminal marker:
	// \A[-+]?[A-Za-z]\^?'?\z, 624 valid tokens.
	Current Edition = Edition(pin.Current)
	// Initial is the first text of EPIN 1.0.0, without the terminal marker:
	// \A[-+]?[A-Za-z]'?\z, 312 valid tokens.
	Initial Edition = Edition(pin.Initial)
)

// String returns "1.0.0" or "1.0.0-initial", and for an unknown edition a text
// such as "Edition(2)".
func (e Edition) String() string { return e.PIN().String() }

// PIN returns the edition of PIN that e extends.
func (e Edition) PIN() pin.Edition { return pin.Edition(e) }

// All returns the identifiers of all valid tokens of the edition: by name, then
// side, then state (normal, enhanced, diminished), then Terminal Status (not
// terminal first), then Style status (native first).
func (e Edition) All() iter.Seq[Identifier] {
	return func(yield func(Identifier) bool) {
		for p := range e.PIN().All() {
			if !yield(Identifier{p, false}) || !yield(Identifier{p, true}) {
				return
			}
		}
	}
}

// A ParseError says why an input is invalid, and at which byte: for example
//
//	epin.Parse("K''"): byte 2: more than one derivation marker
//
// Use errors.Is(err, pin.ErrDoubleDerivation) to test for its reason, a [pin.Reason].
type ParseError = pin.ParseError

// Parse parses a token of Current (EPIN §6). The error is a *[ParseError].
func Parse(s string) (Identifier, error) { return Current.Parse(s) }

// MustParse is Parse for tokens known to be valid, such as constants. If Parse
// returns an error, it panics with it.
func MustParse(s string) Identifier {
	i, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return i
}

// Valid reports whether s is a valid token of Current.
func Valid(s string) bool { return Current.Valid(s) }

// Parse parses a token of the edition. The error is a *[ParseError].
func (e Edition) Parse(s string) (Identifier, error) {
	i, ok := e.lookup(s)
	if !ok {
		_, err := e.PIN().Parse(s)
		return Identifier{}, parseError(e, err)
	}
	return i, nil
}

// Valid reports whether s is a valid token of the edition. It never allocates.
func (e Edition) Valid(s string) bool { _, ok := e.lookup(s); return ok }

// lookup is Parse without an error value.
func (e Edition) lookup(s string) (i Identifier, ok bool) {
	// The grammar of EPIN §5: a token is a PIN token, with or without a derivation
	// marker after it.
	derived := len(s) > 0 && s[len(s)-1] == DerivationMarker
	if derived {
		s = s[:len(s)-1]
	}
	p, ok := e.PIN().Lookup(s)
	return Identifier{p, derived && ok}, ok
}

// parseError returns the error for an input that is invalid in the edition, given
// the error of the same method of package pin.
func parseError(e Edition, ofPIN error) *ParseError {
	bad := *ofPIN.(*pin.ParseError) // parsing returns no other error
	bad.Func = "e" + bad.Func       // epin.Initial.Parse calls pin.Initial.Parse
	if bad.Reason != pin.ErrDerivationInPIN {
		return &bad
	}

	// The input begins with a PIN token and a derivation marker. The byte after them
	// is invalid.
	marker := bad.Offset
	bad.Offset++
	switch next := bad.Input[bad.Offset]; {
	case next == DerivationMarker:
		bad.Reason = pin.ErrDoubleDerivation
	case next == '^' && e == Current:
		bad.Reason = pin.ErrDerivationNotLast
	default:
		// The reason is the same without the marker.
		_, err := e.PIN().Parse(bad.Input[:marker] + bad.Input[marker+1:])
		bad.Reason = err.(*pin.ParseError).Reason
	}
	return &bad
}
