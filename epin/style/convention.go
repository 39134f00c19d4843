package style

import "github.com/epin-conformance/harness/epin"

// A SingleStyle is the context of a game in which every piece has one style,
// be it native or derived (Examples, convention 1). In the zero SingleStyle
// there is none: it resolves every token to the zero Style, and leaves every
// token as it is.
type SingleStyle struct{ Style Style }

// Resolve returns the style of the context, whatever the piece; the zero Style
// for the zero Identifier.
func (c SingleStyle) Resolve(i epin.Identifier) Style {
	return Rules[Style]{c.Style, c.Style}.Resolve(i)
}

// Canonical returns i without the derivation marker, which says nothing of the
// style here: the form that the document recommends where derived means nothing
// else either (Examples, Single-Style contexts). Where it does, Canonical loses
// it: in [JapaneseShogi] K^' is the jeweled king and K^ the king.
//
// It is the explicit, separate step that the document asks for: nothing in this
// package or in epin takes it unasked. It changes nothing but the style status,
// unlike [epin.Identifier.Normalize], which is about the State, and is
// idempotent. The zero SingleStyle returns i as it is.
func (c SingleStyle) Canonical(i epin.Identifier) epin.Identifier {
	if c.Style.IsZero() {
		return i
	}
	return i.Native()
}

// A Key is what a [Table] looks a piece up by. The zero Key is that of no
// piece.
type Key struct {
	Name    epin.Name
	Side    epin.Side
	Derived bool
}

// KeyOf returns the Key of a piece; the zero Key for the zero Identifier.
func KeyOf(i epin.Identifier) Key { return Key{i.Name(), i.Side(), i.IsDerived()} }

// A Table is the context of a game that lists the style of each piece by its
// Piece Name, its Side and its style status (Examples, convention 2). The nil
// Table lists none.
type Table map[Key]Style

// Resolve returns the style that the table has for the piece, whatever its
// State and Terminal Status; the zero Style for a piece that it does not list,
// and for the zero Identifier.
func (t Table) Resolve(i epin.Identifier) Style {
	if i.IsZero() {
		return Style{}
	}
	return t[KeyOf(i)]
}

// Rules is the context of a game whose derived pieces move by other rules than
// its native ones, without a style being named (Examples, convention 3). R is
// whatever the game holds its rules in: a text, a function. The zero Rules have
// the zero R for every piece.
type Rules[R any] struct{ Native, Derived R }

// Resolve returns the rules for a piece with the style status of i; the zero R
// for the zero Identifier.
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
