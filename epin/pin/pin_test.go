package pin_test

import (
	"testing"

	"github.com/epin-conformance/harness/epin/pin"
)

// The other tests of this package are those of package epin, which test both packages.

func TestAttributes(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{pin.Name('A').String(), "A"},
		{pin.Name('Z').String(), "Z"},
		{pin.Name(0).String(), ""},
		{pin.Name('k').String(), "Name(107)"},
		{pin.Name('@').String(), "Name(64)"},
		{pin.Name('[').String(), "Name(91)"},
		{pin.First.String(), "first"},
		{pin.Second.String(), "second"},
		{pin.Side(2).String(), "Side(2)"},
		{pin.Normal.String(), "normal"},
		{pin.Enhanced.String(), "enhanced"},
		{pin.Diminished.String(), "diminished"},
		{pin.State(3).String(), "State(3)"},
		{pin.First.Opposite().String(), "second"},
		{pin.Second.Opposite().String(), "first"},
		{pin.Side(2).Opposite().String(), "Side(2)"},
		{sentence(pin.New('k', 0, 0, true)), `pin.New: name 'k' is not one of 'A' to 'Z'`},
		{sentence(pin.New(0, 0, 0, true)), `pin.New: name '\x00' is not one of 'A' to 'Z'`},
		{sentence(pin.New('K', 2, 0, true)), `pin.New: side 2 is neither First (0) nor Second (1)`},
		{sentence(pin.New('K', 0, 3, true)), `pin.New: state 3 is none of Normal (0), Enhanced (1), Diminished (2)`},
		{sentence(pin.New('[', 9, 9, true)), `pin.New: name '[' is not one of 'A' to 'Z'`},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func sentence(_ pin.Identifier, err error) string { return err.Error() }
