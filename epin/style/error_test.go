package style_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
	"github.com/epin-conformance/harness/epin/style"
)

func TestFormErrorSentences(t *testing.T) {
	for _, c := range []struct {
		input  string
		reason error
		want   string
	}{
		{"", style.ErrEmpty, `style.ParseQPI(""): byte 0: empty: a QPI token is a style letter, a colon and a PIN token`},
		{"1:P", style.ErrNotStyleLetter, `style.ParseQPI("1:P"): byte 0: not a style letter from A to Z or a to z`},
		{":P", style.ErrNotStyleLetter, `style.ParseQPI(":P"): byte 0: not a style letter from A to Z or a to z`},
		{"+P", style.ErrNotStyleLetter, `style.ParseQPI("+P"): byte 0: not a style letter from A to Z or a to z`},
		{"^:P", style.ErrNotStyleLetter, `style.ParseQPI("^:P"): byte 0: not a style letter from A to Z or a to z`},
		{"':P", style.ErrNotStyleLetter, `style.ParseQPI("':P"): byte 0: not a style letter from A to Z or a to z`},
		{" C:P", pin.ErrWhitespace, `style.ParseQPI(" C:P"): byte 0: whitespace`},
		{"\nC:P", pin.ErrLineBreak, `style.ParseQPI("\nC:P"): byte 0: line break`},
		{"\x00:P", pin.ErrNUL, `style.ParseQPI("\x00:P"): byte 0: NUL byte`},
		{"Ō:P", pin.ErrNotASCII, `style.ParseQPI("\u014c:P"): byte 0: byte outside ASCII`},
		{"C", style.ErrNoSeparator, `style.ParseQPI("C"): byte 1: no colon behind the style letter`},
		{"CP", style.ErrNoSeparator, `style.ParseQPI("CP"): byte 1: no colon behind the style letter`},
		{"K^", style.ErrNoSeparator, `style.ParseQPI("K^"): byte 1: no colon behind the style letter`},
		{"C'", style.ErrNoSeparator, `style.ParseQPI("C'"): byte 1: no colon behind the style letter`},
		{"C :P", pin.ErrWhitespace, `style.ParseQPI("C :P"): byte 1: whitespace`},
		{"C\uff1aP", pin.ErrNotASCII, `style.ParseQPI("C\uff1aP"): byte 1: byte outside ASCII`},
		{"C:", style.ErrNoPIN, `style.ParseQPI("C:"): byte 2: no PIN token behind the colon`},
		{"C::P", pin.ErrNotLetter, `style.ParseQPI("C::P"): byte 2: not a letter from A to Z or a to z`},
		{"C:+", pin.ErrNoLetter, `style.ParseQPI("C:+"): byte 3: no letter after the state modifier`},
		{"C:++P", pin.ErrDoubleState, `style.ParseQPI("C:++P"): byte 3: more than one state modifier`},
		{"C: P", pin.ErrWhitespace, `style.ParseQPI("C: P"): byte 2: whitespace`},
		{"C:P'", pin.ErrDerivationInPIN, `style.ParseQPI("C:P'"): byte 3: derivation marker, which EPIN has and PIN does not`},
		{"C:K^^", pin.ErrDoubleTerminal, `style.ParseQPI("C:K^^"): byte 4: more than one terminal marker`},
		{"C:P\n", pin.ErrLineBreak, `style.ParseQPI("C:P\n"): byte 3: line break`},
		{"C:PP", pin.ErrTrailing, `style.ParseQPI("C:PP"): byte 3: unexpected byte after the end of the token`},
	} {
		_, err := style.ParseQPI(c.input)
		checkError(t, err, c.reason, c.want)
		_, err = style.Current.ParseQPI(c.input)
		checkError(t, err, c.reason, strings.Replace(c.want, "style.", "style.Current.", 1))
	}

	_, err := style.Initial.ParseQPI("c:+k^")
	checkError(t, err, pin.ErrTerminalEdition, `style.Initial.ParseQPI("c:+k^"): byte 4: terminal marker, which this edition does not have`)
	_, err = style.Reading(2).ParseQPI("C:P")
	checkError(t, err, style.ErrUnknownReading, `style.Reading(2).ParseQPI("C:P"): byte 0: unknown reading, which has no tokens`)
}

