package epin_test

import (
	"encoding"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/internal/tokentest"
	"github.com/epin-conformance/harness/epin/pin"
)

// These tests compare packages epin and pin with tokens as text. They test both at once: an
// Identifier of package epin is one of package pin with or without the derivation marker.

var (
	_ encoding.TextAppender    = epin.Identifier{}
	_ encoding.TextMarshaler   = epin.Identifier{}
	_ encoding.TextUnmarshaler = (*epin.Identifier)(nil)
	_ encoding.TextAppender    = pin.Identifier{}
	_ encoding.TextMarshaler   = pin.Identifier{}
	_ encoding.TextUnmarshaler = (*pin.Identifier)(nil)
)

// The expressions of the specifications, by edition.
var (
	expressions    = []string{`\A[-+]?[A-Za-z]\^?'?\z`, `\A[-+]?[A-Za-z]'?\z`}
	pinExpressions = []string{`\A[-+]?[A-Za-z]\^?\z`, `\A[-+]?[A-Za-z]\z`}
)

// tokensOf returns the tokens of an edition, in the order of All.
func tokensOf(e epin.Edition) []tokentest.Token {
	return tokentest.Tokens([][]string{{"", "^"}, {""}}[e], []string{"", "'"})
}

// An edition has the methods of epin.Edition and pin.Edition that parse.
type edition[I any] interface {
	fmt.Stringer
	Parse(string) (I, error)
	ParseBytes([]byte) (I, error)
	Lookup(string) (I, bool)
	LookupBytes([]byte) (I, bool)
	Valid(string) bool
	ValidBytes([]byte) bool
}

// agree checks that all methods of an edition that parse have the same verdict on an input.
func agree[I interface {
	comparable
	fmt.Stringer
}](t *testing.T, e edition[I], b []byte, want bool) {
	s := string(b)
	i, err := e.Parse(s)
	j, errBytes := e.ParseBytes(b)
	k, ok := e.Lookup(s)
	l, okBytes := e.LookupBytes(b)
	if e.Valid(s) != want || e.ValidBytes(b) != want || (err == nil) != want || (errBytes == nil) != want || ok != want || okBytes != want {
		t.Fatalf("%T %s: not every verdict on %q is %t", e, e, b, want)
	}
	var zero I
	if i != j || i != k || i != l || (i == zero) == want || want && i.String() != s {
		t.Fatalf("%T %s: %q has the values %q %q %q %q", e, e, b, i, j, k, l)
	}
}

func TestEditions(t *testing.T) {
	for v, name := range []string{"1.0.0", "1.0.0-initial"} {
		e, err := epin.ParseEdition(name)
		p, errPIN := pin.ParseEdition(name)
		if e != epin.Edition(v) || p != pin.Edition(v) || e.PIN() != p || e.HasTerminal() != (v == 0) ||
			e.String() != name || p.String() != name || err != nil || errPIN != nil {
			t.Errorf("ParseEdition(%q) is %v, %v and %v, %v", name, e, err, p, errPIN)
		}
		if e.Regexp() != expressions[v] || p.Regexp() != pinExpressions[v] {
			t.Errorf("edition %s: Regexp is %s and %s", name, e.Regexp(), p.Regexp())
		}
	}
	if !slices.Equal(epin.Editions(), []epin.Edition{0, 1}) || !slices.Equal(pin.Editions(), []pin.Edition{0, 1}) {
		t.Errorf("Editions are %v and %v", epin.Editions(), pin.Editions())
	}
	_, err := epin.ParseEdition("2\n")
	_, errPIN := pin.ParseEdition("2\n")
	const want = `.ParseEdition("2\n"): no such edition; there are "1.0.0" and "1.0.0-initial"`
	if err == nil || err.Error() != "epin"+want || errPIN == nil || errPIN.Error() != "pin"+want {
		t.Errorf("errors %v and %v", err, errPIN)
	}
	for v := 2; v < 256; v++ {
		for i := range epin.All() {
			agree(t, epin.Edition(v), []byte(i.String()), false)
			agree(t, pin.Edition(v), []byte(i.PIN().String()), false)
		}
	}
	for e, expression := range map[string]string{
		epin.Edition(2).String(): epin.Edition(2).Regexp(), pin.Edition(2).String(): pin.Edition(2).Regexp(),
	} {
		if nothing := regexp.MustCompile(expression); e != "Edition(2)" || nothing.MatchString("") || nothing.MatchString("K") {
			t.Errorf("%s has the expression %s", e, expression)
		}
	}
}

