// Package law holds the laws of EPIN libraries. A law is a metamorphic relation: a
// property that relates several responses of one library.
//
// A [Law] needs no oracle. It compares responses of an implementation with each
// other, so it finds contradictions, even on inputs without a known correct response.
// It does not find a library that is incorrect in a consistent way; the layers that
// compare with the reference do. They also test the premise of a law. So a broken law
// names only the requirements that it is about.
//
// [Law.Check] checks a law on an implementation. [Law.Inquire] leaves the sending to the caller,
// who can so send the requests of many checks together.
package law
