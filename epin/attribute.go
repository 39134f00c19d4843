package epin

import "github.com/epin-conformance/harness/epin/pin"

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