// attributes are the methods of both packages that read an attribute.
type attributes interface {
	Name() pin.Name
	Side() pin.Side
	State() pin.State
	Letter() byte
	Prefix() string
	IsTerminal() bool
	IsNormal() bool
	IsEnhanced() bool
	IsDiminished() bool
	IsFirst() bool
	IsSecond() bool
	IsZero() bool
}

func attributesOf(i attributes) string {
	return fmt.Sprintln(i.Name(), i.Side(), i.State(), string(rune(i.Letter())), i.Prefix(), i.IsTerminal(),
		i.IsNormal(), i.IsEnhanced(), i.IsDiminished(), i.IsFirst(), i.IsSecond(), i.IsZero())
}

// checkReads compares every accessor of an identifier, and of its PIN, with a token.
func checkReads(t *testing.T, i epin.Identifier, m tokentest.Token) {
	t.Helper()
	p := i.PIN()
	want := fmt.Sprintln(m.Name(), m.Side(), m.State(), m.Letter, m.Prefix, m.Caret != "",
		m.Prefix == "", m.Prefix == "+", m.Prefix == "-", m.First(), !m.First(), false)
	if attributesOf(i) != want || attributesOf(p) != want {
		t.Errorf("%q: attributes\n%s%swant\n%s", m, attributesOf(i), attributesOf(p), want)
	}
	if i.String() != m.String() || p.String() != m.PIN() || i.Suffix() != m.Mark || p.Suffix() != m.Caret ||
		i.IsNative() != (m.Mark == "") || i.IsDerived() != (m.Mark == "'") {
		t.Errorf("%q is %q, PIN %q, suffixes %q %q, native %t, derived %t", m, i, p, i.Suffix(), p.Suffix(), i.IsNative(), i.IsDerived())
	}
}

// TestTokens reads all tokens, and makes them from their attributes. EPIN §3: every PIN token is
// an EPIN token, and native.
func TestTokens(t *testing.T) {
	for e, size := range []int{624, 312} {
		e := epin.Edition(e)
		var all, allPIN, want, wantPIN []string
		for i := range e.All() {
			all = append(all, i.String())
		}
		for p := range e.PIN().All() {
			allPIN = append(allPIN, p.String())
		}
		for _, m := range tokensOf(e) {
			want = append(want, m.String())
			i, err := e.Parse(m.String())
			p, errPIN := e.PIN().Parse(m.PIN())
			if err != nil || errPIN != nil {
				t.Fatalf("%q: %v, %v", m, err, errPIN)
			}
			checkReads(t, i, m)
			tokentest.CheckText(t, i, m.String())
			made, err := epin.New(i.Name(), i.Side(), i.State(), m.Caret != "", m.Mark != "")
			madePIN, errPIN := pin.New(i.Name(), i.Side(), i.State(), m.Caret != "")
			if made != i || madePIN != p || i.PIN() != p || err != nil || errPIN != nil {
				t.Errorf("New with the attributes of %q is %q, %v and %q, %v", m, made, err, madePIN, errPIN)
			}
			if m.Mark == "" {
				wantPIN = append(wantPIN, m.PIN())
				tokentest.CheckText(t, p, m.PIN())
				if epin.FromPIN(p) != i {
					t.Errorf("FromPIN of %q is %q", p, epin.FromPIN(p))
				}
			}
		}
		if len(want) != size || !slices.Equal(all, want) || !slices.Equal(allPIN, wantPIN) {
			t.Errorf("edition %s: All is %q and %q, want the %d tokens %q", e, all, allPIN, size, want)
		}
		for stop := range 4 { // a loop can be left
			n, nPIN := 0, 0
			for range e.All() {
				if n++; n > stop {
					break
				}
			}
			for range e.PIN().All() {
				if nPIN++; nPIN > stop {
					break
				}
			}
			if n != stop+1 || nPIN != stop+1 {
				t.Errorf("edition %s: %d and %d identifiers before a break at %d", e, n, nPIN, stop+1)
			}
		}
	}
	if !slices.Equal(slices.Collect(epin.All()), slices.Collect(epin.Current.All())) ||
		!slices.Equal(slices.Collect(pin.All()), slices.Collect(pin.Current.All())) {
		t.Error("All of the package is not that of Current")
	}
	for i := range epin.Edition(2).All() {
		t.Errorf("an unknown edition has the token %q", i)
	}
	tokentest.CheckTextOf(t, "epin.Identifier", epin.MustParse("+K'"), epin.ErrZero)
	tokentest.CheckTextOf(t, "pin.Identifier", pin.MustParse("+K"), pin.ErrZero)
}

