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
	"github.com/epin-conformance/harness/epin"
)

// whole reports whether all cases are tested, and not only a sample.
func whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// quick returns nearly the requests of a quick run: the test vectors, all tokens by all
// operations, every single byte, and a complete test suite for parse. Methods and comparisons with
// their results are limited to some letters. Callers must not change the result.
func quick(t testing.TB, edition *notation.Edition) []conformance.Request {
	t.Helper()
	if sent := quickOf[edition]; sent != nil {
		return sent
	}
	var sent []conformance.Request
	vectors, err := corpus.Vectors(edition.String())
	if err != nil {
		t.Fatal(err)
	}
	var tokens []string
	for _, v := range vectors {
		if v.Op == corpus.OpParse {
			tokens = append(tokens, v.Token)
			continue
		}
		req := conformance.Request{Op: conformance.Op(v.Op), Token: v.Token, Other: v.Other}
		for _, m := range v.Methods {
			req.Methods = append(req.Methods, conformance.Method(m))
		}
		sent = append(sent, req)
	}
	for token := range edition.Tokens() {
		tokens = append(tokens, token)
		sent = append(sent, apply(token), equal(token, token))
		id, _ := epin.Parse(token)
		if !strings.ContainsRune("AIKQZ", rune(id.Name())) {
			continue
		}
		sent = append(sent, equal(token, id.WithName('A'+(id.Name()-'A'+1)%26).String()))
		for _, m := range conformance.MethodsOf(edition) {
			sent = append(sent, apply(token, m), equal(token, correctResponse(edition, apply(token, m)).Tokens[0]))
			if id.Name() != 'K' {
				continue
			}
			for _, n := range conformance.MethodsOf(edition) {
				sent = append(sent, apply(token, m, n))
			}
		}
	}
	for b := range 256 {
		tokens = append(tokens, string([]byte{byte(b)}))
	}
	for word := range automaton.Of(edition).Suite(0).Words() {
		sent = append(sent, parse(word))
	}
	slices.Sort(tokens)
	for _, op := range verdictOps {
		for _, token := range slices.Compact(tokens) {
			sent = append(sent, conformance.Request{Op: op, Token: token})
		}
	}
	quickOf[edition] = slices.Clip(sent)
	return quickOf[edition]
}

var quickOf = map[*notation.Edition][]conformance.Request{}

// verdicts returns the requests of quick that ask for a verdict.
func verdicts(t testing.TB) []conformance.Request {
	return slices.DeleteFunc(slices.Clone(quick(t, notation.EPIN)), func(req conformance.Request) bool {
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
	return Run{Sent: slices.Values(sent), Failed: len(sent), Language: language, Groups: []Group{{Requests: slices.Clone(sent), Symptoms: []string{""}}}}
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
