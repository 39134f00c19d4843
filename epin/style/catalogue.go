package style

import "github.com/epin-conformance/harness/epin"

// A Catalogue lists the pieces of a game, with their tokens (Examples,
// Single-Style catalogs: examples, not requirements).
type Catalogue struct {
	Title   string  // the name of the game, such as "Western Chess"
	Style   Style   // of all pieces of the game
	Entries []Entry // in the order of the document
}

// An Entry is a row of a [Catalogue].
type Entry struct {
	First    epin.Identifier // the token of the first player's piece; Flip returns that of the second
	Piece    string          // the name of the piece
	ThaiName string          // its Thai name; "" except in ThaiMakruk
	Notes    string          // the notes of the row; often ""
}

// Lookup returns the entry that has the token i, for either side. It compares the
// whole token, with State, Terminal Status and Style status: K is not the king K^.
// If there is no such entry, it returns the zero Entry and false.
func (c Catalogue) Lookup(i epin.Identifier) (e Entry, ok bool) {
	for _, e := range c.Entries {
		if e.First == i || e.First == i.Flip() {
			return e, true
		}
	}
	return Entry{}, false
}

// WesternChess returns the catalogue of Western Chess.
func WesternChess() Catalogue {
	return Catalogue{"Western Chess", Chess(), []Entry{
		{epin.MustParse("K^"), "King", "", "Terminal Piece"},
		{epin.MustParse("Q"), "Queen", "", ""},
		{epin.MustParse("R"), "Rook", "", ""},
		{epin.MustParse("B"), "Bishop", "", ""},
		{epin.MustParse("N"), "Knight", "", ""},
		{epin.MustParse("P"), "Pawn", "", ""},
	}}
}

// JapaneseShogi returns the catalogue of Japanese Shōgi.
func JapaneseShogi() Catalogue {
	return Catalogue{"Japanese Shōgi", Shogi(), []Entry{
		{epin.MustParse("K^"), "King", "", "Terminal Piece"},
		{epin.MustParse("K^'"), "Jeweled King", "", "Terminal Piece"},
		{epin.MustParse("R"), "Rook", "", ""},
		{epin.MustParse("+R"), "Promoted Rook", "", "Enhanced (Dragon)"},
		{epin.MustParse("B"), "Bishop", "", ""},
		{epin.MustParse("+B"), "Promoted Bishop", "", "Enhanced (Horse)"},
		{epin.MustParse("G"), "Gold", "", ""},
		{epin.MustParse("S"), "Silver", "", ""},
		{epin.MustParse("+S"), "Promoted Silver", "", "Enhanced"},
		{epin.MustParse("N"), "Knight", "", ""},
		{epin.MustParse("+N"), "Promoted Knight", "", "Enhanced"},
		{epin.MustParse("L"), "Lance", "", ""},
		{epin.MustParse("+L"), "Promoted Lance", "", "Enhanced"},
		{epin.MustParse("P"), "Pawn", "", ""},
		{epin.MustParse("+P"), "Promoted Pawn", "", "Enhanced (Tokin)"},
	}}
}

// ThaiMakruk returns the catalogue of Thai Makruk.
func ThaiMakruk() Catalogue {
	return Catalogue{"Thai Makruk", Makruk(), []Entry{
		{epin.MustParse("K^"), "King", "Khun", "Terminal Piece"},
		{epin.MustParse("Q"), "Queen", "Met", "Moves one square diagonally"},
		{epin.MustParse("R"), "Rook", "Rua", ""},
		{epin.MustParse("B"), "Bishop", "Khon", "Moves like Silver in Shōgi"},
		{epin.MustParse("N"), "Knight", "Ma", ""},
		{epin.MustParse("P"), "Pawn", "Bia", "Promotes to Met on 6th rank"},
	}}
}
