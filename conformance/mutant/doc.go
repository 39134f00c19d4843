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
// There are two kinds. [All] returns those with a name and a story: how the bug
// arises in some language, and how it is mended there. [Families] returns those that
// are made by a rule, which are many and have no story: they show what the stories
// forget. [Missing] and [TooMany] make one for a given string.
//
// A score over mutants is worth as much as the mutants are. So each says what of a
// suite is sure to show it ([Layer]), and some are there that nothing is sure to
// show.
package mutant
