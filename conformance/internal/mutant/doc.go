// Package mutant holds implementations of EPIN that are broken in exactly one way
// each, as real ones are. They are what the suite itself is tested with: a suite
// that lets one of them pass does not look hard enough.
//
// Behind them stands one small model of an EPIN library, for both editions, which
// has nothing in common with package epin: a regular expression that recognises,
// a value in four parts, accessors, a string form, transformations and equality.
// Every part of it can be replaced, and a mutant is the model with one part
// replaced. [Unbroken] is the model itself, and conforms.
//
// [All] returns the mutants with a name and a description: how the bug arises in some
// language, and how to fix it there. [Automata] generates others, each with one fault in
// the automaton. The tests of package suite use them to validate the theorem about the
// complete test suite.
//
// A score over mutants is worth as much as the mutants are. So each says what of a
// suite is sure to show it ([Layer]), and some are there that nothing is sure to
// show.
package mutant
