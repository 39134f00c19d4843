package pin_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin/pin"
)

func TestErrorSentences(t *testing.T) {
	for _, c := range []struct {
		input  string
		reason pin.Reason
		want   string
	}{
		{"", pin.ErrEmpty, `pin.Parse(""): byte 0: empty: a token has at least a letter`},
		{"+", pin.ErrNoLetter, `pin.Parse("+"): byte 1: no letter after the state modifier`},
		{"1", pin.ErrNotLetter, `pin.Parse("1"): byte 0: not a letter from A to Z or a to z`},
		{"-[", pin.ErrNotLetter, `pin.Parse("-["): byte 1: not a letter from A to Z or a to z`},
		{"++K", pin.ErrDoubleState, `pin.Parse("++K"): byte 1: more than one state modifier`},
		{"+-", pin.ErrDoubleState, `pin.Parse("+-"): byte 1: more than one state modifier`},
		{"K+", pin.ErrStateAfterLetter, `pin.Parse("K+"): byte 1: state modifier after the letter`},
		{"K^-", pin.ErrStateAfterLetter, `pin.Parse("K^-"): byte 2: state modifier after the letter`},
		{"^K", pin.ErrTerminalFirst, `pin.Parse("^K"): byte 0: terminal marker before the letter`},
		{"+^", pin.ErrTerminalFirst, `pin.Parse("+^"): byte 1: terminal marker before the letter`},
		{"K^^", pin.ErrDoubleTerminal, `pin.Parse("K^^"): byte 2: more than one terminal marker`},
		{"'K", pin.ErrDerivationFirst, `pin.Parse("'K"): byte 0: derivation marker before the letter`},
		{"+k^'", pin.ErrDerivationInPIN, `pin.Parse("+k^'"): byte 3: derivation marker, which EPIN has and PIN does not`},
		{"K ", pin.ErrWhitespace, `pin.Parse("K "): byte 1: whitespace`},
		{"\tK", pin.ErrWhitespace, `pin.Parse("\tK"): byte 0: whitespace`},
		{"K\v", pin.ErrWhitespace, `pin.Parse("K\v"): byte 1: whitespace`},
		{"K\f", pin.ErrWhitespace, `pin.Parse("K\f"): byte 1: whitespace`},
		{"K\n", pin.ErrLineBreak, `pin.Parse("K\n"): byte 1: line break`},
		{"K\r\n", pin.ErrLineBreak, `pin.Parse("K\r\n"): byte 1: line break`},
		{"K\x00", pin.ErrNUL, `pin.Parse("K\x00"): byte 1: NUL byte`},
		{"\u212a", pin.ErrNotASCII, `pin.Parse("\u212a"): byte 0: byte outside ASCII`},
		{"K\xff", pin.ErrNotASCII, `pin.Parse("K\xff"): byte 1: byte outside ASCII`},
		{"K\u00a0", pin.ErrNotASCII, `pin.Parse("K\u00a0"): byte 1: byte outside ASCII`},
		{"KK", pin.ErrTrailing, `pin.Parse("KK"): byte 1: unexpected byte after the end of the token`},
		{"K^!", pin.ErrTrailing, `pin.Parse("K^!"): byte 2: unexpected byte after the end of the token`},
	} {
		_, err := pin.Parse(c.input)
		checkError(t, err, c.reason, c.want)
	}

	_, err := pin.Initial.Parse("+K^")
	checkError(t, err, pin.ErrTerminalEdition, `pin.Initial.Parse("+K^"): byte 2: terminal marker, which this edition does not have`)
	_, err = pin.Initial.ParseBytes([]byte("^K"))
	checkError(t, err, pin.ErrTerminalEdition, `pin.Initial.ParseBytes("^K"): byte 0: terminal marker, which this edition does not have`)
	_, err = pin.ParseBytes([]byte("K "))
	checkError(t, err, pin.ErrWhitespace, `pin.ParseBytes("K "): byte 1: whitespace`)
}

func checkError(t *testing.T, err error, reason pin.Reason, sentence string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want %s", sentence)
		return
	}
	if err.Error() != sentence {
		t.Errorf("error %s\n want %s", err, sentence)
	}
	for r := range pin.Reason(255) {
		if errors.Is(err, r) != (r == reason) {
			t.Errorf("%v: errors.Is(err, %v) is %t", err, r, r != reason)
		}
	}
}

func TestLongInputIsCutShort(t *testing.T) {
	exact := strings.Repeat("K", pin.MaxInput)
	_, err := pin.Parse(exact)
	checkError(t, err, pin.ErrTrailing, `pin.Parse("`+exact+`"): byte 1: unexpected byte after the end of the token`)

	long := exact + "L"
	const want = `"..., 65 bytes): byte 1: unexpected byte after the end of the token`
	_, err = pin.Parse(long)
	checkError(t, err, pin.ErrTrailing, `pin.Parse("`+exact+want)
	var bad *pin.ParseError
	if !errors.As(err, &bad) || bad.Input != exact || bad.Length != len(long) {
		t.Errorf("Input is %q, Length %d", bad.Input, bad.Length)
	}
}

// A byte string can be completed to a token if it is the beginning of one; the
// offset is where the shortest beginning ends that cannot.
func TestOffsetIsWhereTheInputCeasesToBeABeginning(t *testing.T) {
	for _, e := range pin.Editions() {
		beginnings := map[string]bool{}
		for _, m := range models(e) {
			for n := range len(m.String()) + 1 {
				beginnings[m.String()[:n]] = true
			}
		}
		check := func(b []byte) {
			_, err := e.ParseBytes(b)
			if err == nil {
				return
			}
			want := len(b)
			for n := range b {
				if !beginnings[string(b[:n+1])] {
					want = n
					break
				}
			}
			if got := err.(*pin.ParseError).Offset; got != want {
				t.Errorf("edition %s: %v: want byte %d", e, err, want)
			}
		}
		for n := range 3 {
			forEachString(allBytes(), n, check)
		}
		for n := 3; n <= 5; n++ {
			forEachString(telling, n, check)
		}
	}
}

// What the reason says of the byte at the offset has to be true of it.
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
	}
	special := ""
	for _, b := range bytesOf {
		special += b
	}
	for _, e := range pin.Editions() {
		for n := 1; n <= 2; n++ {
			forEachString(allBytes(), n, func(b []byte) {
				_, err := e.ParseBytes(b)
				bad, _ := err.(*pin.ParseError)
				if bad == nil || bad.Offset == len(b) {
					return
				}
				c := b[bad.Offset]
				want, named := bytesOf[bad.Reason]
				switch {
				case c >= 0x80:
					if bad.Reason != pin.ErrNotASCII {
						t.Errorf("%v", err)
					}
				case named:
					if strings.IndexByte(want, c) < 0 {
						t.Errorf("%v", err)
					}
				case strings.IndexByte(special, c) >= 0:
					t.Errorf("%v: there is a better reason", err)
				}
			})
		}
	}
}

func TestReasonsAreDistinctSentences(t *testing.T) {
	seen := map[string]pin.Reason{}
	for r := pin.ErrEmpty; r <= pin.ErrUnknownEdition; r++ {
		s := r.Error()
		if other, again := seen[s]; again || s == "" {
			t.Errorf("reasons %d and %d both say %q", other, r, s)
		}
		seen[s] = r
	}
	for _, r := range []pin.Reason{0, pin.ErrUnknownEdition + 1} {
		if got := r.Error(); !strings.HasPrefix(got, "Reason(") {
			t.Errorf("reason %d, which there is not, says %q", r, got)
		}
	}
}
