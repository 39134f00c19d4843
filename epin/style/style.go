package style

import (
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/epin"
)

// A Style is a style of play, such as chess. Styles are equal (==) if both name and
// letter are: two styles may share a letter, as Shōgi and Ōgi do. The zero Style is
// not a style; a context returns it for a piece that has none.
type Style struct {
	Name   string
	Letter byte // 'A' to 'Z', for QPI
}

// Chess returns the style of Western Chess, letter C.
func Chess() Style { return Style{"Chess", 'C'} }

// Makruk returns the style of Thai Makruk, letter M.
func Makruk() Style { return Style{"Makruk", 'M'} }

// Ogi returns the style Ōgi, letter S (EPIN-initial, Conversion to QPI).
func Ogi() Style { return Style{"Ōgi", 'S'} }

// Shogi returns the style of Japanese Shōgi, letter S.
func Shogi() Style { return Style{"Shōgi", 'S'} }

// String returns the name.
func (s Style) String() string { return s.Name }

// A Match is the context of EPIN-initial: the native style of each side, which never
// changes. A native piece has the style of its own side, a derived piece that of the
// other side (EPIN-initial, Native Style Requirement, Style Derivation Logic). The
// zero Match has no styles: it resolves every token to the zero Style.
type Match struct{ First, Second Style }

// Resolve returns the style of a piece; the zero Style for the zero Identifier.
func (m Match) Resolve(i epin.Identifier) Style {
	if i.Side() == epin.Second {
		return Rules[Style]{Native: m.Second, Derived: m.First}.Resolve(i)
	}
	return Rules[Style]{Native: m.First, Derived: m.Second}.Resolve(i)
}

// ToQPI returns the QPI token of a piece in a match: the letter of its style, a colon
// and its PIN token (EPIN-initial, Conversion to QPI; Examples, EPIN or QPI). The
// edition decides the case of the style letter: in epin.Current, it is the case of the
// side that has the style natively, in epin.Initial that of the piece. So P' in a match
// of chess against shōgi is s:P or S:P.
//
// ToQPI returns an error that wraps an *[epin.ParseError] if the token is not valid in
// the edition: for a Terminal Piece in epin.Initial, and for the zero Identifier. It
// also returns an error if the style of the piece has no letter.
func (m Match) ToQPI(e epin.Edition, i epin.Identifier) (string, error) {
	if _, err := e.Parse(i.String()); err != nil {
		return "", fmt.Errorf("style.Match.ToQPI: %w", err)
	}
	s := m.Resolve(i)
	if s.Letter < 'A' || s.Letter > 'Z' {
		return "", fmt.Errorf("style.Match.ToQPI: the letter %+q of the style %+q is not one of 'A' to 'Z'",
			s.Letter, s.Name)
	}
	letter, ofSecond := string(rune(s.Letter)), i.Side() == epin.Second
	if e == epin.Current {
		ofSecond = ofSecond != i.IsDerived()
	}
	if ofSecond {
		letter = strings.ToLower(letter)
	}
	return letter + ":" + i.PIN().String(), nil
}

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
// If it has another meaning, Canonical loses it: in shōgi, K^' is the jeweled king
// and K^ the king (Examples, Single-Style catalogs).
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
