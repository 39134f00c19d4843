package conformancetest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/fuzz"
)

// Fuzz is the body of a fuzz target for `go test -fuzz`. Its inputs are arbitrary bytes; its
// seeds are tokens of the corpus. It compares the verdict of each operation with that of the
// specification, and for a valid token all other results too.
//
// Fuzz calls newImplementation for each input; see [Run]. It uses only the option
// [Edition].
//
// Use [Run] first: it tests short inputs systematically, which finds more bugs than chance.
func Fuzz(f *testing.F, newImplementation func(*notation.Edition) conformance.Implementation, options ...Option) {
	f.Helper()
	cfg, err := configOf(options)
	if err != nil {
		f.Fatal(visible(err))
	}
	for _, token := range fuzz.TokenSeeds() {
		if len(token) <= longestSeed {
			f.Add(token)
		}
	}
	failed, fuzzing := 0, flag.Lookup("test.fuzz").Value.String() != ""
	f.Fuzz(func(t *testing.T, input []byte) {
		if failed >= mostFailed && !fuzzing { // an engine calls it again with an input that fails, to minimise it
			t.Skipf("not tested: %d inputs failed", failed)
		}
		wrong, err := testInput(t.Context(), newImplementation, cfg.Edition, string(input))
		if len(wrong) > 0 || err != nil {
			failed++
		}
		if len(wrong) > 0 {
			if more := len(wrong) - 1; more > 0 {
				wrong[0] += fmt.Sprintf(" (and %d more)", more)
			}
			t.Error(wrong[0])
		}
		if err != nil {
			t.Fatal(visible(err))
		}
	})
}

// mostFailed is the number of failing inputs after which the seeds end: more of them show the same
// bugs, and push the result of [Run] off the screen.
const mostFailed = 3

// longestSeed is the maximum length of a seed, in bytes. An engine minimises every new input,
// which takes half a minute for a long one. [Run] tests long tokens.
const longestSeed = 300

// testInput sends all requests about an input to a fresh implementation. It returns a sentence
// for each incorrect response. An error means that the test is incomplete.
func testInput(
	ctx context.Context, newImplementation func(*notation.Edition) conformance.Implementation, edition *notation.Edition, token string,
) (wrong []string, err error) {
	impl, err := newGuard(newImplementation, edition)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, impl.Close()) }()
	if len(token) > conformance.MaxSweepBytes {
		return nil, nil
	}
	if !impl.offers.Recognises() {
		return nil, errors.New("the implementation offers no operation with a verdict: see Functions, or conformance.Description")
	}
	judge := oracle.New(edition)
	for _, req := range requestsOf(impl.offers, edition, token) {
		resp, err := impl.Do(ctx, req)
		if err != nil {
			return wrong, err
		}
		resp = oracle.SweptOutcome(&resp, 0)
		if resp.Outcome == conformance.Unsupported {
			return wrong, errors.New("the request was declined")
		}
		if d := judge.Wrong(oracle.Single(req), resp); d != nil {
			of := judge.Describe(d)
			wrong = append(wrong, fmt.Sprintf("%s: expected %s, got %s", req, of.Wanted.Cut(), of.Got.Cut()))
		}
	}
	return wrong, nil
}

// requestsOf returns the requests about an input that the implementation offers: for verdicts, and for a
// valid token all others. A sweep of one token usually calls what the others do.
func requestsOf(offers conformance.Description, edition *notation.Edition, token string) []conformance.Request {
	all := []conformance.Request{{Op: conformance.OpParse, Token: token}, {Op: conformance.OpValid, Token: token}}
	if !offers.Offers(conformance.OpParse) && !offers.Offers(conformance.OpValid) {
		all = []conformance.Request{{Op: conformance.OpSweep, Tokens: []string{token}}}
	}
	if edition.Valid(token) {
		for _, m := range conformance.MethodsOf(edition) {
			all = append(all, conformance.Request{Op: conformance.OpApply, Token: token, Methods: []conformance.Method{m}})
		}
		all = append(all, conformance.Request{Op: conformance.OpEqual, Token: token, Other: token})
	}
	return slices.DeleteFunc(all, func(req conformance.Request) bool { return !offers.Answers(req) })
}
