package qpi_test

import (
	"fmt"

	"github.com/epin-conformance/harness/epin/qpi"
)

func Example() {
	rook, err := qpi.Current.Parse("s:+R")
	fmt.Println(rook.Style(), rook.Name(), rook.Side(), rook.State(), rook.Native(), rook.Derive(), err)
	_, err = qpi.Aligned.Parse("s:+R")
	fmt.Println(err)
	// Output:
	// S R first enhanced s:+r s:+R <nil>
	// qpi.Edition.Parse("s:+R"): byte 3: not in the case of the first letter, as this edition requires
}
