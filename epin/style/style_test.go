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

func TestStyles(t *testing.T) {
	for name, s := range map[string]style.Style{"Chess": style.Chess(), "Makruk": style.Makruk(), "Ōgi": style.Ogi(), "Shōgi": style.Shogi(), "": {}} {
		letter := map[string]byte{"Chess": 'C', "Makruk": 'M', "Ōgi": 'S', "Shōgi": 'S', "": 0}[name]
		if s.Name() != name || s.String() != name || s.Letter() != letter || s.IsZero() != (name == "") || name != "" && mustStyle(name, letter) != s {
			t.Errorf("%s: name %q, letter %q, zero %t", name, s.Name(), s.Letter(), s.IsZero())
		}
	}
	for c := range 256 {
		s, err := style.New("X", byte(c))
		want := 'A' <= c && c <= 'Z'
		if (err == nil) != want || s.IsZero() == want || errors.Is(err, style.ErrBadLetter) == want {
			t.Errorf("New with letter %q is %v, %v", byte(c), s, err)
		}
	}
	_, noName := style.New("", 'c')
	tokentest.CheckError(t, noName, style.ErrNoName, `style.New("", 'c'): a style needs a name`)
	_, badLetter := style.New("Ōgi\n", 0)
	tokentest.CheckError(t, badLetter, style.ErrBadLetter, `style.New("\u014cgi\n", '\x00'): a style letter is one of 'A' to 'Z'`)
}

