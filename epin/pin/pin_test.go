package pin_test

import (
	"encoding"
	"errors"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin/internal/tokentest"
	"github.com/epin-conformance/harness/epin/pin"
)

func TestPackage(t *testing.T) {
	tokentest.Package[pin.Edition, pin.Identifier, *pin.Identifier]{
		Name:         "pin",
		Expressions:  [2]string{`\A[-+]?[A-Za-z]\^?\z`, `\A[-+]?[A-Za-z]\z`},
		Sizes:        [2]int{26 * 2 * 3 * 2, 26 * 2 * 3},
		Marks:        []string{""},
		Editions:     pin.Editions,
		ParseEdition: pin.ParseEdition,
		All:          pin.All,
		Parse:        pin.Parse,
		ParseBytes:   pin.ParseBytes,
		MustParse:    pin.MustParse,
		Valid:        pin.Valid,
		ValidBytes:   pin.ValidBytes,
		New: func(name pin.Name, side pin.Side, state pin.State, terminal, _ bool) (pin.Identifier, error) {
			return pin.New(name, side, state, terminal)
		},
		Suffix:   func(m tokentest.Token) string { return m.Caret },
		More:     func(pin.Identifier, tokentest.Token) bool { return true },
		SameMark: func(i, j pin.Identifier) bool { return !i.IsZero() && !j.IsZero() },
	}.Test(t)
}

var (
	_ encoding.TextAppender    = pin.Identifier{}
	_ encoding.TextMarshaler   = pin.Identifier{}
	_ encoding.TextUnmarshaler = (*pin.Identifier)(nil)
)

func TestErrorSentences(t *testing.T) {
	for _, c := range []struct {
		input  string
		reason pin.Reason
		want   string
	}{
		{"", pin.ErrEmpty, `byte 0: empty: a token has at least a letter`},
		{"+", pin.ErrNoLetter, `byte 1: no letter after the state modifier`},
		{"1", pin.ErrNotLetter, `byte 0: not a letter from A to Z or a to z`},
		{"-[", pin.ErrNotLetter, `byte 1: not a letter from A to Z or a to z`},
		{"++K", pin.ErrDoubleState, `byte 1: more than one state modifier`},
		{"+-", pin.ErrDoubleState, `byte 1: more than one state modifier`},
		{"K+", pin.ErrStateAfterLetter, `byte 1: state modifier after the letter`},
		{"K^-", pin.ErrStateAfterLetter, `byte 2: state modifier after the letter`},
		{"^K", pin.ErrTerminalFirst, `byte 0: terminal marker before the letter`},
		{"+^", pin.ErrTerminalFirst, `byte 1: terminal marker before the letter`},
		{"K^^", pin.ErrDoubleTerminal, `byte 2: more than one terminal marker`},
		{"'K", pin.ErrDerivationFirst, `byte 0: derivation marker before the letter`},
		{"+k^'", pin.ErrDerivationInPIN, `byte 3: derivation marker, which EPIN has and PIN does not`},
		{"K ", pin.ErrWhitespace, `byte 1: whitespace`},
		{"\tK", pin.ErrWhitespace, `byte 0: whitespace`},
		{"K\v", pin.ErrWhitespace, `byte 1: whitespace`},
		{"K\f", pin.ErrWhitespace, `byte 1: whitespace`},
		{"K\n", pin.ErrLineBreak, `byte 1: line break`},
		{"K\r\n", pin.ErrLineBreak, `byte 1: line break`},
		{"K\x00", pin.ErrNUL, `byte 1: NUL byte`},
		{"\u212a", pin.ErrNotASCII, `byte 0: byte outside ASCII`},
		{"K\xff", pin.ErrNotASCII, `byte 1: byte outside ASCII`},
		{"K\u00a0", pin.ErrNotASCII, `byte 1: byte outside ASCII`},
		{"KK", pin.ErrTrailing, `byte 1: unexpected byte after the end of the token`},
		{"K^!", pin.ErrTrailing, `byte 2: unexpected byte after the end of the token`},
	} {
		_, err := pin.Parse(c.input)
		tokentest.CheckError[pin.Reason](t, err, c.reason, tokentest.Call("pin.Parse", c.input)+c.want)
	}

	exact := strings.Repeat("K", pin.MaxInput)
	_, initial := pin.Initial.Parse("+K^")
	_, initialBytes := pin.Initial.ParseBytes([]byte("^K"))
	_, bytes := pin.ParseBytes([]byte("K "))
	_, asLongAsKept := pin.Parse(exact)
	_, longer := pin.Parse(exact + "L")
	for _, c := range []struct {
		err    error
		reason pin.Reason
		want   string
	}{
		{initial, pin.ErrTerminalEdition, `pin.Initial.Parse("+K^"): byte 2: terminal marker, which this edition does not have`},
		{initialBytes, pin.ErrTerminalEdition, `pin.Initial.ParseBytes("^K"): byte 0: terminal marker, which this edition does not have`},
		{bytes, pin.ErrWhitespace, `pin.ParseBytes("K "): byte 1: whitespace`},
		{asLongAsKept, pin.ErrTrailing, `pin.Parse("` + exact + `"): byte 1: unexpected byte after the end of the token`},
		{longer, pin.ErrTrailing, `pin.Parse("` + exact + `"..., 65 bytes): byte 1: unexpected byte after the end of the token`},
		{new(pin.Identifier).UnmarshalText(nil), pin.ErrEmpty, `pin.Identifier.UnmarshalText(""): byte 0: empty: a token has at least a letter`},
		{new(pin.Identifier).UnmarshalText([]byte("K'")), pin.ErrDerivationInPIN, `pin.Identifier.UnmarshalText("K'"): byte 1: derivation marker, which EPIN has and PIN does not`},
	} {
		tokentest.CheckError[pin.Reason](t, c.err, c.reason, c.want)
	}
	var bad *pin.ParseError
	if !errors.As(longer, &bad) || bad.Input != exact || bad.Length != len(exact)+1 {
		t.Errorf("Input is %q, Length %d", bad.Input, bad.Length)
	}
	tokentest.CheckReasons(t, pin.ErrEmpty, pin.ErrUnknownEdition)
}

