// Package property checks laws on random inputs, and shrinks what breaks one to a
// minimal input.
//
// A property is a law of package law, claimed for every input. [Run] draws inputs
// that are tokens, or nearly so, checks the law on each, and stops at the first
// that breaks it.
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
//
// # Shrinking
//
// An input that breaks the law is replaced by a simpler one that breaks it too,
// for as long as there is one. Simpler is, tried in this order:
//
//  1. the input without some bytes in a row, long rows first;
//  2. the input with one character of several bytes replaced by a shorter one: an
//     ASCII character, U+0080, or U+0800;
//  3. the input with one byte replaced by a simpler one.
//
// The simplest bytes are A to Z, then a to z, then ' ^ + and -, then the digits,
// what else of ASCII is visible, the blank, the control characters, and last what
// is not ASCII; each of these in the order written, or of their codes. Where
// inputs are text, only what is text is tried.
//
// Every step makes the input shorter, or leaves its length and makes one byte
// simpler, so that shrinking ends; and what it ends with is minimal: nothing that
// the list above makes of it breaks the law.
package property