// ofFirst reports whether the style of a token is the first side's.
func ofFirst(i epin.Identifier) bool {
	return strings.ContainsAny(i.String(), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != strings.Contains(i.String(), "'")
}

// TestResolve compares the result of each context for each token. Examples, conventions 1 to 3.
func TestResolve(t *testing.T) {
	constant := func(s style.Style) func(epin.Identifier) style.Style {
		return func(epin.Identifier) style.Style { return s }
	}
	type of = interface {
		Resolve(epin.Identifier) style.Style
	}
	contexts := map[of]func(epin.Identifier) style.Style{
		style.Match{}:                           constant(style.Style{}),
		style.SingleStyle{}:                     constant(style.Style{}),
		style.SingleStyle{Style: style.Shogi()}: constant(style.Shogi()),
		&style.Table{}:                          constant(style.Style{}),
		&style.Table{ // State and Terminal Status are no part of the key
			{Name: 'P', Side: epin.First}:                style.Chess(),
			{Name: 'P', Side: epin.First, Derived: true}: style.Makruk(),
			{}: style.Ogi(), // the zero Key, of no piece
		}: func(i epin.Identifier) style.Style {
			return map[string]style.Style{"P": style.Chess(), "P'": style.Makruk()}[strings.Trim(i.String(), "+-^'")+i.Suffix()]
		},
		style.Rules[style.Style]{Native: style.Chess(), Derived: style.Ogi()}: func(i epin.Identifier) style.Style {
			return map[string]style.Style{"": style.Chess(), "'": style.Ogi()}[i.Suffix()]
		},
	}
	for _, m := range matches {
		contexts[m] = func(i epin.Identifier) style.Style {
			if ofFirst(i) {
				return m.NativeStyle(epin.First)
			}
			return m.NativeStyle(epin.Second)
		}
		if c, ok := m.SingleStyle(); ok {
			contexts[c] = contexts[m]
		}
	}
	for context, want := range contexts {
		for i := range epin.All() {
			if got := context.Resolve(i); got != want(i) {
				t.Errorf("%v: %q is resolved to %v, want %v", context, i, got, want(i))
			}
		}
		if got := context.Resolve(epin.Identifier{}); !got.IsZero() {
			t.Errorf("%v: the zero Identifier is resolved to %v", context, got)
		}
	}
	if got := (style.Rules[func()]{}).Resolve(epin.MustParse("K'")); got != nil || style.Table(nil).Resolve(epin.MustParse("K")) != (style.Style{}) {
		t.Error("the zero Rules hold some")
	}
}

func TestMatches(t *testing.T) {
	for x, m := range append(matches, style.Match{}) {
		first, second := m.NativeStyle(epin.First), m.NativeStyle(epin.Second)
		for y, n := range matches {
			if (m == n) != (x == y) {
				t.Errorf("%s == %s is %t", m, n, m == n)
			}
		}
		zero := x == len(matches)
		if !zero && (m != style.MustMatch(first, second) || m.String() != first.Name()+" vs. "+second.Name()) || zero && m.String() != "" || m.IsZero() != zero {
			t.Errorf("%s is not what its styles make", m)
		}
		c, ok := m.SingleStyle()
		if want := m.String() == "Shōgi vs. Shōgi"; ok != want || c != (style.SingleStyle{}) != want {
			t.Errorf("%s: SingleStyle is %v, %t", m, c, ok)
		}
		if !m.NativeStyle(epin.Second+1).IsZero() || !m.NativeStyle(255).IsZero() {
			t.Errorf("%s: an invalid side has a style", m)
		}
	}

	// EPIN-initial, Native Style Requirement.
	for side, styles := range map[string][2]style.Style{"first": {{}, style.Chess()}, "second": {style.Chess(), {}}} {
		m, err := style.NewMatch(styles[0], styles[1])
		tokentest.CheckError(t, err, style.ErrNoStyle, "style.NewMatch: no style for the "+side+" side: each side needs a native style")
		if !m.IsZero() {
			t.Errorf("NewMatch of %v is %v", styles, m)
		}
	}
	defer func() {
		if err, ok := recover().(error); !ok || !errors.Is(err, style.ErrNoStyle) {
			t.Errorf("MustMatch panicked with %v", err)
		}
	}()
	style.MustMatch(style.Chess(), style.Style{})
}

// Examples, Single-Style contexts: X' becomes X, on demand and nothing else.
func TestCanonical(t *testing.T) {
	chess := style.SingleStyle{Style: style.Chess()}
	for _, i := range append(slices.Collect(epin.All()), epin.Identifier{}) {
		if got := chess.Canonical(i); got.String() != i.PIN().String() || (style.SingleStyle{}).Canonical(i) != i {
			t.Errorf("Canonical of %q is %q, and in the zero context %q", i, got, style.SingleStyle{}.Canonical(i))
		}
		if key := style.KeyOf(i); key != (style.Key{Name: i.Name(), Side: i.Side(), Derived: i.IsDerived()}) {
			t.Errorf("the key of %q is %+v", i, key)
		}
	}
}

// TestCatalogues tests the lists; the features have the texts of each entry.
func TestCatalogues(t *testing.T) {
	var titles []string
	for _, c := range append(style.Catalogues(), style.Catalogue{}) {
		entries := slices.Collect(c.All())
		titles = append(titles, fmt.Sprintf("%s, %s, %d", c.Title(), c.Style(), len(entries)))
		listed := map[epin.Identifier]style.Entry{}
		for _, e := range entries {
			listed[e.First], listed[e.Second] = e, e
			if e.Piece == "" || !e.First.IsFirst() || e.Second != e.First.Flip() || (e.ThaiName != "") != (c.Title() == "Thai Makruk") {
				t.Errorf("%s: the entry %+v", c.Title(), e)
			}
		}
		for _, i := range append(slices.Collect(epin.All()), epin.Identifier{}) {
			want, inTable := listed[i]
			if e, ok := c.Lookup(i); e != want || ok != inTable {
				t.Errorf("Lookup of %q is %+v, %t", i, e, ok)
			}
		}
	}
	if got, want := strings.Join(titles, "; "), "Western Chess, Chess, 6; Japanese Shōgi, Shōgi, 15; Thai Makruk, Makruk, 6; , , 0"; got != want {
		t.Errorf("the catalogues are %s, want %s", got, want)
	}
}

func TestNoAllocation(t *testing.T) {
	var (
		i      epin.Identifier
		q      style.QPI
		s      style.Style
		ok     bool
		buffer = make([]byte, 0, 8)
		token  = epin.MustParse("+p'")
		m      = style.MustMatch(style.Chess(), style.Ogi())
		table  = style.Table{{Name: 'P'}: style.Chess()}
	)
	tokentest.CheckAllocations(t, map[string]func(){
		"QPI": func() {
			q, _ = style.ParseQPI("s:+K^")
			buffer, _ = q.AppendText(buffer[:0])
			ok = q.UnmarshalText(buffer) == nil && q.StyleLetter() == 'S' && q.IsDerived()
		},
		"conversion": func() {
			for _, r := range []style.Reading{style.Current, style.Initial} {
				q, _ = r.ToQPI(m, token)
				i, _ = r.FromQPI(m, q)
			}
		},
		"contexts": func() {
			m, _ = style.NewMatch(style.Chess(), style.Ogi())
			single := style.SingleStyle{Style: m.Resolve(token)}
			s, i = single.Resolve(token), single.Canonical(token)
			s = style.Rules[style.Style]{Native: table.Resolve(token)}.Resolve(token)
			_, ok = style.JapaneseShogi().Lookup(token)
		},
	})
	_, _, _ = i, s, ok
}
