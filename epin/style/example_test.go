package style_test

import (
	"fmt"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

func Example() {
	match := style.Match{First: style.Chess(), Second: style.Makruk()}
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

// The same tokens in the same match: the editions differ in the case of the style letter.
func ExampleMatch_ToQPI() {
	match := style.Match{First: style.Chess(), Second: style.Ogi()}
	for _, edition := range []epin.Edition{epin.Current, epin.Initial} {
		fmt.Print(edition, ":")
		for _, token := range []string{"P", "P'", "p", "p'"} {
			qpi, err := match.ToQPI(edition, epin.MustParse(token))
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

// Only Canonical removes the derivation marker.
func ExampleSingleStyle_Canonical() {
	chess := style.SingleStyle{Style: style.Chess()}
	rook := epin.MustParse("+r'")
	fmt.Println(chess.Resolve(rook), rook, chess.Canonical(rook))
	// Output:
	// Chess +r' +r
}
