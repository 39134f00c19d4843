package epin_test

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

func Example() {
	rook, err := epin.Parse("+R'")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("name:", rook.Name())
	fmt.Println("side:", rook.Side())
	fmt.Println("state:", rook.State())
	fmt.Println("terminal:", rook.IsTerminal())
	fmt.Println("derived:", rook.IsDerived())
	fmt.Println("PIN:", rook.PIN())
	// Output:
	// name: R
	// side: first
	// state: enhanced
	// terminal: false
	// derived: true
	// PIN: +R
}

func ExampleParse_error() {
	_, err := epin.Parse("K''")
	fmt.Println(err)

	var bad *epin.ParseError
	if errors.As(err, &bad) {
		fmt.Println(bad.Offset)
	}
	fmt.Println(errors.Is(err, pin.ErrDoubleDerivation))
	// Output:
	// epin.Parse("K''"): byte 2: more than one derivation marker
	// 2
	// true
}

// The whole input has to match: nothing is trimmed.
func ExampleValid() {
	fmt.Println(epin.Valid("K^'"), epin.Valid("K^'\n"), epin.Valid(" K"))
	// Output:
	// true false false
}

func ExampleEdition() {
	for _, e := range []epin.Edition{epin.Current, epin.Initial} {
		fmt.Println(e, e.Valid("K'"), e.Valid("K^'"))
	}
	// Output:
	// 1.0.0 true true
	// 1.0.0-initial true false
}

func ExampleIdentifier_MarshalText() {
	hand := map[epin.Identifier]int{epin.MustParse("P'"): 2, epin.MustParse("+r"): 1}
	text, err := json.Marshal(hand)
	fmt.Println(string(text), err)
	// Output:
	// {"+r":1,"P'":2} <nil>
}