func TestComparisons(t *testing.T) {
	all, models := slices.Collect(epin.All()), tokensOf(epin.Current)
	for x, i := range all {
		for y, j := range all {
			if (i == j) != (x == y) || i.Compare(j) < 0 != (x < y) || i.Compare(j) > 0 != (x > y) {
				t.Errorf("%q, %q: == is %t, Compare is %d", i, j, i == j, i.Compare(j))
			}
			m, n, p, q := models[x], models[y], i.PIN(), j.PIN()
			if m.Mark == n.Mark && ((p == q) != (x == y) || p.Compare(q) != i.Compare(j)) {
				t.Errorf("%q, %q: == is %t, Compare is %d", p, q, p == q, p.Compare(q))
			}
			same := [...]bool{m.Name() == n.Name(), m.First() == n.First(), m.Prefix == n.Prefix, m.Caret == n.Caret}
			if same != [...]bool{i.SameName(j), i.SameSide(j), i.SameState(j), i.SameTerminal(j)} ||
				same != [...]bool{p.SameName(q), p.SameSide(q), p.SameState(q), p.SameTerminal(q)} || i.SameStatus(j) != (m.Mark == n.Mark) {
				t.Errorf("%q and %q: a Same method is wrong", i, j)
			}
		}
	}
}

func TestZeroIdentifier(t *testing.T) {
	var zero epin.Identifier
	p := zero.PIN()
	want := fmt.Sprintln("", pin.First, pin.Normal, "\x00", "", false, false, false, false, false, false, true)
	if attributesOf(zero) != want || attributesOf(p) != want || zero.IsNative() || zero.IsDerived() ||
		zero.Name() != 0 || zero.String()+zero.Suffix()+p.String()+p.Suffix() != "" {
		t.Errorf("the zero Identifier has an attribute:\n%s%s", attributesOf(zero), attributesOf(p))
	}
	for piece := range epin.All() {
		if zero.Compare(piece) != -1 || piece.Compare(zero) != 1 || zero.Compare(zero) != 0 || zero == piece ||
			p.Compare(piece.PIN()) != -1 || piece.PIN().Compare(p) != 1 {
			t.Errorf("the zero Identifier does not sort before %q", piece)
		}
		for _, pair := range [][2]epin.Identifier{{zero, piece}, {piece, zero}, {zero, zero}} {
			i, j := pair[0], pair[1]
			p, q := i.PIN(), j.PIN()
			if i.SameName(j) || i.SameSide(j) || i.SameState(j) || i.SameTerminal(j) || i.SameStatus(j) ||
				p.SameName(q) || p.SameSide(q) || p.SameState(q) || p.SameTerminal(q) {
				t.Errorf("%q and %q agree in an attribute", i, j)
			}
		}
	}
	for call, got := range map[string]epin.Identifier{
		"FromPIN of the zero Identifier": epin.FromPIN(p),
		"WithPIN of the zero Identifier": epin.MustParse("K'").WithPIN(p),
		"Derive after a bad argument":    epin.MustParse("K").WithName('!').Derive(),
		"a chain after a bad argument":   epin.MustParse("K").WithName('!').Flip().Enhance().WithName('K').MarkTerminal(),
	} {
		if got != zero {
			t.Errorf("%s is %q", call, got)
		}
	}
}

func TestAttributesOutOfRange(t *testing.T) {
	i := epin.MustParse("+k^")
	for v := range 256 {
		name, side, state := epin.Name(v), epin.Side(v), epin.State(v)
		for attribute, c := range map[string]struct {
			ok      bool
			with    epin.Identifier
			make    func(b bool) (epin.Identifier, error)
			makePIN func(b bool) (pin.Identifier, error)
		}{
			"name": {'A' <= v && v <= 'Z', i.WithName(name),
				func(b bool) (epin.Identifier, error) { return epin.New(name, 0, 0, b, b) },
				func(b bool) (pin.Identifier, error) { return pin.New(name, 0, 0, b) }},
			"side": {v <= 1, i.WithSide(side),
				func(b bool) (epin.Identifier, error) { return epin.New('K', side, 0, b, b) },
				func(b bool) (pin.Identifier, error) { return pin.New('K', side, 0, b) }},
			"state": {v <= 2, i.WithState(state),
				func(b bool) (epin.Identifier, error) { return epin.New('K', 0, state, b, b) },
				func(b bool) (pin.Identifier, error) { return pin.New('K', 0, state, b) }},
		} {
			for _, b := range []bool{false, true} {
				made, err := c.make(b)
				madePIN, errPIN := c.makePIN(b)
				if made.IsZero() == c.ok || madePIN != made.PIN() || c.with.IsZero() == c.ok || (err == nil) != c.ok || (errPIN == nil) != c.ok {
					t.Errorf("%s %d: New returned %q, %v and %q, %v; With returned %q", attribute, v, made, err, madePIN, errPIN, c.with)
				}
				for call, err := range map[string]error{"epin.New": err, "pin.New": errPIN} {
					var bad *pin.AttributeError
					if want := (pin.AttributeError{Func: call, Attribute: attribute, Value: uint8(v)}); !c.ok && (!errors.As(err, &bad) || *bad != want) {
						t.Errorf("%v, want %v", err, &want)
					}
				}
			}
		}
	}
}

