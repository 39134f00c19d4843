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

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// allQPI returns the QPI tokens of a reading, as text.
func allQPI(r style.Reading) (all []string) {
	for _, letter := range letters {
		for p := range r.Edition().PIN().All() {
			all = append(all, string(letter)+":"+p.String())
		}
	}
	return all
}

func TestReadings(t *testing.T) {
	for v, r := range append(style.Readings(), 2, 255) {
		name := []string{"1.0.0", "1.0.0-initial", "Reading(2)", "Reading(255)"}[v]
		_, to := r.ToQPI(matches[0], epin.MustParse("P"))
		_, from := r.FromQPI(matches[0], style.MustParseQPI("C:P"))
		unknown := v > 1
		if r.String() != name || !unknown && (r != style.Reading(v) || r.Edition() != epin.Edition(v)) ||
			errors.Is(to, style.ErrUnknownReading) != unknown || errors.Is(from, style.ErrUnknownReading) != unknown {
			t.Errorf("%s: edition %s, %v, %v", r, r.Edition(), to, from)
		}
	}
}

func TestEveryQPI(t *testing.T) {
	isUpper := func(s string) bool { return s == strings.ToUpper(s) }
	for _, r := range style.Readings() {
		seen := map[style.QPI]bool{}
		for _, token := range allQPI(r) {
			q, err := r.ParseQPI(token)
			letter, stem, _ := strings.Cut(token, ":")
			native := isUpper(letter) == isUpper(stem)
			if err != nil || q.StyleLetter() != strings.ToUpper(letter)[0] || (q.StyleSide() == epin.First) != isUpper(letter) ||
				q.PIN().String() != stem || q.IsZero() || q.IsNative() != native || q.IsDerived() == native || seen[q] {
				t.Errorf("%q is %q, %v: letter %q of the %s side, PIN %q, native %t", token, q, err, q.StyleLetter(), q.StyleSide(), q.PIN(), q.IsNative())
			}
			tokentest.CheckText(t, q, token)
			seen[q] = true
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
	case !strings.Contains(letters, s[:1]):
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

// TestErrorSentences tests the sentence of each reason. TestParseQPI and TestConversions have the
// reasons for all other inputs.
func TestErrorSentences(t *testing.T) {
	parse := func(s string) error { _, err := style.ParseQPI(s); return err }
	from := func(r style.Reading, m style.Match, qpi string) error {
		q, _ := style.ParseQPI(qpi) // "" is the zero QPI
		_, err := r.FromQPI(m, q)
		var bad *style.QPIError
		if !errors.As(err, &bad) || bad.Match.IsZero() == strings.Contains(err.Error(), "side's") || bad.Input != qpi || bad.Length != len(qpi) {
			t.Errorf("FromQPI returned %#v", err)
		}
		return err
	}
	to := func(r style.Reading, m style.Match, i epin.Identifier) error { _, err := r.ToQPI(m, i); return err }
	exact := "C:P" + strings.Repeat("K", pin.MaxInput-3)
	overwritten := []byte("C:P'")
	unmarshalled := new(style.QPI).UnmarshalText(overwritten)
	overwritten[0] = '!'
	chessOgi, oneStyle := style.MustMatch(style.Chess(), style.Ogi()), style.MustMatch(style.Chess(), style.Chess())
	for _, c := range []struct {
		err, reason error
		want        string
	}{
		{parse(""), style.ErrEmpty, `ParseQPI(""): byte 0: empty: a QPI token is a style letter, a colon and a PIN token`},
		{parse("1:P"), style.ErrNotStyleLetter, `ParseQPI("1:P"): byte 0: not a style letter from A to Z or a to z`},
		{parse("C"), style.ErrNoSeparator, `ParseQPI("C"): byte 1: no colon behind the style letter`},
		{parse("C:"), style.ErrNoPIN, `ParseQPI("C:"): byte 2: no PIN token behind the colon`},
		{parse("C\uff1aP"), pin.ErrNotASCII, `ParseQPI("C\uff1aP"): byte 1: byte outside ASCII`},
		{parse(exact), pin.ErrTrailing, `ParseQPI("` + exact + `"): byte 3: unexpected byte after the end of the token`},
		{parse(exact + "L"), pin.ErrTrailing, `ParseQPI("` + exact + `"..., 65 bytes): byte 3: unexpected byte after the end of the token`},
		{unmarshalled, pin.ErrDerivationInPIN, `QPI.UnmarshalText("C:P'"): byte 3: derivation marker, which EPIN has and PIN does not`},

		{from(style.Initial, chessOgi, "M:P"), style.ErrNeitherSide, `Initial.FromQPI("M:P"): byte 0: style letter of neither side; C is the first side's, S the second's`},
		{from(style.Initial, chessOgi, "s:P"), style.ErrCaseNotPiece, `Initial.FromQPI("s:P"): byte 0: style letter not in the case of the piece, which it follows in this reading; C is the first side's, S the second's`},
		{from(style.Current, chessOgi, "S:P"), style.ErrCaseNotStyle, `Current.FromQPI("S:P"): byte 0: style letter in the case of the side that does not have it; C is the first side's, S the second's`},
		{from(style.Initial, oneStyle, "C:P"), style.ErrAmbiguous, `Initial.FromQPI("C:P"): byte 0: style letter of both sides: native and derived are the same in this reading; C is the first side's, C the second's`},
		{from(style.Initial, chessOgi, "C:+K^"), pin.ErrTerminalEdition, `Initial.FromQPI("C:+K^"): byte 4: terminal marker, which this edition does not have`},
		{from(style.Initial, style.Match{}, "C:P"), style.ErrZeroMatch, `Initial.FromQPI("C:P"): byte 0: the zero Match has no styles`},
		{from(style.Reading(2), chessOgi, "C:P"), style.ErrUnknownReading, `Reading(2).FromQPI("C:P"): byte 0: unknown reading, which has no tokens`},
		{from(style.Current, chessOgi, ""), style.ErrZero, `Current.FromQPI(""): byte 0: the zero QPI is not a valid token`},

		{to(style.Initial, chessOgi, epin.MustParse("+K^'")), pin.ErrTerminalEdition, `Initial.ToQPI("+K^'"): byte 2: terminal marker, which this edition does not have`},
		{to(style.Current, style.Match{}, epin.MustParse("P'")), style.ErrZeroMatch, `Current.ToQPI("P'"): byte 0: the zero Match has no styles`},
		{to(style.Current, chessOgi, epin.Identifier{}), epin.ErrZero, `Current.ToQPI(""): byte 0: the zero Identifier is not a valid token`},
	} {
		tokentest.CheckError(t, c.err, c.reason, "style."+c.want)
	}
	if zero, last := style.Reason(0).Error(), (style.ErrUnknownReading + 1).Error(); zero != "Reason(0)" || last != "Reason(12)" {
		t.Errorf("unknown reasons are %q and %q", zero, last)
	}
	defer func() {
		err, _ := recover().(*style.QPIError)
		tokentest.CheckError(t, err, style.ErrNoSeparator, `style.ParseQPI("C-P"): byte 1: no colon behind the style letter`)
	}()
	style.MustParseQPI("C-P")
}

// TestConversions compares ToQPI with an oracle on text, for all tokens in both readings and several
// matches. FromQPI converts a QPI token if exactly one token has it; otherwise it returns the
// correct reason.
func TestConversions(t *testing.T) {
	for _, r := range style.Readings() {
		for _, m := range matches {
			styleLetters := [2]string{string(m.NativeStyle(epin.First).Letter()), string(m.NativeStyle(epin.Second).Letter())}
			from := map[string][]epin.Identifier{}
			for i := range epin.All() {
				q, err := r.ToQPI(m, i)
				if r == style.Initial && i.IsTerminal() {
					if !errors.Is(err, epin.ErrTerminalEdition) || !q.IsZero() {
						t.Errorf("QPI of %q: %q, %v", i, q, err)
					}
					continue
				}
				want, upper := styleLetters[0], ofFirst(i)
				if !ofFirst(i) {
					want = styleLetters[1]
				}
				if r == style.Initial {
					upper = i.IsFirst()
				}
				if !upper {
					want = strings.ToLower(want)
				}
				want += ":" + i.PIN().String()
				from[want] = append(from[want], i)
				if err != nil || q.String() != want {
					t.Errorf("reading %s, %s: QPI of %q is %q, %v; want %q", r, m, i, q, err, want)
				}
			}
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
				case !strings.Contains(styleLetters[0]+styleLetters[1], string(q.StyleLetter())):
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
