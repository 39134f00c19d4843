// Package mutant holds mutants: implementations of EPIN or PIN that each have exactly one
// bug, as real libraries have. They test the suite itself (mutation testing): a mutant
// that survives shows that the suite misses a bug.
//
// All mutants share one small model of a library, for every edition of EPIN and PIN, which does not
// use package epin: a regular expression that recognises tokens, a value in four parts, accessors,
// transformations and equality. A mutant is the model with one part replaced. The mutants of PIN are
// those of EPIN without a bug in the derivation.
package mutant
