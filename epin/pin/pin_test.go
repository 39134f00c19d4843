package pin_test

import (
	"encoding"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin/internal/tokentest"
	"github.com/epin-conformance/harness/epin/pin"
)

func TestPackage(t *testing.T) {
	inBytes := []byte("+k^")
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
		Reads: func(last pin.Identifier) bool {
			_, ok := pin.Current.Lookup(string(inBytes)) // converted
			for i := range pin.All() {
				last = i
			}
			return ok && !last.IsZero()
		},
		Sentences: func(is func(string, pin.Reason, string)) {
			is("+k^'", pin.ErrDerivationInPIN, `byte 3: derivation marker, which EPIN has and PIN does not`)
		},
	}.Test(t)
}

var (
	_ encoding.TextAppender    = pin.Identifier{}
	_ encoding.TextMarshaler   = pin.Identifier{}
	_ encoding.TextUnmarshaler = (*pin.Identifier)(nil)
)

func TestReasons(t *testing.T) { tokentest.CheckReasons(t, pin.ErrEmpty, pin.ErrUnknownEdition) }

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
