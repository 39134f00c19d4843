// Package epin parses, validates and transforms tokens of Extended Piece
// Identifier Notation (EPIN). It is the reference implementation of the
// conformance harness, and imports only the standard library.
//
//	rook, err := epin.Parse("+R'") // err is nil
//	rook.Side()                    // first
//	rook.IsDerived()               // true
//	rook.Flip().Native().String()  // "+r"
//	epin.Valid("R''")              // false
//
// # What EPIN is
//
// EPIN names a piece of an abstract board game for two players in one to four
// ASCII characters:
//
//	[state modifier] letter [terminal marker] [derivation marker]
//
//	+R^'
//	│││└ derivation marker: ' derived, absent native
//	││└─ terminal marker: ^ a Terminal Piece, absent any other
//	│└── letter: the Piece Name; upper case first player, lower case second
//	└─── state modifier: + enhanced, - diminished, absent normal
//
// For example, K^ is the king of the first player, whose fate decides the match;
// +p is a promoted pawn of the second player; r' is a derived rook of the second
// player.
//
// Without the derivation marker, a token is one of Piece Identifier Notation
// (PIN): see package [github.com/epin-conformance/harness/epin/pin].
//
// EPIN says that a piece is derived, but not what that means. Often the piece
// follows the rules of the other side's game. Package
// [github.com/epin-conformance/harness/epin/style] defines such contexts.
//
// # A token is never rewritten
//
// A valid token is canonical (EPIN §9.2). An input is valid byte for byte, or
// invalid: the package never trims, folds case, normalises or decodes. The
// string of a parsed token is that token. K' stays K', also in a context where
// it means the same as K.
//
// # Editions
//
// Two grammars were published as EPIN 1.0.0. [Current] has the terminal marker,
// and 624 valid tokens. [Initial], the first text, has no terminal marker, and 312
// valid tokens. Every token of Initial is also one of Current, with the same
// meaning. The functions of the package use Current; the methods of an [Edition]
// use that edition. An [Identifier] does not remember its edition.
//
// # The zero Identifier
//
// The zero [Identifier] is not a piece:
//
//   - Its string is empty, and it cannot be marshalled.
//   - Every transformation of it returns the zero Identifier.
//   - IsZero is true; every other predicate is false.
//
// WithName with an invalid name also returns it. So a chain of transformations
// needs one check, at its end.
package epin
