package epin

import "github.com/epin-conformance/harness/epin/pin"

// DerivationMarker is what stands at the end of a derived piece's token: the
// apostrophe U+0027, and no other (EPIN §7.2).
const DerivationMarker = '\''

// An Identifier is an EPIN token, taken apart: a PIN identifier, and whether
// the piece is native or derived with respect to its style.
//
// It is a small immutable value, made by [Parse], [New], [FromPIN] or a
// transformation. Identifiers are equal (==) exactly when their strings are,
// and may be keys of a map. The zero Identifier is no piece and no token; see
// the package documentation for how it behaves.
type Identifier struct {
	pin     pin.Identifier
	derived bool // false in the zero Identifier
}

// New returns the Identifier with the given attributes. It returns an
// *[AttributeError] for a name that is not one of 'A' to 'Z', or a side or
// state that is none of its constants.
func New(name Name, side Side, state State, terminal, derived bool) (Identifier, error) {
	p, err := pin.New(name, side, state, terminal)
	if err != nil {
		bad := *err.(*pin.AttributeError) // the only error that pin.New has
		bad.Func = "epin.New"
		return Identifier{}, &bad
	}
	return Identifier{p, derived}, nil
}

// FromPIN returns the native Identifier of a PIN identifier, whose string is
// that of p (EPIN §3: every PIN token is an EPIN token). It returns the zero
// Identifier for the zero pin.Identifier.
func FromPIN(p pin.Identifier) Identifier { return Identifier{pin: p} }

// IsZero reports whether i is the zero Identifier, which is no piece.
func (i Identifier) IsZero() bool { return i.pin.IsZero() }

// PIN returns what i is without its style status: the identifier of the PIN
// token that i's token begins with (EPIN §9.3, pin). It is the zero
// pin.Identifier for the zero Identifier.
func (i Identifier) PIN() pin.Identifier { return i.pin }

// IsNative reports whether i is a piece with Native Style status: without the
// derivation marker (EPIN §9.3, native?). It is false for the zero Identifier.
func (i Identifier) IsNative() bool { return !i.IsZero() && !i.derived }

// IsDerived reports whether i is a piece with Derived Style status: with the
// derivation marker (EPIN §9.3, derived?).
func (i Identifier) IsDerived() bool { return i.derived }

// Name returns the Piece Name, 'A' to 'Z' whatever the side; 0 for the zero
// Identifier.
func (i Identifier) Name() Name { return i.pin.Name() }

// Side returns the Piece Side; First for the zero Identifier.
func (i Identifier) Side() Side { return i.pin.Side() }

// State returns the Piece State; Normal for the zero Identifier.
func (i Identifier) State() State { return i.pin.State() }

// IsTerminal reports whether i is a Terminal Piece.
func (i Identifier) IsTerminal() bool { return i.pin.IsTerminal() }

// Letter returns the letter of the token: the name in the case of the side. It
// is 0 for the zero Identifier.
func (i Identifier) Letter() byte { return i.pin.Letter() }

// Prefix returns the state modifier: "+", "-", or "" for a normal piece and
// for the zero Identifier.
func (i Identifier) Prefix() string { return i.pin.Prefix() }

// Suffix returns the derivation marker: "'" for a derived piece, otherwise "".
// The terminal marker is the suffix of the PIN identifier: a token is
// Prefix, Letter, PIN().Suffix and Suffix, in this order.
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
