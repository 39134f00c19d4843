package pin

import (
	"cmp"
	"errors"
	"fmt"
)

// TerminalMarker follows the letter of a Terminal Piece.
const TerminalMarker = '^'

// The state modifiers precede the letter.
const (
	EnhancedModifier   = '+'
	DiminishedModifier = '-'
)

// An Identifier is a parsed PIN token: Piece Name, Side, State and Terminal
// Status.
//
// It is a small immutable value. [Parse], [New] and transformations return it.
// Identifiers are equal (==) exactly if their strings are, and may be keys of a
// map. The zero Identifier is not a piece; see the package documentation.
type Identifier struct{ bits bits }

// bits holds the four attributes in sort order, the first in the highest bits:
// name (1 for A to 26 for Z; 0 in the zero Identifier only), side, state,
// terminal. One word is faster to move than four fields.
type bits uint16

const (
	terminalBit bits = 1 << 0
	stateShift       = 1
	stateMask   bits = 3 << stateShift
	sideShift        = 3
	sideMask    bits = 1 << sideShift
	nameShift        = 4
	nameMask    bits = 31 << nameShift
)

func nameBits(n Name) bits   { return bits(n-'A'+1) << nameShift }
func sideBits(s Side) bits   { return bits(s) << sideShift }
func stateBits(s State) bits { return bits(s) << stateShift }

// New returns the Identifier with the given attributes. It returns an
// *[AttributeError] if the name is not 'A' to 'Z', or the side or state is not one
// of the constants.
func New(name Name, side Side, state State, terminal bool) (Identifier, error) {
	switch {
	case !name.valid():
		return Identifier{}, &AttributeError{"pin.New", "name", uint8(name)}
	case !side.valid():
		return Identifier{}, &AttributeError{"pin.New", "side", uint8(side)}
	case !state.valid():
		return Identifier{}, &AttributeError{"pin.New", "state", uint8(state)}
	}
	i := Identifier{nameBits(name) | sideBits(side) | stateBits(state)}
	return i.WithTerminal(terminal), nil
}

// IsZero reports whether i is the zero Identifier, which is not a piece.
func (i Identifier) IsZero() bool { return i.bits == 0 }

// Name returns the Piece Name, 'A' to 'Z' for both sides; 0 for the zero
// Identifier.
func (i Identifier) Name() Name {
	if i.IsZero() {
		return 0
	}
	return 'A' - 1 + Name(i.bits>>nameShift)
}

// Side returns the Piece Side; First for the zero Identifier.
func (i Identifier) Side() Side { return Side(i.bits & sideMask >> sideShift) }

// State returns the Piece State; Normal for the zero Identifier.
func (i Identifier) State() State { return State(i.bits & stateMask >> stateShift) }

// IsTerminal reports whether i is a Terminal Piece.
func (i Identifier) IsTerminal() bool { return i.bits&terminalBit != 0 }

// Letter returns the letter of the token: the name, in lower case for the second
// player. It is 0 for the zero Identifier.
func (i Identifier) Letter() byte {
	if i.Side() == Second {
		return byte(i.Name()) + ('a' - 'A')
	}
	return byte(i.Name())
}

// Prefix returns the state modifier: "+", "-", or "" for a normal piece and
// for the zero Identifier.
func (i Identifier) Prefix() string {
	switch i.State() {
	case Enhanced:
		return "+"
	case Diminished:
		return "-"
	}
	return ""
}

// Suffix returns the terminal marker: "^" for a Terminal Piece, otherwise "".
func (i Identifier) Suffix() string {
	if i.IsTerminal() {
		return "^"
	}
	return ""
}

// IsNormal reports whether i is a piece in the state Normal; false for the zero
// Identifier.
func (i Identifier) IsNormal() bool { return !i.IsZero() && i.State() == Normal }

// IsEnhanced reports whether i is a piece in the state Enhanced.
func (i Identifier) IsEnhanced() bool { return i.State() == Enhanced }

// IsDiminished reports whether i is a piece in the state Diminished.
func (i Identifier) IsDiminished() bool { return i.State() == Diminished }

// IsFirst reports whether i is a piece of the first player; false for the zero
// Identifier.
func (i Identifier) IsFirst() bool { return !i.IsZero() && i.Side() == First }

// IsSecond reports whether i is a piece of the second player.
func (i Identifier) IsSecond() bool { return i.Side() == Second }

// SameName reports whether i and j have the same Piece Name; false if either is
// the zero Identifier.
func (i Identifier) SameName(j Identifier) bool { return i.same(j, nameMask) }

// SameSide reports whether i and j belong to the same side; false if either is
// the zero Identifier.
func (i Identifier) SameSide(j Identifier) bool { return i.same(j, sideMask) }

// SameState reports whether i and j are in the same state; false if either is
// the zero Identifier.
func (i Identifier) SameState(j Identifier) bool { return i.same(j, stateMask) }

// SameTerminal reports whether i and j have the same Terminal Status; false if
// either is the zero Identifier.
func (i Identifier) SameTerminal(j Identifier) bool { return i.same(j, terminalBit) }

// same reports whether two pieces have the same bits under the mask.
func (i Identifier) same(j Identifier, mask bits) bool {
	return !i.IsZero() && !j.IsZero() && i.bits&mask == j.bits&mask
}

// Compare returns -1 if i sorts before j, +1 if after, and 0 if they are equal.
// The order is that of [All]: by name, then side, then state (normal, enhanced,
// diminished), then Terminal Status (not terminal first). The zero Identifier
// comes first.
func (i Identifier) Compare(j Identifier) int { return cmp.Compare(i.bits, j.bits) }

// ErrZero means that an Identifier cannot be marshalled because it is zero.
var ErrZero = errors.New("the zero Identifier is not a valid token")

// texts holds the token of each Identifier, by its bits, so that String does
// not allocate.
var texts = func() (t [nameMask]string) {
	for i := range All() {
		t[i.bits] = i.Prefix() + string(rune(i.Letter())) + i.Suffix()
	}
	return t
}()

// String returns the token; "" for the zero Identifier.
func (i Identifier) String() string { return texts[i.bits] }

// AppendText appends the token to b. For the zero Identifier it returns b
// unchanged, and an error that wraps [ErrZero]. It implements
// [encoding.TextAppender].
func (i Identifier) AppendText(b []byte) ([]byte, error) {
	if i.IsZero() {
		return b, fmt.Errorf("pin.Identifier.AppendText: %w", ErrZero)
	}
	return append(b, i.String()...), nil
}

// MarshalText returns the token. For the zero Identifier it returns an error
// that wraps [ErrZero], because the empty text is not a valid token. For a JSON
// field that may be zero, use the option omitzero. It implements
// [encoding.TextMarshaler].
func (i Identifier) MarshalText() ([]byte, error) {
	if i.IsZero() {
		return nil, fmt.Errorf("pin.Identifier.MarshalText: %w", ErrZero)
	}
	return []byte(i.String()), nil
}

// UnmarshalText parses a token of Current, which includes all tokens of Initial,
// and sets *i to it. For an invalid or empty text it returns a *[ParseError] and
// leaves *i unchanged. It implements [encoding.TextUnmarshaler].
func (i *Identifier) UnmarshalText(text []byte) error {
	j, err := parse(Current, "Identifier.UnmarshalText", text)
	if err == nil {
		*i = j
	}
	return err
}
