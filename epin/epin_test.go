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

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/internal/tokentest"
	"github.com/epin-conformance/harness/epin/pin"
)

// These tests are of packages epin and pin at once: an Identifier of package epin is one of package
// pin with or without the derivation marker. The tests of package conformance compare the attributes
// and the transformations of EPIN §9.3 with the table of notations.

var (
	_ encoding.TextAppender    = epin.Identifier{}
	_ encoding.TextMarshaler   = epin.Identifier{}
	_ encoding.TextUnmarshaler = (*epin.Identifier)(nil)
	_ encoding.TextAppender    = pin.Identifier{}
	_ encoding.TextMarshaler   = pin.Identifier{}
	_ encoding.TextUnmarshaler = (*pin.Identifier)(nil)
)

// The rows of the table by epin.Edition and pin.Edition.
var (
	tables    = []*notation.Edition{notation.EPIN, notation.EPINInitial}
	pinTables = []*notation.Edition{notation.PIN, notation.PINInitial}
)

// An edition has the methods of epin.Edition and pin.Edition that parse.
type edition[I any] interface {
	Parse(string) (I, error)
	ParseBytes([]byte) (I, error)
	Lookup(string) (I, bool)
	LookupBytes([]byte) (I, bool)
	Valid(string) bool
	ValidBytes([]byte) bool
}

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
	for v, table := range tables {
		name := table.Number
		e, err := epin.ParseEdition(name)
		p, errPIN := pin.ParseEdition(name)
		if e != epin.Edition(v) || p != pin.Edition(v) || e.PIN() != p || e.HasTerminal() != (v == 0) || e.String() != name || p.String() != name ||
			e.Regexp() != table.Regexp || p.Regexp() != pinTables[v].Regexp || err != nil || errPIN != nil {
			t.Errorf("ParseEdition(%q) is %v, %v and %v, %v; the expressions are %s and %s", name, e, err, p, errPIN, e.Regexp(), p.Regexp())
		}
	}
	if !slices.Equal(epin.Editions(), []epin.Edition{0, 1}) || !slices.Equal(pin.Editions(), []pin.Edition{0, 1}) {
		t.Errorf("Editions are %v and %v", epin.Editions(), pin.Editions())
	}
	const want = `.ParseEdition("2\n"): no such edition; there are "1.0.0" and "1.0.0-initial"`
	if got := errorOf(epin.ParseEdition("2\n")).Error() + errorOf(pin.ParseEdition("2\n")).Error(); got != "epin"+want+"pin"+want {
		t.Errorf("errors %s", got)
	}
	for _, e := range []epin.Edition{2, 255} {
		call := fmt.Sprintf("pin.Edition(%d).", e)
		for i := range epin.All() {
			agree(t, "e"+call, e, []byte(i.String()), 0, pin.ErrUnknownEdition)
			agree(t, call, e.PIN(), []byte(i.PIN().String()), 0, pin.ErrUnknownEdition)
		}
		for i := range e.All() {
			t.Errorf("an unknown edition has the token %q", i)
		}
		for _, expression := range []string{e.Regexp(), e.PIN().Regexp()} {
			if nothing := regexp.MustCompile(expression); nothing.MatchString("") || nothing.MatchString("K") {
				t.Errorf("%s has the expression %s", e, expression)
			}
		}
	}
}

