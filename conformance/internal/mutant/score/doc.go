// Package score measures the mutation score of the suite. It runs the suite against the
// mutants of package mutant and counts those that it kills. A run kills a mutant if its
// verdict is not conformant; otherwise the mutant survives.
//
// A [Trial] runs one whole profile, or one layer of it alone, against a mutant. So each
// layer has its own score, and cannot rely on another. [Run] makes the trials.
// [Gate] compares the outcomes with [Recorded], the kills of an earlier run, so that no
// change makes the suite weaker unnoticed.
//
// The same suite gives the same kills on every machine: the seed is fixed, and the
// clock of the suite stands still.
package score
