package epin_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
)

// EPIN §9.4: each row gives the reason that the row names. The row "K" with a
// blank stands for the blank on either side.
func TestInvalidTokenExamplesOfTheSpecification(t *testing.T) {
	for _, c := range []struct {
		input  string
		row    string
		reason epin.Reason
		want   string
	}{
		{"", "empty", epin.ErrEmpty, `epin.Parse(""): byte 0: empty: a token has at least a letter`},
		{"K''", "multiple derivation markers", epin.ErrDoubleDerivation, `epin.Parse("K''"): byte 2: more than one derivation marker`},
		{"^K", "wrong order", epin.ErrTerminalFirst, `epin.Parse("^K"): byte 0: terminal marker before the letter`},
		{"K'^", "derivation marker must be last", epin.ErrDerivationNotLast, `epin.Parse("K'^"): byte 2: terminal marker after the derivation marker, which must be last`},
		{"++K", "multiple state modifiers", epin.ErrDoubleState, `epin.Parse("++K"): byte 1: more than one state modifier`},
		{"K^^", "multiple terminal markers", epin.ErrDoubleTerminal, `epin.Parse("K^^"): byte 2: more than one terminal marker`},
		{"1", "not a letter", epin.ErrNotLetter, `epin.Parse("1"): byte 0: not a letter from A to Z or a to z`},
		{"K ", "whitespace", epin.ErrWhitespace, `epin.Parse("K "): byte 1: whitespace`},
		{" K", "whitespace", epin.ErrWhitespace, `epin.Parse(" K"): byte 0: whitespace`},
		{"K\n", "contains a line break", epin.ErrLineBreak, `epin.Parse("K\n"): byte 1: line break`},
	} {
		t.Run(c.row, func(t *testing.T) {
			_, err := epin.Parse(c.input)
			checkError(t, err, c.reason, c.want)
		})
	}
}

func TestErrorSentences(t *testing.T) {
	for _, c := range []struct {
		input  string
		reason epin.Reason
		want   string
	}{
		{"'", epin.ErrDerivationFirst, `epin.Parse("'"): byte 0: derivation marker before the letter`},
		{"'K", epin.ErrDerivationFirst, `epin.Parse("'K"): byte 0: derivation marker before the letter`},
		{"+'", epin.ErrDerivationFirst, `epin.Parse("+'"): byte 1: derivation marker before the letter`},
		{"^'", epin.ErrTerminalFirst, `epin.Parse("^'"): byte 0: terminal marker before the letter`},
		{"-", epin.ErrNoLetter, `epin.Parse("-"): byte 1: no letter after the state modifier`},
		{"K+", epin.ErrStateAfterLetter, `epin.Parse("K+"): byte 1: state modifier after the letter`},
		{"K'-", epin.ErrStateAfterLetter, `epin.Parse("K'-"): byte 2: state modifier after the letter`},
		{"+K^''", epin.ErrDoubleDerivation, `epin.Parse("+K^''"): byte 4: more than one derivation marker`},
		{"+K^'^", epin.ErrDerivationNotLast, `epin.Parse("+K^'^"): byte 4: terminal marker after the derivation marker, which must be last`},
		{"K^^'", epin.ErrDoubleTerminal, `epin.Parse("K^^'"): byte 2: more than one terminal marker`},
		{"K'K'", epin.ErrTrailing, `epin.Parse("K'K'"): byte 2: unexpected byte after the end of the token`},
		{"KK'", epin.ErrTrailing, `epin.Parse("KK'"): byte 1: unexpected byte after the end of the token`},
		{"K'\n", epin.ErrLineBreak, `epin.Parse("K'\n"): byte 2: line break`},
		{"K'\r", epin.ErrLineBreak, `epin.Parse("K'\r"): byte 2: line break`},
		{"K' ", epin.ErrWhitespace, `epin.Parse("K' "): byte 2: whitespace`},
		{"K'\x00", epin.ErrNUL, `epin.Parse("K'\x00"): byte 2: NUL byte`},
		{"\x00K'", epin.ErrNUL, `epin.Parse("\x00K'"): byte 0: NUL byte`},
		{"K\u2019", epin.ErrNotASCII, `epin.Parse("K\u2019"): byte 1: byte outside ASCII`},
		{"\u041a'", epin.ErrNotASCII, `epin.Parse("\u041a'"): byte 0: byte outside ASCII`},
		{"K'\x80", epin.ErrNotASCII, `epin.Parse("K'\x80"): byte 2: byte outside ASCII`},
		{"\"", epin.ErrNotLetter, `epin.Parse("\""): byte 0: not a letter from A to Z or a to z`},
	} {
		_, err := epin.Parse(c.input)
		checkError(t, err, c.reason, c.want)
	}

	_, err := epin.Initial.Parse("K^'")
	checkError(t, err, epin.ErrTerminalEdition, `epin.Initial.Parse("K^'"): byte 1: terminal marker, which this edition does not have`)
	_, err = epin.Initial.ParseBytes([]byte("K'^"))
	checkError(t, err, epin.ErrTerminalEdition, `epin.Initial.ParseBytes("K'^"): byte 2: terminal marker, which this edition does not have`)
	_, err = epin.Initial.Parse("K''")
	checkError(t, err, epin.ErrDoubleDerivation, `epin.Initial.Parse("K''"): byte 2: more than one derivation marker`)
	_, err = epin.ParseBytes([]byte("K''"))
	checkError(t, err, epin.ErrDoubleDerivation, `epin.ParseBytes("K''"): byte 2: more than one derivation marker`)
	_, err = epin.Edition(2).Parse("K'")
	checkError(t, err, epin.ErrUnknownEdition, `epin.Edition(2).Parse("K'"): byte 0: unknown edition, which has no tokens`)
}

