// Package sin parses and validates tokens of Style Identifier Notation (SIN). It is a
// reference implementation of the conformance harness. It imports only the standard
// library and package pin.
//
// SIN names a style of play, such as chess, and the side that it belongs to, in one
// ASCII letter: \A[A-Za-z]\z, 52 valid tokens (SIN §4.2, §4.3). The letter without
// its case is the Player Style, and its case is the Player Side (SIN §5): s is
// style S of the second player.
//
// We have not seen the document beyond its grammar and these attributes. It is our
// reading that upper case is the first player, as in PIN, and that the string of a
// parsed token is that token.
//
// The zero [Identifier] is not a style: IsZero is true, its string is empty, and it
// cannot be marshalled.
package sin

import (
	"strings"

	"github.com/epin-conformance/harness/epin/pin"
)

// A Style is a Player Style, 'A' to 'Z' (SIN §5). The zero Style is not valid.
type Style = pin.Name

// An Identifier is a parsed SIN token. Identifiers are equal (==) exactly if their
// strings are.
type Identifier struct {
	letter pin.Identifier // the PIN token with the same string
}

// Parse parses a token. The error is a *[pin.ParseError] with the reason
// pin.ErrEmpty, pin.ErrNotLetter or pin.ErrTrailing.
func Parse(s string) (Identifier, error) {
	letter, isLetter := pin.Current.Lookup(s[:min(len(s), 1)])
	bad := pin.ParseError{Func: "sin.Parse", Length: len(s)}
	switch {
	case s == "":
		bad.Reason = pin.ErrEmpty
	case !isLetter:
		bad.Reason = pin.ErrNotLetter
	case len(s) > 1:
		bad.Offset, bad.Reason = 1, pin.ErrTrailing
	default:
		return Identifier{letter}, nil
	}
	bad.Input = strings.Clone(s[:min(len(s), pin.MaxInput)])
	return Identifier{}, &bad
}

// Valid reports whether s is a valid token.
func Valid(s string) bool { return len(s) == 1 && pin.Valid(s) }

// IsZero reports whether i is the zero Identifier, which is not a style.
func (i Identifier) IsZero() bool { return i.letter.IsZero() }

// Style returns the Player Style, 'A' to 'Z'; 0 for the zero Identifier.
func (i Identifier) Style() Style { return i.letter.Name() }

// Side returns the Player Side; First for the zero Identifier.
func (i Identifier) Side() pin.Side { return i.letter.Side() }

// String returns the token; "" for the zero Identifier.
func (i Identifier) String() string { return i.letter.String() }

// MarshalText returns the token; for the zero Identifier the error of Parse.
func (i Identifier) MarshalText() ([]byte, error) {
	_, err := Parse(i.String())
	return []byte(i.String()), err
}

// UnmarshalText sets *i to the result of Parse, and leaves it unchanged on an error.
func (i *Identifier) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err == nil {
		*i = parsed
	}
	return err
}
