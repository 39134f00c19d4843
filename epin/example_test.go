package epin_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/epin"
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
	fmt.Println(errors.Is(err, epin.ErrDoubleDerivation))
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
	for _, e := range epin.Editions() {
		fmt.Println(e, e.Valid("K'"), e.Valid("K^'"))
	}
	// Output:
	// 1.0.0 true true
	// 1.0.0-initial true false
}

func ExampleAll() {
	n := 0
	for range epin.All() {
		n++
	}
	fmt.Println(n, "tokens, of which the first are:")
	for i := range epin.All() {
		if i.Side() != epin.First {
			break
		}
		fmt.Print(i, " ")
	}
	// Output:
	// 624 tokens, of which the first are:
	// A A' A^ A^' +A +A' +A^ +A^' -A -A' -A^ -A^'
}

func ExampleIdentifier_Compare() {
	var pieces []epin.Identifier
	for _, token := range []string{"k'", "-K", "Q", "K^", "K'", "+K", "K"} {
		pieces = append(pieces, epin.MustParse(token))
	}
	slices.SortFunc(pieces, epin.Identifier.Compare)
	fmt.Println(pieces)
	// Output:
	// [K K' K^ +K -K k' Q]
}

func ExampleIdentifier_MarshalText() {
	hand := map[epin.Identifier]int{epin.MustParse("P'"): 2, epin.MustParse("+r"): 1}
	text, err := json.Marshal(hand)
	fmt.Println(string(text), err)
	// Output:
	// {"+r":1,"P'":2} <nil>
}
