package fuzz

import (
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/epin/style"
)

var qpiExpressions = []*regexp.Regexp{ // by epin.Edition
	regexp.MustCompile(`\A[A-Za-z]:[-+]?[A-Za-z]\^?\z`),
	regexp.MustCompile(`\A[A-Za-z]:[-+]?[A-Za-z]\z`),
}

// FuzzQPI converts tokens to QPI in some match, in both editions (EPIN-initial, Conversion to QPI;
// Examples, EPIN or QPI). Tests of package style compare the results for all tokens with a model.
//
// The first two bytes of an input select the letters of the two styles. The test parses the
// rest as an EPIN token.
func FuzzQPI(f *testing.F) {
	Seed(f, qpiSeeds)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		if len(input) < 2 {
			t.Skip("no match")
		}
		m := style.Match{First: style.Style{Letter: 'A' + input[0]%26}, Second: style.Style{Letter: 'A' + input[1]%26}}
		for _, e := range []epin.Edition{epin.Current, epin.Initial} {
			id, err := e.Parse(string(input[2:]))
			if err != nil {
				continue
			}
			q, err := m.ToQPI(e, id)
			letter, rest, _ := strings.Cut(q, ":")
			if err != nil || !qpiExpressions[e].MatchString(q) || rest != id.PIN().String() || strings.ToUpper(letter)[0] != m.Resolve(id).Letter {
				t.Fatalf("edition %v, %v: %q is %q, %v in QPI", e, m, id, q, err)
			}
		}
	}))
}

var qpiSeeds = FromCorpus(Shape, qpiInputs)

// qpiInputs returns an input for the token of a vector in a match of chess against shōgi.
func qpiInputs(v Vector) [][]byte { return [][]byte{[]byte("\x02\x12" + v.Token)} }
