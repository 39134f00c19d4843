// Package fuzzing generates requests for black-box fuzzing of a library: there is no
// coverage feedback behind a pipe, so responses are the only feedback. A [Fuzzer] makes
// inputs from valid tokens, edits of tokens, a dictionary of common causes of bugs
// (characters, encodings, lengths, escapes), and kept inputs: those whose response was of a
// new kind. It mutates new kept inputs first.
//
// All random choices come from a seed. The Fuzzer makes requests in rounds. A round depends
// only on the seed, the initial inputs, and the responses to earlier rounds in the order of
// the requests. So a campaign is reproducible, however fast the responses come and however
// many requests are sent in parallel.
//
// This package checks no response: see package suite.
package fuzzing
