package pin_test

import (
	"errors"
	"fmt"

	"github.com/epin-conformance/harness/epin/pin"
)

func Example() {
	king, err := pin.Parse("+k^")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(king.Name(), king.Side(), king.State(), king.IsTerminal())
	fmt.Println(king.Flip().Normalize())
	// Output:
	// K second enhanced true
	// K^
}

func ExampleParse() {
	_, err := pin.Parse("K^^")
	fmt.Println(err)
	fmt.Println(errors.Is(err, pin.ErrDoubleTerminal))
	// Output:
	// pin.Parse("K^^"): byte 2: more than one terminal marker
	// true
}
