package epin

import "github.com/epin-conformance/harness/epin/pin"

// A ParseError says why, and where, an input is no token: for example
//
//	epin.Parse("K''"): byte 2: more than one derivation marker
//
// errors.Is(err, epin.ErrDoubleDerivation) asks for its [Reason].
type ParseError = pin.ParseError

// A Reason says why an input is no token.
type Reason = pin.Reason

// The reasons. Each speaks of the byte at ParseError.Offset.
const (
	ErrEmpty             Reason = pin.ErrEmpty             // there is no byte at all
	ErrNoLetter          Reason = pin.ErrNoLetter          // the input ends behind the state modifier: "+"
	ErrNotLetter         Reason = pin.ErrNotLetter         // neither letter nor marker where the letter belongs: "1"
	ErrDoubleState       Reason = pin.ErrDoubleState       // a second state modifier: "++K"
	ErrStateAfterLetter  Reason = pin.ErrStateAfterLetter  // a state modifier behind the letter: "K+"
	ErrTerminalFirst     Reason = pin.ErrTerminalFirst     // a terminal marker before the letter: "^K"
	ErrDoubleTerminal    Reason = pin.ErrDoubleTerminal    // a second terminal marker: "K^^"
	ErrTerminalEdition   Reason = pin.ErrTerminalEdition   // a terminal marker in the Initial edition: "K^"
	ErrDerivationFirst   Reason = pin.ErrDerivationFirst   // a derivation marker before the letter: "'K"
	ErrDoubleDerivation  Reason = pin.ErrDoubleDerivation  // a second derivation marker: "K''"
	ErrDerivationNotLast Reason = pin.ErrDerivationNotLast // a terminal marker behind the derivation marker: "K'^"
	ErrWhitespace        Reason = pin.ErrWhitespace        // a space, tab, vertical tab or form feed: "K "
	ErrLineBreak         Reason = pin.ErrLineBreak         // a line feed or carriage return: "K\n"
	ErrNUL               Reason = pin.ErrNUL               // a zero byte: "K\x00"
	ErrNotASCII          Reason = pin.ErrNotASCII          // a byte from 0x80 up: "é"
	ErrTrailing          Reason = pin.ErrTrailing          // anything else behind the letter and its markers: "KK"
	ErrUnknownEdition    Reason = pin.ErrUnknownEdition    // the Edition asked is none of the constants
)

// An AttributeError says which attribute given to [New] is out of range.
type AttributeError = pin.AttributeError

// parseError returns the error for an input that is no token of the edition,
// given the error of the same method of package pin for it.
func parseError(e Edition, ofPIN error) *ParseError {
	bad := *ofPIN.(*pin.ParseError) // the only error that parsing has
	bad.Func = "e" + bad.Func       // epin.Initial.Parse calls pin.Initial.Parse
	if bad.Reason != pin.ErrDerivationInPIN {
		return &bad
	}

	// A PIN token and a derivation marker: what follows them is wrong.
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
