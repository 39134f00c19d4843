package epin_test

import (
	"encoding"
	"errors"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/internal/tokentest"
	"github.com/epin-conformance/harness/epin/pin"
)

func TestPackage(t *testing.T) {
	type transformation = tokentest.Transformation[epin.Identifier]
	mark := func(mark string) func(tokentest.Token) tokentest.Token {
		return func(m tokentest.Token) tokentest.Token { m.Mark = mark; return m }
	}
	tokentest.Package[epin.Edition, epin.Identifier, *epin.Identifier]{
		Name:         "epin",
		Expressions:  [2]string{`\A[-+]?[A-Za-z]\^?'?\z`, `\A[-+]?[A-Za-z]'?\z`},
		Sizes:        [2]int{26 * 2 * 3 * 2 * 2, 26 * 2 * 3 * 2},
		Marks:        []string{"", "'"},
		Editions:     epin.Editions,
		ParseEdition: epin.ParseEdition,
		All:          epin.All,
		Parse:        epin.Parse,
		ParseBytes:   epin.ParseBytes,
		MustParse:    epin.MustParse,
		Valid:        epin.Valid,
		ValidBytes:   epin.ValidBytes,
		New:          epin.New,
		Suffix:       func(m tokentest.Token) string { return m.Mark },
		More: func(i epin.Identifier, m tokentest.Token) bool {
			return i.PIN().String() == m.PIN() && i.PIN().Suffix() == m.Caret && i.IsNative() == (m.Mark == "") && i.IsDerived() == (m.Mark == "'")
		},
		SameMark: epin.Identifier.SameStatus,
		Transformations: map[string]transformation{
			"Native":             {Do: epin.Identifier.Native, Want: mark("")},
			"Derive":             {Do: epin.Identifier.Derive, Want: mark("'")},
			"WithDerived(false)": {Do: func(i epin.Identifier) epin.Identifier { return i.WithDerived(false) }, Want: mark("")},
			"WithDerived(true)":  {Do: func(i epin.Identifier) epin.Identifier { return i.WithDerived(true) }, Want: mark("'")},
			"WithPIN(-q^)": {
				Do:   func(i epin.Identifier) epin.Identifier { return i.WithPIN(pin.MustParse("-q^")) },
				Want: func(m tokentest.Token) tokentest.Token { return tokentest.Read("-q^" + m.Mark) },
			},
		},
	}.Test(t)
}

var (
	_ encoding.TextAppender    = epin.Identifier{}
	_ encoding.TextMarshaler   = epin.Identifier{}
	_ encoding.TextUnmarshaler = (*epin.Identifier)(nil)
)

// EPIN §3: every PIN token is an EPIN token, and native.
func TestEveryPINTokenIsANativeToken(t *testing.T) {
	if epin.Current.PIN() != pin.Current || epin.Initial.PIN() != pin.Initial {
		t.Errorf("the editions extend %v and %v", epin.Current.PIN(), epin.Initial.PIN())
	}
	for _, e := range epin.Editions() {
		for p := range e.PIN().All() {
			i, err := e.Parse(p.String())
			if err != nil || !i.IsNative() || i.PIN() != p || i.String() != p.String() || i != epin.FromPIN(p) {
				t.Errorf("edition %s: PIN token %q is %q, %v", e, p, i, err)
			}
		}
	}
}

func TestZeroIdentifier(t *testing.T) {
	var zero epin.Identifier
	if !zero.PIN().IsZero() || zero.IsNative() || zero.IsDerived() {
		t.Error("the zero Identifier has an attribute")
	}
	for call, got := range map[string]epin.Identifier{
		"FromPIN of the zero Identifier": epin.FromPIN(pin.Identifier{}),
		"WithPIN of the zero Identifier": epin.MustParse("K'").WithPIN(pin.Identifier{}),
		"Derive after a bad argument":    epin.MustParse("K").WithName('!').Derive(),
	} {
		if got != zero {
			t.Errorf("%s is %q", call, got)
		}
	}
}

