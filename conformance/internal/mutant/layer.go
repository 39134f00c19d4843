package mutant

// Layer names the part of the suite that is sure to kill a mutant, whatever the seed.
type Layer string

// The layers, from those that every run includes to the one that no run includes. The zero
// value is Basic.
const (
	// Basic: the test vectors, the tables of the specification, all tokens by
	// every operation, and every single byte.
	Basic Layer = ""
	// Complete: the k-complete test suite of the automaton.
	Complete Layer = "complete"
	// Neighbours: all strings one edit away from a token.
	Neighbours Layer = "neighbours"
	// Scalars: every Unicode scalar value, alone and in each place of a token.
	Scalars Layer = "scalars"
	// Pairs: pairs of characters around and behind a letter, in the layer of the scalars.
	Pairs Layer = "pairs"
	// Lengths: tokens with long padding, at lengths where counters overflow and buffers
	// end.
	Lengths Layer = "lengths"
	// Sequences: the same tokens in many orders.
	Sequences Layer = "sequences"
	// Environments: all tokens in other environments.
	Environments Layer = "environments"
	// Chance: no layer of the profile standard. A mutation score without such mutants is too
	// high.
	Chance Layer = "chance"
)
