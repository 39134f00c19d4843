package style_test

import (
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
