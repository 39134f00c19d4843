package conformance_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// TestReferenceIsCorrect compares the reference implementations with the table of notations: on every
// token, with each method and pair of methods, and in equality with its neighbours.
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
		before := e.Short
		for token := range e.Tokens() {
			compare(conformance.Request{Op: conformance.OpParse, Token: token})
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

// TestVerdicts compares the verdicts of the table, of its regular expression and of the reference
// implementation: on all byte strings of up to two bytes and on the tokens of K and k with one byte
// inserted. With EPIN_WHOLE=1, on all strings of up to three bytes and on all such tokens.
func TestVerdicts(t *testing.T) {
	longest, letters := 2, "K"
	if os.Getenv("EPIN_WHOLE") == "1" {
		longest, letters = 3, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	}
	for _, e := range notation.All() {
		expression, reference := regexp.MustCompile(e.Regexp), conformance.Reference(e)
		accepts := func(op conformance.Op, s string) bool {
			resp, err := reference.Do(t.Context(), conformance.Request{Op: op, Token: s})
			return err == nil && resp.Outcome == conformance.Accepted
		}
		test := func(s string) {
			valid := e.Valid(s)
			if valid != expression.MatchString(s) || valid != accepts(conformance.OpValid, s) || valid != accepts(conformance.OpParse, s) {
				t.Errorf("edition %s: the table returns %t for %q; the expression or the reference disagrees", e, valid, s)
			}
		}
		var from func(s string) // tests s and all longer strings that begin with it
		from = func(s string) {
			if test(s); len(s) < longest {
				for b := range 256 {
					from(s + string([]byte{byte(b)}))
				}
			}
		}
		from("")
		for token := range e.Tokens() {
			for at := 0; at <= len(token) && strings.Contains(letters, notation.Letters(token)); at++ {
				for b := range 256 {
					test(token[:at] + string([]byte{byte(b)}) + token[at:])
				}
			}
		}
	}
}
