package conformancetest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// Fuzz is the body of a fuzz target for `go test -fuzz`. Its inputs are tokens, any
// bytes, and the first of them are the tokens of the corpus. The verdict of each operation on
// a token is held against the automaton of the specification, and everything
// that is offered besides, where the input is a token, against the reference.
//
// newImplementation is as for [Run], and called for each input. Of the options,
// [Edition] and [Timeout] count here.
//
// For so small a language chance is the weak instrument for short inputs: use [Run]
// first.
func Fuzz(f *testing.F, newImplementation func() conformance.Implementation, options ...Option) {
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
	f.Fuzz(func(t *testing.T, input []byte) {
		wrong, err := askInput(t.Context(), newImplementation, s, input)
		for _, sentence := range wrong {
			t.Error(sentence)
		}
		if err != nil {
			t.Fatal(visible(err))
		}
	})
}

// longestSeed is how long a seed may be, in bytes. An engine makes every input shorter
// that is news to it, which takes half a minute for a long one; [Run] asks those.
const longestSeed = 300

// seedsOf returns tokens of the corpus, of those that differ only in their letters one:
// inputs with the same coverage keep an engine from beginning.
func seedsOf(edition epin.Edition) ([]string, error) {
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

// askInput asks a fresh implementation about an input, and says what it answers
// wrongly, a sentence each. An error means that there is no verdict.
func askInput(ctx context.Context, newImplementation func() conformance.Implementation, s settings, input []byte) (wrong []string, err error) {
	if len(input) > conformance.MaxSweepBytes {
		return nil, nil
	}
	var h hung
	open := func(ctx context.Context, edition epin.Edition) (conformance.Implementation, error) {
		return newGuard(ctx, newImplementation, edition, s, &h)
	}
	impl, err := open(ctx, s.edition)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, impl.(*guard).Close()) }()
	offers, token := conformance.Describe(impl, s.edition), string(input)
	if !offers.Takes(token) {
		return nil, nil
	}
	valid := result.Specification(s.edition).Accepts(token)
	requests := requestsOf(offers, s.edition, token, valid)
	if len(requests) == 0 {
		return nil, errors.New("the implementation offers no way to judge a token: see Functions, or conformance.Description")
	}
	for _, req := range requests {
		// Most inputs are no tokens, and most libraries know it.
		if !valid && req.Op != conformance.OpSweep {
			resp, err := impl.Do(ctx, req)
			if err != nil {
				return wrong, err
			}
			// After a hang nothing more is asked about the token.
			if resp.Outcome == conformance.Rejected || resp.Outcome == conformance.Unsupported && len(wrong) > 0 {
				continue
			}
		}
		judged, err := suite.JudgeOne(ctx, suite.Config{Open: open, Edition: s.edition}, req)
		if err != nil {
			return wrong, err
		}
		if judged.Wrong {
			wrong = append(wrong, fmt.Sprintf("%s: wanted %s, got %s", result.Asked(req), printable.Said(judged.Wanted), printable.Said(judged.Got)))
		}
	}
	return wrong, nil
}

// requestsOf returns what can be asked about an input: verdicts, and about a token
// everything that is offered.
func requestsOf(offers conformance.Description, edition epin.Edition, token string, valid bool) []conformance.Request {
	var all []conformance.Request
	for _, op := range []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep} {
		if offers.Offers(op) {
			all = append(all, conformance.Request{Op: op, Token: token})
		}
	}
	if !valid {
		return all
	}
	if offers.Offers(conformance.OpApply) {
		for _, m := range conformance.MethodsOf(edition) {
			if slices.Contains(offers.Methods, m) {
				all = append(all, conformance.Request{Op: conformance.OpApply, Token: token, Methods: []conformance.Method{m}})
			}
		}
	}
	if offers.Offers(conformance.OpEqual) {
		all = append(all, conformance.Request{Op: conformance.OpEqual, Token: token, Other: token})
	}
	return all
}
