package style_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/internal/tokentest"
	"github.com/epin-conformance/harness/epin/style"
)

// The examples of the specification are in package features, which runs them
// against this package.

// matches differ in how the letters of the styles agree.
var matches = []style.Match{
	style.MustMatch(style.Chess(), style.Makruk()),
	style.MustMatch(style.Makruk(), style.Chess()),
	style.MustMatch(style.Chess(), style.Ogi()),
	style.MustMatch(style.Shogi(), style.Shogi()), // one style
	style.MustMatch(style.Shogi(), style.Ogi()),   // two styles, one letter
	style.MustMatch(mustStyle("Lowest", 'A'), mustStyle("Highest", 'Z')),
}

func mustStyle(name string, letter byte) style.Style {
	s, err := style.New(name, letter)
	if err != nil {
		panic(err)
	}
	return s
}

// The three contexts that name a style can stand for each other.
var _ = []interface {
	Resolve(epin.Identifier) style.Style
}{style.Match{}, style.SingleStyle{}, style.Table{}}

// checkResolve compares the result of a context for each token.
func checkResolve[S comparable](t *testing.T, context string, resolve func(epin.Identifier) S, want func(i epin.Identifier) S) {
	t.Helper()
	for i := range epin.All() {
		if got := resolve(i); got != want(i) {
			t.Errorf("%s: %q is resolved to %v, want %v", context, i, got, want(i))
		}
	}
	var none S
	if got := resolve(epin.Identifier{}); got != none {
		t.Errorf("%s: the zero Identifier is resolved to %v", context, got)
	}
}

func TestStyles(t *testing.T) {
	for _, c := range []struct {
		style  style.Style
		name   string
		letter byte
	}{
		{style.Chess(), "Chess", 'C'},
		{style.Makruk(), "Makruk", 'M'},
		{style.Ogi(), "Ōgi", 'S'},
		{style.Shogi(), "Shōgi", 'S'},
		{style.Style{}, "", 0},
	} {
		if c.style.Name() != c.name || c.style.String() != c.name || c.style.Letter() != c.letter || c.style.IsZero() != (c.name == "") {
			t.Errorf("%s: name %q, letter %q, zero %t", c.name, c.style.Name(), c.style.Letter(), c.style.IsZero())
		}
		if c.name != "" && mustStyle(c.name, c.letter) != c.style {
			t.Errorf("%s is not equal to a style of the same name and letter", c.name)
		}
	}
	if style.Ogi() == style.Shogi() {
		t.Error("two styles with one letter are equal")
	}
	for c := range 256 {
		s, err := style.New("X", byte(c))
		want := 'A' <= c && c <= 'Z'
		if (err == nil) != want || s.IsZero() == want || errors.Is(err, style.ErrBadLetter) == want {
			t.Errorf("New with letter %q is %v, %v", byte(c), s, err)
		}
	}
	for _, c := range []struct {
		name   string
		letter byte
		reason error
		want   string
	}{
		{"", 'c', style.ErrNoName, `style.New("", 'c'): a style needs a name`},
		{"Ōgi\n", 0, style.ErrBadLetter, `style.New("\u014cgi\n", '\x00'): a style letter is one of 'A' to 'Z'`},
	} {
		s, err := style.New(c.name, c.letter)
		if !errors.Is(err, c.reason) || err.Error() != c.want || !s.IsZero() {
			t.Errorf("New(%q, %q) is %v, %v; want the error %s", c.name, c.letter, s, err, c.want)
		}
	}
}

