// Package suite tests an implementation with the checks of a profile, and returns the result, which package
// report writes. A request comes from a layer, goes to the implementation through package supervise, and its
// response comes back to a judge, which compares it with package oracle.
//
// The suite has layers, and a layer has parts: one for each operation. Most layers (vectors,
// tokens, exhaustive and others) are sequences of requests, whose responses are compared with
// package oracle. Packages features and property run rows of features and properties. The
// single requests of vectors, tokens and features come before the first sweep.
//
// A check is a request with the judgement of its response. It has a stable identifier (layer,
// operation and token in hexadecimal; for a property its name; for a feature its file and row), counts
// for one or more requirements, and for each of them passes, fails or is not tested. A check that
// cannot be tested is never a pass.
//
// Package shrink shrinks failed checks to findings: see [Finding].
package suite
