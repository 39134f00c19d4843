// Package property tests laws on random inputs (property-based testing), and shrinks
// the inputs that break one.
//
// A property is a law of package law for every input. [Run] draws random tokens and
// similar strings, checks the law on each, and stops at the first that breaks it. The
// caller provides the steps of shrinking: see [Options].
//
// # Inputs
//
// Half of the inputs are tokens, each token of the edition with the same probability. A
// quarter is one edit away from a token, an eighth two edits. An eighth is a token
// twice, half of these with a symbol in between. An edit inserts, removes or replaces a
// symbol, exchanges two neighbours, or doubles one. A symbol is a byte, or a character
// if inputs are text. A new symbol is one of + - ^ ' half of the time. Otherwise it is
// any byte; or for text, in equal parts, an ASCII character or any Unicode scalar value.
package property