func TestMatches(t *testing.T) {
	for x, m := range matches {
		first, second := m.NativeStyle(epin.First), m.NativeStyle(epin.Second)
		checkResolve(t, m.String(), m.Resolve, func(i epin.Identifier) style.Style {
			if ofFirst(tokentest.Read(i.String())) {
				return first
			}
			return second
		})
		for i := range epin.All() {
			// A captured piece changes sides with its style: K becomes k', and s S'.
			if captured := i.Flip().WithDerived(!i.IsDerived()); m.Resolve(captured) != m.Resolve(i) {
				t.Errorf("in %s %q has the style %q, and captured, as %q, %q", m, i, m.Resolve(i), captured, m.Resolve(captured))
			}
		}
		for y, n := range matches {
			if (m == n) != (x == y) {
				t.Errorf("%s == %s is %t", m, n, m == n)
			}
		}
		if m.IsZero() || m != style.MustMatch(first, second) || m.String() != first.Name()+" vs. "+second.Name() {
			t.Errorf("%s is not what its styles make", m)
		}
		c, ok := m.SingleStyle()
		if want := m.String() == "Shōgi vs. Shōgi"; ok != want || c != (style.SingleStyle{}) != want {
			t.Errorf("%s: SingleStyle is %v, %t", m, c, ok)
		}
		if ok {
			checkResolve(t, m.String(), c.Resolve, m.Resolve)
		}
		for side := epin.Second + 1; side != 0; side++ {
			if got := m.NativeStyle(side); !got.IsZero() {
				t.Errorf("%s: the native style of side %d is %q", m, side, got)
			}
		}
	}

	var zero style.Match
	if !zero.IsZero() || zero.String() != "" || !zero.NativeStyle(epin.First).IsZero() || !zero.NativeStyle(epin.Second).IsZero() {
		t.Errorf("the zero Match is %q", zero)
	}
	if c, ok := zero.SingleStyle(); ok || c != (style.SingleStyle{}) {
		t.Errorf("the zero Match is one of the single style %q", c.Style)
	}
	checkResolve(t, "the zero Match", zero.Resolve, func(epin.Identifier) style.Style { return style.Style{} })
}

// EPIN-initial, Native Style Requirement.
func TestEachSideNeedsAStyle(t *testing.T) {
	for _, c := range []struct {
		first, second style.Style
		side          string
	}{
		{style.Style{}, style.Chess(), "first"},
		{style.Chess(), style.Style{}, "second"},
		{style.Style{}, style.Style{}, "first"},
	} {
		m, err := style.NewMatch(c.first, c.second)
		want := "style.NewMatch: no style for the " + c.side + " side: each side needs a native style"
		if !errors.Is(err, style.ErrNoStyle) || err.Error() != want || !m.IsZero() {
			t.Errorf("NewMatch(%q, %q) is %q, %v; want the error %s", c.first, c.second, m, err, want)
		}
	}
	defer func() {
		if err, ok := recover().(error); !ok || !errors.Is(err, style.ErrNoStyle) {
			t.Errorf("MustMatch panicked with %v", err)
		}
	}()
	style.MustMatch(style.Chess(), style.Style{})
}

// Examples, conventions 1 to 3.
func TestConventions(t *testing.T) {
	none := func(epin.Identifier) style.Style { return style.Style{} }
	checkResolve(t, "single style", style.SingleStyle{Style: style.Shogi()}.Resolve, func(epin.Identifier) style.Style { return style.Shogi() })
	checkResolve(t, "the zero SingleStyle", style.SingleStyle{}.Resolve, none)

	// State and Terminal Status are no part of the key.
	table := style.Table{
		{Name: 'P', Side: epin.First}:                style.Chess(),
		{Name: 'P', Side: epin.First, Derived: true}: style.Makruk(),
		{}: style.Ogi(), // the zero Key, of no piece
	}
	checkResolve(t, "table", table.Resolve, func(i epin.Identifier) style.Style {
		switch m := tokentest.Read(i.String()); m.Letter + m.Mark {
		case "P":
			return style.Chess()
		case "P'":
			return style.Makruk()
		}
		return style.Style{}
	})
	checkResolve(t, "the nil Table", style.Table(nil).Resolve, none)

	rules := style.Rules[string]{Native: "moves as ever", Derived: "moves otherwise"}
	checkResolve(t, "rules", rules.Resolve, func(i epin.Identifier) string {
		if strings.HasSuffix(i.String(), "'") {
			return rules.Derived
		}
		return rules.Native
	})
	if got := (style.Rules[func()]{}).Resolve(epin.MustParse("K'")); got != nil {
		t.Error("the zero Rules hold some")
	}
}

func TestTableKeys(t *testing.T) {
	keys := map[style.Key]bool{}
	for i := range epin.All() {
		keys[style.KeyOf(i)] = true
	}
	if len(keys) != 26*2*2 {
		t.Errorf("%d keys, want %d", len(keys), 26*2*2)
	}
	if got, want := style.KeyOf(epin.MustParse("-k^'")), (style.Key{Name: 'K', Side: epin.Second, Derived: true}); got != want {
		t.Errorf("the key is %+v, want %+v", got, want)
	}
	if got := style.KeyOf(epin.Identifier{}); got != (style.Key{}) {
		t.Errorf("the key of the zero Identifier is %+v", got)
	}
}

