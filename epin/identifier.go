package epin

import (
	"cmp"
	"fmt"

	"github.com/epin-conformance/harness/epin/pin"
)

// DerivationMarker is the last character of the token of a derived piece. It is
// the ASCII apostrophe U+0027 (EPIN §7.2).
const DerivationMarker = '\''

// An Identifier is a parsed EPIN token: a PIN identifier, and whether the piece
// is native or derived.
//
// It is a small immutable value. [Parse], [New], [FromPIN] and transformations
// return it. Identifiers are equal (==) exactly if their strings are, and may be
// keys of a map. The zero Identifier is not a piece; see the package
// documentation.
type Identifier struct {
	pin     pin.Identifier
	derived bool // false in the zero Identifier
}

// New returns the Identifier with the given attributes. It returns an
// *[AttributeError] if the name is not 'A' to 'Z', or the side or state is not one
// of the constants.
func New(name Name, side Side, state State, terminal, derived bool) (Identifier, error) {
	p, err := pin.New(name, side, state, terminal)
	if err != nil {
		bad := *err.(*pin.AttributeError) // pin.New returns no other error
		bad.Func = "epin.New"
		return Identifier{}, &bad
	}
	return Identifier{p, derived}, nil
}

// FromPIN returns the native Identifier with the same string as p (EPIN §3: every
// valid PIN token is a valid EPIN token). It returns the zero Identifier for the
// zero pin.Identifier.
func FromPIN(p pin.Identifier) Identifier { return Identifier{pin: p} }

// IsZero reports whether i is the zero Identifier, which is not a piece.
func (i Identifier) IsZero() bool { return i.pin.IsZero() }

// PIN returns the identifier of the PIN token: the token without the derivation
// marker (EPIN §9.3, pin). It is the zero pin.Identifier for the zero Identifier.
func (i Identifier) PIN() pin.Identifier { return i.pin }

// IsNative reports whether i has Native Style status, and so no derivation marker
// (EPIN §9.3, native?). It is false for the zero Identifier.
func (i Identifier) IsNative() bool { return !i.IsZero() && !i.derived }

// IsDerived reports whether i has Derived Style status, and so the derivation
// marker (EPIN §9.3, derived?).
func (i Identifier) IsDerived() bool { return i.derived }

// Name returns the Piece Name, 'A' to 'Z' for both sides; 0 for the zero
// Identifier.
func (i Identifier) Name() Name { return i.pin.Name() }

// Side returns the Piece Side; First for the zero Identifier.
func (i Identifier) Side() Side { return i.pin.Side() }

// State returns the Piece State; Normal for the zero Identifier.
func (i Identifier) State() State { return i.pin.State() }

// IsTerminal reports whether i is a Terminal Piece.
func (i Identifier) IsTerminal() bool { return i.pin.IsTerminal() }

// Letter returns the letter of the token: the name, in lower case for the second
// player. It is 0 for the zero Identifier.
func (i Identifier) Letter() byte { return i.pin.Letter() }

// Prefix returns the state modifier: "+", "-", or "" for a normal piece and
// for the zero Identifier.
func (i Identifier) Prefix() string { return i.pin.Prefix() }

// Suffix returns the derivation marker: "'" for a derived piece, otherwise "".
// The terminal marker is PIN().Suffix: a token is Prefix, Letter, PIN().Suffix
// and Suffix, in this order.
func (i Identifier) Suffix() string {
	if i.derived {
		return "'"
	}
	return ""
}

// IsNormal reports whether i is a piece in the state Normal; false for the zero
// Identifier.
func (i Identifier) IsNormal() bool { return i.pin.IsNormal() }

// IsEnhanced reports whether i is a piece in the state Enhanced.
func (i Identifier) IsEnhanced() bool { return i.pin.IsEnhanced() }

// IsDiminished reports whether i is a piece in the state Diminished.
func (i Identifier) IsDiminished() bool { return i.pin.IsDiminished() }

// IsFirst reports whether i is a piece of the first player; false for the zero
// Identifier.
func (i Identifier) IsFirst() bool { return i.pin.IsFirst() }

// IsSecond reports whether i is a piece of the second player.
func (i Identifier) IsSecond() bool { return i.pin.IsSecond() }

// SameName reports whether i and j have the same Piece Name; false if either is
// the zero Identifier.
func (i Identifier) SameName(j Identifier) bool { return i.pin.SameName(j.pin) }

// SameSide reports whether i and j belong to the same side; false if either is
// the zero Identifier.
func (i Identifier) SameSide(j Identifier) bool { return i.pin.SameSide(j.pin) }

// SameState reports whether i and j are in the same state; false if either is
// the zero Identifier.
func (i Identifier) SameState(j Identifier) bool { return i.pin.SameState(j.pin) }

// SameTerminal reports whether i and j have the same Terminal Status; false if
// either is the zero Identifier.
func (i Identifier) SameTerminal(j Identifier) bool { return i.pin.SameTerminal(j.pin) }

// SameStatus reports whether i and j have the same Style status, native or
// derived; false if either is the zero Identifier. It says nothing about the
// styles themselves, which EPIN does not encode.
func (i Identifier) SameStatus(j Identifier) bool {
	return !i.IsZero() && !j.IsZero() && i.derived == j.derived
}

// Compare returns -1 if i sorts before j, +1 if after, and 0 if they are equal.
// The order is that of [All]: by name, then side, then state (normal, enhanced,
// diminished), then Terminal Status (not terminal first), then Style status
// (native first). The zero Identifier comes first.
func (i Identifier) Compare(j Identifier) int {
	return cmp.Or(i.pin.Compare(j.pin), cmp.Compare(i.Suffix(), j.Suffix()))
}

// ErrZero means that an Identifier cannot be marshalled because it is zero.
var ErrZero = pin.ErrZero

// derivedTexts holds the tokens of the derived pieces, so that String does not
// allocate.
var derivedTexts = func() map[pin.Identifier]string {
	texts := make(map[pin.Identifier]string)
	for p := range pin.All() {
		texts[p] = p.String() + string(DerivationMarker)
	}
	return texts
}()

// String returns the token. For a parsed Identifier, it is the parsed token (EPIN
// §9.2). For the zero Identifier it is "".
func (i Identifier) String() string {
	if i.derived {
		return derivedTexts[i.pin]
	}
	return i.pin.String()
}

// AppendText appends the token to b. For the zero Identifier it returns b
// unchanged, and an error that wraps [ErrZero]. It implements
// [encoding.TextAppender].
func (i Identifier) AppendText(b []byte) ([]byte, error) {
	if i.IsZero() {
		return b, fmt.Errorf("epin.Identifier.AppendText: %w", ErrZero)
	}
	return append(b, i.String()...), nil
}

// MarshalText returns the token. For the zero Identifier it returns an error
// that wraps [ErrZero], because the empty text is not a valid token. For a JSON
// field that may be zero, use the option omitzero. It implements
// [encoding.TextMarshaler].
func (i Identifier) MarshalText() ([]byte, error) {
	if i.IsZero() {
		return nil, fmt.Errorf("epin.Identifier.MarshalText: %w", ErrZero)
	}
	return []byte(i.String()), nil
}

// UnmarshalText parses a token of Current, which includes all tokens of Initial,
// and sets *i to it. For an invalid or empty text it returns a *[ParseError] and
// leaves *i unchanged. It implements [encoding.TextUnmarshaler].
func (i *Identifier) UnmarshalText(text []byte) error {
	j, ok := Current.LookupBytes(text)
	if !ok {
		return parseError(Current, new(pin.Identifier).UnmarshalText(text))
	}
	*i = j
	return nil
}
