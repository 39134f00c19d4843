package epin

import "github.com/epin-conformance/harness/epin/pin"

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