func checkError(t *testing.T, err error, reason epin.Reason, sentence string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want %s", sentence)
		return
	}
	if err.Error() != sentence {
		t.Errorf("error %s\n want %s", err, sentence)
	}
	var bad *epin.ParseError
	if !errors.As(err, &bad) || bad.Reason != reason {
		t.Errorf("%v: the reason is not %v", err, reason)
	}
	for r := range epin.Reason(255) {
		if errors.Is(err, r) != (r == reason) {
			t.Errorf("%v: errors.Is(err, %v) is %t", err, r, r != reason)
		}
	}
}

func TestLongInputIsCutShort(t *testing.T) {
	kept := "+K^'" + strings.Repeat("'", pin.MaxInput-4)
	long := kept + strings.Repeat("'", 1<<20)
	_, err := epin.Parse(long)
	checkError(t, err, epin.ErrDoubleDerivation, `epin.Parse("`+kept+`"..., 1048640 bytes): byte 4: more than one derivation marker`)
	var bad *epin.ParseError
	if !errors.As(err, &bad) || bad.Input != kept || bad.Length != len(long) {
		t.Errorf("Input is %q, Length %d", bad.Input, bad.Length)
	}
	// Where only what is cut off is wrong, or the cut leaves a derivation
	// marker at the end, the error is the same.
	for _, rest := range []string{"'", "!", "K'"} {
		_, err := epin.Parse("K" + strings.Repeat("K", pin.MaxInput-2) + "'" + rest)
		if !errors.Is(err, epin.ErrTrailing) {
			t.Errorf("with %q behind the cut: %v", rest, err)
		}
	}
}

// A byte string can be completed to a token if it is the beginning of one; the
// offset is where the shortest beginning ends that cannot.
func TestOffsetIsWhereTheInputCeasesToBeABeginning(t *testing.T) {
	for _, e := range epin.Editions() {
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
			if got := err.(*epin.ParseError).Offset; got != want {
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

// The reason that is PIN's alone never comes out of this package.
func TestNoErrorSpeaksOfPIN(t *testing.T) {
	for _, e := range epin.Editions() {
		for n := range 6 {
			forEachString(telling, n, func(b []byte) {
				if _, err := e.ParseBytes(b); errors.Is(err, pin.ErrDerivationInPIN) {
					t.Errorf("edition %s: %v", e, err)
				}
			})
		}
	}
}
