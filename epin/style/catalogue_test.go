package style_test

import (
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

// Examples, Single-Style catalogs: the tables, as they stand.
func TestCataloguesOfTheSpecification(t *testing.T) {
	type row struct{ first, second, piece, thai, notes string }
	for _, c := range []struct {
		catalogue style.Catalogue
		title     string
		style     style.Style
		rows      []row
	}{
		{style.WesternChess(), "Western Chess", style.Chess(), []row{
			{"K^", "k^", "King", "", "Terminal Piece"},
			{"Q", "q", "Queen", "", ""},
			{"R", "r", "Rook", "", ""},
			{"B", "b", "Bishop", "", ""},
			{"N", "n", "Knight", "", ""},
			{"P", "p", "Pawn", "", ""},
		}},
		{style.JapaneseShogi(), "Japanese Shōgi", style.Shogi(), []row{
			{"K^", "k^", "King", "", "Terminal Piece"},
			{"K^'", "k^'", "Jeweled King", "", "Terminal Piece"},
			{"R", "r", "Rook", "", ""},
			{"+R", "+r", "Promoted Rook", "", "Enhanced (Dragon)"},
			{"B", "b", "Bishop", "", ""},
			{"+B", "+b", "Promoted Bishop", "", "Enhanced (Horse)"},
			{"G", "g", "Gold", "", ""},
			{"S", "s", "Silver", "", ""},
			{"+S", "+s", "Promoted Silver", "", "Enhanced"},
			{"N", "n", "Knight", "", ""},
			{"+N", "+n", "Promoted Knight", "", "Enhanced"},
			{"L", "l", "Lance", "", ""},
			{"+L", "+l", "Promoted Lance", "", "Enhanced"},
			{"P", "p", "Pawn", "", ""},
			{"+P", "+p", "Promoted Pawn", "", "Enhanced (Tokin)"},
		}},
		{style.ThaiMakruk(), "Thai Makruk", style.Makruk(), []row{
			{"K^", "k^", "King", "Khun", "Terminal Piece"},
			{"Q", "q", "Queen", "Met", "Moves one square diagonally"},
			{"R", "r", "Rook", "Rua", ""},
			{"B", "b", "Bishop", "Khon", "Moves like Silver in Shōgi"},
			{"N", "n", "Knight", "Ma", ""},
			{"P", "p", "Pawn", "Bia", "Promotes to Met on 6th rank"},
		}},
	} {
		t.Run(c.title, func(t *testing.T) {
			if c.catalogue.Title() != c.title || c.catalogue.Style() != c.style {
				t.Errorf("title %q, style %q", c.catalogue.Title(), c.catalogue.Style())
			}
			at := 0
			listed := map[epin.Identifier]style.Entry{}
			for e := range c.catalogue.All() {
				got := row{e.First.String(), e.Second.String(), e.Piece, e.ThaiName, e.Notes}
				if at < len(c.rows) && got != c.rows[at] {
					t.Errorf("row %d is %q, want %q", at+1, got, c.rows[at])
				}
				listed[e.First], listed[e.Second] = e, e
				at++
			}
			if at != len(c.rows) || len(listed) != 2*len(c.rows) {
				t.Errorf("%d rows with %d tokens, want %d and %d", at, len(listed), len(c.rows), 2*len(c.rows))
			}
			for i := range epin.All() {
				want, inTable := listed[i]
				if e, ok := c.catalogue.Lookup(i); e != want || ok != inTable {
					t.Errorf("Lookup of %q is %+v, %t", i, e, ok)
				}
			}
		})
	}
}

// What the notes of the tables say of a token, the token says too.
func TestNotesAgreeWithTheTokens(t *testing.T) {
	for _, c := range style.Catalogues() {
		for e := range c.All() {
			for _, i := range []epin.Identifier{e.First, e.Second} {
				if i.IsTerminal() != (e.Notes == "Terminal Piece") || i.IsEnhanced() != (len(e.Notes) >= 8 && e.Notes[:8] == "Enhanced") {
					t.Errorf("%s: %q, %s", c.Title(), i, e.Notes)
				}
			}
			if !e.First.IsFirst() || !e.Second.IsSecond() {
				t.Errorf("%s: %q and %q are of the wrong sides", c.Title(), e.First, e.Second)
			}
		}
	}
}

func TestCatalogues(t *testing.T) {
	var titles []string
	for _, c := range style.Catalogues() {
		titles = append(titles, c.Title())
		for e := range c.All() {
			if e.Piece == "" {
				t.Errorf("%s: a row without a piece", c.Title())
			}
			break // a loop can be left
		}
		if e, ok := c.Lookup(epin.Identifier{}); ok || e != (style.Entry{}) {
			t.Errorf("%s: Lookup of the zero Identifier is %+v, %t", c.Title(), e, ok)
		}
	}
	if len(titles) != 3 || titles[0] != "Western Chess" || titles[1] != "Japanese Shōgi" || titles[2] != "Thai Makruk" {
		t.Errorf("the catalogues are %q", titles)
	}

	var zero style.Catalogue
	for e := range zero.All() {
		t.Errorf("the zero Catalogue has the entry %+v", e)
	}
	if e, ok := zero.Lookup(epin.MustParse("K^")); ok || e != (style.Entry{}) || zero.Title() != "" || !zero.Style().IsZero() {
		t.Errorf("the zero Catalogue is %q and has %+v", zero.Title(), e)
	}
}

// In shōgi the derivation marker tells two kings apart, though both are of one
// style: the canonical form of a single style loses that.
func TestCanonicalLosesTheJeweledKing(t *testing.T) {
	shogi := style.JapaneseShogi()
	context := style.SingleStyle{Style: shogi.Style()}
	jeweled, ok := shogi.Lookup(epin.MustParse("K^'"))
	king, ok2 := shogi.Lookup(context.Canonical(epin.MustParse("K^'")))
	if !ok || !ok2 || jeweled.Piece != "Jeweled King" || king.Piece != "King" {
		t.Errorf("K^' is the %q, its canonical form the %q", jeweled.Piece, king.Piece)
	}
}
