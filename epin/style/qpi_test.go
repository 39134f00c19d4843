package style_test

import (
	"encoding"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/pin"
	"github.com/epin-conformance/harness/epin/style"
)

var (
	_ encoding.TextAppender    = style.QPI{}
	_ encoding.TextMarshaler   = style.QPI{}
	_ encoding.TextUnmarshaler = (*style.QPI)(nil)
)

func TestEveryQPI(t *testing.T) {
	for _, r := range style.Readings() {
		seen := map[style.QPI]bool{}
		for c := byte('A'); c <= 'Z'; c++ {
			for _, letter := range []string{string(rune(c)), strings.ToLower(string(rune(c)))} {
				for p := range r.Edition().PIN().All() {
					token := letter + ":" + p.String()
					q, err := r.ParseQPI(token)
					if err != nil {
						t.Errorf("reading %s: %v", r, err)
						continue
					}
					side := epin.First
					if !upper(letter) {
						side = epin.Second
					}
					if q.String() != token || q.StyleLetter() != c || q.StyleSide() != side || q.PIN() != p || q.IsZero() {
						t.Errorf("%q is %q: letter %q of the %s side, PIN %q", token, q, q.StyleLetter(), q.StyleSide(), q.PIN())
					}
					if q.IsNative() != (upper(letter) == upper(p.String())) || q.IsNative() == q.IsDerived() {
						t.Errorf("%q is native %t, derived %t", token, q.IsNative(), q.IsDerived())
					}
					checkText(t, q, token)
					seen[q] = true
				}
			}
		}
		if want := map[style.Reading]int{style.Current: 52 * 312, style.Initial: 52 * 156}[r]; len(seen) != want {
			t.Errorf("reading %s: %d different tokens, want %d", r, len(seen), want)
		}
	}
}

func checkText(t *testing.T, q style.QPI, token string) {
	t.Helper()
	text, err := q.MarshalText()
	if err != nil || string(text) != token {
		t.Errorf("MarshalText of %q is %q, %v", token, text, err)
	}
	var back style.QPI
	if err := back.UnmarshalText(text); err != nil || back != q {
		t.Errorf("UnmarshalText of %q is %q, %v", token, back, err)
	}
	appended, err := q.AppendText([]byte("x "))
	if err != nil || string(appended) != "x "+token {
		t.Errorf("AppendText of %q is %q, %v", token, appended, err)
	}
}

// The parser never panics, and accepts what the expressions match: strings over
// the bytes that matter, and every byte in each place of a token.
func TestParseQPIAgainstRegexp(t *testing.T) {
	longest := 5
	if testing.Short() {
		longest = 4
	}
	check := func(b []byte) {
		for _, r := range append(style.Readings(), style.Reading(2)) {
			want := expressions[r] != nil && expressions[r].Match(b)
			q, err := r.ParseQPI(string(b))
			if (err == nil) != want || q.IsZero() == want || want && q.String() != string(b) {
				t.Fatalf("reading %s: %q is %q, %v", r, b, q, err)
			}
		}
		want := expressions[style.Current].Match(b)
		var q style.QPI
		if _, err := style.ParseQPI(string(b)); (err == nil) != want || (q.UnmarshalText(b) == nil) != want {
			t.Fatalf("%q: ParseQPI and UnmarshalText disagree with the reading Current", b)
		}
	}
	for n := range longest + 1 {
		forEachString(telling, n, check)
	}
	for n := range 3 {
		forEachString(allBytes(), n, check)
	}
	for _, token := range []string{"C:P", "s:p", "S:+R", "M:-k^", "z:Z^"} {
		for at := range len(token) + 1 {
			for c := range 256 {
				check([]byte(token[:at] + string([]byte{byte(c)}) + token[at:]))
				if at < len(token) {
					check([]byte(token[:at] + string([]byte{byte(c)}) + token[at+1:]))
				}
			}
			if at < len(token) {
				check([]byte(token[:at] + token[at+1:]))
			}
		}
	}
	check([]byte(strings.Repeat("C:P", 1<<20)))
}

func TestZeroQPI(t *testing.T) {
	var q style.QPI
	if !q.IsZero() || q.String() != "" || q.StyleLetter() != 0 || q.StyleSide() != epin.First || !q.PIN().IsZero() || q.IsNative() || q.IsDerived() {
		t.Errorf("the zero QPI is %q", q)
	}
	text, err := q.MarshalText()
	if text != nil || !errors.Is(err, style.ErrZero) || err.Error() != "style.QPI.MarshalText: the zero QPI is no token" {
		t.Errorf("MarshalText is %q, %v", text, err)
	}
	text, err = q.AppendText([]byte("x"))
	if string(text) != "x" || !errors.Is(err, style.ErrZero) || err.Error() != "style.QPI.AppendText: the zero QPI is no token" {
		t.Errorf("AppendText is %q, %v", text, err)
	}
}

func TestUnmarshalTextRefuses(t *testing.T) {
	q := style.MustParseQPI("S:+p")
	checkError(t, q.UnmarshalText(nil), style.ErrEmpty, `style.QPI.UnmarshalText(""): byte 0: empty: a QPI token is a style letter, a colon and a PIN token`)
	text := []byte("C:P'")
	err := q.UnmarshalText(text)
	text[0] = '!'
	checkError(t, err, pin.ErrDerivationInPIN, `style.QPI.UnmarshalText("C:P'"): byte 3: derivation marker, which EPIN has and PIN does not`)
	if q.String() != "S:+p" {
		t.Errorf("a failed UnmarshalText left %q behind", q)
	}
}

func TestJSON(t *testing.T) {
	type square struct {
		Piece style.QPI         `json:"piece,omitzero"`
		Hand  map[style.QPI]int `json:"hand,omitempty"`
	}
	const want = `{"piece":"c:+p","hand":{"S:K^":2}}`
	text, err := json.Marshal(square{style.MustParseQPI("c:+p"), map[style.QPI]int{style.MustParseQPI("S:K^"): 2}})
	if err != nil || string(text) != want {
		t.Errorf("Marshal is %s, %v; want %s", text, err, want)
	}
	var back square
	if err := json.Unmarshal(text, &back); err != nil || back.Piece.String() != "c:+p" || back.Hand[style.MustParseQPI("S:K^")] != 2 {
		t.Errorf("Unmarshal is %+v, %v", back, err)
	}
	if text, err := json.Marshal(square{}); err != nil || string(text) != `{}` {
		t.Errorf("Marshal of the zero value is %s, %v", text, err)
	}
}

func TestMustParseQPI(t *testing.T) {
	defer func() {
		const want = `style.ParseQPI("C-P"): byte 1: no colon behind the style letter`
		if err, ok := recover().(*style.QPIError); !ok || err.Error() != want {
			t.Errorf("panicked with %v, want %s", err, want)
		}
	}()
	style.MustParseQPI("C-P")
}
