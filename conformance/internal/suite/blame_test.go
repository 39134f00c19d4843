package suite_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/suite"
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
				"epin/6/grammar", "epin/9.1/reject", "epin/9.4/empty", "epin/9.4/double-marker", "epin/9.4/marker-order", "epin/9.4/caret-first",
				"epin/9.4/double-state", "epin/9.4/double-terminal", "epin/9.4/not-a-letter", "epin/9.4/whitespace", "epin/9.4/line-break",
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
// response, and breaks no requirement that held in the full run. All basic mutants that crash
// are tested, and a sample of the others.
func TestFindingsAreReproduced(t *testing.T) {
	for i, m := range mutant.All() {
		if !m.ExistsIn(epin.Current) || skipped(i) && (!suite.Sampled(i, 6) || m.Layer != mutant.Basic || !crashes(t, m)) {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			full, _ := run(t, suite.Config{Open: opening(m.New), Profile: suite.Quick, Seed: 1})
			for _, f := range full.Findings[:min(len(full.Findings), 5)] {
				selectors := suite.SelectorsOf(f)
				if len(selectors) == 0 || f.Seen != suite.RepeatAlone {
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

// crashes reports whether a mutant's killer ends in a crash of a short string: to shrink a
// long one takes as long as it may.
func crashes(t *testing.T, m mutant.Mutant) bool {
	impl, crashed := m.New(epin.Current), false
	for _, req := range m.Witness {
		resp, err := impl.Do(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		crashed = resp.Outcome == conformance.Crashed && len(req.Token) < 100
	}
	return crashed
}

// TestMinimalLibrary: a library that offers exactly what EPIN §9.3 recommends can be fully
// conformant. A wrong pin is no evidence of what it determines.
func TestMinimalLibrary(t *testing.T) {
	minimal := func(pin func(string) string) conformance.Implementation {
		return limited{
			altered{func(_ conformance.Request, resp conformance.Response) conformance.Response {
				resp.PIN.Value = pin(resp.PIN.Value)
				resp.Name, resp.Side, resp.State, resp.Terminal = conformance.Response{}.Name, conformance.Response{}.Side, conformance.Response{}.State, conformance.Response{}.Terminal
				return resp
			}},
			conformance.Description{
				Name: "minimal", Ops: []conformance.Op{conformance.OpParse, conformance.OpApply}, Bytes: true,
				Methods: []conformance.Method{conformance.Native, conformance.Derive},
			},
		}
	}
	result, _ := run(t, suite.Config{Open: always(minimal(func(pin string) string { return pin })), Profile: suite.Quick, Seed: 1})
	if result.Verdict != suite.FullyConformant {
		t.Errorf("%s: %s", result.Verdict, result.Reason)
	}
	result, _ = run(t, suite.Config{Open: always(minimal(strings.ToLower)), Profile: suite.Quick, Seed: 1})
	if failed, want := failedRequirements(result), []string{"epin/9.3/pin"}; !slices.Equal(failed, want) {
		t.Errorf("failed: %v, want %v", failed, want)
	}
}

// TestContradiction: where the operations contradict each other, the wrong one fails.
func TestContradiction(t *testing.T) {
	for _, test := range []struct {
		name        string
		wrong       conformance.Op
		alter       conformance.Response
		op, token   string
		wanted, got string
	}{
		{"parse crashes, and valid is right", conformance.OpParse, conformance.Response{Outcome: conformance.Crashed, Crash: "IndexError"}, "parse", "K'", "accepted, as valid answers", "crashed"},
		{"valid accepts, and parse is right", conformance.OpValid, conformance.Response{Outcome: conformance.Accepted}, "valid", "K''", "rejected, as parse answers", "accepted"},
	} {
		impl := altered{func(req conformance.Request, resp conformance.Response) conformance.Response {
			if req.Op == test.wrong && req.Token == test.token {
				return test.alter
			}
			return resp
		}}
		result, events := run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1, Only: []string{"vectors"}})
		for _, f := range failures(events) {
			if f.Op != test.op {
				t.Errorf("%s: %s failed: wanted %s, got %s", test.name, f.Check, f.Wanted, f.Got)
			}
		}
		i := slices.IndexFunc(result.Requirements, func(q suite.Requirement) bool { return q.ID == "epin/9.1/one-verdict" })
		q := result.Requirements[i]
		if q.Failed == 0 || q.Failed > 3 || q.Passed < 1000 {
			t.Errorf("%s: %d of %d comparisons failed", test.name, q.Failed, q.Failed+q.Passed)
		}
		if e := q.Example; e == nil || !strings.HasSuffix(string(e.Says), " by "+test.op) || e.Wanted != test.wanted || e.Got != test.got {
			t.Errorf("%s: %+v", test.name, e)
		}
		if len(result.Findings) != 1 || !slices.Contains(result.Findings[0].Requirements, q.ID) {
			t.Errorf("%s: %+v", test.name, result.Findings)
		}
	}
}

// TestTwoBugs: independent bugs are findings of their own, also where every string contains
// the input of one of them, and each finding breaks what it is shown with.
func TestTwoBugs(t *testing.T) {
	accept := conformance.Response{Outcome: conformance.Accepted}
	crash := conformance.Response{Outcome: conformance.Crashed, Crash: "IndexError"}
	for _, test := range []struct {
		name  string
		alter func(token string, resp conformance.Response) conformance.Response
		want  map[string][]string
	}{
		{
			name: "accepts the empty string and a newline at the end",
			alter: func(token string, resp conformance.Response) conformance.Response {
				if token == "" || epin.Valid(strings.TrimSuffix(token, "\n")) {
					return accept
				}
				return resp
			},
			want: map[string][]string{
				"":    {"epin/6/grammar", "epin/9.1/reject", "epin/9.4/empty"},
				"A\n": {"epin/6/grammar", "epin/6/anchoring", "epin/9.1/reject", "epin/9.4/line-break"},
			},
		},
		{
			name: "crashes on the empty string and on two markers",
			alter: func(token string, resp conformance.Response) conformance.Response {
				if token == "" || strings.HasSuffix(token, "''") {
					return crash
				}
				return resp
			},
			want: map[string][]string{
				"":   {"epin/6/grammar", "epin/9.1/reject", "epin/9.4/empty"},
				"''": {"epin/6/grammar", "epin/9.1/reject", "epin/9.4/double-marker"},
			},
		},
	} {
		impl := altered{func(req conformance.Request, resp conformance.Response) conformance.Response {
			if req.Op == conformance.OpEqual || len(req.Methods) > 0 {
				return resp
			}
			return test.alter(req.Token, resp)
		}}
		result, _ := run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1, Only: []string{"vectors/parse", "exhaustive/parse"}})
		got := map[string][]string{}
		for _, f := range result.Findings {
			got[string(f.Token)] = slices.Sorted(slices.Values(f.Requirements))
			if len(suite.SelectorsOf(f)) == 0 {
				t.Errorf("%s: %q is not reproduced", test.name, f.Token)
				continue
			}
			alone, _ := run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1, Only: suite.SelectorsOf(f)})
			if failed := slices.Sorted(slices.Values(failedRequirements(alone))); !slices.Equal(failed, got[string(f.Token)]) {
				t.Errorf("%s: %q fails %v alone", test.name, f.Token, failed)
			}
		}
		for _, ids := range test.want {
			slices.Sort(ids)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
}
