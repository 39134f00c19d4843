package pin_test

import (
	"errors"
	"testing"

	"github.com/epin-conformance/harness/epin/pin"
)

// checkAttributes compares everything that can be read off i with the model.
func checkAttributes(t *testing.T, i pin.Identifier, m model) {
	t.Helper()
	check := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %s is %#v, want %#v", m, what, got, want)
		}
	}
	check("String", i.String(), m.String())
	check("Name", i.Name(), m.name())
	check("Side", i.Side(), m.side())
	check("State", i.State(), m.state())
	check("IsTerminal", i.IsTerminal(), m.terminal())
	check("Letter", string(i.Letter()), m.letter)
	check("Prefix", i.Prefix(), m.prefix)
	check("Suffix", i.Suffix(), m.suffix)
	check("IsNormal", i.IsNormal(), m.prefix == "")
	check("IsEnhanced", i.IsEnhanced(), m.prefix == "+")
	check("IsDiminished", i.IsDiminished(), m.prefix == "-")
	check("IsFirst", i.IsFirst(), m.side() == pin.First)
	check("IsSecond", i.IsSecond(), m.side() == pin.Second)
	check("IsZero", i.IsZero(), false)
}

func TestEveryToken(t *testing.T) {
	for _, e := range pin.Editions() {
		t.Run(e.String(), func(t *testing.T) {
			seen := map[pin.Identifier]string{}
			for _, m := range models(e) {
				i, err := e.Parse(m.String())
				if err != nil {
					t.Errorf("Parse(%q): %v", m, err)
					continue
				}
				checkAttributes(t, i, m)
				if other, again := seen[i]; again {
					t.Errorf("%q and %q are the same Identifier", other, m)
				}
				seen[i] = m.String()

				made, err := pin.New(m.name(), m.side(), m.state(), m.terminal())
				if made != i || err != nil {
					t.Errorf("New with the attributes of %q is %q, %v", m, made, err)
				}
				if b, err := e.ParseBytes([]byte(m.String())); b != i || err != nil {
					t.Errorf("ParseBytes(%q) is %q, %v", m, b, err)
				}
			}
			if len(seen) != sizes[e] {
				t.Errorf("%d different identifiers, want %d", len(seen), sizes[e])
			}
		})
	}
}

func TestNewRefusesEveryAttributeOutOfRange(t *testing.T) {
	for v := range 256 {
		name, side, state := pin.Name(v), pin.Side(v), pin.State(v)
		_, nameErr := pin.New(name, pin.First, pin.Normal, false)
		_, sideErr := pin.New('K', side, pin.Normal, false)
		_, stateErr := pin.New('K', pin.First, state, false)
		for _, c := range []struct {
			attribute string
			err       error
			ok        bool
		}{
			{"name", nameErr, 'A' <= v && v <= 'Z'},
			{"side", sideErr, v <= 1},
			{"state", stateErr, v <= 2},
		} {
			if c.ok {
				if c.err != nil {
					t.Errorf("%s %d: %v", c.attribute, v, c.err)
				}
				continue
			}
			want := pin.AttributeError{Func: "pin.New", Attribute: c.attribute, Value: uint8(v)}
			var bad *pin.AttributeError
			if !errors.As(c.err, &bad) || *bad != want {
				t.Errorf("%s %d: error %v, want %v", c.attribute, v, c.err, &want)
			}
		}
	}
}

func TestAttributeErrorSentences(t *testing.T) {
	for want, args := range map[string]struct {
		name  pin.Name
		side  pin.Side
		state pin.State
	}{
		`pin.New: name 'k' is not one of 'A' to 'Z'`:                           {'k', 0, 0},
		`pin.New: name '\x00' is not one of 'A' to 'Z'`:                        {0, 0, 0},
		`pin.New: side 2 is neither First (0) nor Second (1)`:                  {'K', 2, 0},
		`pin.New: state 3 is none of Normal (0), Enhanced (1), Diminished (2)`: {'K', 0, 3},
		`pin.New: name '[' is not one of 'A' to 'Z'`:                           {'[', 9, 9},
	} {
		i, err := pin.New(args.name, args.side, args.state, true)
		if err == nil || err.Error() != want || !i.IsZero() {
			t.Errorf("New(%v) is %q, %v; want the error %s", args, i, err, want)
		}
	}
}

func TestAttributeStrings(t *testing.T) {
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
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestZeroIdentifier(t *testing.T) {
	var zero pin.Identifier
	if !zero.IsZero() || zero.String() != "" || zero.Name() != 0 || zero.Letter() != 0 ||
		zero.Prefix() != "" || zero.Suffix() != "" || zero.Side() != pin.First || zero.State() != pin.Normal {
		t.Error("the zero Identifier has an attribute")
	}
	if zero.IsTerminal() || zero.IsNormal() || zero.IsEnhanced() || zero.IsDiminished() || zero.IsFirst() || zero.IsSecond() {
		t.Error("a predicate is true of the zero Identifier")
	}
	king := pin.MustParse("K")
	for _, j := range []pin.Identifier{zero, king} {
		if zero.SameName(j) || zero.SameSide(j) || zero.SameState(j) || zero.SameTerminal(j) ||
			j.SameName(zero) || j.SameSide(zero) || j.SameState(zero) || j.SameTerminal(zero) {
			t.Errorf("the zero Identifier agrees with %q in an attribute", j)
		}
	}
}