// transformations have the effect of each transformation on the parts of a token. Those without
// a function of package pin keep the PIN identifier.
var transformations = func() map[string]transformation {
	type token = tokentest.Token
	prefix := func(prefix string) func(*token) { return func(m *token) { m.Prefix = prefix } }
	without := func(prefix string) func(*token) {
		return func(m *token) { m.Prefix = strings.TrimPrefix(m.Prefix, prefix) }
	}
	caret := func(caret string) func(*token) { return func(m *token) { m.Caret = caret } }
	mark := func(mark string) func(*token) { return func(m *token) { m.Mark = mark } }
	upper := func(m *token) { m.Letter = strings.ToUpper(m.Letter) }
	lower := func(m *token) { m.Letter = strings.ToLower(m.Letter) }
	flip := func(m *token) {
		if m.First() {
			lower(m)
		} else {
			upper(m)
		}
	}
	named := func(upperCase, lowerCase string) func(*token) {
		return func(m *token) {
			if m.First() {
				m.Letter = upperCase
			} else {
				m.Letter = lowerCase
			}
		}
	}
	type i = epin.Identifier
	type p = pin.Identifier
	return map[string]transformation{
		"Enhance":               {i.Enhance, p.Enhance, prefix("+")},
		"Unenhance":             {i.Unenhance, p.Unenhance, without("+")},
		"Diminish":              {i.Diminish, p.Diminish, prefix("-")},
		"Undiminish":            {i.Undiminish, p.Undiminish, without("-")},
		"Normalize":             {i.Normalize, p.Normalize, prefix("")},
		"Flip":                  {i.Flip, p.Flip, flip},
		"MarkTerminal":          {i.MarkTerminal, p.MarkTerminal, caret("^")},
		"UnmarkTerminal":        {i.UnmarkTerminal, p.UnmarkTerminal, caret("")},
		"WithTerminal(true)":    {with(i.WithTerminal, true), with(p.WithTerminal, true), caret("^")},
		"WithTerminal(false)":   {with(i.WithTerminal, false), with(p.WithTerminal, false), caret("")},
		"WithSide(First)":       {with(i.WithSide, epin.First), with(p.WithSide, pin.First), upper},
		"WithSide(Second)":      {with(i.WithSide, epin.Second), with(p.WithSide, pin.Second), lower},
		"WithState(Normal)":     {with(i.WithState, epin.Normal), with(p.WithState, pin.Normal), prefix("")},
		"WithState(Enhanced)":   {with(i.WithState, epin.Enhanced), with(p.WithState, pin.Enhanced), prefix("+")},
		"WithState(Diminished)": {with(i.WithState, epin.Diminished), with(p.WithState, pin.Diminished), prefix("-")},
		"WithName(A)":           {with(i.WithName, 'A'), with(p.WithName, 'A'), named("A", "a")},
		"WithName(Z)":           {with(i.WithName, 'Z'), with(p.WithName, 'Z'), named("Z", "z")},
		"Native":                {i.Native, nil, mark("")},
		"Derive":                {i.Derive, nil, mark("'")},
		"WithDerived(false)":    {with(i.WithDerived, false), nil, mark("")},
		"WithDerived(true)":     {with(i.WithDerived, true), nil, mark("'")},
		"WithPIN(-q^)": {
			with(i.WithPIN, pin.MustParse("-q^")), func(p) p { return pin.MustParse("-q^") },
			func(m *token) { m.Prefix, m.Letter, m.Caret = "-", "q", "^" },
		},
	}
}()

type transformation struct {
	do    func(epin.Identifier) epin.Identifier
	doPIN func(pin.Identifier) pin.Identifier
	want  func(*tokentest.Token)
}

// with returns a method with its argument.
func with[I, A any](method func(I, A) I, argument A) func(I) I {
	return func(i I) I { return method(i, argument) }
}

