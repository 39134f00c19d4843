package pin

import "fmt"

// A Reason says why an input is invalid. It is an error: use
// errors.Is(err, pin.ErrEmpty) to test for the reason of a [ParseError].
//
// Package epin returns the same reasons, and instead of ErrDerivationInPIN
// ErrDoubleDerivation and ErrDerivationNotLast, which package pin never returns. The
// zero Reason is not a reason.
type Reason string

// The reasons, each with an example. They describe the byte at [ParseError.Offset].
// Whitespace is a space, tab, vertical tab or form feed, a line break a line feed or
// carriage return.
const (
	ErrEmpty             Reason = "empty: a token has at least a letter"                            // ""
	ErrNoLetter          Reason = "no letter after the state modifier"                              // "+"
	ErrNotLetter         Reason = "not a letter from A to Z or a to z"                              // "1"
	ErrDoubleState       Reason = "more than one state modifier"                                    // "++K"
	ErrStateAfterLetter  Reason = "state modifier after the letter"                                 // "K+"
	ErrTerminalFirst     Reason = "terminal marker before the letter"                               // "^K"
	ErrDoubleTerminal    Reason = "more than one terminal marker"                                   // "K^^"
	ErrTerminalEdition   Reason = "terminal marker, which this edition does not have"               // "K^"
	ErrDerivationFirst   Reason = "derivation marker before the letter"                             // "'K"
	ErrDerivationInPIN   Reason = "derivation marker, which EPIN has and PIN does not"              // "K'"
	ErrDoubleDerivation  Reason = "more than one derivation marker"                                 // "K''"
	ErrDerivationNotLast Reason = "terminal marker after the derivation marker, which must be last" // "K'^"
	ErrWhitespace        Reason = "whitespace"                                                      // "K "
	ErrLineBreak         Reason = "line break"                                                      // "K\n"
	ErrNUL               Reason = "NUL byte"                                                        // "K\x00"
	ErrNotASCII          Reason = "byte outside ASCII"                                              // "é"
	ErrTrailing          Reason = "unexpected byte after the end of the token"                      // "KK"
	ErrUnknownEdition    Reason = "unknown edition, which has no tokens"
)

// Error returns the reason in words.
func (r Reason) Error() string { return string(r) }

// A ParseError says why an input is invalid, and at which byte. Packages epin, sin
// and qpi return the same type.
type ParseError struct {
	// Func is the call that failed, such as "pin.Parse".
	Func string
	// Input is a copy of the input, or of its first 64 bytes if it is longer.
	Input string
	// Length is the length of the whole input in bytes.
	Length int
	// Offset is the index of the first byte that makes the input invalid, or
	// Length if the input is only too short. It is at most 4, and for
	// QPI at most 5.
	Offset int
	// Reason says why that byte is invalid. Unwrap returns it.
	Reason Reason
}

// MaxInput is the maximum number of bytes of an input that a [ParseError] keeps.
const MaxInput = 64

// Error returns a sentence such as
//
//	pin.Parse("K^^"): byte 2: more than one terminal marker
//
// It quotes the input in ASCII, so that a look-alike of a letter is visible. It
// truncates a long input and states its length.
func (e *ParseError) Error() string {
	cut := ""
	if e.Length > len(e.Input) {
		cut = fmt.Sprintf("..., %d bytes", e.Length)
	}
	return fmt.Sprintf("%s(%+q%s): byte %d: %v", e.Func, e.Input, cut, e.Offset, e.Reason)
}

// Unwrap returns the Reason.
func (e *ParseError) Unwrap() error { return e.Reason }
