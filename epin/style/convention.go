package style

import "github.com/epin-conformance/harness/epin"

// A SingleStyle is the context of a game in which every piece, native or derived,
// has the same style (Examples, convention 1). The zero SingleStyle has no style:
// it resolves every token to the zero Style, and Canonical changes nothing.
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
// Style status; compare [epin.Identifier.Normalize], which changes the State. The
// zero SingleStyle returns i unchanged.
func (c SingleStyle) Canonical(i epin.Identifier) epin.Identifier {
	if c.Style == (Style{}) {
		return i
	}
	return i.Native()
}

// A Key is the key of a piece in a [Table]. The zero Key is that of no piece.
type Key struct {
	Name    epin.Name
	Side    epin.Side
	Derived bool
}

// KeyOf returns the Key of a piece, and the zero Key for the zero Identifier.
func KeyOf(i epin.Identifier) Key { return Key{i.Name(), i.Side(), i.IsDerived()} }

// A Table is the context of a game that lists the style of each piece by its
// Piece Name, Side and Style status (Examples, convention 2). The nil Table is
// empty.
type Table map[Key]Style

// Resolve returns the style of the piece in the table. State and Terminal Status
// do not matter. It returns the zero Style for a piece that is not in the table,
// and for the zero Identifier.
func (t Table) Resolve(i epin.Identifier) Style {
	if i.IsZero() {
		return Style{}
	}
	return t[KeyOf(i)]
}

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
