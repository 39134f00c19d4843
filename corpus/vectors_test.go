package corpus_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/internal/tests"
)

// vectors are those of each edition, and all those of all editions. No test may change them.
var vectors, all = func() (of map[string][]corpus.Vector, all []corpus.Vector) {
	of = map[string][]corpus.Vector{}
	for _, edition := range corpus.Editions() {
		vectors := tests.Must(corpus.Vectors(edition))
		of[edition], all = vectors, append(all, vectors...)
	}
	return of, all
}()

func TestVectors(t *testing.T) {
	_, err := corpus.Vectors("2.0.0\n")
	const want = `corpus.Vectors: unknown edition "2.0.0\n": use one of 1.0.0, 1.0.0-initial, pin/1.0.0, pin/1.0.0-initial, ` +
		"sin/1.0.0, qpi/1.0.0, qpi/1.0.0-aligned, qpi/1.0.0-aligned-terminal"
	if err == nil || err.Error() != want {
		t.Errorf("Vectors = %v; want %s", err, want)
	}
	changed, _ := corpus.Vectors("1.0.0")
	if changed[0].Requirements[0] = "changed"; slices.Contains(vectors["1.0.0"][0].Requirements, "changed") {
		t.Error("a change to a vector changes the vectors of another caller")
	}
}

// TestExpectedResults compares expected results with the reference and with the table of notations,
// and the validity with the expression of the edition.
func TestExpectedResults(t *testing.T) {
	for _, e := range notation.All() {
		expression := regexp.MustCompile(e.Regexp)
		for _, v := range vectors[e.String()] {
			if v.Edition != e.String() || v.Op != corpus.OpEqual && v.Want.Valid != expression.MatchString(v.Token) {
				t.Errorf("%s, edition %s: the expression of %s disagrees on %q", v.ID, v.Edition, e, v.Token)
			}
			for _, impl := range []conformance.Implementation{conformance.Reference(e), conformance.Correct(e)} {
				if want := resultOf(t, impl, e, v); !reflect.DeepEqual(v.Want, want) {
					t.Errorf("%s: the expected result of %s %q %q %q is %+v; want %+v", v.ID, v.Op, v.Token, v.Methods, v.Other, v.Want, want)
				}
			}
		}
	}
}

// TestValidTokens checks which valid tokens a file has: all of them, or in QPI those that README.md names.
func TestValidTokens(t *testing.T) {
	for _, e := range notation.All() {
		has := map[string]bool{}
		for _, v := range vectors[e.String()] {
			has[v.Token] = has[v.Token] || v.Op == corpus.OpParse
		}
		for token := range e.Tokens() {
			want := true
			if e.Notation == notation.QPI.Notation {
				style, letter := token[:1], strings.Trim(token[2:], "+-^")
				independent, derived := e == notation.QPI, (style < "a") != (letter < "a")
				want = style == letter || style == "C" || style == "c" && !independent ||
					strings.EqualFold(token[2:], "K") && derived == independent
			}
			if has[token] != want {
				t.Errorf("%s has the token %s: %t", corpus.FileName(e.String()), token, has[token])
			}
		}
	}
}

func resultOf(t *testing.T, impl conformance.Implementation, e *notation.Edition, v corpus.Vector) corpus.Want {
	t.Helper()
	req := conformance.Request{Op: conformance.Op(v.Op), Token: v.Token, Other: v.Other}
	for _, m := range v.Methods {
		req.Methods = append(req.Methods, conformance.Method(m))
	}
	r, err := impl.Do(t.Context(), req)
	switch {
	case err != nil:
		t.Fatal(err)
	case r.Outcome == conformance.Equal, r.Outcome == conformance.Unequal:
		return corpus.Want{Equal: r.Outcome == conformance.Equal}
	case r.Outcome == conformance.Rejected:
		return corpus.Want{Valid: false}
	case v.Op == corpus.OpApply:
		return corpus.Want{Valid: true, Tokens: r.Tokens, Original: r.Original}
	}
	want := corpus.Want{Valid: true, Attributes: map[string]any{}}
	for i, a := range e.Attributes {
		want.Attributes[a.Key] = r.Attributes[i].Text
		if a.Kind == notation.Boolean {
			want.Attributes[a.Key] = r.Attributes[i].Text == "true"
		}
	}
	return want
}
