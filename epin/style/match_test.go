package style_test

import (
	"errors"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

// EPIN-initial, Style Derivation Logic: Chess against Makruk; Cross-Style
// Scenarios: Chess against Ōgi, and games in which both sides have one style.
func TestMatchesOfTheSpecification(t *testing.T) {
	for _, c := range []struct {
		row           string
		first, second style.Style
		token         string
		side          epin.Side
		want          style.Style
	}{
		{"first player pawn with Chess style", style.Chess(), style.Makruk(), "P", epin.First, style.Chess()},
		{"first player pawn with Makruk style", style.Chess(), style.Makruk(), "P'", epin.First, style.Makruk()},
		{"second player pawn with Makruk style", style.Chess(), style.Makruk(), "p", epin.Second, style.Makruk()},
		{"second player pawn with Chess style", style.Chess(), style.Makruk(), "p'", epin.Second, style.Chess()},

		{"Chess king controlled by first player", style.Chess(), style.Ogi(), "K", epin.First, style.Chess()},
		{"Chess king controlled by second player", style.Chess(), style.Ogi(), "k'", epin.Second, style.Chess()},
		{"Ōgi silver controlled by second player", style.Chess(), style.Ogi(), "s", epin.Second, style.Ogi()},
		{"Ōgi silver controlled by first player", style.Chess(), style.Ogi(), "S'", epin.First, style.Ogi()},

		{"king with native style, one style", style.Chess(), style.Chess(), "K", epin.First, style.Chess()},
		{"king with foreign style, one style", style.Chess(), style.Chess(), "K'", epin.First, style.Chess()},
	} {
		t.Run(c.row, func(t *testing.T) {
			m, err := style.NewMatch(c.first, c.second)
			if err != nil {
				t.Fatal(err)
			}
			i, err := epin.Initial.Parse(c.token)
			if err != nil {
				t.Fatal(err)
			}
			if got := m.Resolve(i); got != c.want || i.Side() != c.side {
				t.Errorf("%q in %s is of the %s side and of style %q, want %s and %q", c.token, m, i.Side(), got, c.side, c.want)
			}
		})
	}
}

func TestMatchResolvesEveryToken(t *testing.T) {
	for _, m := range matches {
		first, second := m.NativeStyle(epin.First), m.NativeStyle(epin.Second)
		for i := range epin.All() {
			if want, _ := wantStyle(i.String(), first, second); m.Resolve(i) != want {
				t.Errorf("%q in %s is of style %q, want %q", i, m, m.Resolve(i), want)
			}
		}
	}
}

// A captured piece that goes over to the other side, its style with it, changes
// its status: K becomes k', and s becomes S'.
func TestCapturedPieceKeepsItsStyle(t *testing.T) {
	for _, m := range matches {
		for i := range epin.All() {
			captured := i.Flip().WithDerived(!i.IsDerived())
			if m.Resolve(captured) != m.Resolve(i) {
				t.Errorf("in %s %q has the style %q, and captured, as %q, %q", m, i, m.Resolve(i), captured, m.Resolve(captured))
			}
		}
	}
}

func TestNativeStyle(t *testing.T) {
	m := style.MustMatch(style.Chess(), style.Ogi())
	for v := range 256 {
		want := style.Style{}
		switch epin.Side(v) {
		case epin.First:
			want = style.Chess()
		case epin.Second:
			want = style.Ogi()
		}
		if got := m.NativeStyle(epin.Side(v)); got != want {
			t.Errorf("the native style of side %d is %q, want %q", v, got, want)
		}
	}
	if m.String() != "Chess vs. Ōgi" || m.IsZero() {
		t.Errorf("the match is %q", m)
	}
}

// EPIN-initial, Native Style Requirement.
func TestEachSideNeedsAStyle(t *testing.T) {
	for _, c := range []struct {
		first, second style.Style
		want          string
	}{
		{style.Style{}, style.Chess(), `style.NewMatch: no style for the first side: each side needs a native style`},
		{style.Chess(), style.Style{}, `style.NewMatch: no style for the second side: each side needs a native style`},
		{style.Style{}, style.Style{}, `style.NewMatch: no style for the first side: each side needs a native style`},
	} {
		m, err := style.NewMatch(c.first, c.second)
		if !errors.Is(err, style.ErrNoStyle) || err.Error() != c.want || !m.IsZero() {
			t.Errorf("NewMatch(%q, %q) is %q, %v; want the error %s", c.first, c.second, m, err, c.want)
		}
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || err.Error() != c.want {
					t.Errorf("MustMatch(%q, %q) panicked with %v, want %s", c.first, c.second, err, c.want)
				}
			}()
			style.MustMatch(c.first, c.second)
		}()
	}
}

func TestMatchesAreEqualWhenTheirStylesAre(t *testing.T) {
	for x, m := range matches {
		for y, n := range matches {
			if (m == n) != (x == y) {
				t.Errorf("%s == %s is %t", m, n, m == n)
			}
		}
		if again := style.MustMatch(m.NativeStyle(epin.First), m.NativeStyle(epin.Second)); again != m {
			t.Errorf("%s made again is another match", m)
		}
	}
}

func TestZeroMatch(t *testing.T) {
	var m style.Match
	if !m.IsZero() || m.String() != "" || !m.NativeStyle(epin.First).IsZero() || !m.NativeStyle(epin.Second).IsZero() {
		t.Errorf("the zero Match is %q", m)
	}
	if c, ok := m.SingleStyle(); ok || c != (style.SingleStyle{}) {
		t.Errorf("the zero Match is one of the single style %q", c.Style)
	}
	for i := range epin.All() {
		if got := m.Resolve(i); !got.IsZero() {
			t.Errorf("%q in the zero Match is of style %q", i, got)
		}
	}
}

func TestMatchOfASingleStyle(t *testing.T) {
	for _, m := range matches {
		c, ok := m.SingleStyle()
		if want := m.String() == "Shōgi vs. Shōgi"; ok != want || !ok && c != (style.SingleStyle{}) {
			t.Errorf("%s: SingleStyle is %v, %t", m, c, ok)
		}
		if !ok {
			continue
		}
		for i := range epin.All() {
			if c.Resolve(i) != m.Resolve(i) || m.Resolve(i.Native()) != m.Resolve(i.Derive()) {
				t.Errorf("%q: style %q in the match, %q in its context", i, m.Resolve(i), c.Resolve(i))
			}
		}
	}
}

func TestZeroIdentifierHasNoStyle(t *testing.T) {
	for _, m := range matches {
		if got := m.Resolve(epin.Identifier{}); !got.IsZero() {
			t.Errorf("in %s it is of style %q", m, got)
		}
	}
}
