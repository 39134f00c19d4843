package diagnosis

import (
	"context"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// verdictRequests returns requests for the verdicts, by each operation, on the short witnesses of the mutants, the
// words of a complete test suite, and all tokens.
func verdictRequests() (sent []conformance.Request) {
	words := slices.AppendSeq(slices.Collect(notation.EPIN.Tokens()), automaton.Of(notation.EPIN).Suite(0, false).Words())
	for _, s := range suspects(notation.EPIN) {
		if req := s.mutant.Witness()[0]; slices.Contains(verdictOps, req.Op) && len(req.Token) < 64 {
			words = append(words, req.Token)
		}
	}
	slices.Sort(words)
	words = slices.Compact(words)
	for _, op := range verdictOps {
		for _, word := range words {
			sent = append(sent, conformance.Request{Op: op, Token: word})
		}
	}
	return sent
}

// altered returns an implementation whose responses alter changes.
func altered(impl conformance.Implementation, alter func(conformance.Request, *conformance.Response)) conformance.Implementation {
	return double.Func(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
		resp, err := impl.Do(ctx, req)
		alter(req, &resp)
		return resp, err
	})
}

// instead replaces the responses about some tokens.
func instead(outcome conformance.Outcome, tokens ...string) func(conformance.Request, *conformance.Response) {
	return func(req conformance.Request, resp *conformance.Response) {
		if slices.Contains(tokens, req.Token) {
			*resp = conformance.Response{Outcome: outcome}
		}
	}
}

// recorded sends requests to an implementation, and returns the record.
func recorded(impl conformance.Implementation, edition *notation.Edition, sent []conformance.Request) *Record {
	record := NewRecord(edition)
	for _, req := range sent {
		record.Add(req, responseOf(impl, req), true)
	}
	return record
}

// diagnose returns the causes of each group; by default all requests are one group.
func diagnose(t testing.TB, record *Record, sent []conformance.Request, groups ...Group) [][]result.Cause {
	t.Helper()
	run := runOf(sent, "")
	if groups != nil {
		run.Groups = groups
	}
	causes, err := record.Diagnose(context.Background(), run)
	if err != nil {
		t.Fatal(err)
	}
	return causes
}

// blames reports whether a mutant is among causes.
func blames(causes []result.Cause, mutant string) bool {
	return slices.ContainsFunc(causes, func(c result.Cause) bool { return c.Mutant == mutant })
}

// runOf is a run with one group of all requests.
func runOf(sent []conformance.Request, language string) Run {
	return Run{Sent: slices.Values(sent), Failed: len(sent), Language: language, Groups: []Group{{Requests: slices.Clone(sent), Aspects: []string{""}}}}
}

func parse(token string) conformance.Request {
	return conformance.Request{Op: conformance.OpParse, Token: token}
}

func valid(token string) conformance.Request {
	return conformance.Request{Op: conformance.OpValid, Token: token}
}

func valids(tokens ...string) (all []conformance.Request) {
	for _, token := range tokens {
		all = append(all, valid(token))
	}
	return all
}

func apply(token string, methods ...conformance.Method) conformance.Request {
	return conformance.Request{Op: conformance.OpApply, Token: token, Methods: methods}
}

func equal(token, other string) conformance.Request {
	return conformance.Request{Op: conformance.OpEqual, Token: token, Other: other}
}