func TestConversionErrorSentences(t *testing.T) {
	var (
		chessOgi = style.MustMatch(style.Chess(), style.Ogi())
		oneStyle = style.MustMatch(style.Chess(), style.Chess())
		shogiOgi = style.MustMatch(style.Shogi(), style.Ogi())
	)
	for _, c := range []struct {
		reading style.Reading
		match   style.Match
		qpi     string
		reason  error
		want    string
	}{
		{style.Initial, chessOgi, "M:P", style.ErrNeitherSide, `style.Initial.FromQPI("M:P"): byte 0: style letter of neither side; C is the first side's, S the second's`},
		{style.Current, chessOgi, "m:P", style.ErrNeitherSide, `style.Current.FromQPI("m:P"): byte 0: style letter of neither side; C is the first side's, S the second's`},
		{style.Initial, chessOgi, "m:P", style.ErrNeitherSide, `style.Initial.FromQPI("m:P"): byte 0: style letter of neither side; C is the first side's, S the second's`},
		{style.Initial, chessOgi, "s:P", style.ErrCaseNotPiece, `style.Initial.FromQPI("s:P"): byte 0: style letter not in the case of the piece, which it follows in this reading; C is the first side's, S the second's`},
		{style.Current, chessOgi, "S:P", style.ErrCaseNotStyle, `style.Current.FromQPI("S:P"): byte 0: style letter in the case of the side that does not have it; C is the first side's, S the second's`},
		{style.Current, chessOgi, "c:p", style.ErrCaseNotStyle, `style.Current.FromQPI("c:p"): byte 0: style letter in the case of the side that does not have it; C is the first side's, S the second's`},
		{style.Initial, oneStyle, "C:P", style.ErrAmbiguous, `style.Initial.FromQPI("C:P"): byte 0: style letter of both sides: native and derived are the same in this reading; C is the first side's, C the second's`},
		{style.Initial, shogiOgi, "s:p", style.ErrAmbiguous, `style.Initial.FromQPI("s:p"): byte 0: style letter of both sides: native and derived are the same in this reading; S is the first side's, S the second's`},
		{style.Initial, oneStyle, "c:P", style.ErrCaseNotPiece, `style.Initial.FromQPI("c:P"): byte 0: style letter not in the case of the piece, which it follows in this reading; C is the first side's, C the second's`},
		{style.Initial, chessOgi, "C:+K^", pin.ErrTerminalEdition, `style.Initial.FromQPI("C:+K^"): byte 4: terminal marker, which this edition does not have`},
		{style.Initial, style.Match{}, "C:P", style.ErrZeroMatch, `style.Initial.FromQPI("C:P"): byte 0: the zero Match has no styles`},
		{style.Reading(2), chessOgi, "C:P", style.ErrUnknownReading, `style.Reading(2).FromQPI("C:P"): byte 0: unknown reading, which has no tokens`},
	} {
		i, err := c.reading.FromQPI(c.match, style.MustParseQPI(c.qpi))
		checkError(t, err, c.reason, c.want)
		if !i.IsZero() {
			t.Errorf("%v: and yet %q", err, i)
		}
	}
	_, err := style.Current.FromQPI(chessOgi, style.QPI{})
	checkError(t, err, style.ErrZero, `style.Current.FromQPI(""): byte 0: the zero QPI is no token`)

	for _, c := range []struct {
		reading style.Reading
		match   style.Match
		piece   epin.Identifier
		reason  error
		want    string
	}{
		{style.Initial, chessOgi, epin.MustParse("+K^'"), pin.ErrTerminalEdition, `style.Initial.ToQPI("+K^'"): byte 2: terminal marker, which this edition does not have`},
		{style.Current, style.Match{}, epin.MustParse("P'"), style.ErrZeroMatch, `style.Current.ToQPI("P'"): byte 0: the zero Match has no styles`},
		{style.Current, chessOgi, epin.Identifier{}, epin.ErrZero, `style.Current.ToQPI(""): byte 0: the zero Identifier is no token`},
		{style.Reading(9), chessOgi, epin.MustParse("P"), style.ErrUnknownReading, `style.Reading(9).ToQPI("P"): byte 0: unknown reading, which has no tokens`},
	} {
		q, err := c.reading.ToQPI(c.match, c.piece)
		checkError(t, err, c.reason, c.want)
		if !q.IsZero() {
			t.Errorf("%v: and yet %q", err, q)
		}
	}
}

