package epin_test

import (
	"errors"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

// checkAttributes compares everything that can be read off i with the model.
func checkAttributes(t *testing.T, i epin.Identifier, m model) {
	t.Helper()
	check := func(what string, got, want any) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %s is %#v, want %#v", m, what, got, want)
		}
	}
	check("String", i.String(), m.String())
	check("PIN", i.PIN().String(), m.pin())
	check("Name", i.Name(), m.name())
	check("Side", i.Side(), m.side())
	check("State", i.State(), m.state())
	check("IsTerminal", i.IsTerminal(), m.terminal())
	check("IsNative", i.IsNative(), m.mark == "")
	check("IsDerived", i.IsDerived(), m.mark == "'")
	check("Letter", string(i.Letter()), m.letter)
	check("Prefix", i.Prefix(), m.prefix)
	check("PIN.Suffix", i.PIN().Suffix(), m.caret)
	check("Suffix", i.Suffix(), m.mark)
	check("IsNormal", i.IsNormal(), m.prefix == "")
	check("IsEnhanced", i.IsEnhanced(), m.prefix == "+")
	check("IsDiminished", i.IsDiminished(), m.prefix == "-")
	check("IsFirst", i.IsFirst(), m.side() == epin.First)
	check("IsSecond", i.IsSecond(), m.side() == epin.Second)
	check("IsZero", i.IsZero(), false)
}

func TestEveryToken(t *testing.T) {
	for _, e := range epin.Editions() {
		t.Run(e.String(), func(t *testing.T) {
			seen := map[epin.Identifier]string{}
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

				made, err := epin.New(m.name(), m.side(), m.state(), m.terminal(), m.derived())
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

// EPIN §3: every PIN token is an EPIN token, and native.
func TestEveryPINTokenIsANativeToken(t *testing.T) {
	for _, e := range epin.Editions() {
		for p := range e.PIN().All() {
			i, err := e.Parse(p.String())
			if err != nil || !i.IsNative() || i.PIN() != p || i.String() != p.String() || i != epin.FromPIN(p) {
				t.Errorf("edition %s: PIN token %q is %q, %v", e, p, i, err)
			}
		}
	}
	if got := epin.FromPIN(pin.Identifier{}); !got.IsZero() {
		t.Errorf("FromPIN of the zero Identifier is %q", got)
	}
}

func TestNewRefusesEveryAttributeOutOfRange(t *testing.T) {
	for v := range 256 {
		name, side, state := epin.Name(v), epin.Side(v), epin.State(v)
		_, nameErr := epin.New(name, epin.First, epin.Normal, false, true)
		_, sideErr := epin.New('K', side, epin.Normal, false, true)
		_, stateErr := epin.New('K', epin.First, state, false, true)
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
			want := epin.AttributeError{Func: "epin.New", Attribute: c.attribute, Value: uint8(v)}
			var bad *epin.AttributeError
			if !errors.As(c.err, &bad) || *bad != want {
				t.Errorf("%s %d: error %v, want %v", c.attribute, v, c.err, &want)
			}
		}
	}
	i, err := epin.New('k', epin.First, epin.Normal, false, true)
	const want = `epin.New: name 'k' is not one of 'A' to 'Z'`
	if err == nil || err.Error() != want || !i.IsZero() || i.IsDerived() {
		t.Errorf("New is %q, %v; want the error %s", i, err, want)
	}
}

func TestZeroIdentifier(t *testing.T) {
	var zero epin.Identifier
	if !zero.IsZero() || zero.String() != "" || zero.Name() != 0 || zero.Letter() != 0 || !zero.PIN().IsZero() ||
		zero.Prefix() != "" || zero.Suffix() != "" || zero.Side() != epin.First || zero.State() != epin.Normal {
		t.Error("the zero Identifier has an attribute")
	}
	if zero.IsTerminal() || zero.IsNative() || zero.IsDerived() || zero.IsNormal() || zero.IsEnhanced() ||
		zero.IsDiminished() || zero.IsFirst() || zero.IsSecond() {
		t.Error("a predicate is true of the zero Identifier")
	}
	king := epin.MustParse("K")
	for _, j := range []epin.Identifier{zero, king} {
		if zero.SameName(j) || zero.SameSide(j) || zero.SameState(j) || zero.SameTerminal(j) || zero.SameStatus(j) ||
			j.SameName(zero) || j.SameSide(zero) || j.SameState(zero) || j.SameTerminal(zero) || j.SameStatus(zero) {
			t.Errorf("the zero Identifier agrees with %q in an attribute", j)
		}
	}
}
