package epin

import (
	"strings"

	"github.com/epin-conformance/harness/epin/pin"
)

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

// parseError explains why s is no token of the edition.
func parseError[T string | []byte](e Edition, method string, s T) *ParseError {
	// A copy, so that a short error does not keep a long input alive.
	input := strings.Clone(string(s[:min(len(s), pin.MaxInput)]))
	offset, reason := diagnose(e, input)
	return &ParseError{Func: e.call(method), Input: input, Length: len(s), Offset: offset, Reason: reason}
}

// diagnose finds the first byte that makes s no token of the edition. It is
// called only for what is none.
func diagnose(e Edition, s string) (offset int, reason Reason) {
	offset, reason = pinFault(e, s)
	if reason != pin.ErrDerivationInPIN {
		return offset, reason
	}

	// Up to offset s is a PIN token, and a derivation marker follows: so far
	// s is a token of EPIN. It cannot end here.
	switch next := s[offset+1]; {
	case next == DerivationMarker:
		return offset + 1, ErrDoubleDerivation
	case next == pin.TerminalMarker && e == Current:
		return offset + 1, ErrDerivationNotLast
	}
	// Any other byte is wrong for the reason for which it is wrong directly
	// behind the PIN token.
	offset, reason = pinFault(e, s[:offset]+s[offset+1:])
	return offset + 1, reason
}

// pinFault says why s, which is no PIN token, is none.
func pinFault(e Edition, s string) (offset int, reason Reason) {
	_, err := e.PIN().Parse(s)
	fault := err.(*pin.ParseError) // the only error that Parse has
	return fault.Offset, fault.Reason
}
