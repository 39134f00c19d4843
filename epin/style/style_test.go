package style_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
	"github.com/epin-conformance/harness/epin/style"
)

// The examples of the specification are in package features, which runs them against this package:
// the catalogues, entry by entry, and rows for each context.

// matches differ in how the letters of the styles agree.
var matches = []style.Match{
	{First: style.Chess(), Second: style.Makruk()},
	{First: style.Makruk(), Second: style.Chess()},
	{First: style.Shogi(), Second: style.Shogi()}, // one style
	{First: style.Shogi(), Second: style.Ogi()},   // two styles, one letter
	{First: style.Style{Name: "Lowest", Letter: 'A'}, Second: style.Style{Name: "Highest", Letter: 'Z'}},
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
			epin.MustParse("P"):  style.Chess(),
			epin.MustParse("P'"): style.Makruk(),
		}: func(i epin.Identifier) style.Style {
			return map[string]style.Style{"P": style.Chess(), "P'": style.Makruk()}[strings.Trim(strings.Replace(i.String(), "^", "", 1), "+-")]
		},
		style.Rules[style.Style]{Native: style.Chess(), Derived: style.Ogi()}: func(i epin.Identifier) style.Style {
			if i.IsDerived() {
				return style.Ogi()
			}
			return style.Chess()
		},
	}
	for _, m := range matches {
		contexts[m] = func(i epin.Identifier) style.Style {
			if ofFirst(i) {
				return m.First
			}
			return m.Second
		}
	}
	for context, want := range contexts {
		for i := range epin.Current.All() {
			if got := context.Resolve(i); got != want(i) {
				t.Errorf("%v: %q is resolved to %v, want %v", context, i, got, want(i))
			}
		}
		if got := context.Resolve(epin.Identifier{}); got != (style.Style{}) {
			t.Errorf("%v: the zero Identifier is resolved to %v", context, got)
		}
	}
}

// TestLookup tests that a catalogue has no other tokens than those of its entries.
func TestLookup(t *testing.T) {
	for _, c := range []style.Catalogue{style.WesternChess(), style.JapaneseShogi(), style.ThaiMakruk(), {}} {
		found := 0
		for i := range epin.Current.All() {
			if e, ok := c.Lookup(i); ok && (e.First == i || e.First == i.Flip()) {
				found++
			} else if ok || e != (style.Entry{}) {
				t.Errorf("%s: %q has the entry %+v, %t", c.Title, i, e, ok)
			}
		}
		if found != 2*len(c.Entries) {
			t.Errorf("%s: %d tokens have an entry, want %d", c.Title, found, 2*len(c.Entries))
		}
	}
}

// TestToQPI compares ToQPI with text for all tokens, in both editions and several matches.
func TestToQPI(t *testing.T) {
	for _, m := range matches {
		for i := range epin.Current.All() {
			letter, isUpper := string(rune(m.First.Letter)), i.Side() == epin.First
			if !ofFirst(i) {
				letter = string(rune(m.Second.Letter))
			}
			lettersOf := map[bool]string{true: letter, false: strings.ToLower(letter)}
			want := map[epin.Edition]string{
				epin.Current: lettersOf[ofFirst(i)] + ":" + i.PIN().String(),
				epin.Initial: lettersOf[isUpper] + ":" + i.PIN().String(),
			}
			for e, want := range want {
				if got, err := m.ToQPI(e, i); (got != want || err != nil) && e.Valid(i.String()) {
					t.Errorf("edition %s, %v: QPI of %q is %q, %v; want %q", e, m, i, got, err, want)
				}
			}
		}
	}
	_, ofNothing := matches[0].ToQPI(epin.Current, epin.Identifier{})
	_, terminal := matches[0].ToQPI(epin.Initial, epin.MustParse("+K^'"))
	_, noLetter := style.Match{Second: style.Style{Name: "Ōgi\n", Letter: 'o'}}.ToQPI(epin.Current, epin.MustParse("p"))
	const want = `style.Match.ToQPI: epin.Parse(""): byte 0: empty: a token has at least a letter
style.Match.ToQPI: epin.Initial.Parse("+K^'"): byte 2: terminal marker, which this edition does not have
style.Match.ToQPI: the letter 'o' of the style "\u014cgi\n" is not one of 'A' to 'Z'
`
	if got := fmt.Sprintln(ofNothing) + fmt.Sprintln(terminal) + fmt.Sprintln(noLetter); got != want || !errors.Is(terminal, pin.ErrTerminalEdition) {
		t.Errorf("errors\n%s\nwant\n%s", got, want)
	}
}
