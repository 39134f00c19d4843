package pin_test

import (
	"testing"

	"github.com/epin-conformance/harness/epin/pin"
)

// transformations holds each transformation beside what it does to the model.
var transformations = map[string]struct {
	do   func(pin.Identifier) pin.Identifier
	want func(model) model
}{
	"Enhance":        {pin.Identifier.Enhance, func(m model) model { return m.withPrefix("+") }},
	"Unenhance":      {pin.Identifier.Unenhance, func(m model) model { return m.withoutPrefix("+") }},
	"Diminish":       {pin.Identifier.Diminish, func(m model) model { return m.withPrefix("-") }},
	"Undiminish":     {pin.Identifier.Undiminish, func(m model) model { return m.withoutPrefix("-") }},
	"Normalize":      {pin.Identifier.Normalize, func(m model) model { return m.withPrefix("") }},
	"Flip":           {pin.Identifier.Flip, model.flipped},
	"MarkTerminal":   {pin.Identifier.MarkTerminal, func(m model) model { return m.withSuffix("^") }},
	"UnmarkTerminal": {pin.Identifier.UnmarkTerminal, func(m model) model { return m.withSuffix("") }},

	"WithTerminal(true)":    {func(i pin.Identifier) pin.Identifier { return i.WithTerminal(true) }, func(m model) model { return m.withSuffix("^") }},
	"WithTerminal(false)":   {func(i pin.Identifier) pin.Identifier { return i.WithTerminal(false) }, func(m model) model { return m.withSuffix("") }},
	"WithSide(First)":       {func(i pin.Identifier) pin.Identifier { return i.WithSide(pin.First) }, func(m model) model { return m.withLetter(string(rune(m.name()))) }},
	"WithSide(Second)":      {func(i pin.Identifier) pin.Identifier { return i.WithSide(pin.Second) }, func(m model) model { return m.withLetter(string(rune(m.name()) + 32)) }},
	"WithState(Normal)":     {func(i pin.Identifier) pin.Identifier { return i.WithState(pin.Normal) }, func(m model) model { return m.withPrefix("") }},
	"WithState(Enhanced)":   {func(i pin.Identifier) pin.Identifier { return i.WithState(pin.Enhanced) }, func(m model) model { return m.withPrefix("+") }},
	"WithState(Diminished)": {func(i pin.Identifier) pin.Identifier { return i.WithState(pin.Diminished) }, func(m model) model { return m.withPrefix("-") }},
	"WithName(A)":           {func(i pin.Identifier) pin.Identifier { return i.WithName('A') }, func(m model) model { return m.named("a") }},
	"WithName(Z)":           {func(i pin.Identifier) pin.Identifier { return i.WithName('Z') }, func(m model) model { return m.named("z") }},
}

func TestTransformations(t *testing.T) {
	for name, tr := range transformations {
		t.Run(name, func(t *testing.T) {
			for _, m := range models(pin.Current) {
				i := pin.MustParse(m.String())
				got, want := tr.do(i), tr.want(m)
				checkAttributes(t, got, want)
				if got != pin.MustParse(want.String()) {
					t.Errorf("of %q it is not equal to %q parsed", m, want)
				}
				if i.String() != m.String() {
					t.Errorf("of %q it changed the receiver to %q", m, i)
				}
				if again := tr.do(got); name != "Flip" && again != got {
					t.Errorf("of %q twice it is %q, once %q", m, again, got)
				}
				if name == "Flip" && tr.do(got) != i {
					t.Errorf("of %q twice it is %q", m, tr.do(got))
				}
			}
			if got := tr.do(pin.Identifier{}); !got.IsZero() {
				t.Errorf("of the zero Identifier it is %q", got)
			}
		})
	}
}

func TestArgumentsOutOfRangeGiveTheZeroIdentifier(t *testing.T) {
	i := pin.MustParse("+k^")
	for v := range 256 {
		if got, ok := i.WithName(pin.Name(v)), 'A' <= v && v <= 'Z'; got.IsZero() == ok {
			t.Errorf("WithName(%d) is %q", v, got)
		}
		if got, ok := i.WithSide(pin.Side(v)), v <= 1; got.IsZero() == ok {
			t.Errorf("WithSide(%d) is %q", v, got)
		}
		if got, ok := i.WithState(pin.State(v)), v <= 2; got.IsZero() == ok {
			t.Errorf("WithState(%d) is %q", v, got)
		}
	}
	if got := i.WithName('!').Flip().Enhance().WithName('K').MarkTerminal(); !got.IsZero() {
		t.Errorf("a chain behind a bad argument is %q", got)
	}
}
