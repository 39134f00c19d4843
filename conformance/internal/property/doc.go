// Package property checks laws on random inputs, and shrinks what breaks one.
//
// A property is a law of package law, claimed for every input. [Run] draws inputs
// that are tokens, or nearly so, checks the law on each, and stops at the first
// that breaks it. The caller says in which steps an input is shrunk: see Options.
//
// # Inputs
//
// Half of the inputs are tokens, each of the edition's as likely as any other. A
// quarter is one edit away from a token, an eighth two edits, and an eighth is a
// token twice, half of these with something in between. An edit inserts, removes
// or replaces a symbol, exchanges two neighbours, or doubles one. A symbol is a
// byte, or where inputs are to be text a character; what an edit brings in is one
// of + - ^ ' half of the time, and otherwise anything (of characters: half of the
// time an ASCII one, otherwise any Unicode scalar value).
package property
