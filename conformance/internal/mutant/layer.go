package mutant

// Layer names the part of the suite that is sure to kill a mutant, whatever the seed.
type Layer string

// The layers, from those that every run includes to the one that no run includes.
const (
	Basic        Layer = ""             // vectors, features, all tokens by every operation, and every single byte
	Complete     Layer = "complete"     // the k-complete test suite of the automaton
	Neighbours   Layer = "neighbours"   // all strings one edit away from a token
	Scalars      Layer = "scalars"      // every Unicode scalar value, alone and in each place of a token
	Pairs        Layer = "pairs"        // pairs of characters around and behind a letter, in the layer of the scalars
	Lengths      Layer = "lengths"      // tokens with long padding, where counters overflow and buffers end
	Sequences    Layer = "sequences"    // the same tokens in many orders
	Environments Layer = "environments" // all tokens in other environments
	Chance       Layer = "chance"       // no layer of the profile standard: without such mutants, a score is too high
)
