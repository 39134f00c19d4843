package fuzz

import (
	"errors"
	"regexp"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

var qpiExpressions = []*regexp.Regexp{ // by reading
	regexp.MustCompile(`\A[A-Za-z]:[-+]?[A-Za-z]\^?\z`),
	regexp.MustCompile(`\A[A-Za-z]:[-+]?[A-Za-z]\z`),
}

// FuzzQPI converts tokens to QPI and back in some match, in both readings (EPIN-initial,
// Conversion to QPI; Examples, EPIN or QPI). Each conversion has to be the inverse of the other.
// Tests of package style compare the results for all tokens with a model.
//
// The first two bytes of an input select the letters of the two styles. The test parses the
// rest as an EPIN token and as a QPI token.
func FuzzQPI(f *testing.F) {
	Seed(f, qpiSeeds)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		if len(input) < 2 {
			t.Skip("no match")
		}
		first, err := style.New("a style", 'A'+input[0]%26)
		second, errSecond := style.New("a style", 'A'+input[1]%26)
		if err != nil || errSecond != nil {
			t.Fatal(err, errSecond)
		}
		m, text := style.MustMatch(first, second), string(input[2:])
		for _, r := range style.Readings() {
			if id, ok := r.Edition().Lookup(text); ok {
				toQPI(t, r, m, id)
			}
			fromQPI(t, r, m, text)
		}
	}))
}

func toQPI(t *testing.T, r style.Reading, m style.Match, id epin.Identifier) {
	q, err := r.ToQPI(m, id)
	if err != nil || q.PIN() != id.PIN() {
		t.Fatalf("reading %v, %v: %q is %q, %v in QPI", r, m, id, q, err)
	}
	back, err := r.FromQPI(m, q)
	ambiguous := r == style.Initial && m.NativeStyle(epin.First).Letter() == m.NativeStyle(epin.Second).Letter()
	if ambiguous != errors.Is(err, style.ErrAmbiguous) || !ambiguous && (err != nil || back != id) {
		t.Errorf("reading %v, %v: %q is %q in QPI, and that is %q, %v in EPIN", r, m, id, q, back, err)
	}
}

func fromQPI(t *testing.T, r style.Reading, m style.Match, text string) {
	valid := qpiExpressions[r].MatchString(text)
	q, err := r.ParseQPI(text)
	if reason := (*style.QPIError)(nil); !valid && (!errors.As(err, &reason) || reason.Offset > len(text) || !q.IsZero()) ||
		valid && (err != nil || q.String() != text) {
		t.Fatalf("reading %v: %q was read as the QPI token %q, %#v; valid is %t", r, text, q, err, valid)
	}
	if !valid {
		return
	}
	id, err := r.FromQPI(m, q)
	if again, _ := r.ToQPI(m, id); err == nil && again != q || err != nil && !id.IsZero() {
		t.Errorf("reading %v, %v: %q is %q, %v in EPIN, and that is %q in QPI", r, m, text, id, err, again)
	}
}

var qpiSeeds = FromCorpus(Shape, qpiInputs)

// qpiInputs returns inputs that convert the token of a vector in a match of two styles, and
// one with the token in a match of a single style.
func qpiInputs(v Vector) [][]byte {
	const chess, shogi = "\x02", "\x12"
	inputs := [][]byte{[]byte(chess + chess + v.Token)}
	if id, err := epin.Parse(v.Token); err == nil {
		for _, letter := range "CcSs" {
			inputs = append(inputs, []byte(chess+shogi+v.Token), []byte(chess+shogi+string(letter)+":"+id.PIN().String()))
		}
	}
	return inputs
}
