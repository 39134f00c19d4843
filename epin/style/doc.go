// Package style finds the style of a piece in a context, and converts EPIN to QPI. It
// imports only the standard library and package epin, which does not depend on it.
//
//	m := style.Match{First: style.Chess(), Second: style.Shogi()}
//	pawn := epin.MustParse("P'")          // derived, of the first player
//	m.Resolve(pawn)                       // Shōgi, the style of the other side
//	q, err := m.ToQPI(epin.Current, pawn) // s:P
//
// # Contexts
//
// An EPIN token says whether a piece is native or derived. A context, such as a
// game or a match, defines what that means, and which style of play the piece has
// (EPIN §7.3):
//
//	Match         each side has its own style; a derived piece has that of the other side (EPIN-initial)
//	SingleStyle   one style for every piece (Examples, convention 1)
//	Table         the style by Piece Name, Side and Style status (Examples, convention 2)
//	Rules         the rules of movement by Style status; no style is named (Examples, convention 3)
//
// The method Resolve of a context returns the style or the rules of a piece, or
// the zero value if the context has none. EPIN-initial is the first text that was
// published as EPIN 1.0.0; Examples is the examples page of the current text.
//
// # No token is rewritten
//
// Resolve never changes a token: K' stays K', also in a context where it means the
// same as K (EPIN §9.2). A game of a single style may omit the derivation marker,
// but only as an explicit step: [SingleStyle.Canonical].
//
// # QPI
//
// A QPI token has a style letter, a colon and a PIN token, such as C:P or s:+p: see
// package [github.com/epin-conformance/harness/epin/qpi].
// The documents disagree about the case of the style letter:
//
//	edition         the case of the style letter is that of    Chess vs. Ōgi: P    P'   p    p'
//	1.0.0           the side that has the style natively                      C:P  s:P  s:p  C:p
//	1.0.0-initial   the piece                                                 C:P  S:P  s:p  c:p
//
// By 1.0.0, the result is a token of qpi.Current. It alone shows whether the piece is
// native: it is if the two cases agree. By 1.0.0-initial, the result is a token of
// qpi.Aligned, and only the match tells.
package style
