package style

import (
	"iter"
	"slices"

	"github.com/epin-conformance/harness/epin"
)

// A Catalogue lists the pieces of a game, with their tokens (Examples,
// Single-Style catalogs: examples, not requirements).
// It is an immutable value. The zero Catalogue has no title, the zero Style and
// no entries.
type Catalogue struct {
	title   string
	style   Style
	entries []Entry
}

// An Entry is a row of a [Catalogue]. The zero Entry is not a row.
type Entry struct {
	First    epin.Identifier // the token of the first player's piece
	Second   epin.Identifier // the token of the second player's piece
	Piece    string          // the name of the piece
	ThaiName string          // its Thai name; "" except in ThaiMakruk
	Notes    string          // the notes of the row; often ""
}

// Title returns the name of the game, such as "Western Chess".
func (c Catalogue) Title() string { return c.title }

// Style returns the style of all pieces of the game.
func (c Catalogue) Style() Style { return c.style }

// All returns the entries in the order of the document.
func (c Catalogue) All() iter.Seq[Entry] { return slices.Values(c.entries) }

// Lookup returns the entry that has the token i, for either side. It compares the
// whole token, with State, Terminal Status and Style status: K is not the king K^.
// If there is no such entry, it returns the zero Entry and false.
func (c Catalogue) Lookup(i epin.Identifier) (e Entry, ok bool) {
	for _, e := range c.entries {
		if e.First == i || e.Second == i {
			return e, true
		}
	}
	return Entry{}, false
}

// Catalogues returns the three catalogues, in the order of the document.
func Catalogues() []Catalogue {
	return []Catalogue{WesternChess(), JapaneseShogi(), ThaiMakruk()}
}

// WesternChess returns the catalogue of Western Chess: 6 entries.
func WesternChess() Catalogue { return Catalogue{"Western Chess", Chess(), westernChess} }

// JapaneseShogi returns the catalogue of Japanese Shōgi: 15 entries.
func JapaneseShogi() Catalogue { return Catalogue{"Japanese Shōgi", Shogi(), japaneseShogi} }

// ThaiMakruk returns the catalogue of Thai Makruk: 6 entries.
func ThaiMakruk() Catalogue { return Catalogue{"Thai Makruk", Makruk(), thaiMakruk} }

var westernChess = []Entry{
	entry("K^", "King", "", "Terminal Piece"),
	entry("Q", "Queen", "", ""),
	entry("R", "Rook", "", ""),
	entry("B", "Bishop", "", ""),
	entry("N", "Knight", "", ""),
	entry("P", "Pawn", "", ""),
}

var japaneseShogi = []Entry{
	entry("K^", "King", "", "Terminal Piece"),
	entry("K^'", "Jeweled King", "", "Terminal Piece"),
	entry("R", "Rook", "", ""),
	entry("+R", "Promoted Rook", "", "Enhanced (Dragon)"),
	entry("B", "Bishop", "", ""),
	entry("+B", "Promoted Bishop", "", "Enhanced (Horse)"),
	entry("G", "Gold", "", ""),
	entry("S", "Silver", "", ""),
	entry("+S", "Promoted Silver", "", "Enhanced"),
	entry("N", "Knight", "", ""),
	entry("+N", "Promoted Knight", "", "Enhanced"),
	entry("L", "Lance", "", ""),
	entry("+L", "Promoted Lance", "", "Enhanced"),
	entry("P", "Pawn", "", ""),
	entry("+P", "Promoted Pawn", "", "Enhanced (Tokin)"),
}

var thaiMakruk = []Entry{
	entry("K^", "King", "Khun", "Terminal Piece"),
	entry("Q", "Queen", "Met", "Moves one square diagonally"),
	entry("R", "Rook", "Rua", ""),
	entry("B", "Bishop", "Khon", "Moves like Silver in Shōgi"),
	entry("N", "Knight", "Ma", ""),
	entry("P", "Pawn", "Bia", "Promotes to Met on 6th rank"),
}

// entry returns the row of a piece from the first player's token. In every row of
// the document, the second player's token differs only in case.
func entry(first, piece, thaiName, notes string) Entry {
	i := epin.MustParse(first)
	return Entry{i, i.Flip(), piece, thaiName, notes}
}
