package pin

// TerminalMarker is what stands behind the letter of a Terminal Piece.
const TerminalMarker = '^'

// The state modifiers, which stand before the letter.
const (
	EnhancedModifier   = '+'
	DiminishedModifier = '-'
)

// An Identifier is a PIN token, taken apart: Piece Name, Side, State and
// Terminal Status.
//
// It is a small immutable value, made by [Parse], [New] or a transformation.
// Identifiers are equal (==) exactly when their strings are, and may be keys of
// a map. The zero Identifier is no piece and no token; see the package
// documentation for how it behaves.
type Identifier struct{ bits bits }

// bits are the four attributes in one word, the first to sort by highest: name
// (1 for A to 26 for Z; 0 in the zero Identifier only), side, state, terminal.
// It is one word, because moving four fields about costs more than parsing.
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
// *[AttributeError] for a name that is not one of 'A' to 'Z', or a side or
// state that is none of its constants.
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

// IsZero reports whether i is the zero Identifier, which is no piece.
func (i Identifier) IsZero() bool { return i.bits == 0 }

// Name returns the Piece Name, 'A' to 'Z' whatever the side; 0 for the zero
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

// Letter returns the letter of the token: the name in the case of the side. It
// is 0 for the zero Identifier.
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
