package epin

import "github.com/epin-conformance/harness/epin/pin"

// A ParseError says why an input is invalid, and at which byte: for example
//
//	epin.Parse("K''"): byte 2: more than one derivation marker
//
// Use errors.Is(err, epin.ErrDoubleDerivation) to test for a [Reason].
type ParseError = pin.ParseError

// A Reason says why an input is invalid.
type Reason = pin.Reason

// The reasons. Each describes the byte at ParseError.Offset.
const (
	ErrEmpty             Reason = pin.ErrEmpty             // the input is empty
	ErrNoLetter          Reason = pin.ErrNoLetter          // the input ends after the state modifier: "+"
	ErrNotLetter         Reason = pin.ErrNotLetter         // another character in the place of the letter: "1"
	ErrDoubleState       Reason = pin.ErrDoubleState       // a second state modifier: "++K"
	ErrStateAfterLetter  Reason = pin.ErrStateAfterLetter  // a state modifier after the letter: "K+"
	ErrTerminalFirst     Reason = pin.ErrTerminalFirst     // a terminal marker before the letter: "^K"
	ErrDoubleTerminal    Reason = pin.ErrDoubleTerminal    // a second terminal marker: "K^^"
	ErrTerminalEdition   Reason = pin.ErrTerminalEdition   // a terminal marker in the Initial edition: "K^"
	ErrDerivationFirst   Reason = pin.ErrDerivationFirst   // a derivation marker before the letter: "'K"
	ErrDoubleDerivation  Reason = pin.ErrDoubleDerivation  // a second derivation marker: "K''"
	ErrDerivationNotLast Reason = pin.ErrDerivationNotLast // a terminal marker after the derivation marker: "K'^"
	ErrWhitespace        Reason = pin.ErrWhitespace        // a space, tab, vertical tab or form feed: "K "
	ErrLineBreak         Reason = pin.ErrLineBreak         // a line feed or carriage return: "K\n"
	ErrNUL               Reason = pin.ErrNUL               // a zero byte: "K\x00"
	ErrNotASCII          Reason = pin.ErrNotASCII          // a byte of 0x80 or more: "é"
	ErrTrailing          Reason = pin.ErrTrailing          // any other byte after the end of the token: "KK"
	ErrUnknownEdition    Reason = pin.ErrUnknownEdition    // the Edition is not one of the constants
)

// An AttributeError says which argument of [New] is invalid.
type AttributeError = pin.AttributeError

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
		bad.Reason = ErrDoubleDerivation
	case next == pin.TerminalMarker && e == Current:
		bad.Reason = ErrDerivationNotLast
	default:
		// The reason is the same without the marker.
		_, err := e.PIN().Parse(bad.Input[:marker] + bad.Input[marker+1:])
		bad.Reason = err.(*pin.ParseError).Reason
	}
	return &bad
}