// reader has the methods of both packages that read an attribute.
type reader interface {
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

func read(i reader) string {
	return fmt.Sprintf("%s %s %s %c %s %t %t %t %t %t %t %t", i.Name(), i.Side(), i.State(), i.Letter(), i.Prefix(), i.IsTerminal(),
		i.IsNormal(), i.IsEnhanced(), i.IsDiminished(), i.IsFirst(), i.IsSecond(), i.IsZero())
}

// TestTokens reads the attributes of all tokens from their text, and makes the tokens from them. EPIN
// §3: every PIN token is an EPIN token, and native.
func TestTokens(t *testing.T) {
	for e, table := range tables {
		e := epin.Edition(e)
		var all, allPIN []string
		for i := range e.All() {
			p, token := i.PIN(), i.String()
			all = append(all, token)
			prefix := token[:strings.IndexAny(token, "+-")+1]
			letter := strings.Trim(token, "+-^'")
			first, terminal, derived := letter == strings.ToUpper(letter), strings.Contains(token, "^"), strings.HasSuffix(token, "'")
			want := fmt.Sprintf("%s %s %s %s %s %t %t %t %t %t %t %t", strings.ToUpper(letter), map[bool]string{true: "first", false: "second"}[first],
				map[string]string{"": "normal", "+": "enhanced", "-": "diminished"}[prefix], letter, prefix, terminal,
				prefix == "", prefix == "+", prefix == "-", first, !first, false)
			if read(i) != want || read(p) != want || i.IsNative() == derived || i.IsDerived() != derived ||
				p.String() != strings.TrimSuffix(token, "'") || prefix+letter+p.Suffix()+i.Suffix() != token {
				t.Errorf("%q, PIN %q: attributes\n%s\n%s\nwant\n%s; native is %t", i, p, read(i), read(p), want, i.IsNative())
			}
			made, err := epin.New(i.Name(), i.Side(), i.State(), terminal, derived)
			madePIN, errPIN := pin.New(i.Name(), i.Side(), i.State(), terminal)
			if made != i || madePIN != p || err != nil || errPIN != nil || !derived && epin.FromPIN(p) != i {
				t.Errorf("New with the attributes of %q is %q, %v and %q, %v", i, made, err, madePIN, errPIN)
			}
			b := []byte(token)
			if e == epin.Current && (epin.MustParse(token) != i || !epin.Valid(token) || !epin.ValidBytes(b) || pin.Valid(token) == derived || pin.ValidBytes(b) == derived) {
				t.Errorf("the functions of a package reject %q", token)
			}
			tokentest.CheckText(t, i, token)
		}
		for p := range e.PIN().All() {
			allPIN = append(allPIN, p.String())
			tokentest.CheckText(t, p, p.String())
		}
		if !slices.Equal(all, slices.Collect(table.Tokens())) || !slices.Equal(allPIN, slices.Collect(pinTables[e].Tokens())) {
			t.Errorf("edition %s: All is %q and %q", e, all, allPIN)
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
	if len(slices.Collect(epin.All())) != 624 || len(slices.Collect(pin.All())) != 312 {
		t.Error("All of the package is not that of Current")
	}
	tokentest.CheckTextOf(t, "epin.Identifier", epin.MustParse("+K'"), epin.ErrZero)
	tokentest.CheckTextOf(t, "pin.Identifier", pin.MustParse("+K"), pin.ErrZero)
}

// TestComparisons compares all identifiers, the zero Identifier first, with their places in All.
func TestComparisons(t *testing.T) {
	all := append([]epin.Identifier{{}}, slices.Collect(epin.All())...)
	for x, i := range all {
		for y, j := range all {
			p, q, order := i.PIN(), j.PIN(), cmp.Compare(x, y)
			if (i == j) != (x == y) || i.Compare(j) != order || i.IsDerived() == j.IsDerived() && ((p == q) != (x == y) || p.Compare(q) != order) {
				t.Errorf("%q, %q: == is %t and %t, Compare is %d and %d", i, j, i == j, p == q, i.Compare(j), p.Compare(q))
			}
			same := [...]bool{i.Name() == j.Name(), i.Side() == j.Side(), i.State() == j.State(), i.IsTerminal() == j.IsTerminal(), i.IsDerived() == j.IsDerived()}
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
	const want = " first normal \x00  false false false false false false true"
	if read(zero) != want || read(p) != want || zero.IsNative() || zero.IsDerived() || zero.Name() != 0 || zero.String()+zero.Suffix()+p.String()+p.Suffix() != "" {
		t.Errorf("the zero Identifier has an attribute: %q %q", read(zero), read(p))
	}
	for call, got := range map[string]epin.Identifier{
		"FromPIN of the zero Identifier": epin.FromPIN(p),
		"WithPIN of the zero Identifier": epin.MustParse("K'").WithPIN(p),
		"a chain after a bad argument":   epin.MustParse("K").WithName('!').Flip().Enhance().WithName('K').MarkTerminal().Derive(),
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

// parts are the attributes of a piece.
type parts struct {
	name              epin.Name
	side              epin.Side
	state             epin.State
	terminal, derived bool
}

// with returns a method with its argument.
func with[I, A any](method func(I, A) I, argument A) func(I) I {
	return func(i I) I { return method(i, argument) }
}

// TestTransformations compares the result of each transformation of each token with the piece that is
// made from its attributes. So the results of further transformations are correct, too.
func TestTransformations(t *testing.T) {
	name := func(n epin.Name) func(*parts) { return func(p *parts) { p.name = n } }
	side := func(s epin.Side) func(*parts) { return func(p *parts) { p.side = s } }
	state := func(s epin.State) func(*parts) { return func(p *parts) { p.state = s } }
	without := func(s epin.State) func(*parts) {
		return func(p *parts) {
			if p.state == s {
				p.state = epin.Normal
			}
		}
	}
	terminal := func(b bool) func(*parts) { return func(p *parts) { p.terminal = b } }
	derived := func(b bool) func(*parts) { return func(p *parts) { p.derived = b } }
	type i = epin.Identifier
	type p = pin.Identifier
	same := func(i p) p { return i }
	for _, c := range []struct {
		do    func(i) i
		doPIN func(p) p
		edit  func(*parts)
	}{
		{i.Enhance, p.Enhance, state(epin.Enhanced)},
		{i.Unenhance, p.Unenhance, without(epin.Enhanced)},
		{i.Diminish, p.Diminish, state(epin.Diminished)},
		{i.Undiminish, p.Undiminish, without(epin.Diminished)},
		{i.Normalize, p.Normalize, state(epin.Normal)},
		{i.Flip, p.Flip, func(p *parts) { p.side = 1 - p.side }},
		{i.MarkTerminal, p.MarkTerminal, terminal(true)},
		{i.UnmarkTerminal, p.UnmarkTerminal, terminal(false)},
		{with(i.WithTerminal, true), with(p.WithTerminal, true), terminal(true)},
		{with(i.WithTerminal, false), with(p.WithTerminal, false), terminal(false)},
		{with(i.WithSide, epin.First), with(p.WithSide, epin.First), side(epin.First)},
		{with(i.WithSide, epin.Second), with(p.WithSide, epin.Second), side(epin.Second)},
		{with(i.WithState, epin.Normal), with(p.WithState, epin.Normal), state(epin.Normal)},
		{with(i.WithState, epin.Enhanced), with(p.WithState, epin.Enhanced), state(epin.Enhanced)},
		{with(i.WithState, epin.Diminished), with(p.WithState, epin.Diminished), state(epin.Diminished)},
		{with(i.WithName, 'A'), with(p.WithName, 'A'), name('A')},
		{with(i.WithName, 'Z'), with(p.WithName, 'Z'), name('Z')},
		{i.Native, same, derived(false)},
		{i.Derive, same, derived(true)},
		{with(i.WithDerived, false), same, derived(false)},
		{with(i.WithDerived, true), same, derived(true)},
		{with(i.WithPIN, pin.MustParse("-q^")), func(i p) p { return i.WithName('Q').WithSide(epin.Second).Diminish().MarkTerminal() },
			func(p *parts) { *p = parts{'Q', epin.Second, epin.Diminished, true, p.derived} }},
	} {
		result, parsed := i{}, epin.MustParse("-z^'")
		tokentest.CheckAllocations(t, map[string]func(){"a transformation": func() { result = c.do(parsed) }})
		for token := range epin.All() {
			want := parts{token.Name(), token.Side(), token.State(), token.IsTerminal(), token.IsDerived()}
			c.edit(&want)
			made, err := epin.New(want.name, want.side, want.state, want.terminal, want.derived)
			if got := c.do(token); got != made || err != nil || c.doPIN(token.PIN()) != made.PIN() {
				t.Errorf("a transformation of %q is %q and %q, want %q", token, got, c.doPIN(token.PIN()), made)
			}
		}
		if got, ofPIN := c.do(i{}), c.doPIN(p{}); got != (i{}) || ofPIN != (p{}) || result != c.do(parsed) {
			t.Errorf("a transformation of the zero Identifier is %q and %q; of %q it is %q", got, ofPIN, parsed, result)
		}
	}
}

// TestErrors tests the sentence of each reason, that an error keeps a copy of the beginning of its
// input, and the panic of MustParse.
func TestErrors(t *testing.T) {
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
	const trailing = "unexpected byte after the end of the token"
	for _, c := range []struct {
		err    error
		reason epin.Reason
		want   string
	}{
		{errorOf(epin.Parse("")), epin.ErrEmpty, `epin.Parse(""): byte 0: empty: a token has at least a letter`},
		{errorOf(epin.Parse("+")), epin.ErrNoLetter, `epin.Parse("+"): byte 1: no letter after the state modifier`},
		{errorOf(epin.Parse("1")), epin.ErrNotLetter, `epin.Parse("1"): byte 0: not a letter from A to Z or a to z`},
		{errorOf(epin.Parse("++K")), epin.ErrDoubleState, `epin.Parse("++K"): byte 1: more than one state modifier`},
		{errorOf(epin.Parse("K+")), epin.ErrStateAfterLetter, `epin.Parse("K+"): byte 1: state modifier after the letter`},
		{errorOf(epin.Parse("^K")), epin.ErrTerminalFirst, `epin.Parse("^K"): byte 0: terminal marker before the letter`},
		{errorOf(epin.Parse("K^^")), epin.ErrDoubleTerminal, `epin.Parse("K^^"): byte 2: more than one terminal marker`},
		{errorOf(epin.Initial.Parse("K^")), epin.ErrTerminalEdition, `epin.Initial.Parse("K^"): byte 1: terminal marker, which this edition does not have`},
		{errorOf(epin.Parse("'K")), epin.ErrDerivationFirst, `epin.Parse("'K"): byte 0: derivation marker before the letter`},
		{errorOf(pin.Parse("K'")), pin.ErrDerivationInPIN, `pin.Parse("K'"): byte 1: derivation marker, which EPIN has and PIN does not`},
		{errorOf(epin.Parse("K'^")), epin.ErrDerivationNotLast, `epin.Parse("K'^"): byte 2: terminal marker after the derivation marker, which must be last`},
		{errorOf(epin.Parse("K ")), epin.ErrWhitespace, `epin.Parse("K "): byte 1: whitespace`},
		{errorOf(epin.Parse("K\n")), epin.ErrLineBreak, `epin.Parse("K\n"): byte 1: line break`},
		{errorOf(epin.Parse("K\x00")), epin.ErrNUL, `epin.Parse("K\x00"): byte 1: NUL byte`},
		{errorOf(pin.Parse("K\u2019")), epin.ErrNotASCII, `pin.Parse("K\u2019"): byte 1: byte outside ASCII`},
		{errorOf(epin.Edition(2).Parse("K")), epin.ErrUnknownEdition, `epin.Edition(2).Parse("K"): byte 0: unknown edition, which has no tokens`},
		{new(epin.Identifier).UnmarshalText([]byte("K''")), epin.ErrDoubleDerivation, `epin.Identifier.UnmarshalText("K''"): byte 2: more than one derivation marker`},
		{new(pin.Identifier).UnmarshalText(nil), pin.ErrEmpty, `pin.Identifier.UnmarshalText(""): byte 0: empty: a token has at least a letter`},
		{err, epin.ErrTrailing, `epin.ParseBytes("K!"): byte 1: ` + trailing},
		{errPIN, epin.ErrTrailing, `pin.ParseBytes("K!"): byte 1: ` + trailing},
		{panicOf(func() { epin.MustParse("zz") }), epin.ErrTrailing, `epin.Parse("zz"): byte 1: ` + trailing},
		{panicOf(func() { pin.MustParse("zz") }), epin.ErrTrailing, `pin.Parse("zz"): byte 1: ` + trailing},
		{errorOf(epin.Parse(exact)), pin.ErrTrailing, `epin.Parse("` + exact + `"): byte 1: ` + trailing},
		{errorOf(pin.Parse(exact + "L")), pin.ErrTrailing, `pin.Parse("` + exact + `"..., 65 bytes): byte 1: ` + trailing},
		{errorOf(epin.Parse(kept + strings.Repeat("'", 1<<20))), epin.ErrDoubleDerivation, `epin.Parse("` + kept + `"..., 1048640 bytes): byte 4: more than one derivation marker`},
		// The error does not depend on the bytes that Input omits.
		{errorOf(epin.Parse(exact[1:] + "''")), epin.ErrTrailing, `epin.Parse("` + exact[1:] + `'"..., 65 bytes): byte 1: ` + trailing},
	} {
		tokentest.CheckError(t, c.err, c.reason, c.want)
	}
	if zero, last := epin.Reason(0).Error(), (pin.ErrUnknownEdition + 1).Error(); zero != "Reason(0)" || last != "Reason(19)" {
		t.Errorf("unknown reasons are %q and %q", zero, last)
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
	var p pin.Identifier
	buffer, inBytes, long := make([]byte, 0, 8), []byte("+k^'"), strings.Repeat("K", 1<<20)
	longBytes := []byte(long)
	tokentest.CheckAllocations(t, map[string]func(){
		"valid": func() {
			sinkIdentifier, _ = epin.Parse("+k^'")
			sinkIdentifier, _ = epin.ParseBytes(inBytes)
			sinkIdentifier, _ = epin.New('K', pin.Second, pin.Enhanced, true, true)
			p, _ = pin.Initial.ParseBytes(inBytes[:2])
			sinkBool = sinkIdentifier.UnmarshalText(inBytes) == nil && p.UnmarshalText(inBytes[:3]) == nil
		},
		"invalid": func() {
			sinkIdentifier, sinkBool = epin.Current.Lookup("K'^")
			sinkBool = epin.Initial.Valid("+k^'") || epin.Valid(long) || epin.ValidBytes(longBytes) || pin.Valid(long) || pin.ValidBytes(longBytes)
		},
		"reading": func() {
			for i := range epin.All() {
				buffer, _ = i.AppendText(buffer[:0])
				buffer, _ = i.PIN().AppendText(buffer[:0])
				sinkBool = i.String() == i.Name().String() || i.Prefix() == i.Suffix() || i.Letter() == 0 || i.Compare(epin.FromPIN(p)) == 0
			}
		},
	})
}

// fault returns the first byte that no valid token of an edition can have there, and why the input is
// invalid; 0 for a token.
func fault(e *notation.Edition, b []byte) (offset int, reason epin.Reason) {
	s := string(b)
	offset = e.Prefix(s)
	switch {
	case s == "":
		return 0, epin.ErrEmpty
	case e.Valid(s):
		return offset, 0
	case offset == len(s):
		return offset, epin.ErrNoLetter
	}
	hasLetter, hasMark := strings.Trim(s[:offset], "+-") != "", strings.Contains(s[:offset], "'")
	after := func(nothing, letter, mark epin.Reason) epin.Reason {
		switch {
		case hasMark:
			return mark
		case hasLetter:
			return letter
		}
		return nothing
	}
	switch c := s[offset]; {
	case c == '+', c == '-':
		return offset, after(epin.ErrDoubleState, epin.ErrStateAfterLetter, epin.ErrStateAfterLetter)
	case c == '^' && !strings.Contains(e.Marks(), "^"):
		return offset, epin.ErrTerminalEdition
	case c == '^':
		return offset, after(epin.ErrTerminalFirst, epin.ErrDoubleTerminal, epin.ErrDerivationNotLast)
	case c == '\'':
		return offset, after(epin.ErrDerivationFirst, pin.ErrDerivationInPIN, epin.ErrDoubleDerivation)
	default:
		return offset, cmp.Or(tokentest.Stray(c), after(epin.ErrNotLetter, epin.ErrTrailing, epin.ErrTrailing))
	}
}

// TestVerdicts compares the table of notations with every function that parses, on all strings of up
// to two bytes and on longer ones over Telling.
func TestVerdicts(t *testing.T) {
	longest, telling := 2, 5
	if os.Getenv("EPIN_WHOLE") == "1" {
		longest, telling = 3, 6
	}
	for e, call := range []string{".", ".Initial."} {
		check := func(b []byte) {
			offset, reason := fault(tables[e], b)
			agree(t, "epin"+call, epin.Edition(e), b, offset, reason)
			offset, reason = fault(pinTables[e], b)
			agree(t, "pin"+call, pin.Edition(e), b, offset, reason)
		}
		tokentest.ForEachString(tokentest.AllBytes(), longest, check)
		tokentest.ForEachString(tokentest.Telling, telling, check)
	}
}

// TestEveryString tests that Current accepts nothing but tokens among all byte strings of up to
// three bytes; with EPIN_WHOLE=1 of up to four, the length of the longest token.
func TestEveryString(t *testing.T) {
	longest := 3
	if os.Getenv("EPIN_WHOLE") == "1" {
		longest = 4
	} else if testing.Short() {
		longest = 2
	}
	tokentest.ForEachString(tokentest.AllBytes(), longest, func(b []byte) {
		if epin.ValidBytes(b) && !notation.EPIN.Valid(string(b)) || pin.ValidBytes(b) && !notation.PIN.Valid(string(b)) {
			t.Errorf("%q is accepted", b)
		}
	})
}
