// Package epin reads and writes Extended Piece Identifier Notation (EPIN), and
// is the reference implementation of the conformance harness. It imports only
// the standard library.
//
// # What EPIN is
//
// EPIN names a piece of an abstract board game for two players in one to four
// ASCII characters:
//
//	[state modifier] letter [terminal marker] [derivation marker]
//
//	+R^'
//	│││└ derivation marker: ' derived, nothing native
//	││└─ terminal marker: ^ a Terminal Piece, nothing any other
//	│└── letter: the Piece Name; upper case first player, lower case second
//	└─── state modifier: + enhanced, - diminished, nothing normal
//
// All but the derivation marker is Piece Identifier Notation, package
// [github.com/epin-conformance/harness/epin/pin]: an EPIN token is a PIN token,
// or a PIN token and an apostrophe. So K^ is the king of the first player, whose
// fate decides the match; +p a promoted pawn of the second; and r' a rook of
// the second player that is derived.
//
// What derived means, a context says: often, that the piece follows the rules
// of the other side's game. EPIN carries the flag, and encodes no style.
// Package [github.com/epin-conformance/harness/epin/style] holds such contexts.
//
// # A token is never rewritten
//
// Tokens are canonical by construction (EPIN §9.2). An input is a token as it
// stands, byte for byte, or it is none: nothing is trimmed, case-folded,
// normalised or decoded. The string of a parsed token is that token, and K'
// stays K' though the context be one in which it means the same as K.
//
// # Editions
//
// Two grammars were published as EPIN 1.0.0. [Current] is the one of record,
// with 624 tokens; [Initial], the first text, has no terminal marker and 312.
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
//
// # Coming from the Ruby library
//
// Every call of the Ruby library for EPIN has a counterpart:
//
//	Ruby                                  Go
//	Epin.parse, Identifier.parse          Parse, Initial.Parse
//	Epin.valid?, Identifier.valid?        Valid, Initial.Valid
//	Epin.identifier, Identifier.new       New
//	type                                  Name
//	side, state                           Side, State
//	native (the attribute), native?       IsNative
//	derived?, foreign?                    IsDerived
//	letter                                Letter
//	prefix, suffix                        Prefix, Suffix
//	to_s                                  String
//	normal?, enhanced?, diminished?       IsNormal, IsEnhanced, IsDiminished
//	first_player?, second_player?         IsFirst, IsSecond
//	enhance, unenhance                    Enhance, Unenhance
//	diminish, undiminish                  Diminish, Undiminish
//	normalize                             Normalize
//	derive, underive                      Derive, Native
//	flip                                  Flip
//	with_type                             WithName
//	with_side, with_state                 WithSide, WithState
//	with_derivation(native)               WithDerived(!native)
//	same_type?                            SameName
//	same_side?, same_state?               SameSide, SameState
//	same_style?                           SameStatus
//	==                                    ==
//	NATIVE, FOREIGN                       the arguments false, true of WithDerived
//	DERIVATION_SUFFIX                     DerivationMarker
//
// It has one trap: in Ruby native is an attribute, and here [Identifier.Native]
// is the transformation that EPIN §9.3 calls by this name. Ruby reads the
// edition Initial, and so has no counterpart of IsTerminal, MarkTerminal,
// UnmarkTerminal, WithTerminal and SameTerminal.
package epin
