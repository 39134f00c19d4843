package style

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/epin/pin"
)

// A Reason says why an input is no QPI token, or why a conversion fails. It is
// an error, so that errors.Is(err, style.ErrNeitherSide) asks for the reason of
// a [QPIError]. What is wrong with the PIN token of a QPI token, and with a byte
// that no token holds, package pin has the reasons for. The zero Reason is none.
type Reason uint8

// The reasons. Those of the form speak of the byte at [QPIError.Offset].
const (
	ErrEmpty          Reason = iota + 1 // form: there is no byte at all
	ErrNotStyleLetter                   // form: something else where the style letter belongs: "1:P"
	ErrNoSeparator                      // form: no colon behind the style letter: "C", "CP"
	ErrNoPIN                            // form: the input ends behind the colon: "C:"
	ErrNeitherSide                      // FromQPI: the style letter is that of neither side
	ErrCaseNotStyle                     // FromQPI, Current: the style letter is not that of the side of its case
	ErrCaseNotPiece                     // FromQPI, Initial: the style letter is not in the case of the piece
	ErrAmbiguous                        // FromQPI, Initial: the style letter is that of both sides
	ErrZero                             // the zero QPI, which is no token
	ErrZeroMatch                        // the zero Match, which has no styles
	ErrUnknownReading                   // the Reading asked is none of the constants
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
	ErrZero:           "the zero QPI is no token",
	ErrZeroMatch:      "the zero Match has no styles",
	ErrUnknownReading: "unknown reading, which has no tokens",
}

// Error returns the reason in words, and for any other value a form such as
// "Reason(0)".
func (r Reason) Error() string {
	if r == 0 || int(r) >= len(reasons) {
		return "Reason(" + strconv.Itoa(int(r)) + ")"
	}
	return reasons[r]
}

// A QPIError says why, and where, an input is no QPI token, or why a token has
// no counterpart in a conversion.
type QPIError struct {
	// Func is the call that failed, such as "style.Initial.FromQPI".
	Func string
	// Input is a copy of the token given, or of its first pin.MaxInput bytes if
	// it is longer.
	Input string
	// Length is the length of the whole input in bytes.
	Length int
	// Offset is the index of the byte that is wrong; Length if the input is
	// merely too short, and 0 if it is not the token that is wrong.
	Offset int
	// Reason is what is wrong: a [Reason], a pin.Reason or epin.ErrZero. Unwrap
	// returns it.
	Reason error
	// Match is the match in which the style letter is wrong; the zero Match if
	// something else is.
	Match Match
}

// Error returns a sentence such as
//
//	style.Initial.FromQPI("M:P"): byte 0: style letter of neither side; C is the first side's, S the second's
//
// It quotes the input in ASCII. It cuts a long input short and gives its length.
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
