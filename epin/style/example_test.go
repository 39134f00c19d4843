package style_test

import (
	"errors"
	"fmt"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

func Example() {
	match, err := style.NewMatch(style.Chess(), style.Makruk())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, token := range []string{"P", "P'", "p", "p'"} {
		pawn := epin.MustParse(token)
		fmt.Println(pawn, pawn.Side(), match.Resolve(pawn))
	}
	// Output:
	// P first Chess
	// P' first Makruk
	// p second Makruk
	// p' second Chess
}

// The same tokens in the same match, in both readings of the case of the style
// letter.
func ExampleReading_ToQPI() {
	match := style.MustMatch(style.Chess(), style.Ogi())
	for _, reading := range style.Readings() {
		fmt.Print(reading, ":")
		for _, token := range []string{"P", "P'", "p", "p'"} {
			qpi, err := reading.ToQPI(match, epin.MustParse(token))
			if err != nil {
				fmt.Println(err)
				return
			}
			fmt.Print(" ", qpi)
		}
		fmt.Println()
	}
	// Output:
	// 1.0.0: C:P s:P s:p C:p
	// 1.0.0-initial: C:P S:P s:p c:p
}

func ExampleReading_FromQPI() {
	match := style.MustMatch(style.Chess(), style.Ogi())
	fmt.Println(style.Initial.FromQPI(match, style.MustParseQPI("S:P")))
	_, err := style.Initial.FromQPI(match, style.MustParseQPI("M:P"))
	fmt.Println(err)
	// Output:
	// P' <nil>
	// style.Initial.FromQPI("M:P"): byte 0: style letter of neither side; C is the first side's, S the second's
}

// In a match of a single style, K and K' have the same QPI token in the reading
// Initial, so FromQPI fails. A caller for whom both mean the same chooses K.
func ExampleReading_FromQPI_ambiguous() {
	match := style.MustMatch(style.Shogi(), style.Shogi())
	qpi := style.MustParseQPI("S:K")
	king, err := style.Initial.FromQPI(match, qpi)
	if _, single := match.SingleStyle(); single && errors.Is(err, style.ErrAmbiguous) {
		king = epin.FromPIN(qpi.PIN())
	}
	fmt.Println(king)
	// Output:
	// K
}

func ExampleParseQPI() {
	pawn, err := style.ParseQPI("s:+P")
	fmt.Println(pawn.PIN(), string(pawn.StyleLetter()), pawn.StyleSide(), pawn.IsDerived(), err)
	_, err = style.ParseQPI("s;+P")
	fmt.Println(err)
	// Output:
	// +P S second true <nil>
	// style.ParseQPI("s;+P"): byte 1: no colon behind the style letter
}

// Only Canonical removes the derivation marker.
func ExampleSingleStyle_Canonical() {
	chess := style.SingleStyle{Style: style.Chess()}
	rook := epin.MustParse("+r'")
	fmt.Println(chess.Resolve(rook), rook, chess.Canonical(rook))
	// Output:
	// Chess +r' +r
}

func ExampleTable() {
	table := style.Table{
		{Name: 'P', Side: epin.First}:                style.Chess(),
		{Name: 'P', Side: epin.First, Derived: true}: style.Makruk(),
	}
	fmt.Println(table.Resolve(epin.MustParse("P")), table.Resolve(epin.MustParse("P'")), table.Resolve(epin.MustParse("q")).IsZero())
	// Output:
	// Chess Makruk true
}

func ExampleCatalogue_Lookup() {
	piece, ok := style.ThaiMakruk().Lookup(epin.MustParse("q"))
	fmt.Println(piece.Piece, piece.ThaiName, piece.Notes, ok)
	// Output:
	// Queen Met Moves one square diagonally true
}