func checkError(t *testing.T, err error, reason error, sentence string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want %s", sentence)
		return
	}
	if err.Error() != sentence {
		t.Errorf("error %s\n want %s", err, sentence)
	}
	var bad *style.QPIError
	if !errors.As(err, &bad) || bad.Reason != reason || !errors.Is(err, reason) {
		t.Errorf("%v: the reason is not %v", err, reason)
	}
	for r := range style.Reason(255) {
		if errors.Is(err, r) != (error(r) == reason) {
			t.Errorf("%v: errors.Is(err, %v) is %t", err, r, error(r) != reason)
		}
	}
}

// The error carries the match where, and only where, it is about its letters.
func TestErrorCarriesTheMatch(t *testing.T) {
	m := style.MustMatch(style.Chess(), style.Ogi())
	for qpi, want := range map[string]style.Match{"M:P": m, "C:K^": {}} {
		_, err := style.Initial.FromQPI(m, style.MustParseQPI(qpi))
		var bad *style.QPIError
		if !errors.As(err, &bad) || bad.Match != want || bad.Func != "style.Initial.FromQPI" || bad.Input != qpi || bad.Length != len(qpi) {
			t.Errorf("%#v", err)
		}
	}
}

func TestLongInputIsCutShort(t *testing.T) {
	exact := "C:P" + strings.Repeat("K", pin.MaxInput-3)
	_, err := style.ParseQPI(exact)
	checkError(t, err, pin.ErrTrailing, `style.ParseQPI("`+exact+`"): byte 3: unexpected byte after the end of the token`)
	_, err = style.ParseQPI(exact + "L")
	checkError(t, err, pin.ErrTrailing, `style.ParseQPI("`+exact+`"..., 65 bytes): byte 3: unexpected byte after the end of the token`)
	var bad *style.QPIError
	if !errors.As(err, &bad) || bad.Input != exact || bad.Length != len(exact)+1 {
		t.Errorf("Input is %q, Length %d", bad.Input, bad.Length)
	}
}

// A byte string can be completed to a token if it is the beginning of one; the
// offset is where the shortest beginning ends that cannot.
func TestOffsetIsWhereTheInputCeasesToBeABeginning(t *testing.T) {
	for _, r := range style.Readings() {
		beginnings := map[string]bool{}
		for _, q := range allQPI(r) {
			for n := range len(q.String()) + 1 {
				beginnings[q.String()[:n]] = true
			}
		}
		check := func(b []byte) {
			_, err := r.ParseQPI(string(b))
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
			if got := err.(*style.QPIError).Offset; got != want {
				t.Errorf("reading %s: %v: want byte %d", r, err, want)
			}
		}
		for n := range 3 {
			forEachString(allBytes(), n, check)
		}
		for n := range 5 {
			forEachString(telling, n, func(b []byte) { check(append([]byte("c:"), b...)) })
		}
	}
}

func TestReasonsAreDistinctSentences(t *testing.T) {
	seen := map[string]style.Reason{}
	for r := style.ErrEmpty; r <= style.ErrUnknownReading; r++ {
		s := r.Error()
		if other, again := seen[s]; again || s == "" || strings.HasPrefix(s, "Reason(") {
			t.Errorf("reasons %d and %d: %q", other, r, s)
		}
		seen[s] = r
	}
	for _, r := range []style.Reason{0, style.ErrUnknownReading + 1} {
		if got := r.Error(); !strings.HasPrefix(got, "Reason(") {
			t.Errorf("reason %d, which there is not, says %q", r, got)
		}
	}
}