// Examples, Single-Style contexts: X' becomes X, on demand and nothing else.
func TestCanonical(t *testing.T) {
	chess := style.SingleStyle{Style: style.Chess()}
	for i := range epin.All() {
		got := chess.Canonical(i)
		if got.String() != i.PIN().String() || chess.Canonical(got) != got || chess.Resolve(got) != chess.Resolve(i) {
			t.Errorf("Canonical of %q is %q, and of that %q", i, got, chess.Canonical(got))
		}
		if got := (style.SingleStyle{}).Canonical(i); got != i {
			t.Errorf("the zero context changed %q to %q", i, got)
		}
	}
	if got := chess.Canonical(epin.Identifier{}); !got.IsZero() {
		t.Errorf("Canonical of the zero Identifier is %q", got)
	}
}

// TestCatalogues tests the lists; the features have the texts of each entry.
func TestCatalogues(t *testing.T) {
	var titles []string
	for _, c := range style.Catalogues() {
		entries := slices.Collect(c.All())
		titles = append(titles, fmt.Sprintf("%s, %s, %d", c.Title(), c.Style(), len(entries)))
		listed := map[epin.Identifier]style.Entry{}
		for _, e := range entries {
			listed[e.First], listed[e.Second] = e, e
			if e.Piece == "" || !e.First.IsFirst() || e.Second != e.First.Flip() || (e.ThaiName != "") != (c.Title() == "Thai Makruk") {
				t.Errorf("%s: the entry %+v", c.Title(), e)
			}
		}
		if len(listed) != 2*len(entries) {
			t.Errorf("%s: %d tokens, want %d", c.Title(), len(listed), 2*len(entries))
		}
		for _, i := range append(slices.Collect(epin.All()), epin.Identifier{}) {
			want, inTable := listed[i]
			if e, ok := c.Lookup(i); e != want || ok != inTable {
				t.Errorf("Lookup of %q is %+v, %t", i, e, ok)
			}
		}
		for range c.All() {
			break // a loop can be left
		}
	}
	if got, want := strings.Join(titles, "; "), "Western Chess, Chess, 6; Japanese Shōgi, Shōgi, 15; Thai Makruk, Makruk, 6"; got != want {
		t.Errorf("the catalogues are %s, want %s", got, want)
	}

	var zero style.Catalogue
	e, ok := zero.Lookup(epin.MustParse("K^"))
	if ok || e != (style.Entry{}) || zero.Title() != "" || !zero.Style().IsZero() || len(slices.Collect(zero.All())) > 0 {
		t.Errorf("the zero Catalogue is %q and has %+v", zero.Title(), e)
	}
}

func TestNoAllocation(t *testing.T) {
	var (
		i       epin.Identifier
		q       style.QPI
		s       style.Style
		e       style.Entry
		ok      bool
		text    string
		buffer  = make([]byte, 0, 8)
		m       = style.MustMatch(style.Chess(), style.Ogi())
		single  = style.SingleStyle{Style: style.Shogi()}
		table   = style.Table{{Name: 'P'}: style.Chess()}
		rules   = style.Rules[string]{Native: "as ever", Derived: "otherwise"}
		token   = epin.MustParse("+p'")
		parsed  = style.MustParseQPI("s:+K^")
		inBytes = []byte("s:+K^")
		catalog = style.JapaneseShogi()
	)
	tokentest.CheckAllocations(t, map[string]func(){
		"ParseQPI":      func() { q, _ = style.ParseQPI("s:+K^") },
		"UnmarshalText": func() { ok = q.UnmarshalText(inBytes) == nil },
		"AppendText":    func() { buffer, _ = parsed.AppendText(buffer[:0]) },
		"attributes":    func() { ok = parsed.StyleLetter() == 'S' && parsed.IsDerived() && parsed.PIN().IsTerminal() },
		"conversion": func() {
			for _, r := range []style.Reading{style.Current, style.Initial} {
				q, _ = r.ToQPI(m, token)
				i, _ = r.FromQPI(m, q)
			}
		},
		"Match":       func() { s = m.Resolve(token) },
		"SingleStyle": func() { s, i = single.Resolve(token), single.Canonical(token) },
		"Table":       func() { s = table.Resolve(token) },
		"Rules":       func() { text = rules.Resolve(token) },
		"Catalogue": func() {
			for e = range catalog.All() {
				_, ok = catalog.Lookup(token)
			}
		},
		"NewMatch": func() { m, _ = style.NewMatch(style.Chess(), style.Ogi()) },
		"New":      func() { s, _ = style.New("Chess", 'C') },
	})
	_, _, _, _, _, _ = i, q, s, e, ok, text
}
