package style

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/epin/pin"
)

// A Reason says why an input is not a valid QPI token, or why a conversion fails. It
// is an error: use errors.Is(err, style.ErrNeitherSide) to test for the reason of a
// [QPIError]. For an invalid PIN token inside a QPI token, and for a byte that no
// token contains, the reason is a pin.Reason. The zero Reason is not a reason.
type Reason uint8

// The reasons. Those marked form describe the byte at [QPIError.Offset].
const (
	ErrEmpty          Reason = iota + 1 // form: the input is empty
	ErrNotStyleLetter                   // form: another character in the place of the style letter: "1:P"
	ErrNoSeparator                      // form: no colon after the style letter: "C", "CP"
	ErrNoPIN                            // form: the input ends after the colon: "C:"
	ErrNeitherSide                      // FromQPI: neither side has the style letter
	ErrCaseNotStyle                     // FromQPI, Current: the style letter has the case of the side that does not have the style
	ErrCaseNotPiece                     // FromQPI, Initial: the style letter does not have the case of the piece
	ErrAmbiguous                        // FromQPI, Initial: both sides have the style letter
	ErrZero                             // the zero QPI, which is not a token
	ErrZeroMatch                        // the zero Match, which has no styles
	ErrUnknownReading                   // the Reading is not one of the constants
)

var reasons = [...]string{
	ErrEmpty:          "empty: a QPI token is a style letter, a colon and a PIN token",
	ErrNotStyleLetter: "not a style letter from A to Z or a to z",
	ErrNoSeparator:    "no colon behind the style letter",
	ErrNoPIN:          "no PIN token behind the colon",
	ErrNeitherSide:    "style letter of neither side",
	ErrCaseNotStyle:   "style letter in the case of the side that does not have it",
	ErrCaseNotPiece:   "style letter not in the case of the piece, which it follows in this reading",
	ErrAmbiguous:      "style letter of both sides: native and derived are the same in this reading",
	ErrZero:           "the zero QPI is not a valid token",
	ErrZeroMatch:      "the zero Match has no styles",
	ErrUnknownReading: "unknown reading, which has no tokens",
}

// Error returns the reason in words, and for an unknown value a text such as
// "Reason(0)".
func (r Reason) Error() string {
	if r == 0 || int(r) >= len(reasons) {
		return "Reason(" + strconv.Itoa(int(r)) + ")"
	}
	return reasons[r]
}

// A QPIError says why an input is not a valid QPI token, and at which byte, or why
// a conversion fails.
type QPIError struct {
	// Func is the call that failed, such as "style.Initial.FromQPI".
	Func string
	// Input is a copy of the input, or of its first pin.MaxInput bytes if it is
	// longer.
	Input string
	// Length is the length of the whole input in bytes.
	Length int
	// Offset is the index of the first invalid byte, or Length if the input is only
	// too short. It is 0 if the cause is not in the input.
	Offset int
	// Reason is the cause: a [Reason], a pin.Reason or epin.ErrZero. Unwrap
	// returns it.
	Reason error
	// Match is the match that the style letter does not fit; the zero Match for
	// other causes.
	Match Match
}

// Error returns a sentence such as
//
//	style.Initial.FromQPI("M:P"): byte 0: style letter of neither side; C is the first side's, S the second's
//
// It quotes the input in ASCII. It truncates a long input and states its length.
func (e *QPIError) Error() string {
	cut, letters := "", ""
	if e.Length > len(e.Input) {
		cut = fmt.Sprintf("..., %d bytes", e.Length)
	}
	if !e.Match.IsZero() {
		letters = fmt.Sprintf("; %c is the first side's, %c the second's", e.Match.first.Letter(), e.Match.second.Letter())
	}
	return fmt.Sprintf("%s(%+q%s): byte %d: %v%s", e.Func, e.Input, cut, e.Offset, e.Reason, letters)
}

// Unwrap returns the Reason.
func (e *QPIError) Unwrap() error { return e.Reason }

// newError copies at most pin.MaxInput bytes of the input, so that a short error
// does not keep a long input alive.
func newError[T string | []byte](call string, s T, offset int, reason error) *QPIError {
	input := strings.Clone(string(s[:min(len(s), pin.MaxInput)]))
	return &QPIError{Func: call, Input: input, Length: len(s), Offset: offset, Reason: reason}
}