// The reason has to be true of the byte at the offset.
func TestReasonFitsTheByte(t *testing.T) {
	bytesOf := map[pin.Reason]string{
		pin.ErrDoubleState:      "+-",
		pin.ErrStateAfterLetter: "+-",
		pin.ErrTerminalFirst:    "^",
		pin.ErrDoubleTerminal:   "^",
		pin.ErrTerminalEdition:  "^",
		pin.ErrDerivationFirst:  "'",
		pin.ErrDerivationInPIN:  "'",
		pin.ErrWhitespace:       " \t\v\f",
		pin.ErrLineBreak:        "\n\r",
		pin.ErrNUL:              "\x00",
		pin.ErrNotASCII:         tokentest.AllBytes()[0x80:],
	}
	special := ""
	for _, b := range bytesOf {
		special += b
	}
	for _, e := range pin.Editions() {
		tokentest.ForEachString(tokentest.AllBytes(), 2, func(b []byte) {
			_, err := e.ParseBytes(b)
			bad, _ := err.(*pin.ParseError)
			if bad == nil || bad.Offset == len(b) {
				return
			}
			c := b[bad.Offset]
			if want, named := bytesOf[bad.Reason]; named && strings.IndexByte(want, c) < 0 || !named && strings.IndexByte(special, c) >= 0 {
				t.Errorf("%v: the reason does not fit", err)
			}
		})
	}
}

