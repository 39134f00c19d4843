package conformance_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// TestReferenceIsCorrect compares the reference implementations with the table of notations: on every
// token, with each method and pair of methods, and in equality with its neighbours; and on the tokens of all
// other editions.
func TestReferenceIsCorrect(t *testing.T) {
	for _, e := range notation.All() {
		reference, correct := conformance.Reference(e), conformance.Correct(e)
		compare := func(req conformance.Request) conformance.Response {
			got, err := reference.Do(t.Context(), req)
			want, errWant := correct.Do(t.Context(), req)
			if err != nil || errWant != nil || want.Outcome == conformance.Unsupported || !got.Equal(want) {
				t.Errorf("edition %s, %+v: errors %v, %v, response (- table, + reference):\n%s", e, req, err, errWant, cmp.Diff(want, got))
			}
			return want
		}
		for _, other := range notation.All() {
			for token := range other.Tokens() {
				compare(conformance.Request{Op: conformance.OpParse, Token: token})
				compare(conformance.Request{Op: conformance.OpValid, Token: token})
			}
		}
		before := e.Short
		for token := range e.Tokens() {
			neighbours := []string{token, before}
			before = token
			compare(conformance.Request{Op: conformance.OpApply, Token: token})
			for _, m := range conformance.MethodsOf(e) {
				req := conformance.Request{Op: conformance.OpApply, Token: token, Methods: []conformance.Method{m}}
				neighbours = append(neighbours, compare(req).Tokens...)
				for _, second := range conformance.MethodsOf(e) {
					req.Methods = []conformance.Method{m, second}
					compare(req)
				}
			}
			for _, other := range neighbours {
				compare(conformance.Request{Op: conformance.OpEqual, Token: token, Other: other})
			}
		}
	}
}
