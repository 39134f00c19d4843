// Package fuzzing chooses what to ask a library about which nothing is known but what
// it says: there is no coverage to follow behind a pipe. Inputs are made of tokens, of
// edits of tokens, of a dictionary of what goes wrong elsewhere (characters, encodings,
// lengths, escapes), and of inputs that brought a kind of answer that was not seen
// before; these are changed first.
//
// Everything random comes from a seed. Requests are made in rounds, each from the
// answers to those before it and in their order. So the same seed, the same inputs to
// begin with and the same answers give the same requests, however fast the answers come
// and whatever is asked side by side.
//
// Nothing is judged here, and nothing is proved by it: see package suite.
package fuzzing
