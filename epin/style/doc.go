// Package style holds what a context adds to EPIN. An EPIN token says whether a
// piece is native or derived; what that means, and which style of play it comes
// to, is for the game, its rules or an application to say (EPIN §7.3). Packages
// epin and pin know nothing of this one. It imports only them and the standard
// library.
//
// # Contexts
//
//	Match         each side has its own style; a derived piece has the other side's (EPIN-initial)
//	SingleStyle   one style for every piece (Examples, convention 1)
//	Table         looked up by Piece Name, Side and status (Examples, convention 2)
//	Rules         the status says which rules a piece moves by, and no style is named (Examples, convention 3)
//
// Each has a method Resolve, which takes a token to what it stands for there,
// and to the zero value where the context has no answer. Here EPIN-initial is
// the first text published as EPIN 1.0.0, and Examples the examples page of the
// text of record.
//
// # No token is rewritten
//
// Resolving never changes a token: K' stays K' in a context where it means the
// same as K (EPIN §9.2). A context of a single style may choose to leave the
// derivation marker out, as a step of its own that somebody asks for:
// [SingleStyle.Canonical].
//
// # QPI, and its two readings
//
// A QPI token names the style beside the piece: a style letter, a colon and a
// PIN token, such as C:P or s:+p. The documents agree on the form and on the
// letter, and disagree on what the case of the letter means:
//
//	reading   edition         the case of the style letter is that of    Chess vs. Ōgi: P    P'   p    p'
//	Current   1.0.0           the side whose style it is                                C:P  s:P  s:p  C:p
//	Initial   1.0.0-initial   the piece                                                 C:P  S:P  s:p  c:p
//
// So each [Reading] goes with the edition of EPIN that it comes from: behind
// the colon Current has PIN with the terminal marker, and Initial without. In
// the reading Current a QPI token shows by itself whether the piece is native:
// it is where the two cases agree. In the reading Initial that takes the match,
// and where both sides have the same style letter, it cannot be told at all.
//
// # Catalogues
//
// [WesternChess], [JapaneseShogi] and [ThaiMakruk] are the pieces of three
// games, as the examples page lists them.
package style
