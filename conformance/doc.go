// Package conformance defines the requests that the harness sends to a library for EPIN, PIN, SIN or QPI, and
// the responses that it gets. Package suite makes the requests; an [Implementation] responds, such as a
// session of package wire; and package oracle judges the responses.
//
// The library under test is an [Implementation]: its method Do takes a [Request]
// and returns a [Response]. It can be another process, a value in this process, such
// as [Functions], or deliberately incorrect. A library conforms if every response agrees
// with the specification. The layers of package suite differ in how they choose requests.
// Some compare each response with an oracle, the others test properties: metamorphic
// relations between responses.
//
// [Correct] returns the correct responses, which follow from the table of package notation.
// [Reference] returns a reference implementation, package epin, epin/pin, epin/sin or
// epin/qpi, which tests compare with them.
//
// A Response holds strings and booleans, each of which may be absent, and no values of
// package epin. So our parser never processes what a library under test returned.
package conformance
