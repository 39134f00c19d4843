package style

import (
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

// Error returns the reason in words, and for a value that is no reason a form
// such as "Reason(0)".
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
// The input is quoted in ASCII. A long one is cut short, and its length given.
func (e *QPIError) Error() string {
	input := strconv.QuoteToASCII(e.Input)
	if e.Length > len(e.Input) {
		input += "..., " + strconv.Itoa(e.Length) + " bytes"
	}
	sentence := e.Func + "(" + input + "): byte " + strconv.Itoa(e.Offset) + ": " + e.Reason.Error()
	if e.Match.IsZero() {
		return sentence
	}
	first, second := e.Match.first.Letter(), e.Match.second.Letter()
	return sentence + "; " + string(rune(first)) + " is the first side's, " + string(rune(second)) + " the second's"
}

// Unwrap returns the Reason.
func (e *QPIError) Unwrap() error { return e.Reason }

// newError keeps no more of the input than pin.MaxInput bytes, and a copy of
// these, so that a short error does not keep a long input alive.
func newError[T string | []byte](call string, s T, offset int, reason error) *QPIError {
	input := strings.Clone(string(s[:min(len(s), pin.MaxInput)]))
	return &QPIError{Func: call, Input: input, Length: len(s), Offset: offset, Reason: reason}
}

// parseError explains why lookupQPI refused s.
func parseError[T string | []byte](r Reading, call string, s T) *QPIError {
	// A token is so short that the beginning of a long input is enough.
	offset, reason := diagnose(r, string(s[:min(len(s), pin.MaxInput)]))
	return newError(call, s, offset, reason)
}

// diagnose finds the first byte that makes s no QPI token. It is called only
// for what is none.
func diagnose(r Reading, s string) (offset int, reason error) {
	switch {
	case !r.valid():
		return 0, ErrUnknownReading
	case s == "":
		return 0, ErrEmpty
	case !isLetter(s[0]):
		return 0, stray(s[0], ErrNotStyleLetter)
	case len(s) == 1:
		return 1, ErrNoSeparator
	case s[1] != Separator:
		return 1, stray(s[1], ErrNoSeparator)
	case len(s) == pinAt:
		return pinAt, ErrNoPIN
	}
	offset, reason = pinFault(r, s[pinAt:])
	return pinAt + offset, reason
}

// pinFault says why s, which is no PIN token of the reading's edition, is none.
func pinFault(r Reading, s string) (offset int, reason error) {
	_, err := r.Edition().PIN().Parse(s)
	fault := err.(*pin.ParseError) // the only error that Parse has
	return fault.Offset, fault.Reason
}

// stray says what is wrong with a byte that occurs in no token at all, in the
// words of package pin, or returns otherwise if there is nothing particular to
// say.
func stray(c byte, otherwise Reason) error {
	_, reason := pinFault(Current, "K"+string([]byte{c, '!'}))
	switch reason {
	case pin.ErrWhitespace, pin.ErrLineBreak, pin.ErrNUL, pin.ErrNotASCII:
		return reason
	}
	return otherwise
}
