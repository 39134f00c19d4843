package epin_test

import (
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

// transformations holds each transformation beside what it does to the model.
var transformations = map[string]struct {
	do   func(epin.Identifier) epin.Identifier
	want func(model) model
}{
	"Native":         {epin.Identifier.Native, func(m model) model { return m.withMark("") }},
	"Derive":         {epin.Identifier.Derive, func(m model) model { return m.withMark("'") }},
	"Enhance":        {epin.Identifier.Enhance, func(m model) model { return m.withPrefix("+") }},
	"Unenhance":      {epin.Identifier.Unenhance, func(m model) model { return m.withoutPrefix("+") }},
	"Diminish":       {epin.Identifier.Diminish, func(m model) model { return m.withPrefix("-") }},
	"Undiminish":     {epin.Identifier.Undiminish, func(m model) model { return m.withoutPrefix("-") }},
	"Normalize":      {epin.Identifier.Normalize, func(m model) model { return m.withPrefix("") }},
	"Flip":           {epin.Identifier.Flip, model.flipped},
	"MarkTerminal":   {epin.Identifier.MarkTerminal, func(m model) model { return m.withCaret("^") }},
	"UnmarkTerminal": {epin.Identifier.UnmarkTerminal, func(m model) model { return m.withCaret("") }},

	"WithDerived(true)":     {func(i epin.Identifier) epin.Identifier { return i.WithDerived(true) }, func(m model) model { return m.withMark("'") }},
	"WithDerived(false)":    {func(i epin.Identifier) epin.Identifier { return i.WithDerived(false) }, func(m model) model { return m.withMark("") }},
	"WithTerminal(true)":    {func(i epin.Identifier) epin.Identifier { return i.WithTerminal(true) }, func(m model) model { return m.withCaret("^") }},
	"WithTerminal(false)":   {func(i epin.Identifier) epin.Identifier { return i.WithTerminal(false) }, func(m model) model { return m.withCaret("") }},
	"WithSide(First)":       {func(i epin.Identifier) epin.Identifier { return i.WithSide(epin.First) }, func(m model) model { return m.withLetter(string(rune(m.name()))) }},
	"WithSide(Second)":      {func(i epin.Identifier) epin.Identifier { return i.WithSide(epin.Second) }, func(m model) model { return m.withLetter(string(rune(m.name()) + 32)) }},
	"WithState(Normal)":     {func(i epin.Identifier) epin.Identifier { return i.WithState(epin.Normal) }, func(m model) model { return m.withPrefix("") }},
	"WithState(Enhanced)":   {func(i epin.Identifier) epin.Identifier { return i.WithState(epin.Enhanced) }, func(m model) model { return m.withPrefix("+") }},
	"WithState(Diminished)": {func(i epin.Identifier) epin.Identifier { return i.WithState(epin.Diminished) }, func(m model) model { return m.withPrefix("-") }},
	"WithName(A)":           {func(i epin.Identifier) epin.Identifier { return i.WithName('A') }, func(m model) model { return m.named("a") }},
	"WithName(Z)":           {func(i epin.Identifier) epin.Identifier { return i.WithName('Z') }, func(m model) model { return m.named("z") }},
	"WithPIN(-q^)":          {func(i epin.Identifier) epin.Identifier { return i.WithPIN(pin.MustParse("-q^")) }, func(m model) model { return model{"-", "q", "^", m.mark} }},
}

func TestTransformations(t *testing.T) {
	for name, tr := range transformations {
		t.Run(name, func(t *testing.T) {
			for _, m := range models(epin.Current) {
				i := epin.MustParse(m.String())
				got, want := tr.do(i), tr.want(m)
				checkAttributes(t, got, want)
				if got != epin.MustParse(want.String()) {
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
			if got := tr.do(epin.Identifier{}); got != (epin.Identifier{}) {
				t.Errorf("of the zero Identifier it is %q", got)
			}
		})
	}
}

// Compositions are what chains are made of: every ordered pair, on one token of
// each shape.
func TestPairsOfTransformations(t *testing.T) {
	for first, f := range transformations {
		for second, g := range transformations {
			for _, m := range models(epin.Current) {
				if m.letter != "K" && m.letter != "k" {
					continue
				}
				got, want := g.do(f.do(epin.MustParse(m.String()))), g.want(f.want(m))
				if got.String() != want.String() {
					t.Errorf("%s and %s of %q are %q, want %q", first, second, m, got, want)
				}
			}
		}
	}
}

func TestArgumentsOutOfRangeGiveTheZeroIdentifier(t *testing.T) {
	i := epin.MustParse("+k^'")
	for v := range 256 {
		if got, ok := i.WithName(epin.Name(v)), 'A' <= v && v <= 'Z'; (got == epin.Identifier{}) == ok {
			t.Errorf("WithName(%d) is %q", v, got)
		}
		if got, ok := i.WithSide(epin.Side(v)), v <= 1; (got == epin.Identifier{}) == ok {
			t.Errorf("WithSide(%d) is %q", v, got)
		}
		if got, ok := i.WithState(epin.State(v)), v <= 2; (got == epin.Identifier{}) == ok {
			t.Errorf("WithState(%d) is %q", v, got)
		}
	}
	if got := i.WithPIN(pin.Identifier{}); got != (epin.Identifier{}) {
		t.Errorf("WithPIN of the zero PIN is %q", got)
	}
	if got := i.WithName('!').Derive().Flip().Enhance().WithName('K').MarkTerminal(); got != (epin.Identifier{}) {
		t.Errorf("a chain behind a bad argument is %q", got)
	}
}