// TestTransformations compares the result of each transformation of each token with the parsed
// token. So the results of further transformations are correct, too.
func TestTransformations(t *testing.T) {
	var result epin.Identifier
	parsed := epin.MustParse("-z^'")
	for name, first := range transformations {
		if first.doPIN == nil {
			first.doPIN = func(p pin.Identifier) pin.Identifier { return p }
		}
		tokentest.CheckAllocations(t, map[string]func(){name: func() { result = first.do(parsed) }})
		for _, m := range tokensOf(epin.Current) {
			i, want := epin.MustParse(m.String()), m
			first.want(&want)
			got := first.do(i)
			checkReads(t, got, want)
			if got != epin.MustParse(want.String()) || i.String() != m.String() || first.doPIN(i.PIN()) != got.PIN() {
				t.Errorf("%s of %q is %q, want %q; of the PIN %q; the receiver is %q", name, m, got, want, first.doPIN(i.PIN()), i)
			}
			if again := first.do(got); name != "Flip" && again != got || name == "Flip" && again != i {
				t.Errorf("%s of %q twice is %q, once %q", name, m, again, got)
			}
		}
		var zero epin.Identifier
		if got := first.do(zero); got != zero || !zero.PIN().IsZero() || first.do(parsed) != result {
			t.Errorf("%s of the zero Identifier is %q", name, got)
		}
		if got := first.doPIN(pin.Identifier{}); !got.IsZero() && name != "WithPIN(-q^)" {
			t.Errorf("%s of the zero pin.Identifier is %q", name, got)
		}
	}
}

func TestErrorSentences(t *testing.T) {
	for _, c := range []struct {
		input  string
		reason epin.Reason
		want   string
	}{ // TestReasons has all other inputs.
		{"", pin.ErrEmpty, `byte 0: empty: a token has at least a letter`},
		{"+", pin.ErrNoLetter, `byte 1: no letter after the state modifier`},
		{"-[", pin.ErrNotLetter, `byte 1: not a letter from A to Z or a to z`},
		{"++K", pin.ErrDoubleState, `byte 1: more than one state modifier`},
		{"K+", pin.ErrStateAfterLetter, `byte 1: state modifier after the letter`},
		{"^K", pin.ErrTerminalFirst, `byte 0: terminal marker before the letter`},
		{"K^^'", pin.ErrDoubleTerminal, `byte 2: more than one terminal marker`},
		{"+'", pin.ErrDerivationFirst, `byte 1: derivation marker before the letter`},
		{"K ", pin.ErrWhitespace, `byte 1: whitespace`},
		{"K\r\n", pin.ErrLineBreak, `byte 1: line break`},
		{"\x00K'", pin.ErrNUL, `byte 0: NUL byte`},
		{"K\u2019", pin.ErrNotASCII, `byte 1: byte outside ASCII`},
		{"KK", pin.ErrTrailing, `byte 1: unexpected byte after the end of the token`},
	} {
		_, err := epin.Parse(c.input)
		_, errPIN := pin.Parse(c.input)
		tokentest.CheckError[epin.Reason](t, err, c.reason, tokentest.Call("epin.Parse", c.input)+c.want)
		tokentest.CheckError[epin.Reason](t, errPIN, c.reason, tokentest.Call("pin.Parse", c.input)+c.want)
	}

	const noTerminal, trailing = `terminal marker, which this edition does not have`, `unexpected byte after the end of the token`
	exact := strings.Repeat("K", pin.MaxInput)
	kept := "+K^'" + strings.Repeat("'", pin.MaxInput-4)
	long := kept + strings.Repeat("'", 1<<20)
	_, longer := pin.Parse(exact + "L")
	_, cut := epin.Parse(long)
	epinOf := func(_ epin.Identifier, err error) error { return err }
	pinOf := func(_ pin.Identifier, err error) error { return err }
	for _, c := range []struct {
		err    error
		reason epin.Reason
		want   string
	}{
		{pinOf(pin.Parse("+k^'")), pin.ErrDerivationInPIN, `pin.Parse("+k^'"): byte 3: derivation marker, which EPIN has and PIN does not`},
		{epinOf(epin.Parse("+K^''")), epin.ErrDoubleDerivation, `epin.Parse("+K^''"): byte 4: more than one derivation marker`},
		{epinOf(epin.Parse("K'^")), epin.ErrDerivationNotLast, `epin.Parse("K'^"): byte 2: terminal marker after the derivation marker, which must be last`},
		{epinOf(epin.Parse("K'\x80")), epin.ErrNotASCII, `epin.Parse("K'\x80"): byte 2: byte outside ASCII`},
		{pinOf(pin.Edition(2).Parse("K")), pin.ErrUnknownEdition, `pin.Edition(2).Parse("K"): byte 0: unknown edition, which has no tokens`},
		{epinOf(epin.Edition(2).Parse("K'")), epin.ErrUnknownEdition, `epin.Edition(2).Parse("K'"): byte 0: unknown edition, which has no tokens`},
		{pinOf(pin.Initial.Parse("+K^")), pin.ErrTerminalEdition, `pin.Initial.Parse("+K^"): byte 2: ` + noTerminal},
		{epinOf(epin.Initial.Parse("K^'")), epin.ErrTerminalEdition, `epin.Initial.Parse("K^'"): byte 1: ` + noTerminal},
		{pinOf(pin.Initial.ParseBytes([]byte("^K"))), pin.ErrTerminalEdition, `pin.Initial.ParseBytes("^K"): byte 0: ` + noTerminal},
		{epinOf(epin.Initial.ParseBytes([]byte("K'^"))), epin.ErrTerminalEdition, `epin.Initial.ParseBytes("K'^"): byte 2: ` + noTerminal},
		{epinOf(epin.Initial.Parse("K''")), epin.ErrDoubleDerivation, `epin.Initial.Parse("K''"): byte 2: more than one derivation marker`},
		{pinOf(pin.ParseBytes([]byte("K "))), pin.ErrWhitespace, `pin.ParseBytes("K "): byte 1: whitespace`},
		{epinOf(epin.ParseBytes([]byte("K''"))), epin.ErrDoubleDerivation, `epin.ParseBytes("K''"): byte 2: more than one derivation marker`},
		{new(pin.Identifier).UnmarshalText(nil), pin.ErrEmpty, `pin.Identifier.UnmarshalText(""): byte 0: empty: a token has at least a letter`},
		{new(epin.Identifier).UnmarshalText([]byte("K''")), epin.ErrDoubleDerivation, `epin.Identifier.UnmarshalText("K''"): byte 2: more than one derivation marker`},
		{pinOf(pin.Parse(exact)), pin.ErrTrailing, `pin.Parse("` + exact + `"): byte 1: ` + trailing},
		{epinOf(epin.Parse(exact)), pin.ErrTrailing, `epin.Parse("` + exact + `"): byte 1: ` + trailing},
		{longer, pin.ErrTrailing, `pin.Parse("` + exact + `"..., 65 bytes): byte 1: ` + trailing},
		{cut, epin.ErrDoubleDerivation, `epin.Parse("` + kept + `"..., 1048640 bytes): byte 4: more than one derivation marker`},
	} {
		tokentest.CheckError[epin.Reason](t, c.err, c.reason, c.want)
	}
	for err, want := range map[error]epin.ParseError{longer: {Input: exact, Length: len(exact) + 1}, cut: {Input: kept, Length: len(long)}} {
		var bad *epin.ParseError
		if !errors.As(err, &bad) || bad.Input != want.Input || bad.Length != want.Length {
			t.Errorf("Input is %q, Length %d", bad.Input, bad.Length)
		}
	}
	// The error does not depend on the bytes that Input omits.
	for _, rest := range []string{"'", "!", "K'"} {
		_, err := epin.Parse("K" + strings.Repeat("K", pin.MaxInput-2) + "'" + rest)
		if !errors.Is(err, epin.ErrTrailing) {
			t.Errorf("with %q behind the cut: %v", rest, err)
		}
	}
}

