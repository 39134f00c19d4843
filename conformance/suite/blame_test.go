package suite_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/mutant"
	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/epin"
)

// altered is the reference with some responses changed.
type altered struct {
	alter func(req conformance.Request, resp conformance.Response) conformance.Response
}

func (a altered) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	resp, err := conformance.Reference(epin.Current).Do(ctx, req)
	if req.Op != conformance.OpSweep {
		return a.alter(req, resp), err
	}
	verdicts := []byte(resp.Verdicts)
	for i, token := range req.Tokens {
		one := a.alter(conformance.Request{Op: req.Op, Token: token}, conformance.Response{
			Outcome: map[byte]conformance.Outcome{conformance.VerdictYes: conformance.Accepted, conformance.VerdictNo: conformance.Rejected}[verdicts[i]],
		})
		verdicts[i] = map[conformance.Outcome]byte{
			conformance.Accepted: conformance.VerdictYes, conformance.Rejected: conformance.VerdictNo, conformance.Crashed: conformance.VerdictCrash,
		}[one.Outcome]
	}
	resp.Verdicts = string(verdicts)
	return resp, err
}

// TestBlame: a requirement fails only if the implementation breaks the sentence that it
// quotes.
func TestBlame(t *testing.T) {
	crash := conformance.Response{Outcome: conformance.Crashed, Crash: "RuntimeError"}
	applies := func(req conformance.Request, m conformance.Method) bool { return slices.Contains(req.Methods, m) }
	for _, test := range []struct {
		name   string
		alter  func(req conformance.Request, resp conformance.Response) conformance.Response
		failed []string
	}{
		{
			name: "crashes on every invalid string, whatever is asked of it",
			alter: func(req conformance.Request, resp conformance.Response) conformance.Response {
				if req.Op != conformance.OpEqual && !epin.Valid(req.Token) {
					return crash
				}
				return resp
			},
			failed: []string{
				"epin/4/marker-last", "epin/6/grammar", "epin/6/anchoring", "epin/9.1/reject", "epin/9.4/empty", "epin/9.4/double-marker",
				"epin/9.4/marker-order", "epin/9.4/caret-first", "epin/9.4/double-state", "epin/9.4/double-terminal", "epin/9.4/not-a-letter",
				"epin/9.4/whitespace", "epin/9.4/line-break",
			},
		},
		{
			name: "crashes in derive of derived tokens",
			alter: func(req conformance.Request, resp conformance.Response) conformance.Response {
				token := req.Token
				for _, m := range req.Methods {
					derived := strings.HasSuffix(token, "'")
					if m == conformance.Derive && derived {
						return crash
					}
					if token = strings.TrimSuffix(token, "'"); m == conformance.Derive || derived && m != conformance.Native {
						token += "'"
					}
				}
				return resp
			},
			failed: []string{"epin/9.3/derive", "epin/9.3/idempotent", "examples/idempotence"},
		},
		{
			name: "crashes in mark",
			alter: func(req conformance.Request, resp conformance.Response) conformance.Response {
				if applies(req, conformance.Mark) {
					return crash
				}
				return resp
			},
			failed: []string{"examples/recipes/terminal", "examples/lifecycle/terminal"},
		},
		{
			name: "rejects a valid token in every operation",
			alter: func(req conformance.Request, resp conformance.Response) conformance.Response {
				if req.Token == "+R^'" || req.Other == "+R^'" {
					return conformance.Response{Outcome: conformance.Rejected}
				}
				return resp
			},
			failed: []string{"epin/6/grammar", "epin/9.1/accept"},
		},
		{
			name: "accepts a trailing newline, and reads an empty value",
			alter: func(req conformance.Request, resp conformance.Response) conformance.Response {
				if token := strings.TrimSuffix(req.Token, "\n"); token != req.Token && epin.Valid(token) {
					return conformance.Response{Outcome: conformance.Accepted, Token: conformance.Some(""), Tokens: make([]string, len(req.Methods))}
				}
				return resp
			},
			failed: []string{"epin/4/marker-last", "epin/6/grammar", "epin/6/anchoring", "epin/9.1/reject", "epin/9.4/line-break"},
		},
		{
			name: "reports the wrong derived",
			alter: func(req conformance.Request, resp conformance.Response) conformance.Response {
				resp.Derived.Value = resp.Derived.Offered && !resp.Derived.Value
				return resp
			},
			failed: []string{"epin/7.2/derivation", "epin/9.3/is-derived"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			result, _ := run(t, suite.Config{Open: always(altered{test.alter}), Profile: suite.Quick, Seed: 1})
			for _, id := range failedRequirements(result) {
				// Rows that show a whole game, or the use of a token, break with it.
				if !slices.Contains(test.failed, id) && !strings.HasPrefix(id, "examples/") && id != "epin/3/pin-superset" {
					t.Errorf("%s failed", id)
				}
			}
			for _, id := range test.failed {
				if !slices.Contains(failedRequirements(result), id) {
					t.Errorf("%s did not fail", id)
				}
			}
		})
	}
}

// TestNamesInLowerCase: the Piece Name is a case-insensitive identity (EPIN §7.1).
func TestNamesInLowerCase(t *testing.T) {
	impl := altered{func(_ conformance.Request, resp conformance.Response) conformance.Response {
		resp.Name.Value = strings.ToLower(resp.Name.Value)
		return resp
	}}
	result, _ := run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1})
	if result.Verdict != suite.FullyConformant {
		t.Errorf("%s: %s; failed: %v", result.Verdict, result.Reason, failedRequirements(result))
	}
}

// TestFindingsAreReproduced: what the selectors of a finding reproduce alone has the same
// response, and breaks no requirement that held in the full run.
func TestFindingsAreReproduced(t *testing.T) {
	for i, m := range mutant.All() {
		if !m.ExistsIn(epin.Current) || skipped(i) {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			full, _ := run(t, suite.Config{Open: opening(m.New), Profile: suite.Quick, Seed: 1})
			for _, f := range full.Findings[:min(len(full.Findings), 5)] {
				selectors := f.Selectors()
				if len(selectors) == 0 {
					continue
				}
				alone, _ := run(t, suite.Config{Open: opening(m.New), Profile: suite.Quick, Seed: 1, Only: selectors})
				for _, id := range failedRequirements(alone) {
					if !slices.Contains(failedRequirements(full), id) {
						t.Errorf("%q: %s fails alone, and not in the full run", f.Token, id)
					}
				}
				if !slices.ContainsFunc(alone.Findings, func(a suite.Finding) bool { return a.Token == f.Token && a.Wanted == f.Wanted && a.Got == f.Got }) {
					t.Errorf("%q: wanted %s, got %s; reproduced: %+v", f.Token, f.Wanted, f.Got, alone.Findings)
				}
			}
		})
	}
}
