package corpus_test

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
)

// vectors are those of each edition. No test may change them.
var vectors = map[string][]corpus.Vector{corpus.Current: vectorsOf(corpus.Current), corpus.Initial: vectorsOf(corpus.Initial)}

func vectorsOf(edition string) []corpus.Vector {
	vectors, err := corpus.Vectors(edition)
	if err != nil {
		panic(err)
	}
	return vectors
}

// all returns the vectors of both editions.
func all() []corpus.Vector { return slices.Concat(vectors[corpus.Current], vectors[corpus.Initial]) }

func TestVectorsOfUnknownEdition(t *testing.T) {
	_, err := corpus.Vectors("2.0.0\n")
	const want = `corpus.Vectors: unknown edition "2.0.0\n"; use "1.0.0" or "1.0.0-initial"`
	if err == nil || err.Error() != want {
		t.Errorf("Vectors = %v; want %s", err, want)
	}
}

// TestVectorsReturnsCopies checks that callers may change the vectors.
func TestVectorsReturnsCopies(t *testing.T) {
	if vectorsOf(corpus.Current)[0].Requirements[0] = "changed"; vectorsOf(corpus.Current)[0].Requirements[0] == "changed" {
		t.Error("a change to a vector changes the vectors of the next caller")
	}
}

// TestExpectedResults compares expected results with the reference, and the validity with the
// expression of the edition.
func TestExpectedResults(t *testing.T) {
	for _, e := range notation.All() {
		expression := regexp.MustCompile(e.Regexp)
		for _, v := range vectors[e.String()] {
			want := resultOf(t, e, v)
			if want.Valid.Present && want.Valid.Value != expression.MatchString(v.Token) {
				t.Errorf("%s: the reference and the expression disagree on %q", v.ID, v.Token)
			}
			if v.Edition != e.String() || !reflect.DeepEqual(v.Want, want) {
				t.Errorf("%s, edition %s: the expected result of %s %q %q %q is %s; want %s",
					v.ID, v.Edition, v.Op, v.Token, v.Methods, v.Other, shown(v.Want), shown(want))
			}
		}
	}
}

// shown returns the fields of a result that are present.
func shown(w corpus.Want) string {
	var fields []string
	for i, v := 0, reflect.ValueOf(w); i < v.NumField(); i++ {
		if v.Field(i).FieldByName("Present").Bool() {
			fields = append(fields, fmt.Sprintf("%s %v", strings.ToLower(v.Type().Field(i).Name), v.Field(i).FieldByName("Value")))
		}
	}
	return strings.Join(fields, ", ")
}

// resultOf returns the result of a request by the reference.
func resultOf(t *testing.T, e *notation.Edition, v corpus.Vector) corpus.Want {
	t.Helper()
	req := conformance.Request{Op: conformance.Op(v.Op), Token: v.Token, Other: v.Other}
	for _, m := range v.Methods {
		req.Methods = append(req.Methods, conformance.Method(m))
	}
	r, err := conformance.Reference(e).Do(t.Context(), req)
	switch {
	case err != nil:
		t.Fatal(err)
	case r.Outcome == conformance.Equal, r.Outcome == conformance.Unequal:
		return corpus.Want{Equal: corpus.Some(r.Outcome == conformance.Equal)}
	case r.Outcome == conformance.Rejected:
		return corpus.Want{Valid: corpus.Some(false)}
	case v.Op == corpus.OpApply:
		return corpus.Want{Valid: corpus.Some(true), Tokens: corpus.Some(r.Tokens), Original: corpus.Some(r.Original)}
	}
	want := corpus.Want{Valid: corpus.Some(true), Attributes: map[string]any{}}
	for i, a := range e.Attributes {
		want.Attributes[a.Key] = r.Attributes[i].Text
		if a.Kind == notation.Boolean {
			want.Attributes[a.Key] = r.Attributes[i].Text == "true"
		}
	}
	return want
}
