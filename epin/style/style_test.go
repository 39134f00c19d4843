package style_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
	"github.com/epin-conformance/harness/epin/style"
)

// The examples of the specification are in package features, which runs the rows for each context
// against this package.

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
	none, chess, makruk := style.Style{}, style.Chess(), style.Makruk()
	for _, c := range []struct {
		context interface {
			Resolve(epin.Identifier) style.Style
		}
		wants [4]style.Style // of native and derived pieces of the first side, and of those of the second
	}{
		{style.Match{}, [4]style.Style{}},
		{style.Match{First: chess, Second: makruk}, [4]style.Style{chess, makruk, makruk, chess}},
		{style.SingleStyle{}, [4]style.Style{}},
		{style.SingleStyle{Style: chess}, [4]style.Style{chess, chess, chess, chess}},
		{style.Rules[style.Style]{Native: chess, Derived: makruk}, [4]style.Style{chess, makruk, chess, makruk}},
		{style.Table{}, [4]style.Style{}},
		{style.Table{epin.MustParse("P"): chess, epin.MustParse("P'"): makruk}, [4]style.Style{chess, makruk, none, none}},
	} {
		_, isTable := c.context.(style.Table)
		for i := range epin.Current.All() {
			want := c.wants[2*strings.Count(i.Side().String(), "second")+strings.Count(i.String(), "'")]
			if isTable && i.Name() != 'P' { // State and Terminal Status are no part of the key
				want = none
			}
			if got := c.context.Resolve(i); got != want {
				t.Errorf("%v: %q is resolved to %v, want %v", c.context, i, got, want)
			}
		}
		if got := c.context.Resolve(epin.Identifier{}); got != none {
			t.Errorf("%v: the zero Identifier is resolved to %v", c.context, got)
		}
	}
}

// TestToQPI compares ToQPI with text for all tokens, in both editions, with each letter in each place.
func TestToQPI(t *testing.T) {
	all := slices.Clone(matches)
	for letter := byte('A'); letter <= 'Z'; letter++ {
		all = append(all, style.Match{First: style.Style{Letter: letter}, Second: style.Style{Letter: 'A' + 'Z' - letter}})
	}
	for _, m := range all {
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

// TestQPI converts all tokens to QPI, and compares the attributes in the tables of both notations.
func TestQPI(t *testing.T) {
	value := func(row *notation.Edition, token, key string) string {
		fields, valid := row.Parse(token)
		return map[bool]string{true: row.Values(fields)[row.Index(key)].Text, false: "no value"}[valid]
	}
	for v, rows := range [][2]*notation.Edition{{notation.EPIN, notation.QPI}, {notation.EPINInitial, notation.QPIAligned}} {
		e, keys := epin.Edition(v), strings.Fields("pin name side state terminal native derived")
		if e == epin.Initial {
			keys = keys[:5] // its QPI does not tell
		}
		for _, m := range matches {
			for i := range e.All() {
				q, err := m.ToQPI(e, i)
				if letter := string(rune(m.Resolve(i).Letter)); err != nil || value(rows[1], q, "style") != letter {
					t.Errorf("edition %s, %v: QPI of %q is %q, %v; want the style %s", e, m, i, q, err, letter)
				}
				for _, key := range keys {
					if got, want := value(rows[1], q, key), value(rows[0], i.String(), key); got != want {
						t.Errorf("edition %s, %v: %s of %q is %s, that of %q is %s", e, m, key, q, got, i, want)
					}
				}
			}
		}
	}
}
