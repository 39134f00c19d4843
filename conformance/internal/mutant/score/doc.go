// Package score measures how strong the suite is: it runs the suite against the
// implementations of package mutant, which are broken in one way each, and counts
// which of them it kills. A mutant is killed by what calls it not conformant.
//
// A mutant is put to trials: a whole profile, or one layer of it alone, so that each
// layer has a score of its own and none hides behind another. [Run] does that.
// [Gate] holds what came of it against [Recorded], what killed which mutant when it
// was last written down, so that no change of the suite makes it weaker unnoticed.
//
// The same suite gives the same kills on every machine: the seed is fixed, and the
// clock that the suite paces itself with stands still.
package score
