package style_test

import (
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

// The three contexts that name a style can stand for each other.
var (
	_ interface {
		Resolve(epin.Identifier) style.Style
	} = style.Match{}
	_ interface {
		Resolve(epin.Identifier) style.Style
	} = style.SingleStyle{}
	_ interface {
		Resolve(epin.Identifier) style.Style
	} = style.Table{}
)

// Examples, convention 1.
func TestSingleStyleConvention(t *testing.T) {
	shogi := style.SingleStyle{Style: style.Shogi()}
	for _, c := range []struct {
		token   string
		derived bool
		want    string
	}{
		{"K^", false, "Shōgi"},
		{"K^'", true, "Shōgi"},
	} {
		i := epin.MustParse(c.token)
		if got := shogi.Resolve(i); got.Name() != c.want || i.IsDerived() != c.derived {
			t.Errorf("%q: derived %t, style %q; want %t, %q", c.token, i.IsDerived(), got, c.derived, c.want)
		}
		if i.String() != c.token {
			t.Errorf("%q was rewritten to %q", c.token, i)
		}
	}
	for i := range epin.All() {
		if got := shogi.Resolve(i); got != style.Shogi() {
			t.Errorf("%q is of style %q", i, got)
		}
	}
}

// Examples, convention 2.
func TestCatalogueDrivenConvention(t *testing.T) {
	table := style.Table{
		{Name: 'P', Side: epin.First}:                style.Chess(),
		{Name: 'P', Side: epin.First, Derived: true}: style.Makruk(),
	}
	for _, c := range []struct {
		token   string
		derived bool
		want    string
	}{
		{"P", false, "Chess"},
		{"P'", true, "Makruk"},
	} {
		i := epin.MustParse(c.token)
		if got := table.Resolve(i); got.Name() != c.want || i.IsDerived() != c.derived {
			t.Errorf("%q: derived %t, style %q; want %t, %q", c.token, i.IsDerived(), got, c.derived, c.want)
		}
	}
	// What is not in the table has no style; State and Terminal Status are no
	// part of the key.
	for i := range epin.All() {
		want := style.Style{}
		if i.Name() == 'P' && i.IsFirst() {
			want = style.Chess()
			if i.IsDerived() {
				want = style.Makruk()
			}
		}
		if got := table.Resolve(i); got != want {
			t.Errorf("%q is of style %q, want %q", i, got, want)
		}
	}
}

// Name, side and status are enough to tell the styles of all 26 × 2 × 2 keys
// apart, and no two of them share an entry.
func TestTableKeys(t *testing.T) {
	table := style.Table{}
	for i := range epin.All() {
		table[style.KeyOf(i)] = mustStyle(i.Native().WithState(epin.Normal).String(), byte(i.Name()))
	}
	if len(table) != 26*2*2 {
		t.Errorf("%d keys, want %d", len(table), 26*2*2)
	}
	if got, want := style.KeyOf(epin.MustParse("-k^'")), (style.Key{Name: 'K', Side: epin.Second, Derived: true}); got != want {
		t.Errorf("the key is %+v, want %+v", got, want)
	}
	if got := style.KeyOf(epin.Identifier{}); got != (style.Key{}) {
		t.Errorf("the key of the zero Identifier is %+v", got)
	}
}

// Examples, convention 3.
func TestRuleDefinedConvention(t *testing.T) {
	const (
		native  = "moves like base Piece"
		derived = "moves like base Piece under transformed movement rules"
	)
	rules := style.Rules[string]{Native: native, Derived: derived}
	for i := range epin.All() {
		want := native
		if i.IsDerived() {
			want = derived
		}
		if got := rules.Resolve(i); got != want {
			t.Errorf("%q %s, want %s", i, got, want)
		}
	}
	if got := rules.Resolve(epin.Identifier{}); got != "" {
		t.Errorf("the zero Identifier %s", got)
	}
	if got := (style.Rules[func()]{}).Resolve(epin.MustParse("K'")); got != nil {
		t.Error("the zero Rules hold some")
	}
}

func TestZeroContexts(t *testing.T) {
	for i := range epin.All() {
		if got := (style.SingleStyle{}).Resolve(i); !got.IsZero() {
			t.Errorf("%q in the zero SingleStyle is of style %q", i, got)
		}
		if got := style.Table(nil).Resolve(i); !got.IsZero() {
			t.Errorf("%q in the nil Table is of style %q", i, got)
		}
	}
	var none epin.Identifier
	if got := (style.SingleStyle{Style: style.Chess()}).Resolve(none); !got.IsZero() {
		t.Errorf("the zero Identifier is of style %q", got)
	}
	if got := (style.Table{{}: style.Chess()}).Resolve(none); !got.IsZero() {
		t.Errorf("the zero Identifier is of style %q in a table that lists the zero Key", got)
	}
}

// Examples, Single-Style contexts: X' becomes X, on demand and nothing else.
func TestCanonical(t *testing.T) {
	chess := style.SingleStyle{Style: style.Chess()}
	for i := range epin.All() {
		got := chess.Canonical(i)
		if want := i.PIN().String(); got.String() != want {
			t.Errorf("Canonical of %q is %q, want %q", i, got, want)
		}
		if chess.Canonical(got) != got {
			t.Errorf("Canonical of %q twice is %q", i, chess.Canonical(got))
		}
		if chess.Resolve(got) != chess.Resolve(i) {
			t.Errorf("Canonical of %q changed its style", i)
		}
		if got := (style.SingleStyle{}).Canonical(i); got != i {
			t.Errorf("the zero context changed %q to %q", i, got)
		}
	}
	if got := chess.Canonical(epin.Identifier{}); !got.IsZero() {
		t.Errorf("Canonical of the zero Identifier is %q", got)
	}
}