// TestOwnership tests that parsing retains nothing, and the panic of MustParse.
func TestOwnership(t *testing.T) {
	good, bad := []byte("K^"), []byte("K!")
	i, err := epin.ParseBytes(good)
	_, badErr := epin.ParseBytes(bad)
	p, errPIN := pin.ParseBytes(good)
	_, badErrPIN := pin.ParseBytes(bad)
	good[0], bad[0] = 'Q', 'Q'
	if err != nil || errPIN != nil || i.String() != "K^" || p.String() != "K^" {
		t.Errorf("ParseBytes is %q, %v and %q, %v after its argument was overwritten", i, err, p, errPIN)
	}
	panicOf := func(call func()) (err error) {
		defer func() { err, _ = recover().(error) }()
		call()
		return nil
	}
	const want = `byte 1: unexpected byte after the end of the token`
	for call, err := range map[string]error{
		`epin.ParseBytes("K!"): `: badErr, `pin.ParseBytes("K!"): `: badErrPIN,
		`epin.Parse("zz"): `: panicOf(func() { epin.MustParse("zz") }), `pin.Parse("zz"): `: panicOf(func() { pin.MustParse("zz") }),
	} {
		tokentest.CheckError[epin.Reason](t, err, epin.ErrTrailing, call+want)
	}
}

