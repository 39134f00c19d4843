package mutant

// Layer names what of a suite is sure to show a bug, without luck.
type Layer string

// The layers, from what every run asks to what none does. The zero value is Basic.
const (
	// Basic: the test vectors, the tables of the specification, all tokens by
	// every operation, and every single byte.
	Basic Layer = ""
	// Complete: a complete test suite of the automaton.
	Complete Layer = "complete"
	// Neighbours: what is one edit away from a token.
	Neighbours Layer = "neighbours"
	// Scalars: every Unicode scalar value, alone and in each place of a token.
	Scalars Layer = "scalars"
	// Lengths: tokens with much around them, at the lengths at which counters and
	// buffers end.
	Lengths Layer = "lengths"
	// Sequences: the same tokens in many orders.
	Sequences Layer = "sequences"
	// Chance: nothing. A suite that is not aimed at the bug finds it by luck only, and
	// a score that leaves such bugs out is too good.
	Chance Layer = "chance"
)
