package epin

import (
	"errors"
	"fmt"

	"github.com/epin-conformance/harness/epin/pin"
)

// DerivationMarker is the last character of the token of a derived piece. It is
// the ASCII apostrophe U+0027 (EPIN §7.2).
const DerivationMarker = '\''

// A Name is a Piece Name, 'A' to 'Z' (EPIN §7.1). The zero Name is not valid.
type Name = pin.Name

// A Side is a Piece Side (EPIN §7.1). The zero Side is First.
type Side = pin.Side

// The two sides.
const (
	First  Side = pin.First  // the first player, whose letters are upper case
	Second Side = pin.Second // the second player, whose letters are lower case
)

// A State is a Piece State (EPIN §7.1). The zero State is Normal.
type State = pin.State

// The three states.
const (
	Normal     State = pin.Normal     // no state modifier
	Enhanced   State = pin.Enhanced   // the state modifier +
	Diminished State = pin.Diminished // the state modifier -
)

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

// New returns the Identifier with the given attributes. It returns an error if the
// name is not 'A' to 'Z', or the side or state is not one of the constants.
func New(name Name, side Side, state State, terminal, derived bool) (Identifier, error) {
	p, err := pin.New(name, side, state, terminal)
	if err != nil {
		return Identifier{}, fmt.Errorf("e%w", err) // its error begins with "pin.New"
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

// String returns the token. For a parsed Identifier, it is the parsed token (EPIN
// §9.2). For the zero Identifier it is "".
func (i Identifier) String() string {
	if i.derived {
		return i.pin.String() + string(DerivationMarker)
	}
	return i.pin.String()
}

// MarshalText returns the token. For the zero Identifier it returns an error,
// because the empty text is not a valid token. For a JSON field that may be zero,
// use the option omitzero. It implements [encoding.TextMarshaler].
func (i Identifier) MarshalText() ([]byte, error) {
	if i.IsZero() {
		return nil, errors.New("epin.Identifier.MarshalText: the zero Identifier is not a valid token")
	}
	return []byte(i.String()), nil
}

// UnmarshalText parses a token of Current, which includes all tokens of Initial,
// and sets *i to it. For an invalid or empty text it returns a *[ParseError] and
// leaves *i unchanged. It implements [encoding.TextUnmarshaler].
func (i *Identifier) UnmarshalText(text []byte) error {
	j, ok := Current.lookup(string(text))
	if !ok {
		return parseError(Current, new(pin.Identifier).UnmarshalText(text))
	}
	*i = j
	return nil
}

// Native returns a copy of i with Native Style status, without the derivation
// marker (EPIN §9.3, native). It is idempotent.
func (i Identifier) Native() Identifier { return FromPIN(i.pin) }

// Derive returns a copy of i with Derived Style status, with the derivation
// marker (EPIN §9.3, derive). It is idempotent.
func (i Identifier) Derive() Identifier { return Identifier{i.pin, !i.IsZero()} }

// WithName returns a copy of i with the given Piece Name; the zero Identifier
// if the name is not one of 'A' to 'Z', or i is zero.
func (i Identifier) WithName(name Name) Identifier {
	p := i.pin.WithName(name)
	return Identifier{p, i.derived && !p.IsZero()}
}

// Flip returns a copy of i that belongs to the other side. It keeps the Style
// status; the context defines what that means for the other side.
func (i Identifier) Flip() Identifier { return Identifier{i.pin.Flip(), i.derived} }

// Enhance returns a copy of i in the state Enhanced, from any state.
func (i Identifier) Enhance() Identifier { return Identifier{i.pin.Enhance(), i.derived} }

// Diminish returns a copy of i in the state Diminished, from any state.
func (i Identifier) Diminish() Identifier { return Identifier{i.pin.Diminish(), i.derived} }

// Normalize returns a copy of i in the state Normal, from any state. It keeps the
// Style status.
func (i Identifier) Normalize() Identifier { return Identifier{i.pin.Normalize(), i.derived} }

// MarkTerminal returns a copy of i that is a Terminal Piece. Initial has no valid
// token for it.
func (i Identifier) MarkTerminal() Identifier { return Identifier{i.pin.MarkTerminal(), i.derived} }

// UnmarkTerminal returns a copy of i that is not a Terminal Piece.
func (i Identifier) UnmarkTerminal() Identifier { return Identifier{i.pin.UnmarkTerminal(), i.derived} }
