// Package conformance says what an EPIN library can be asked and what it can
// answer.
//
// Everything an EPIN library can be asked is a [Request]; everything it can say
// is a [Response]. A library under test, however it is reached (behind a pipe,
// in this process, deliberately broken), is an [Implementation]: one method that
// takes the one and gives the other. Conformance is agreement with the
// specification on every request; the layers of package suite differ only in how
// they choose requests, and in whether they judge the responses by an oracle or
// by laws between the responses themselves.
//
// A Response holds strings, booleans and what was not offered, never values of
// package epin: a stranger's answer never passes through our parser.
package conformance
