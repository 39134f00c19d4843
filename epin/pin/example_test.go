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

func ExampleEdition() {
	for _, e := range pin.Editions() {
		fmt.Println(e, e.Valid("K"), e.Valid("K^"))
	}
	// Output:
	// 1.0.0 true true
	// 1.0.0-initial true false
}

func ExampleNew() {
	rook, err := pin.New('R', pin.Second, pin.Enhanced, false)
	fmt.Println(rook, err)
	_, err = pin.New('r', pin.Second, pin.Enhanced, false)
	fmt.Println(err)
	// Output:
	// +r <nil>
	// pin.New: name 'r' is not one of 'A' to 'Z'
}
