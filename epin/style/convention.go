package style

import "github.com/epin-conformance/harness/epin"

// A SingleStyle is the context of a game in which every piece, native or derived,
// has the same style (Examples, convention 1). The zero SingleStyle has no style:
// it resolves every token to the zero Style.
type SingleStyle struct{ Style Style }

// Resolve returns the style of the context for every piece, and the zero Style for
// the zero Identifier.
func (c SingleStyle) Resolve(i epin.Identifier) Style {
	return Rules[Style]{c.Style, c.Style}.Resolve(i)
}

// Canonical returns i without the derivation marker. The document recommends this
// form if the marker has no meaning in the game (Examples, Single-Style contexts).
// If it has another meaning, Canonical loses it: in [JapaneseShogi], K^' is the
// jeweled king and K^ the king.
//
// This is the explicit, separate step that the document requires: no other function
// of this package or of epin does it. Canonical is idempotent, and changes only the
// Style status; compare [epin.Identifier.Normalize], which changes the State.
func (c SingleStyle) Canonical(i epin.Identifier) epin.Identifier { return i.Native() }

// A Table is the context of a game that lists the style of each piece by its
// Piece Name, Side and Style status (Examples, convention 2). Its keys are normal
// pieces that are not terminal, such as P and P'. The nil Table is empty.
type Table map[epin.Identifier]Style

// Resolve returns the style of the piece in the table. State and Terminal Status
// do not matter. It returns the zero Style for a piece that is not in the table.
func (t Table) Resolve(i epin.Identifier) Style { return t[i.Normalize().UnmarkTerminal()] }

// Rules is the context of a game in which native and derived pieces move by
// different rules, and no style is named (Examples, convention 3). R is the type
// of the rules, such as a text or a function. The zero Rules have the zero R for
// every piece.
type Rules[R any] struct{ Native, Derived R }

// Resolve returns the rules for the Style status of i, and the zero R for the zero
// Identifier.
func (r Rules[R]) Resolve(i epin.Identifier) R {
	switch {
	case i.IsDerived():
		return r.Derived
	case i.IsNative():
		return r.Native
	}
	var none R
	return none
}
