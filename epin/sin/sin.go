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
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/epin-conformance/harness/epin/pin"
)

// A Style is a Player Style, 'A' to 'Z' (SIN §5). The zero Style is not valid.
type Style = pin.Name

// An Identifier is a parsed SIN token: Player Style and Player Side. It is a small
// immutable value. Identifiers are equal (==) exactly if their strings are, and may
// be keys of a map.
type Identifier struct {
	letter pin.Identifier // the PIN token with the same string
}

// New returns the Identifier with the given attributes. It returns an error if the
// style is not 'A' to 'Z', or the side is not one of the constants.
func New(style Style, side pin.Side) (Identifier, error) {
	letter, err := pin.New(style, side, pin.Normal, false)
	if err != nil {
		return Identifier{}, fmt.Errorf("sin.New: %w", err)
	}
	return Identifier{letter}, nil
}

// All returns the identifiers of all valid tokens: by style, then side.
func All() iter.Seq[Identifier] {
	return func(yield func(Identifier) bool) {
		for p := range pin.Initial.All() {
			if p.State() == pin.Normal && !yield(Identifier{p}) {
				return
			}
		}
	}
}

// Parse parses a token. The error is a *[pin.ParseError] with the reason
// pin.ErrEmpty, pin.ErrNotLetter or pin.ErrTrailing.
func Parse(s string) (Identifier, error) { return parse("sin.Parse", s) }

// MustParse is Parse for tokens known to be valid, such as constants. If Parse
// returns an error, it panics with it.
func MustParse(s string) Identifier {
	i, err := Parse(s)
	if err != nil {
		panic(err)
	}
	return i
}

// Valid reports whether s is a valid token.
func Valid(s string) bool { return len(s) == 1 && pin.Valid(s) }

func parse(call, s string) (Identifier, error) {
	letter, isPIN := pin.Current.Lookup(s[:min(len(s), 1)])
	bad := pin.ParseError{Func: call, Length: len(s)}
	switch {
	case s == "":
		bad.Reason = pin.ErrEmpty
	case !isPIN:
		bad.Reason = pin.ErrNotLetter
	case len(s) > 1:
		bad.Offset, bad.Reason = 1, pin.ErrTrailing
	default:
		return Identifier{letter}, nil
	}
	bad.Input = strings.Clone(s[:min(len(s), pin.MaxInput)])
	return Identifier{}, &bad
}

// IsZero reports whether i is the zero Identifier, which is not a style.
func (i Identifier) IsZero() bool { return i.letter.IsZero() }

// Style returns the Player Style, 'A' to 'Z'; 0 for the zero Identifier.
func (i Identifier) Style() Style { return i.letter.Name() }

// Side returns the Player Side; First for the zero Identifier.
func (i Identifier) Side() pin.Side { return i.letter.Side() }

// String returns the token; "" for the zero Identifier.
func (i Identifier) String() string { return i.letter.String() }

// MarshalText returns the token, and an error for the zero Identifier. It implements
// [encoding.TextMarshaler].
func (i Identifier) MarshalText() ([]byte, error) {
	if i.IsZero() {
		return nil, errors.New("sin.Identifier.MarshalText: the zero Identifier is not a valid token")
	}
	return []byte(i.String()), nil
}

// UnmarshalText parses a token and sets *i to it. For an invalid or empty text it
// returns an error as Parse does, and leaves *i unchanged. It implements
// [encoding.TextUnmarshaler].
func (i *Identifier) UnmarshalText(text []byte) error {
	j, err := parse("sin.Identifier.UnmarshalText", string(text))
	if err == nil {
		*i = j
	}
	return err
}
