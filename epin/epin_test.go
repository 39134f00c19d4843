package epin_test

import (
	"cmp"
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

// tokensOf returns the tokens of an edition, in the order of All.
func tokensOf(e epin.Edition) []tokentest.Token {
	return tokentest.Tokens([][]string{{"", "^"}, {""}}[e], []string{"", "'"})
}

// An edition has the methods of epin.Edition and pin.Edition that parse.
type edition[I any] interface {
	Parse(string) (I, error)
	ParseBytes([]byte) (I, error)
	Lookup(string) (I, bool)
	LookupBytes([]byte) (I, bool)
	Valid(string) bool
	ValidBytes([]byte) bool
}

// The functions of both packages in place of the methods of Current.
type (
	functions    struct{ epin.Edition }
	pinFunctions struct{ pin.Edition }
)

func (functions) Parse(s string) (epin.Identifier, error)      { return epin.Parse(s) }
func (functions) ParseBytes(b []byte) (epin.Identifier, error) { return epin.ParseBytes(b) }
func (functions) Valid(s string) bool                          { return epin.Valid(s) }
func (functions) ValidBytes(b []byte) bool                     { return epin.ValidBytes(b) }

func (pinFunctions) Parse(s string) (pin.Identifier, error)      { return pin.Parse(s) }
func (pinFunctions) ParseBytes(b []byte) (pin.Identifier, error) { return pin.ParseBytes(b) }
func (pinFunctions) Valid(s string) bool                         { return pin.Valid(s) }
func (pinFunctions) ValidBytes(b []byte) bool                    { return pin.ValidBytes(b) }

// agree checks that all methods of an edition that parse have the result of the oracle on an input:
// the token, or an error with this offset and reason. call is what its errors begin with.
func agree[I interface {
	comparable
	fmt.Stringer
}](t *testing.T, call string, e edition[I], b []byte, offset int, reason epin.Reason) {
	s, want := string(b), reason == 0
	i, err := e.Parse(s)
	j, errBytes := e.ParseBytes(b)
	k, ok := e.Lookup(s)
	l, okBytes := e.LookupBytes(b)
	if e.Valid(s) != want || e.ValidBytes(b) != want || (err == nil) != want || (errBytes == nil) != want || ok != want || okBytes != want {
		t.Fatalf("%s: not every verdict on %q is %t", call, b, want)
	}
	var zero I
	if i != j || i != k || i != l || (i == zero) == want || want && i.String() != s {
		t.Fatalf("%s: %q has the values %q %q %q %q", call, b, i, j, k, l)
	}
	if want {
		return
	}
	wrong := epin.ParseError{Func: call + "Parse", Input: s, Length: len(s), Offset: offset, Reason: reason}
	if *err.(*epin.ParseError) != wrong {
		t.Fatalf("%v, want %v", err, &wrong)
	}
	if wrong.Func += "Bytes"; *errBytes.(*epin.ParseError) != wrong {
		t.Fatalf("%v, want %v", errBytes, &wrong)
	}
}

func TestEditions(t *testing.T) {
	for v, c := range []struct{ name, expression, pinExpression string }{
		{"1.0.0", `\A[-+]?[A-Za-z]\^?'?\z`, `\A[-+]?[A-Za-z]\^?\z`},
		{"1.0.0-initial", `\A[-+]?[A-Za-z]'?\z`, `\A[-+]?[A-Za-z]\z`},
	} {
		name := c.name
		e, err := epin.ParseEdition(name)
		p, errPIN := pin.ParseEdition(name)
		if e != epin.Edition(v) || p != pin.Edition(v) || e.PIN() != p || e.HasTerminal() != (v == 0) ||
			e.String() != name || p.String() != name || err != nil || errPIN != nil {
			t.Errorf("ParseEdition(%q) is %v, %v and %v, %v", name, e, err, p, errPIN)
		}
		if e.Regexp() != c.expression || p.Regexp() != c.pinExpression {
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
			call := fmt.Sprintf("pin.Edition(%d).", v)
			agree(t, "e"+call, epin.Edition(v), []byte(i.String()), 0, pin.ErrUnknownEdition)
			agree(t, call, pin.Edition(v), []byte(i.PIN().String()), 0, pin.ErrUnknownEdition)
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
		for stop := range 4 { // a loop can be left: otherwise it panics; All of EPIN leaves that of PIN
			n := 0
			for range e.All() {
				if n++; n > stop {
					break
				}
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

// TestComparisons compares all identifiers, the zero Identifier first, with their places in All.
func TestComparisons(t *testing.T) {
	all := append([]epin.Identifier{{}}, slices.Collect(epin.All())...)
	models := append([]tokentest.Token{{}}, tokensOf(epin.Current)...)
	for x, i := range all {
		for y, j := range all {
			order := cmp.Compare(x, y)
			if (i == j) != (x == y) || i.Compare(j) != order {
				t.Errorf("%q, %q: == is %t, Compare is %d", i, j, i == j, i.Compare(j))
			}
			m, n, p, q := models[x], models[y], i.PIN(), j.PIN()
			if m.Mark == n.Mark && ((p == q) != (x == y) || p.Compare(q) != order) {
				t.Errorf("%q, %q: == is %t, Compare is %d", p, q, p == q, p.Compare(q))
			}
			same := [...]bool{m.Name() == n.Name(), m.First() == n.First(), m.Prefix == n.Prefix, m.Caret == n.Caret, m.Mark == n.Mark}
			if x == 0 || y == 0 {
				same = [5]bool{}
			}
			if same != [...]bool{i.SameName(j), i.SameSide(j), i.SameState(j), i.SameTerminal(j), i.SameStatus(j)} ||
				[4]bool(same[:4]) != [...]bool{p.SameName(q), p.SameSide(q), p.SameState(q), p.SameTerminal(q)} {
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
		for _, c := range []struct {
			name      epin.Name
			side      epin.Side
			state     epin.State
			attribute string
			ok        bool
			with      epin.Identifier
		}{
			{name, epin.First, epin.Normal, "name", 'A' <= v && v <= 'Z', i.WithName(name)},
			{'K', side, epin.Normal, "side", v <= 1, i.WithSide(side)},
			{'K', epin.First, state, "state", v <= 2, i.WithState(state)},
		} {
			made, err := epin.New(c.name, c.side, c.state, true, true)
			madePIN, errPIN := pin.New(c.name, c.side, c.state, true)
			if made.IsZero() == c.ok || madePIN != made.PIN() || c.with.IsZero() == c.ok || (err == nil) != c.ok || (errPIN == nil) != c.ok {
				t.Errorf("%s %d: New returned %q, %v and %q, %v; With returned %q", c.attribute, v, made, err, madePIN, errPIN, c.with)
			}
			for call, err := range map[string]error{"epin.New": err, "pin.New": errPIN} {
				var bad *pin.AttributeError
				if want := (pin.AttributeError{Func: call, Attribute: c.attribute, Value: uint8(v)}); !c.ok && (!errors.As(err, &bad) || *bad != want) {
					t.Errorf("%v, want %v", err, &want)
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

// TestErrorSentences tests the sentence of each reason, that an error keeps a copy of the beginning
// of its input, and the panic of MustParse.
func TestErrorSentences(t *testing.T) {
	sentences := []string{
		0:                         `Reason(0)`,
		pin.ErrEmpty:              `empty: a token has at least a letter`,
		pin.ErrNoLetter:           `no letter after the state modifier`,
		pin.ErrNotLetter:          `not a letter from A to Z or a to z`,
		pin.ErrDoubleState:        `more than one state modifier`,
		pin.ErrStateAfterLetter:   `state modifier after the letter`,
		pin.ErrTerminalFirst:      `terminal marker before the letter`,
		pin.ErrDoubleTerminal:     `more than one terminal marker`,
		pin.ErrTerminalEdition:    `terminal marker, which this edition does not have`,
		pin.ErrDerivationFirst:    `derivation marker before the letter`,
		pin.ErrDerivationInPIN:    `derivation marker, which EPIN has and PIN does not`,
		pin.ErrDoubleDerivation:   `more than one derivation marker`,
		pin.ErrDerivationNotLast:  `terminal marker after the derivation marker, which must be last`,
		pin.ErrWhitespace:         `whitespace`,
		pin.ErrLineBreak:          `line break`,
		pin.ErrNUL:                `NUL byte`,
		pin.ErrNotASCII:           `byte outside ASCII`,
		pin.ErrTrailing:           `unexpected byte after the end of the token`,
		pin.ErrUnknownEdition:     `unknown edition, which has no tokens`,
		pin.ErrUnknownEdition + 1: `Reason(19)`,
	}
	for reason, want := range sentences {
		if got := epin.Reason(reason).Error(); got != want {
			t.Errorf("reason %d is %q, want %q", reason, got, want)
		}
	}

	overwritten := []byte("K!")
	err, errPIN := errorOf(epin.ParseBytes(overwritten)), errorOf(pin.ParseBytes(overwritten))
	overwritten[0] = 'Q'
	panicOf := func(call func()) (err error) {
		defer func() { err, _ = recover().(error) }()
		call()
		return nil
	}
	exact := strings.Repeat("K", pin.MaxInput)
	kept := "+K^'" + strings.Repeat("'", pin.MaxInput-4)
	for _, c := range []struct {
		err    error
		call   string
		offset int
		reason epin.Reason
	}{ // TestVerdicts has the short inputs of Parse and ParseBytes.
		{errorOf(epin.Parse("K'\x80")), `epin.Parse("K'\x80")`, 2, epin.ErrNotASCII},
		{errorOf(pin.Parse("K\u2019")), `pin.Parse("K\u2019")`, 1, epin.ErrNotASCII},
		{err, `epin.ParseBytes("K!")`, 1, epin.ErrTrailing},
		{errPIN, `pin.ParseBytes("K!")`, 1, epin.ErrTrailing},
		{panicOf(func() { epin.MustParse("zz") }), `epin.Parse("zz")`, 1, epin.ErrTrailing},
		{panicOf(func() { pin.MustParse("zz") }), `pin.Parse("zz")`, 1, epin.ErrTrailing},
		{new(pin.Identifier).UnmarshalText(nil), `pin.Identifier.UnmarshalText("")`, 0, pin.ErrEmpty},
		{new(epin.Identifier).UnmarshalText([]byte("K''")), `epin.Identifier.UnmarshalText("K''")`, 2, epin.ErrDoubleDerivation},
		{errorOf(pin.Parse(exact)), `pin.Parse("` + exact + `")`, 1, pin.ErrTrailing},
		{errorOf(epin.Parse(exact)), `epin.Parse("` + exact + `")`, 1, pin.ErrTrailing},
		{errorOf(pin.Parse(exact + "L")), `pin.Parse("` + exact + `"..., 65 bytes)`, 1, pin.ErrTrailing},
		{errorOf(epin.Parse(kept + strings.Repeat("'", 1<<20))), `epin.Parse("` + kept + `"..., 1048640 bytes)`, 4, epin.ErrDoubleDerivation},
		// The error does not depend on the bytes that Input omits.
		{errorOf(epin.Parse(exact[1:] + "''")), `epin.Parse("` + exact[1:] + `'"..., 65 bytes)`, 1, epin.ErrTrailing},
		{errorOf(epin.Parse(exact[1:] + "'!")), `epin.Parse("` + exact[1:] + `'"..., 65 bytes)`, 1, epin.ErrTrailing},
	} {
		tokentest.CheckError[epin.Reason](t, c.err, c.reason, fmt.Sprintf("%s: byte %d: %s", c.call, c.offset, sentences[c.reason]))
	}
	var bad *epin.ParseError
	if !errors.As(errorOf(pin.Parse(exact+"L")), &bad) || bad.Input != exact || bad.Length != len(exact)+1 {
		t.Errorf("Input is %q, Length %d", bad.Input, bad.Length)
	}
}

func errorOf[I any](_ I, err error) error { return err }

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
		"Parse":      func() { i, _ = epin.Parse(token); p, _ = pin.Parse("+k^") },
		"Initial":    func() { i, _ = epin.Initial.Parse("-z"); p, _ = pin.Initial.Parse("-z") },
		"ParseBytes": func() { i, _ = epin.ParseBytes(inBytes); p, _ = pin.ParseBytes(inBytes[:3]) },
		"MustParse":  func() { i = epin.MustParse(token); p = pin.MustParse("+k^") },
		"New":        func() { i, _ = epin.New('K', pin.Second, pin.Enhanced, true, true) },
		"Lookup":     func() { i, ok = epin.Current.Lookup(string(inBytes)) },
		"Valid":      func() { ok = epin.Valid(token) && epin.ValidBytes(inBytes) },
		"invalid":    func() { ok = epin.Valid("K'^") || epin.Valid("") || epin.Initial.Valid(token) || pin.Valid(token) },
		"long": func() {
			ok = epin.Valid(long) || epin.ValidBytes(longBytes) || pin.Valid(long) || pin.ValidBytes(longBytes)
		},
		"UnmarshalText":     func() { ok = i.UnmarshalText(inBytes) == nil && p.UnmarshalText(inBytes[:3]) == nil },
		"String":            func() { text, text = parsed.String(), parsed.PIN().String() },
		"Prefix and Suffix": func() { text, text, text = parsed.Prefix(), parsed.Suffix(), parsed.PIN().Suffix() },
		"AppendText":        func() { buffer, _ = parsed.AppendText(buffer[:0]) },
		"pin.AppendText":    func() { buffer, _ = parsed.PIN().AppendText(buffer[:0]) },
		"attributes": func() {
			n = len(parsed.Name().String()) + int(parsed.Side()) + int(parsed.State()) + int(parsed.Letter())
		},
		"predicates": func() { ok = parsed.IsTerminal() && parsed.IsEnhanced() && parsed.IsSecond() && !parsed.IsZero() },
		"derived":    func() { ok = epin.FromPIN(parsed.PIN()).IsNative() && parsed.IsDerived() },
		"comparisons": func() {
			ok = parsed.SameName(i) && parsed.SameSide(i) && parsed.SameStatus(i) && parsed == i && parsed.Compare(i) == 0
		},
		"All": func() {
			for i = range epin.All() {
				ok = i.IsZero()
			}
		},
	})
	_, _, _, _, _ = i, p, ok, n, text
}

// whole reports whether the nightly set runs.
func whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// An oracle is the enumeration of the tokens of an edition of PIN or EPIN.
type oracle struct {
	edition          epin.Edition
	inPIN            bool
	tokens, prefixes map[string]bool
}

func oracleOf(e epin.Edition, inPIN bool) oracle {
	o := oracle{e, inPIN, map[string]bool{}, map[string]bool{}}
	for _, m := range tokensOf(e) {
		if token := m.String(); m.Mark == "" || !inPIN {
			o.tokens[token] = true
			for n := range len(token) + 1 {
				o.prefixes[token[:n]] = true
			}
		}
	}
	return o
}

// fault returns the length of the longest prefix of the input that is also a prefix of a token, and
// why the input is invalid; 0 for a token.
func (o oracle) fault(b []byte) (offset int, reason epin.Reason) {
	for offset < len(b) && o.prefixes[string(b[:offset+1])] {
		offset++
	}
	switch {
	case len(b) == 0:
		return 0, epin.ErrEmpty
	case offset < len(b):
		return offset, o.reason(string(b[:offset]), b[offset])
	case !o.tokens[string(b)]:
		return offset, epin.ErrNoLetter
	}
	return offset, 0
}

// reason returns why c cannot follow the first bytes of a token.
func (o oracle) reason(before string, c byte) epin.Reason {
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
	case c == '^' && o.edition == epin.Initial:
		return epin.ErrTerminalEdition
	case c == '^':
		return reason(epin.ErrTerminalFirst, epin.ErrDoubleTerminal, epin.ErrDerivationNotLast)
	case c == '\'' && o.inPIN:
		return reason(epin.ErrDerivationFirst, pin.ErrDerivationInPIN, 0)
	case c == '\'':
		return reason(epin.ErrDerivationFirst, 0, epin.ErrDoubleDerivation)
	}
	return cmp.Or(tokentest.Stray(c), reason(epin.ErrNotLetter, epin.ErrTrailing, epin.ErrTrailing))
}

// TestVerdicts compares two independent oracles, the expression and the enumeration, with every
// function that parses, on all strings of up to two bytes and on longer ones over Telling.
func TestVerdicts(t *testing.T) {
	longest, telling := 2, 5
	if whole() {
		longest, telling = 3, 6
	}
	for e, call := range []string{".", ".Initial."} {
		e := epin.Edition(e)
		ofEPIN, ofPIN := oracleOf(e, false), oracleOf(e, true)
		expression, pinExpression := regexp.MustCompile(e.Regexp()), regexp.MustCompile(e.PIN().Regexp())
		check := func(b []byte) {
			offset, reason := ofEPIN.fault(b)
			pinOffset, pinReason := ofPIN.fault(b)
			if expression.Match(b) != (reason == 0) || pinExpression.Match(b) != (pinReason == 0) {
				t.Fatalf("edition %s: the expression and the enumeration disagree on %q", e, b)
			}
			agree(t, "epin"+call, e, b, offset, reason)
			agree(t, "pin"+call, e.PIN(), b, pinOffset, pinReason)
			if e == epin.Current {
				agree(t, "epin.", functions{}, b, offset, reason)
				agree(t, "pin.", pinFunctions{}, b, pinOffset, pinReason)
			}
		}
		tokentest.ForEachString(tokentest.AllBytes(), longest, check)
		tokentest.ForEachString(tokentest.Telling, telling, check)
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
	tokens, pins := oracleOf(epin.Current, false).tokens, oracleOf(epin.Current, true).tokens
	tokentest.ForEachString(tokentest.AllBytes(), longest, func(b []byte) {
		if epin.ValidBytes(b) && !tokens[string(b)] || pin.ValidBytes(b) && !pins[string(b)] {
			t.Errorf("%q is accepted", b)
		}
	})
}
