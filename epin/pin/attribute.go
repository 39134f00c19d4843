package pin

import "strconv"

// A Name is a Piece Name: one of the letters 'A' to 'Z' (PIN 1.0.0; EPIN
// §7.1). The zero Name and every other byte are not valid.
type Name byte

// caseBit is set in a lower-case letter, and in no upper-case one.
const caseBit = 'a' - 'A'

// String returns the letter in upper case, the empty string for the zero Name,
// and for any other byte a text such as "Name(107)".
func (n Name) String() string {
	switch {
	case n.valid():
		return string([]byte{byte(n)})
	case n == 0:
		return ""
	}
	return valueName("Name", byte(n))
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

// modifiers holds the state modifier of each State.
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
