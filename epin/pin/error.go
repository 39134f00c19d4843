package pin

import (
	"fmt"
	"strings"
)

// A Reason says why an input is invalid. It is an error: use
// errors.Is(err, pin.ErrEmpty) to test for the reason of a [ParseError].
//
// Package epin shares this type. Package pin never returns the reasons marked
// EPIN. The zero Reason is not a reason.
type Reason uint8

// The reasons. Each describes the byte at [ParseError.Offset].
const (
	ErrEmpty             Reason = iota + 1 // the input is empty
	ErrNoLetter                            // the input ends after the state modifier: "+"
	ErrNotLetter                           // another character in the place of the letter: "1"
	ErrDoubleState                         // a second state modifier: "++K"
	ErrStateAfterLetter                    // a state modifier after the letter: "K+"
	ErrTerminalFirst                       // a terminal marker before the letter: "^K"
	ErrDoubleTerminal                      // a second terminal marker: "K^^"
	ErrTerminalEdition                     // a terminal marker in the Initial edition: "K^"
	ErrDerivationFirst                     // a derivation marker before the letter: "'K"
	ErrDerivationInPIN                     // a derivation marker after a PIN token: "K'"; package epin never returns it
	ErrDoubleDerivation                    // EPIN: a second derivation marker: "K''"
	ErrDerivationNotLast                   // EPIN: a terminal marker after the derivation marker: "K'^"
	ErrWhitespace                          // a space, tab, vertical tab or form feed: "K "
	ErrLineBreak                           // a line feed or carriage return: "K\n"
	ErrNUL                                 // a zero byte: "K\x00"
	ErrNotASCII                            // a byte of 0x80 or more: "é"
	ErrTrailing                            // any other byte after the end of the token: "KK"
	ErrUnknownEdition                      // the Edition is not one of the constants
)

var reasons = [...]string{
	0:                    "Reason(0)",
	ErrEmpty:             "empty: a token has at least a letter",
	ErrNoLetter:          "no letter after the state modifier",
	ErrNotLetter:         "not a letter from A to Z or a to z",
	ErrDoubleState:       "more than one state modifier",
	ErrStateAfterLetter:  "state modifier after the letter",
	ErrTerminalFirst:     "terminal marker before the letter",
	ErrDoubleTerminal:    "more than one terminal marker",
	ErrTerminalEdition:   "terminal marker, which this edition does not have",
	ErrDerivationFirst:   "derivation marker before the letter",
	ErrDerivationInPIN:   "derivation marker, which EPIN has and PIN does not",
	ErrDoubleDerivation:  "more than one derivation marker",
	ErrDerivationNotLast: "terminal marker after the derivation marker, which must be last",
	ErrWhitespace:        "whitespace",
	ErrLineBreak:         "line break",
	ErrNUL:               "NUL byte",
	ErrNotASCII:          "byte outside ASCII",
	ErrTrailing:          "unexpected byte after the end of the token",
	ErrUnknownEdition:    "unknown edition, which has no tokens",
}

// Error returns the reason in words, and for an unknown value a text such as
// "Reason(0)".
func (r Reason) Error() string { return valueName("Reason", uint8(r), reasons[:]...) }

// A ParseError says why an input is invalid, and at which byte. Package epin
// returns the same type.
type ParseError struct {
	// Func is the call that failed, such as "pin.Parse".
	Func string
	// Input is a copy of the input, or of its first 64 bytes if it is longer.
	Input string
	// Length is the length of the whole input in bytes.
	Length int
	// Offset is the index of the first byte that makes the input invalid, or
	// Length if the input is only too short. It is at most 4.
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

// newError returns the error of a method of the edition. It copies the input,
// so that a short error does not keep a long input alive.
func newError(e Edition, method, s string, offset int, reason Reason) *ParseError {
	call := "pin." + e.String() + "."
	switch e {
	case Current: // the functions of the package
		call = "pin."
	case Initial:
		call = "pin.Initial."
	}
	input := strings.Clone(s[:min(len(s), MaxInput)])
	return &ParseError{Func: call + method, Input: input, Length: len(s), Offset: offset, Reason: reason}
}
