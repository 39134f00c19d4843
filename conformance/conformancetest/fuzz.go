package conformancetest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
)

// Fuzz is the body of a fuzz target for `go test -fuzz`. Its inputs are arbitrary bytes; its
// seeds are tokens of the corpus. It compares the verdict of each operation with the automaton
// of the specification. If the input is a valid token, it compares all other results with the
// reference.
//
// Fuzz calls newImplementation for each input; see [Run]. It uses only the option
// [Edition].
//
// Use [Run] first: it tests short inputs systematically, which finds more bugs than chance.
func Fuzz(f *testing.F, newImplementation func(*notation.Edition) conformance.Implementation, options ...Option) {
	f.Helper()
	s, err := settingsOf(options)
	if err != nil {
		f.Fatal(visible(err))
	}
	seeds, err := seedsOf(s.edition)
	if err != nil {
		f.Fatal(visible(err))
	}
	for _, token := range seeds {
		f.Add([]byte(token))
	}
	failed, fuzzing := 0, flag.Lookup("test.fuzz").Value.String() != ""
	f.Fuzz(func(t *testing.T, input []byte) {
		if failed >= mostFailed && !fuzzing { // an engine calls it again with an input that fails, to minimise it
			t.Skipf("not tested: %d inputs failed", failed)
		}
		wrong, err := testInput(t.Context(), newImplementation, s, input)
		if n := len(wrong); n > 0 {
			failed++
			sentence := wrong[0]
			if n > 1 {
				sentence += fmt.Sprintf(" (and %d more)", n-1)
			}
			t.Error(sentence)
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

// seedsOf returns tokens of the corpus, but only one of those that differ only in letters: many
// inputs with the same coverage delay the engine.
func seedsOf(edition *notation.Edition) ([]string, error) {
	vectors, err := corpus.Vectors(edition.String())
	if err != nil {
		return nil, err
	}
	var seeds []string
	seen := map[string]bool{}
	for _, v := range vectors {
		shape := []byte(v.Token)
		for i, c := range shape {
			switch {
			case 'A' <= c && c <= 'Z':
				shape[i] = 'A'
			case 'a' <= c && c <= 'z':
				shape[i] = 'a'
			}
		}
		if len(v.Token) <= longestSeed && !seen[string(shape)] {
			seen[string(shape)] = true
			seeds = append(seeds, v.Token)
		}
	}
	return seeds, nil
}

// testInput sends all requests about an input to a fresh implementation. It returns a sentence
// for each incorrect response. An error means that the test is incomplete.
func testInput(
	ctx context.Context, newImplementation func(*notation.Edition) conformance.Implementation, s settings, input []byte,
) (wrong []string, err error) {
	if len(input) > conformance.MaxSweepBytes {
		return nil, nil
	}
	open := func(context.Context, *notation.Edition) (conformance.Implementation, error) {
		return newGuard(newImplementation, s.edition)
	}
	edition, token := s.edition, string(input)
	impl, err := open(ctx, edition)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, impl.(*guard).Close()) }()
	offers := conformance.Describe(impl, edition)
	if !offers.Takes(token) {
		return nil, nil
	}
	valid := automaton.Of(edition).Accepts(token)
	requests := requestsOf(offers, edition, token, valid)
	if len(requests) == 0 {
		return nil, errors.New("the implementation offers no operation with a verdict: see Functions, or conformance.Description")
	}
	for _, req := range requests {
		// Fast path: most inputs are invalid, and most libraries reject them.
		if !valid && req.Op != conformance.OpSweep {
			resp, err := impl.Do(ctx, req)
			if err != nil {
				return wrong, err
			}
			if resp.Outcome == conformance.Rejected {
				continue
			}
		}
		judged, err := suite.JudgeOne(ctx, suite.Config{Open: open, Edition: edition}, req)
		if err != nil {
			return wrong, err
		}
		if judged != nil {
			wrong = append(wrong, fmt.Sprintf("%s: expected %s, got %s", result.Asked(req), judged.Wanted.Cut(), judged.Got.Cut()))
		}
	}
	return wrong, nil
}

// requestsOf returns the requests about an input: for verdicts, and for a valid token all others
// that the implementation offers. A sweep of one token usually calls what the others do.
func requestsOf(offers conformance.Description, edition *notation.Edition, token string, valid bool) (all []conformance.Request) {
	add := func(req conformance.Request) {
		if req.Token = token; offers.Answers(req) {
			all = append(all, req)
		}
	}
	add(conformance.Request{Op: conformance.OpParse})
	add(conformance.Request{Op: conformance.OpValid})
	if len(all) == 0 {
		add(conformance.Request{Op: conformance.OpSweep})
	}
	if valid {
		for _, m := range conformance.MethodsOf(edition) {
			add(conformance.Request{Op: conformance.OpApply, Methods: []conformance.Method{m}})
		}
		add(conformance.Request{Op: conformance.OpEqual, Other: token})
	}
	return all
}
