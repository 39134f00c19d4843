// Package pin parses, validates and transforms tokens of Piece Identifier
// Notation (PIN), the notation that EPIN extends. It imports only the standard
// library.
//
//	rook, err := pin.Parse("+r") // err is nil
//	rook.Side()                  // second
//	rook.Normalize().String()    // "r"
//	pin.Valid("r'")              // false: the marker ' is EPIN
//
// # What PIN is
//
// PIN names a piece of an abstract board game in one to three ASCII characters:
//
//		[state modifier] letter [terminal marker]
//
//	  - The letter is the Piece Name, A to Z. Its case is the Piece Side: upper
//	    case for the first player, lower case for the second.
//	  - The state modifier is the Piece State: + for enhanced, - for diminished,
//	    absent for normal.
//	  - The terminal marker ^ follows the letter of a Terminal Piece, whose fate
//	    decides the match, such as the king of chess.
//
// For example, +r is a promoted rook of the second player, and K^ is the king of
// the first.
//
// # Editions
//
// Two grammars were published as PIN 1.0.0. [Current] has the terminal marker, and
// 312 valid tokens. [Initial], the first text, has no terminal marker, and 156
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
package pin