// TestNoAllocation tests that neither parsing nor reading allocates. TestTransformations does so
// for transformations. Functions of package epin call those of package pin.
func TestNoAllocation(t *testing.T) {
	var (
		i         epin.Identifier
		p         pin.Identifier
		ok        bool
		n         int
		text      string
		buffer    = make([]byte, 0, 8)
		token     = "+k^'"
		inBytes   = []byte(token)
		parsed    = epin.MustParse(token)
		long      = strings.Repeat("K", 1<<20) + "'"
		longBytes = []byte(long)
	)
	tokentest.CheckAllocations(t, map[string]func(){
		"Parse":             func() { i, _ = epin.Parse(token); p, _ = pin.Parse("+k^") },
		"ParseBytes":        func() { i, _ = epin.ParseBytes(inBytes); p, _ = pin.ParseBytes(inBytes[:3]) },
		"Initial.Parse":     func() { i, _ = epin.Initial.Parse("-z"); p, _ = pin.Initial.Parse("-z") },
		"MustParse":         func() { i = epin.MustParse(token); p = pin.MustParse("+k^") },
		"New":               func() { i, _ = epin.New('K', pin.Second, pin.Enhanced, true, true) },
		"pin.New":           func() { p, _ = pin.New('K', pin.Second, pin.Enhanced, true) },
		"Lookup":            func() { i, ok = epin.Current.Lookup(token); p, ok = pin.Current.Lookup("+k^") },
		"Lookup, converted": func() { i, ok = epin.Current.Lookup(string(inBytes)); p, ok = pin.Current.Lookup(string(inBytes)) },
		"Lookup, invalid":   func() { i, ok = epin.Current.Lookup(long); p, ok = pin.Current.Lookup(long) },
		"LookupBytes":       func() { i, ok = epin.Current.LookupBytes(inBytes); p, ok = pin.Current.LookupBytes(inBytes) },
		"LookupBytes, long": func() { i, ok = epin.Current.LookupBytes(longBytes); p, ok = pin.Current.LookupBytes(longBytes) },
		"Valid": func() {
			ok = epin.Valid(token) && epin.ValidBytes(inBytes) && pin.Valid("+k^") && pin.ValidBytes(inBytes[:3])
		},
		"Valid, invalid": func() { ok = epin.Valid("K'^") || epin.Valid("") || epin.Initial.Valid(token) || pin.Valid(token) },
		"Valid, long": func() {
			ok = epin.Valid(long) || epin.ValidBytes(longBytes) || pin.Valid(long) || pin.ValidBytes(longBytes)
		},
		"UnmarshalText":     func() { ok = i.UnmarshalText(inBytes) == nil && p.UnmarshalText(inBytes[:3]) == nil },
		"String":            func() { text, text = parsed.String(), parsed.PIN().String() },
		"Prefix and Suffix": func() { text, text, text = parsed.Prefix(), parsed.Suffix(), parsed.PIN().Suffix() },
		"AppendText":        func() { buffer, _ = parsed.AppendText(buffer[:0]) },
		"pin.AppendText":    func() { buffer, _ = parsed.PIN().AppendText(buffer[:0]) },
		"attributes":        func() { n = int(parsed.Name()) + int(parsed.Side()) + int(parsed.State()) + int(parsed.Letter()) },
		"names":             func() { text = parsed.Name().String() },
		"predicates":        func() { ok = parsed.IsTerminal() && parsed.IsEnhanced() && parsed.IsSecond() && !parsed.IsZero() },
		"derived":           func() { ok = epin.FromPIN(parsed.PIN()).IsNative() && parsed.IsDerived() },
		"comparisons": func() {
			ok = parsed.SameName(i) && parsed.SameSide(i) && parsed.SameStatus(i) && parsed == i && parsed.Compare(i) == 0
		},
		"All": func() {
			for i = range epin.All() {
				ok = i.IsZero()
			}
			for p = range pin.All() {
				ok = p.IsZero()
			}
		},
	})
	_, _, _, _, _ = i, p, ok, n, text
}

// whole reports whether the nightly set runs.
func whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// TestVerdicts compares two independent oracles, the expression and the enumeration, with every
// function that parses, on all strings of up to two bytes and on longer ones over Telling.
func TestVerdicts(t *testing.T) {
	longest, telling := 2, 5
	if whole() {
		longest, telling = 3, 6
	}
	for e := range epin.Edition(2) {
		tokens, pins := map[string]bool{}, map[string]bool{}
		for _, m := range tokensOf(e) {
			tokens[m.String()], pins[m.PIN()] = true, true
		}
		expression, pinExpression := regexp.MustCompile(e.Regexp()), regexp.MustCompile(e.PIN().Regexp())
		check := func(b []byte) {
			want, wantPIN := tokens[string(b)], pins[string(b)]
			if expression.Match(b) != want || pinExpression.Match(b) != wantPIN {
				t.Fatalf("edition %s: the expression and the enumeration disagree on %q", e, b)
			}
			agree(t, e, b, want)
			agree(t, e.PIN(), b, wantPIN)
			if _, err := e.ParseBytes(b); errors.Is(err, pin.ErrDerivationInPIN) {
				t.Fatalf("edition %s: %v, which is for PIN alone", e, err)
			}
			if e == epin.Current {
				i, err := epin.Parse(string(b))
				j, errBytes := epin.ParseBytes(b)
				p, errPIN := pin.Parse(string(b))
				q, errPINBytes := pin.ParseBytes(b)
				if i != j || p != q || want && i.String() != string(b) || wantPIN && p.String() != string(b) ||
					(err == nil) != want || (errBytes == nil) != want || (errPIN == nil) != wantPIN || (errPINBytes == nil) != wantPIN ||
					epin.Valid(string(b)) != want || epin.ValidBytes(b) != want || pin.Valid(string(b)) != wantPIN || pin.ValidBytes(b) != wantPIN {
					t.Fatalf("the functions of the packages do not read %q as Current does", b)
				}
			}
		}
		tokentest.ForEachString(tokentest.AllBytes(), longest, check)
		tokentest.ForEachString(tokentest.Telling, telling, check)
	}
}