func TestErrorSentences(t *testing.T) {
	for _, c := range []struct {
		input  string
		reason epin.Reason
		want   string
	}{
		// EPIN §9.4, row by row. The row "K" with a blank stands for the blank on
		// either side.
		{"", epin.ErrEmpty, `byte 0: empty: a token has at least a letter`},
		{"K''", epin.ErrDoubleDerivation, `byte 2: more than one derivation marker`},
		{"^K", epin.ErrTerminalFirst, `byte 0: terminal marker before the letter`},
		{"K'^", epin.ErrDerivationNotLast, `byte 2: terminal marker after the derivation marker, which must be last`},
		{"++K", epin.ErrDoubleState, `byte 1: more than one state modifier`},
		{"K^^", epin.ErrDoubleTerminal, `byte 2: more than one terminal marker`},
		{"1", epin.ErrNotLetter, `byte 0: not a letter from A to Z or a to z`},
		{"K ", epin.ErrWhitespace, `byte 1: whitespace`},
		{" K", epin.ErrWhitespace, `byte 0: whitespace`},
		{"K\n", epin.ErrLineBreak, `byte 1: line break`},

		{"'", epin.ErrDerivationFirst, `byte 0: derivation marker before the letter`},
		{"'K", epin.ErrDerivationFirst, `byte 0: derivation marker before the letter`},
		{"+'", epin.ErrDerivationFirst, `byte 1: derivation marker before the letter`},
		{"^'", epin.ErrTerminalFirst, `byte 0: terminal marker before the letter`},
		{"-", epin.ErrNoLetter, `byte 1: no letter after the state modifier`},
		{"K+", epin.ErrStateAfterLetter, `byte 1: state modifier after the letter`},
		{"K'-", epin.ErrStateAfterLetter, `byte 2: state modifier after the letter`},
		{"+K^''", epin.ErrDoubleDerivation, `byte 4: more than one derivation marker`},
		{"+K^'^", epin.ErrDerivationNotLast, `byte 4: terminal marker after the derivation marker, which must be last`},
		{"K^^'", epin.ErrDoubleTerminal, `byte 2: more than one terminal marker`},
		{"K'K'", epin.ErrTrailing, `byte 2: unexpected byte after the end of the token`},
		{"KK'", epin.ErrTrailing, `byte 1: unexpected byte after the end of the token`},
		{"K'\n", epin.ErrLineBreak, `byte 2: line break`},
		{"K'\r", epin.ErrLineBreak, `byte 2: line break`},
		{"K' ", epin.ErrWhitespace, `byte 2: whitespace`},
		{"K'\x00", epin.ErrNUL, `byte 2: NUL byte`},
		{"\x00K'", epin.ErrNUL, `byte 0: NUL byte`},
		{"K\u2019", epin.ErrNotASCII, `byte 1: byte outside ASCII`},
		{"\u041a'", epin.ErrNotASCII, `byte 0: byte outside ASCII`},
		{"K'\x80", epin.ErrNotASCII, `byte 2: byte outside ASCII`},
		{"\"", epin.ErrNotLetter, `byte 0: not a letter from A to Z or a to z`},
	} {
		_, err := epin.Parse(c.input)
		tokentest.CheckError[epin.Reason](t, err, c.reason, tokentest.Call("epin.Parse", c.input)+c.want)
	}

	kept := "+K^'" + strings.Repeat("'", pin.MaxInput-4)
	long := kept + strings.Repeat("'", 1<<20)
	_, cut := epin.Parse(long)
	_, initial := epin.Initial.Parse("K^'")
	_, initialBytes := epin.Initial.ParseBytes([]byte("K'^"))
	_, initialMark := epin.Initial.Parse("K''")
	_, bytes := epin.ParseBytes([]byte("K''"))
	_, unknown := epin.Edition(2).Parse("K'")
	_, attribute := epin.New('k', epin.First, epin.Normal, false, true)
	for _, c := range []struct {
		err    error
		reason epin.Reason
		want   string
	}{
		{cut, epin.ErrDoubleDerivation, `epin.Parse("` + kept + `"..., 1048640 bytes): byte 4: more than one derivation marker`},
		{initial, epin.ErrTerminalEdition, `epin.Initial.Parse("K^'"): byte 1: terminal marker, which this edition does not have`},
		{initialBytes, epin.ErrTerminalEdition, `epin.Initial.ParseBytes("K'^"): byte 2: terminal marker, which this edition does not have`},
		{initialMark, epin.ErrDoubleDerivation, `epin.Initial.Parse("K''"): byte 2: more than one derivation marker`},
		{bytes, epin.ErrDoubleDerivation, `epin.ParseBytes("K''"): byte 2: more than one derivation marker`},
		{unknown, epin.ErrUnknownEdition, `epin.Edition(2).Parse("K'"): byte 0: unknown edition, which has no tokens`},
		{new(epin.Identifier).UnmarshalText(nil), epin.ErrEmpty, `epin.Identifier.UnmarshalText(""): byte 0: empty: a token has at least a letter`},
		{new(epin.Identifier).UnmarshalText([]byte("K''")), epin.ErrDoubleDerivation, `epin.Identifier.UnmarshalText("K''"): byte 2: more than one derivation marker`},
	} {
		tokentest.CheckError[epin.Reason](t, c.err, c.reason, c.want)
	}
	var bad *epin.ParseError
	if !errors.As(cut, &bad) || bad.Input != kept || bad.Length != len(long) {
		t.Errorf("Input is %q, Length %d", bad.Input, bad.Length)
	}
	if want := `epin.New: name 'k' is not one of 'A' to 'Z'`; attribute == nil || attribute.Error() != want {
		t.Errorf("New returned %v, want %s", attribute, want)
	}
	// The error is the same where only what is cut off is wrong, or the cut leaves
	// a derivation marker at the end.
	for _, rest := range []string{"'", "!", "K'"} {
		_, err := epin.Parse("K" + strings.Repeat("K", pin.MaxInput-2) + "'" + rest)
		if !errors.Is(err, epin.ErrTrailing) {
			t.Errorf("with %q behind the cut: %v", rest, err)
		}
	}
}

