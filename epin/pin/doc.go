// Package pin reads and writes Piece Identifier Notation (PIN), the notation
// that EPIN extends.
//
// A PIN token names a piece of an abstract board game in one to three ASCII
// characters:
//
//		[state modifier] letter [terminal marker]
//
//	  - The letter is the Piece Name, A to Z; its case is the Piece Side: upper
//	    case for the first player, lower case for the second.
//	  - The state modifier is the Piece State: + for enhanced, - for diminished,
//	    nothing for normal.
//	  - The terminal marker ^ stands behind the letter of a Terminal Piece, one
//	    whose fate decides the match, such as the king of chess.
//
// So +r is a promoted rook of the second player, and K^ the king of the first.
//
// # Editions
//
// Two grammars were published as PIN 1.0.0. [Current] is the one of record and
// has 312 tokens; [Initial], the first text, has no terminal marker and 156.
// Every token of Initial is one of Current and means the same there. The
// functions of the package read Current; the methods of an [Edition] read the
// edition that they are called on. An [Identifier] does not remember which
// edition it was read by.
//
// # The zero Identifier
//
// The zero [Identifier] is no piece: its string is empty, it cannot be
// marshalled, every transformation of it is the zero Identifier again, every
// predicate but IsZero is false of it, and it agrees with nothing in any
// attribute. A transformation with an argument that is out of range returns
// it, so that chains need no error handling until their end.
package pin
