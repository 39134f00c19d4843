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
	inBytes := []byte("+k^'")
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
		Reads: func(i epin.Identifier) bool {
			_, ok := epin.Current.Lookup(string(inBytes)) // converted
			for j := range epin.All() {
				ok = ok && !j.IsZero()
			}
			return ok && epin.FromPIN(i.PIN()).IsNative() && i.IsDerived()
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
		Sentences: func(is func(string, epin.Reason, string)) {
			is("K''", epin.ErrDoubleDerivation, `byte 2: more than one derivation marker`)
			is("+K^''", epin.ErrDoubleDerivation, `byte 4: more than one derivation marker`)
			is("K'^", epin.ErrDerivationNotLast, `byte 2: terminal marker after the derivation marker, which must be last`)
			is("+K^'^", epin.ErrDerivationNotLast, `byte 4: terminal marker after the derivation marker, which must be last`)
			is("K'-", epin.ErrStateAfterLetter, `byte 2: state modifier after the letter`)
			is("K'K'", epin.ErrTrailing, `byte 2: unexpected byte after the end of the token`)
			is("K'\n", epin.ErrLineBreak, `byte 2: line break`)
			is("K'\r", epin.ErrLineBreak, `byte 2: line break`)
			is("K' ", epin.ErrWhitespace, `byte 2: whitespace`)
			is("K'\x00", epin.ErrNUL, `byte 2: NUL byte`)
			is("K'\x80", epin.ErrNotASCII, `byte 2: byte outside ASCII`)
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
	kept := "+K^'" + strings.Repeat("'", pin.MaxInput-4)
	long := kept + strings.Repeat("'", 1<<20)
	_, cut := epin.Parse(long)
	_, initial := epin.Initial.Parse("K^'")
	_, initialBytes := epin.Initial.ParseBytes([]byte("K'^"))
	_, initialMark := epin.Initial.Parse("K''")
	_, bytes := epin.ParseBytes([]byte("K''"))
	_, unknown := epin.Edition(2).Parse("K'")
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
		{new(epin.Identifier).UnmarshalText([]byte("K''")), epin.ErrDoubleDerivation, `epin.Identifier.UnmarshalText("K''"): byte 2: more than one derivation marker`},
	} {
		tokentest.CheckError[epin.Reason](t, c.err, c.reason, c.want)
	}
	var bad *epin.ParseError
	if !errors.As(cut, &bad) || bad.Input != kept || bad.Length != len(long) {
		t.Errorf("Input is %q, Length %d", bad.Input, bad.Length)
	}
	// The error does not depend on the bytes that Input omits.
	for _, rest := range []string{"'", "!", "K'"} {
		_, err := epin.Parse("K" + strings.Repeat("K", pin.MaxInput-2) + "'" + rest)
		if !errors.Is(err, epin.ErrTrailing) {
			t.Errorf("with %q behind the cut: %v", rest, err)
		}
	}
}
