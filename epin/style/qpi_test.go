package style_test

import (
	"encoding"
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/internal/tokentest"
	"github.com/epin-conformance/harness/epin/pin"
	"github.com/epin-conformance/harness/epin/style"
)

var (
	_ encoding.TextAppender    = style.QPI{}
	_ encoding.TextMarshaler   = style.QPI{}
	_ encoding.TextUnmarshaler = (*style.QPI)(nil)
)

// expressions match QPI tokens: a style letter, a colon, and the expression of PIN
// in the specification of each edition.
var expressions = map[style.Reading]*regexp.Regexp{
	style.Current:    regexp.MustCompile(`\A[A-Za-z]:[-+]?[A-Za-z]\^?\z`),
	style.Initial:    regexp.MustCompile(`\A[A-Za-z]:[-+]?[A-Za-z]\z`),
	style.Reading(2): regexp.MustCompile(`\z\A.`),
}

// ofFirst reports whether the style of a token is the first side's.
func ofFirst(m tokentest.Token) bool { return m.First() == (m.Mark == "") }

// wantQPI returns the QPI token of a token in a match.
func wantQPI(r style.Reading, m style.Match, token string) string {
	piece := tokentest.Read(token)
	side, upperCase := epin.Second, ofFirst(piece)
	if upperCase {
		side = epin.First
	}
	letter := string(rune(m.NativeStyle(side).Letter()))
	if r == style.Initial {
		upperCase = piece.First()
	}
	if !upperCase {
		letter = strings.ToLower(letter)
	}
	return letter + ":" + piece.PIN()
}

// allQPI returns the QPI tokens of a reading, as text.
func allQPI(r style.Reading) (all []string) {
	for c := 'A'; c <= 'Z'; c++ {
		for p := range r.Edition().PIN().All() {
			all = append(all, string(c)+":"+p.String(), strings.ToLower(string(c))+":"+p.String())
		}
	}
	return all
}

func TestReadings(t *testing.T) {
	if got := style.Readings(); len(got) != 2 || got[0] != style.Current || got[1] != style.Initial {
		t.Errorf("Readings are %v", got)
	}
	if style.Current.Edition() != epin.Current || style.Initial.Edition() != epin.Initial {
		t.Errorf("their editions are %v and %v", style.Current.Edition(), style.Initial.Edition())
	}
	for r, want := range []string{"1.0.0", "1.0.0-initial", "Reading(2)"} {
		if got := style.Reading(r).String(); got != want {
			t.Errorf("String is %q, want %q", got, want)
		}
	}
	for v := 2; v < 256; v++ {
		r := style.Reading(v)
		_, to := r.ToQPI(matches[0], epin.MustParse("P"))
		_, from := r.FromQPI(matches[0], style.MustParseQPI("C:P"))
		for _, err := range []error{to, from} {
			if !errors.Is(err, style.ErrUnknownReading) {
				t.Errorf("%s: %v", r, err)
			}
		}
	}
}

func TestEveryQPI(t *testing.T) {
	for r, size := range []int{52 * 312, 52 * 156} {
		seen := map[style.QPI]bool{}
		for _, token := range allQPI(style.Reading(r)) {
			q, err := style.Reading(r).ParseQPI(token)
			letter, stem, _ := strings.Cut(token, ":")
			first := letter == strings.ToUpper(letter)
			native := first == tokentest.Read(stem).First()
			if err != nil || q.StyleLetter() != strings.ToUpper(letter)[0] || q.StyleSide() == epin.First != first ||
				q.PIN().String() != stem || q.IsZero() || q.IsNative() != native || q.IsDerived() == native {
				t.Errorf("%q is %q, %v: letter %q of the %s side, PIN %q, native %t", token, q, err, q.StyleLetter(), q.StyleSide(), q.PIN(), q.IsNative())
			}
			tokentest.CheckText(t, q, token)
			seen[q] = true
		}
		if len(seen) != size {
			t.Errorf("reading %s: %d different tokens, want %d", style.Reading(r), len(seen), size)
		}
	}

	var zero style.QPI
	if !zero.IsZero() || zero.String() != "" || zero.StyleLetter() != 0 || zero.StyleSide() != epin.First || !zero.PIN().IsZero() || zero.IsNative() || zero.IsDerived() {
		t.Errorf("the zero QPI is %q", zero)
	}
	tokentest.CheckTextOf(t, "style.QPI", style.MustParseQPI("S:+k^"), style.ErrZero)
}

