package pin

import "strconv"

// A Name is a Piece Name: one of the letters 'A' to 'Z' (PIN 1.0.0; EPIN
// §7.1). The zero Name is no name, and neither is any other byte.
type Name byte

const names = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// String returns the letter in upper case, the empty string for the zero Name,
// and for any other byte a form such as "Name(107)" that is no letter.
func (n Name) String() string {
	switch {
	case n.valid():
		i := n - 'A'
		return names[i : i+1]
	case n == 0:
		return ""
	}
	return "Name(" + strconv.Itoa(int(n)) + ")"
}

func (n Name) valid() bool { return n-'A' < 26 }

// A Side is a Piece Side: the player that a piece belongs to (EPIN §7.1). The
// zero Side is First.
type Side uint8

// The two sides.
const (
	First  Side = iota // the first player, whose letters are upper case
	Second             // the second player, whose letters are lower case
)

// String returns "first" or "second", and for any other value a form such as
// "Side(2)".
func (s Side) String() string {
	switch s {
	case First:
		return "first"
	case Second:
		return "second"
	}
	return "Side(" + strconv.Itoa(int(s)) + ")"
}

// Opposite returns the other side. A value that is no side has no opposite and
// is returned as it is.
func (s Side) Opposite() Side {
	switch s {
	case First:
		return Second
	case Second:
		return First
	}
	return s
}

func (s Side) valid() bool { return s <= Second }

// A State is a Piece State (EPIN §7.1). The zero State is Normal.
type State uint8

// The three states.
const (
	Normal     State = iota // no state modifier
	Enhanced                // the state modifier +
	Diminished              // the state modifier -
)

// String returns "normal", "enhanced" or "diminished", and for any other value
// a form such as "State(3)".
func (s State) String() string {
	switch s {
	case Normal:
		return "normal"
	case Enhanced:
		return "enhanced"
	case Diminished:
		return "diminished"
	}
	return "State(" + strconv.Itoa(int(s)) + ")"
}

func (s State) valid() bool { return s <= Diminished }
