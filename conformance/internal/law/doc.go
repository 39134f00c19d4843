// Package law holds the laws that the answers of an EPIN library have to obey
// among themselves.
//
// A [Law] needs no oracle: it judges an implementation by what that
// implementation says, so it finds contradictions, and it holds for inputs of
// which nobody knows the right answer. It does not find a library that is wrong
// in one consistent way; the layers that compare with the reference do. What a law
// only presumes, it leaves to them, so that a broken law blames what it speaks of.
//
// Everything that checks a law (the tests of this module, the properties, the
// fuzz targets, the suite) calls the one function of it here.
package law