// faultOf returns where and why an input is not a valid QPI token of the reading; nil for a valid
// one. Package epin tests the errors of package pin.
func faultOf(r style.Reading, s string) (offset int, reason error) {
	or := func(at int, otherwise style.Reason) (int, error) {
		if stray := tokentest.Stray(s[at]); stray != 0 {
			return at, stray
		}
		return at, otherwise
	}
	switch {
	case r > style.Initial:
		return 0, style.ErrUnknownReading
	case s == "":
		return 0, style.ErrEmpty
	case strings.Trim(s[:1], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") != "":
		return or(0, style.ErrNotStyleLetter)
	case len(s) == 1:
		return 1, style.ErrNoSeparator
	case s[1] != ':':
		return or(1, style.ErrNoSeparator)
	case len(s) == 2:
		return 2, style.ErrNoPIN
	}
	if _, err := r.Edition().PIN().Parse(s[2:]); err != nil {
		bad := err.(*pin.ParseError)
		return 2 + bad.Offset, bad.Reason
	}
	return 0, nil
}

// TestParseQPI compares the parser with the expressions, and its errors with faultOf, on all short
// strings over Telling and with every byte in each place of some tokens.
func TestParseQPI(t *testing.T) {
	longest := 4
	if os.Getenv("EPIN_WHOLE") == "1" {
		longest = 5
	}
	unmarshal := func(s string) (q style.QPI, err error) {
		err = q.UnmarshalText([]byte(s))
		return q, err
	}
	parsers := []map[string]func(string) (style.QPI, error){ // by reading
		{"Current.ParseQPI": style.Current.ParseQPI, "ParseQPI": style.ParseQPI, "QPI.UnmarshalText": unmarshal},
		{"Initial.ParseQPI": style.Initial.ParseQPI},
		{"Reading(2).ParseQPI": style.Reading(2).ParseQPI},
	}
	check := func(b []byte) {
		s := string(b)
		for r, calls := range parsers {
			r := style.Reading(r)
			offset, reason := faultOf(r, s)
			want := expressions[r].Match(b)
			for call, parse := range calls {
				q, err := parse(s)
				if (err == nil) != want || q.IsZero() == want || want && q.String() != s {
					t.Fatalf("style.%s: %q is %q, %v", call, b, q, err)
				}
				wrong := style.QPIError{Func: "style." + call, Input: s[:min(len(s), pin.MaxInput)], Length: len(s), Offset: offset, Reason: reason}
				if err != nil && *err.(*style.QPIError) != wrong {
					t.Fatalf("%v, want %v", err, &wrong)
				}
			}
		}
	}
	tokentest.ForEachString(tokentest.Telling, longest, check)
	tokentest.ForEachString(tokentest.AllBytes(), 2, check)
	for _, token := range []string{"C:P", "s:p", "S:+R", "M:-k^", "z:Z^"} {
		for at := range len(token) + 1 {
			rest := token[min(at+1, len(token)):]
			check([]byte(token[:at] + rest))
			for c := range 256 {
				check([]byte(token[:at] + string([]byte{byte(c)}) + token[at:]))
				check([]byte(token[:at] + string([]byte{byte(c)}) + rest))
			}
		}
	}
	tokentest.ForEachString(tokentest.Telling, 4, func(b []byte) { check(append([]byte("c:"), b...)) })
	check([]byte(strings.Repeat("C:P", 1<<20)))
}

func TestFormErrorSentences(t *testing.T) {
	parse := func(s string) error { _, err := style.ParseQPI(s); return err }
	exact := "C:P" + strings.Repeat("K", pin.MaxInput-3)
	overwritten := []byte("C:P'")
	unmarshalled := new(style.QPI).UnmarshalText(overwritten)
	overwritten[0] = '!'
	for _, c := range []struct {
		err, reason error
		want        string
	}{
		{parse(""), style.ErrEmpty, `style.ParseQPI(""): byte 0: empty: a QPI token is a style letter, a colon and a PIN token`},
		{parse("1:P"), style.ErrNotStyleLetter, `style.ParseQPI("1:P"): byte 0: not a style letter from A to Z or a to z`},
		{parse("C"), style.ErrNoSeparator, `style.ParseQPI("C"): byte 1: no colon behind the style letter`},
		{parse("C:"), style.ErrNoPIN, `style.ParseQPI("C:"): byte 2: no PIN token behind the colon`},
		{parse("C\uff1aP"), pin.ErrNotASCII, `style.ParseQPI("C\uff1aP"): byte 1: byte outside ASCII`},
		{parse(exact), pin.ErrTrailing, `style.ParseQPI("` + exact + `"): byte 3: unexpected byte after the end of the token`},
		{parse(exact + "L"), pin.ErrTrailing, `style.ParseQPI("` + exact + `"..., 65 bytes): byte 3: unexpected byte after the end of the token`},
		{unmarshalled, pin.ErrDerivationInPIN, `style.QPI.UnmarshalText("C:P'"): byte 3: derivation marker, which EPIN has and PIN does not`},
	} {
		tokentest.CheckError[style.Reason](t, c.err, c.reason, c.want)
	}
	if zero, last := style.Reason(0).Error(), (style.ErrUnknownReading + 1).Error(); zero != "Reason(0)" || last != "Reason(12)" {
		t.Errorf("unknown reasons are %q and %q", zero, last)
	}

	defer func() {
		err, _ := recover().(*style.QPIError)
		tokentest.CheckError[style.Reason](t, err, style.ErrNoSeparator, `style.ParseQPI("C-P"): byte 1: no colon behind the style letter`)
	}()
	style.MustParseQPI("C-P")
}

func TestConversionErrorSentences(t *testing.T) {
	// TestConversions has the reasons for all other tokens.
	chessOgi, oneStyle := style.MustMatch(style.Chess(), style.Ogi()), style.MustMatch(style.Chess(), style.Chess())
	for _, c := range []struct {
		reading style.Reading
		match   style.Match
		qpi     string
		reason  error
		want    string
	}{
		{style.Initial, chessOgi, "M:P", style.ErrNeitherSide, `style.Initial.FromQPI("M:P"): byte 0: style letter of neither side; C is the first side's, S the second's`},
		{style.Initial, chessOgi, "s:P", style.ErrCaseNotPiece, `style.Initial.FromQPI("s:P"): byte 0: style letter not in the case of the piece, which it follows in this reading; C is the first side's, S the second's`},
		{style.Current, chessOgi, "S:P", style.ErrCaseNotStyle, `style.Current.FromQPI("S:P"): byte 0: style letter in the case of the side that does not have it; C is the first side's, S the second's`},
		{style.Initial, oneStyle, "C:P", style.ErrAmbiguous, `style.Initial.FromQPI("C:P"): byte 0: style letter of both sides: native and derived are the same in this reading; C is the first side's, C the second's`},
		{style.Initial, chessOgi, "C:+K^", pin.ErrTerminalEdition, `style.Initial.FromQPI("C:+K^"): byte 4: terminal marker, which this edition does not have`},
		{style.Initial, style.Match{}, "C:P", style.ErrZeroMatch, `style.Initial.FromQPI("C:P"): byte 0: the zero Match has no styles`},
		{style.Reading(2), chessOgi, "C:P", style.ErrUnknownReading, `style.Reading(2).FromQPI("C:P"): byte 0: unknown reading, which has no tokens`},
		{style.Current, chessOgi, "", style.ErrZero, `style.Current.FromQPI(""): byte 0: the zero QPI is not a valid token`},
	} {
		q, _ := style.ParseQPI(c.qpi) // "" is the zero QPI
		i, err := c.reading.FromQPI(c.match, q)
		tokentest.CheckError[style.Reason](t, err, c.reason, c.want)
		var bad *style.QPIError
		wantMatch := style.Match{} // the error carries the match where it is about its letters
		if strings.Contains(c.want, "side's") {
			wantMatch = c.match
		}
		if !i.IsZero() || !errors.As(err, &bad) || bad.Match != wantMatch || bad.Input != c.qpi || bad.Length != len(c.qpi) {
			t.Errorf("FromQPI returned %q, %#v", i, err)
		}
	}

	for _, c := range []struct {
		reading style.Reading
		match   style.Match
		piece   epin.Identifier
		reason  error
		want    string
	}{
		{style.Initial, chessOgi, epin.MustParse("+K^'"), pin.ErrTerminalEdition, `style.Initial.ToQPI("+K^'"): byte 2: terminal marker, which this edition does not have`},
		{style.Current, style.Match{}, epin.MustParse("P'"), style.ErrZeroMatch, `style.Current.ToQPI("P'"): byte 0: the zero Match has no styles`},
		{style.Current, chessOgi, epin.Identifier{}, epin.ErrZero, `style.Current.ToQPI(""): byte 0: the zero Identifier is not a valid token`},
		{style.Reading(9), chessOgi, epin.MustParse("P"), style.ErrUnknownReading, `style.Reading(9).ToQPI("P"): byte 0: unknown reading, which has no tokens`},
	} {
		q, err := c.reading.ToQPI(c.match, c.piece)
		tokentest.CheckError[style.Reason](t, err, c.reason, c.want)
		if !q.IsZero() {
			t.Errorf("%v: and yet %q", err, q)
		}
	}
}

// TestConversions compares ToQPI with the oracle, for all tokens in both readings and several
// matches. FromQPI converts a QPI token if exactly one token has it; otherwise it returns the
// correct reason.
func TestConversions(t *testing.T) {
	for _, r := range style.Readings() {
		for _, m := range matches {
			from := map[string][]epin.Identifier{}
			for i := range epin.All() {
				q, err := r.ToQPI(m, i)
				if r == style.Initial && i.IsTerminal() {
					if !errors.Is(err, epin.ErrTerminalEdition) {
						t.Errorf("QPI of %q: %v", i, err)
					}
					continue
				}
				want := wantQPI(r, m, i.String())
				from[want] = append(from[want], i)
				if err != nil || q.String() != want {
					t.Errorf("reading %s, %s: QPI of %q is %q, %v; want %q", r, m, i, q, err, want)
				}
				// Examples, EPIN or QPI: the token alone shows whether the piece is native,
				// and which side has its style.
				if r == style.Current && (q.IsNative() != i.IsNative() || q.IsDerived() != i.IsDerived() || m.NativeStyle(q.StyleSide()) != m.Resolve(i)) {
					t.Errorf("%s, %q: QPI %q is native %t", m, i, q, q.IsNative())
				}
			}

			letters := string([]byte{m.NativeStyle(epin.First).Letter(), m.NativeStyle(epin.Second).Letter()})
			for _, token := range allQPI(style.Current) {
				q := style.MustParseQPI(token)
				got, err := r.FromQPI(m, q)
				var want error
				switch candidates := from[token]; {
				case len(candidates) == 1:
					if err != nil || got != candidates[0] {
						t.Errorf("reading %s, %s: %q is %q, %v; want %q", r, m, q, got, err, candidates[0])
					}
					continue
				case len(candidates) == 2:
					want = style.ErrAmbiguous
				case r == style.Initial && q.PIN().IsTerminal():
					want = epin.ErrTerminalEdition
				case strings.IndexByte(letters, q.StyleLetter()) < 0:
					want = style.ErrNeitherSide
				case r == style.Initial:
					want = style.ErrCaseNotPiece
				default:
					want = style.ErrCaseNotStyle
				}
				if !errors.Is(err, want) || !got.IsZero() {
					t.Errorf("reading %s, %s: %q is %q, %v; want the reason %v", r, m, q, got, err, want)
				}
			}
		}
	}
}
