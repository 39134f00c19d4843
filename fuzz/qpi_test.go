package fuzz

import (
	"errors"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

// FuzzQPI converts tokens to QPI and back in some match, in both readings, and compares the
// results with a model that works on texts only (EPIN-initial, Conversion to QPI; Examples,
// EPIN or QPI).
//
// The first two bytes of an input select the letters of the two styles. The test parses the
// rest as an EPIN token and as a QPI token.
func FuzzQPI(f *testing.F) {
	Seed(f, qpiSeeds)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		if len(input) < 2 {
			t.Skip("no match")
		}
		m, text := decodeMatch(input), string(input[2:])
		for _, r := range style.Readings() {
			if expressions[r.Edition()].MatchString(text) {
				toQPI(t, r, m, text)
			}
			fromQPI(t, r, m, text)
		}
	}))
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// letterMatch is a match, given by the letters of its styles.
type letterMatch struct{ first, second byte }

func decodeMatch(input []byte) letterMatch {
	return letterMatch{'A' + input[0]%26, 'A' + input[1]%26}
}

func (m letterMatch) match() style.Match {
	var styles [2]style.Style
	for i, letter := range []byte{m.first, m.second} {
		s, err := style.New("style "+string(rune(letter)), letter)
		if err != nil {
			panic(err)
		}
		styles[i] = s
	}
	return style.MustMatch(styles[0], styles[1])
}

// qpi is the model of the conversion: it returns the QPI token for an EPIN token.
func (m letterMatch) qpi(r style.Reading, token string) string {
	ofFirst := isUpper(token)
	letterIsUpper := ofFirst
	if strings.HasSuffix(token, "'") {
		ofFirst = !ofFirst
	}
	if r == style.Current {
		letterIsUpper = ofFirst
	}
	letter := string(rune(m.second))
	if ofFirst {
		letter = string(rune(m.first))
	}
	if !letterIsUpper {
		letter = strings.ToLower(letter)
	}
	return letter + ":" + strings.TrimSuffix(token, "'")
}

func isUpper(token string) bool { return strings.ToLower(token) != token }

func toQPI(t *testing.T, r style.Reading, m letterMatch, token string) {
	id, err := r.Edition().Parse(token)
	if err != nil {
		t.Fatal(err)
	}
	want := m.qpi(r, token)
	q, err := r.ToQPI(m.match(), id)
	if err != nil || q.String() != want {
		t.Errorf("reading %v, styles %c and %c: %q is %q, %v in QPI; want %q", r, m.first, m.second, token, q, err, want)
	}
}

// fromQPI compares the conversion from QPI with the model, which tries both possible tokens.
func fromQPI(t *testing.T, r style.Reading, m letterMatch, text string) {
	letter, pin, found := strings.Cut(text, ":")
	valid := found && len(letter) == 1 && strings.Trim(letter, letters) == "" &&
		expressions[r.Edition()].MatchString(pin) && !strings.HasSuffix(pin, "'")
	q, err := r.ParseQPI(text)
	if (err == nil) != valid || valid && q.String() != text || !valid && !q.IsZero() {
		t.Fatalf("reading %v: %q was read as the QPI token %q, %v; valid is %t", r, text, q, err, valid)
	}
	if !valid {
		if reason := (*style.QPIError)(nil); !errors.As(err, &reason) || reason.Offset > len(text) {
			t.Errorf("reading %v: the error of %q is %#v", r, text, err)
		}
		return
	}
	var sources []string
	for _, token := range []string{pin, pin + "'"} {
		if m.qpi(r, token) == text {
			sources = append(sources, token)
		}
	}
	id, err := r.FromQPI(m.match(), q)
	if len(sources) == 1 {
		if err != nil || id.String() != sources[0] {
			t.Errorf("reading %v, styles %c and %c: %q is %q, %v in EPIN; want %q", r, m.first, m.second, text, id, err, sources[0])
		}
		return
	}
	if err == nil || !id.IsZero() || errors.Is(err, style.ErrAmbiguous) != (len(sources) == 2) {
		t.Errorf("reading %v, styles %c and %c: %q is %q, %v in EPIN; it comes from %q", r, m.first, m.second, text, id, err, sources)
	}
}

var qpiSeeds = FromCorpus(Shape, qpiInputs)

// qpiInputs returns inputs that convert the token of a vector in a match of two styles, and
// one with the token in a match of a single style.
func qpiInputs(v Vector) [][]byte {
	const chess, shogi = "\x02", "\x12"
	inputs := [][]byte{[]byte(chess + chess + v.Token)}
	if epin.Valid(v.Token) {
		m := decodeMatch([]byte(chess + shogi))
		for _, r := range style.Readings() {
			inputs = append(inputs, []byte(chess+shogi+v.Token), []byte(chess+shogi+m.qpi(r, v.Token)))
		}
	}
	return inputs
}

func TestQPIInputs(t *testing.T) {
	m := letterMatch{'C', 'S'}
	for _, test := range []struct {
		reading     style.Reading
		token, want string
	}{
		{style.Current, "P", "C:P"}, {style.Current, "P'", "s:P"}, {style.Current, "+p^'", "C:+p^"}, {style.Current, "p", "s:p"},
		{style.Initial, "P", "C:P"}, {style.Initial, "P'", "S:P"}, {style.Initial, "p'", "c:p"},
	} {
		if got := m.qpi(test.reading, test.token); got != test.want {
			t.Errorf("reading %v: the model takes %q to %q, want %q", test.reading, test.token, got, test.want)
		}
	}
	if got := decodeMatch([]byte("\x02\x12")); got != m {
		t.Errorf("the bytes of chess and shogi choose %c and %c", got.first, got.second)
	}
}
