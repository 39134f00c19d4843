package diagnosis

import (
	"context"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/corpus"
)

// whole reports whether all cases are tested, and not only a sample.
func whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// quick returns some of the requests of a quick run: the test vectors; the words of a complete test suite,
// every single byte, and all tokens, by each operation with a verdict; and for the king, all pairs of methods,
// and comparisons.
func quick(t testing.TB, edition *notation.Edition) []conformance.Request {
	t.Helper()
	vectors, err := corpus.Vectors(edition.String())
	if err != nil {
		t.Fatal(err)
	}
	var sent []conformance.Request
	words := slices.AppendSeq(slices.Collect(edition.Tokens()), automaton.Of(edition).Suite(0).Words())
	for _, v := range vectors {
		if v.Op == corpus.OpParse {
			words = append(words, v.Token)
			continue
		}
		req := conformance.Request{Op: conformance.Op(v.Op), Token: v.Token, Other: v.Other}
		for _, m := range v.Methods {
			req.Methods = append(req.Methods, conformance.Method(m))
		}
		sent = append(sent, req)
	}
	for token := range edition.Tokens() {
		sent = append(sent, apply(token), equal(token, token))
		if !strings.ContainsAny(token, "Kk") {
			continue
		}
		for _, m := range conformance.MethodsOf(edition) {
			sent = append(sent, apply(token, m), equal(token, responseOf(conformance.Correct(edition), apply(token, m)).Tokens[0]))
			for _, n := range conformance.MethodsOf(edition) {
				sent = append(sent, apply(token, m, n))
			}
		}
	}
	slices.Sort(words)
	for _, op := range verdictOps {
		for _, word := range slices.Compact(words) {
			sent = append(sent, conformance.Request{Op: op, Token: word})
		}
	}
	return sent
}

// verdictRequests returns the requests of quick that ask for a verdict.
func verdictRequests(t testing.TB) []conformance.Request {
	return slices.DeleteFunc(quick(t, notation.EPIN), func(req conformance.Request) bool {
		return !slices.Contains(verdictOps, req.Op)
	})
}

// recorded sends requests to an implementation, and returns the record and the responses.
func recorded(impl conformance.Implementation, edition *notation.Edition, sent []conformance.Request) (*Record, []conformance.Response) {
	record := NewRecord(edition)
	responses := make([]conformance.Response, len(sent))
	for i, req := range sent {
		responses[i] = responseOf(impl, req)
		record.Add(req, responses[i], true)
	}
	return record, responses
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

// names returns the mutants of causes.
func names(causes []result.Cause) []string {
	var all []string
	for _, c := range causes {
		all = append(all, c.Mutant)
	}
	return all
}

func named(t testing.TB, name string) mutant.Mutant {
	t.Helper()
	m, ok := mutant.Named(name)
	if !ok {
		t.Fatalf("unknown mutant %q", name)
	}
	return m
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

func apply(token string, methods ...conformance.Method) conformance.Request {
	return conformance.Request{Op: conformance.OpApply, Token: token, Methods: methods}
}

func equal(token, other string) conformance.Request {
	return conformance.Request{Op: conformance.OpEqual, Token: token, Other: other}
}
