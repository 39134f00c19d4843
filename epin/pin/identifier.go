package pin

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// A Name is a Piece Name: one of the letters 'A' to 'Z' (PIN 1.0.0; EPIN
// §7.1). The zero Name and every other byte are not valid.
type Name byte

// caseBit is set in a lower-case letter, and in no upper-case one.
const caseBit = 'a' - 'A'

// String returns the letter in upper case, the empty string for the zero Name,
// and for any other byte a text such as "Name(107)".
func (n Name) String() string {
	if n.valid() {
		return string([]byte{byte(n)})
	}
	return valueName("Name", byte(n), "")
}

func (n Name) valid() bool { return 'A' <= n && n <= 'Z' }

// A Side is a Piece Side: the player that a piece belongs to (EPIN §7.1). The
// zero Side is First.
type Side uint8

// The two sides.
const (
	First  Side = iota // the first player, whose letters are upper case
	Second             // the second player, whose letters are lower case
)

// String returns "first" or "second", and for any other value a text such as
// "Side(2)".
func (s Side) String() string { return valueName("Side", uint8(s), "first", "second") }

// A State is a Piece State (EPIN §7.1). The zero State is Normal.
type State uint8

// The three states.
const (
	Normal     State = iota // no state modifier
	Enhanced                // the state modifier +
	Diminished              // the state modifier -
)

var modifiers = [...]byte{Normal: 0, Enhanced: '+', Diminished: '-'}

// String returns "normal", "enhanced" or "diminished", and for any other value
// a text such as "State(3)".
func (s State) String() string {
	return valueName("State", uint8(s), "normal", "enhanced", "diminished")
}

// valueName returns the name of a value, or a text such as "Side(2)" if it has no
// name.
func valueName(typ string, value uint8, names ...string) string {
	if int(value) < len(names) {
		return names[value]
	}
	return typ + "(" + strconv.Itoa(int(value)) + ")"
}

// An Identifier is a parsed PIN token: Piece Name, Side, State and Terminal
// Status.
//
// It is a small immutable value. [Parse], [New] and transformations return it.
// Identifiers are equal (==) exactly if their strings are, and may be keys of a
// map. The zero Identifier is not a piece; see the package documentation.
type Identifier struct {
	// The characters of the token, 0 where one is absent. The letter is absent in the
	// zero Identifier only.
	modifier, letter, marker byte
}

// New returns the Identifier with the given attributes. It returns an error if the
// name is not 'A' to 'Z', or the side or state is not one of the constants.
func New(name Name, side Side, state State, terminal bool) (Identifier, error) {
	i := Identifier{letter: byte(name)}
	switch {
	case !name.valid():
		return Identifier{}, fmt.Errorf("pin.New: name %+q is not one of 'A' to 'Z'", byte(name))
	case side > Second:
		return Identifier{}, fmt.Errorf("pin.New: side %d is neither First (0) nor Second (1)", uint8(side))
	case state > Diminished:
		return Identifier{}, fmt.Errorf("pin.New: state %d is none of Normal (0), Enhanced (1), Diminished (2)",
			uint8(state))
	}
	if side == Second {
		i = i.Flip()
	}
	if terminal {
		i = i.MarkTerminal()
	}
	return i.with(modifiers[state]), nil
}

// IsZero reports whether i is the zero Identifier, which is not a piece.
func (i Identifier) IsZero() bool { return i.letter == 0 }

// Name returns the Piece Name, 'A' to 'Z' for both sides; 0 for the zero
// Identifier.
func (i Identifier) Name() Name { return Name(i.letter &^ caseBit) }

// Side returns the Piece Side; First for the zero Identifier.
func (i Identifier) Side() Side {
	if i.letter&caseBit != 0 {
		return Second
	}
	return First
}

// State returns the Piece State; Normal for the zero Identifier.
func (i Identifier) State() State {
	return State(slices.Index(modifiers[:], i.modifier))
}

// IsTerminal reports whether i is a Terminal Piece.
func (i Identifier) IsTerminal() bool { return i.marker != 0 }

// String returns the token; "" for the zero Identifier.
func (i Identifier) String() string {
	token := make([]byte, 0, 3)
	for _, c := range [...]byte{i.modifier, i.letter, i.marker} {
		if c != 0 {
			token = append(token, c)
		}
	}
	return string(token)
}

// MarshalText returns the token. For the zero Identifier it returns an error,
// because the empty text is not a valid token. For a JSON field that may be zero,
// use the option omitzero. It implements [encoding.TextMarshaler].
func (i Identifier) MarshalText() ([]byte, error) {
	if i.IsZero() {
		return nil, errors.New("pin.Identifier.MarshalText: the zero Identifier is not a valid token")
	}
	return []byte(i.String()), nil
}

// UnmarshalText parses a token of Current, which includes all tokens of Initial,
// and sets *i to it. For an invalid or empty text it returns a *[ParseError] and
// leaves *i unchanged. It implements [encoding.TextUnmarshaler].
func (i *Identifier) UnmarshalText(text []byte) error {
	j, err := parse(Current, "Identifier.UnmarshalText", string(text))
	if err == nil {
		*i = j
	}
	return err
}

// WithName returns a copy of i with the given Piece Name; the zero Identifier
// if the name is not one of 'A' to 'Z', or i is zero.
func (i Identifier) WithName(name Name) Identifier {
	if i.IsZero() || !name.valid() {
		return Identifier{}
	}
	i.letter = byte(name) | i.letter&caseBit
	return i
}

// Flip returns a copy of i that belongs to the other side.
func (i Identifier) Flip() Identifier {
	if !i.IsZero() {
		i.letter ^= caseBit
	}
	return i
}

// Enhance returns a copy of i in the state Enhanced, from any state.
func (i Identifier) Enhance() Identifier { return i.with('+') }

// Diminish returns a copy of i in the state Diminished, from any state.
func (i Identifier) Diminish() Identifier { return i.with('-') }

// Normalize returns a copy of i in the state Normal, from any state.
func (i Identifier) Normalize() Identifier { return i.with(0) }

// with returns a copy of i with a state modifier, or without one for 0.
func (i Identifier) with(modifier byte) Identifier {
	if !i.IsZero() {
		i.modifier = modifier
	}
	return i
}

// MarkTerminal returns a copy of i that is a Terminal Piece. Initial has no valid
// token for it.
func (i Identifier) MarkTerminal() Identifier {
	if !i.IsZero() {
		i.marker = '^'
	}
	return i
}

// UnmarkTerminal returns a copy of i that is not a Terminal Piece.
func (i Identifier) UnmarkTerminal() Identifier {
	i.marker = 0
	return i
}