func TestAttributes(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{pin.Name('A').String(), "A"},
		{pin.Name('Z').String(), "Z"},
		{pin.Name(0).String(), ""},
		{pin.Name('k').String(), "Name(107)"},
		{pin.Name('@').String(), "Name(64)"},
		{pin.Name('[').String(), "Name(91)"},
		{pin.First.String(), "first"},
		{pin.Second.String(), "second"},
		{pin.Side(2).String(), "Side(2)"},
		{pin.Normal.String(), "normal"},
		{pin.Enhanced.String(), "enhanced"},
		{pin.Diminished.String(), "diminished"},
		{pin.State(3).String(), "State(3)"},
		{pin.First.Opposite().String(), "second"},
		{pin.Second.Opposite().String(), "first"},
		{pin.Side(2).Opposite().String(), "Side(2)"},
		{sentence(pin.New('k', 0, 0, true)), `pin.New: name 'k' is not one of 'A' to 'Z'`},
		{sentence(pin.New(0, 0, 0, true)), `pin.New: name '\x00' is not one of 'A' to 'Z'`},
		{sentence(pin.New('K', 2, 0, true)), `pin.New: side 2 is neither First (0) nor Second (1)`},
		{sentence(pin.New('K', 0, 3, true)), `pin.New: state 3 is none of Normal (0), Enhanced (1), Diminished (2)`},
		{sentence(pin.New('[', 9, 9, true)), `pin.New: name '[' is not one of 'A' to 'Z'`},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func sentence(_ pin.Identifier, err error) string { return err.Error() }

func TestNoAllocation(t *testing.T) {
	var (
		i       pin.Identifier
		ok      bool
		n       int
		text    string
		buffer  = make([]byte, 0, 8)
		token   = "+k^"
		inBytes = []byte(token)
		parsed  = pin.MustParse(token)
		long    = strings.Repeat("K", 1<<20)
		longB   = []byte(long)
	)
	tokentest.CheckAllocations(t, map[string]func(){
		"Parse":             func() { i, _ = pin.Parse(token) },
		"ParseBytes":        func() { i, _ = pin.ParseBytes(inBytes) },
		"Initial.Parse":     func() { i, _ = pin.Initial.Parse("-z") },
		"MustParse":         func() { i = pin.MustParse(token) },
		"New":               func() { i, _ = pin.New('K', pin.Second, pin.Enhanced, true) },
		"Valid":             func() { ok = pin.Valid(token) },
		"ValidBytes":        func() { ok = pin.ValidBytes(inBytes) },
		"Valid, invalid":    func() { ok = pin.Valid("K'^") || pin.Valid("") || pin.Initial.Valid(token) },
		"Valid, long":       func() { ok = pin.Valid(long) || pin.ValidBytes(longB) },
		"Lookup":            func() { i, ok = pin.Current.Lookup(token) },
		"Lookup, invalid":   func() { i, ok = pin.Current.Lookup(long) },
		"Lookup, converted": func() { i, ok = pin.Current.Lookup(string(inBytes)) },
		"LookupBytes":       func() { i, ok = pin.Current.LookupBytes(inBytes) },
		"UnmarshalText":     func() { ok = i.UnmarshalText(inBytes) == nil },
		"String":            func() { text = parsed.String() },
		"Prefix and Suffix": func() { text, text = parsed.Prefix(), parsed.Suffix() },
		"AppendText":        func() { buffer, _ = parsed.AppendText(buffer[:0]) },
		"attributes":        func() { n = int(parsed.Name()) + int(parsed.Side()) + int(parsed.State()) + int(parsed.Letter()) },
		"names":             func() { text = parsed.Name().String() + "" },
		"predicates":        func() { ok = parsed.IsTerminal() && parsed.IsEnhanced() && parsed.IsSecond() && !parsed.IsZero() },
		"comparisons":       func() { ok = parsed.SameName(i) && parsed.SameSide(i) && parsed.Compare(i) == 0 },
		"transformations": func() {
			i = parsed.Flip().Diminish().Undiminish().Enhance().Unenhance().Normalize().
				UnmarkTerminal().MarkTerminal().WithName('Q').WithSide(pin.First).WithState(pin.Enhanced).WithTerminal(false)
		},
		"All": func() {
			for j := range pin.All() {
				i = j
			}
		},
	})
	_, _, _, _ = i, ok, n, text
}