// reasonOf returns why c cannot follow the first bytes of a token.
func reasonOf(e epin.Edition, inPIN bool, before string, c byte) epin.Reason {
	hasLetter, hasMark := strings.Trim(before, "+-") != "", strings.HasSuffix(before, "'")
	reason := func(noLetter, noMark, otherwise epin.Reason) epin.Reason {
		switch {
		case !hasLetter:
			return noLetter
		case !hasMark:
			return noMark
		}
		return otherwise
	}
	switch {
	case c == '+', c == '-':
		return reason(epin.ErrDoubleState, epin.ErrStateAfterLetter, epin.ErrStateAfterLetter)
	case c == '^' && e == epin.Initial:
		return epin.ErrTerminalEdition
	case c == '^':
		return reason(epin.ErrTerminalFirst, epin.ErrDoubleTerminal, epin.ErrDerivationNotLast)
	case c == '\'' && inPIN:
		return reason(epin.ErrDerivationFirst, pin.ErrDerivationInPIN, 0)
	case c == '\'':
		return reason(epin.ErrDerivationFirst, 0, epin.ErrDoubleDerivation)
	case c == 0:
		return epin.ErrNUL
	case c == '\n', c == '\r':
		return epin.ErrLineBreak
	case c == ' ', '\t' <= c && c <= '\r':
		return epin.ErrWhitespace
	case c >= 0x80:
		return epin.ErrNotASCII
	}
	return reason(epin.ErrNotLetter, epin.ErrTrailing, epin.ErrTrailing)
}

// TestReasons checks the offset and the reason of the error for each input.
func TestReasons(t *testing.T) {
	tokentest.CheckReasons(t, pin.ErrEmpty, pin.ErrUnknownEdition)
	inputs := func(f func([]byte)) {
		tokentest.ForEachString(tokentest.AllBytes(), 2, f)
		tokentest.ForEachString(tokentest.Telling, 5, f)
	}
	for e := range epin.Edition(2) {
		for _, inPIN := range []bool{false, true} {
			var tokens []string
			for _, m := range tokensOf(e) {
				if m.Mark == "" || !inPIN {
					tokens = append(tokens, m.String())
				}
			}
			tokentest.CheckOffset(t, tokens, func(b []byte) (int, error) {
				_, err := e.ParseBytes(b)
				if inPIN {
					_, err = e.PIN().ParseBytes(b)
				}
				bad, _ := err.(*epin.ParseError)
				if bad == nil {
					return 0, err
				}
				want := epin.ErrEmpty
				if bad.Offset < len(b) {
					want = reasonOf(e, inPIN, string(b[:bad.Offset]), b[bad.Offset])
				} else if len(b) > 0 {
					want = epin.ErrNoLetter
				}
				if bad.Reason != want {
					t.Errorf("%v: want the reason %v", err, want)
				}
				return bad.Offset, err
			}, inputs)
		}
	}
}

// TestEveryString tests that Current accepts nothing but tokens among all byte strings of up to
// three bytes; with EPIN_WHOLE=1 of up to four, the length of the longest token.
func TestEveryString(t *testing.T) {
	longest := 3
	if whole() {
		longest = 4
	} else if testing.Short() {
		longest = 2
	}
	tokens, pins := map[string]bool{}, map[string]bool{}
	for _, m := range tokensOf(epin.Current) {
		tokens[m.String()], pins[m.PIN()] = true, true
	}
	tokentest.ForEachString(tokentest.AllBytes(), longest, func(b []byte) {
		if epin.ValidBytes(b) && !tokens[string(b)] || pin.ValidBytes(b) && !pins[string(b)] {
			t.Errorf("%q is accepted", b)
		}
	})
}