func TestNoAllocation(t *testing.T) {
	var (
		i       epin.Identifier
		p       pin.Identifier
		ok      bool
		n       int
		text    string
		buffer  = make([]byte, 0, 8)
		token   = "+k^'"
		inBytes = []byte(token)
		parsed  = epin.MustParse(token)
		long    = strings.Repeat("K", 1<<20) + "'"
		longB   = []byte(long)
	)
	tokentest.CheckAllocations(t, map[string]func(){
		"Parse":             func() { i, _ = epin.Parse(token) },
		"ParseBytes":        func() { i, _ = epin.ParseBytes(inBytes) },
		"Initial.Parse":     func() { i, _ = epin.Initial.Parse("-z'") },
		"MustParse":         func() { i = epin.MustParse(token) },
		"New":               func() { i, _ = epin.New('K', epin.Second, epin.Enhanced, true, true) },
		"FromPIN and PIN":   func() { p = epin.FromPIN(parsed.PIN()).PIN() },
		"Lookup":            func() { i, ok = epin.Current.Lookup(token) },
		"Lookup, converted": func() { i, ok = epin.Current.Lookup(string(inBytes)) },
		"Lookup, invalid":   func() { i, ok = epin.Current.LookupBytes(longB) },
		"Valid":             func() { ok = epin.Valid(token) },
		"ValidBytes":        func() { ok = epin.ValidBytes(inBytes) },
		"Valid, invalid":    func() { ok = epin.Valid("K'^") || epin.Valid("") || epin.Initial.Valid(token) },
		"Valid, long":       func() { ok = epin.Valid(long) || epin.ValidBytes(longB) },
		"UnmarshalText":     func() { ok = i.UnmarshalText(inBytes) == nil },
		"String":            func() { text = parsed.String() },
		"Prefix and Suffix": func() { text, text = parsed.Prefix(), parsed.Suffix() },
		"AppendText":        func() { buffer, _ = parsed.AppendText(buffer[:0]) },
		"attributes":        func() { n = int(parsed.Name()) + int(parsed.Side()) + int(parsed.State()) + int(parsed.Letter()) },
		"predicates": func() {
			ok = parsed.IsTerminal() && parsed.IsEnhanced() && parsed.IsSecond() && parsed.IsDerived() && !parsed.IsNative()
		},
		"comparisons": func() { ok = parsed.SameName(i) && parsed.SameStatus(i) && parsed == i && parsed.Compare(i) == 0 },
		"transformations": func() {
			i = parsed.Native().Derive().Flip().Diminish().Undiminish().Enhance().Unenhance().Normalize().
				UnmarkTerminal().MarkTerminal().WithName('Q').WithSide(epin.First).WithState(epin.Enhanced).
				WithTerminal(false).WithDerived(false).WithPIN(p)
		},
		"All": func() {
			for j := range epin.All() {
				i = j
			}
		},
	})
	_, _, _ = ok, n, text
}
