package suite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/internal/tests"
)

// TestBlame: a requirement fails only if the implementation breaks the sentence that it
// quotes. Examples that show a whole game, or the use of a token, break with it.
func TestBlame(t *testing.T) {
	const malformedOnly = " It is correct on all valid UTF-8 that was tested: every failed check is on malformed UTF-8."
	for _, test := range []struct {
		name   string
		impl   conformance.Implementation
		only   []string
		failed string // requirements
	}{
		{
			name: "crashes on every invalid string",
			impl: offering(replaced(crash, func(req conformance.Request) bool { return !epin.Valid(req.Token) }), validity...),
			failed: "epin/6/grammar epin/9.1/reject epin/9.4/empty epin/9.4/double-marker epin/9.4/caret-first epin/9.4/marker-order" +
				" epin/9.4/double-state epin/9.4/double-terminal epin/9.4/not-a-letter epin/9.4/whitespace epin/9.4/line-break",
		},
		{
			name: "accepts malformed UTF-8", impl: verdicts(func(s string) bool { return s == "K\xff" || epin.Valid(s) }),
			failed: "epin/6/grammar epin/6/anchoring epin/9.1/reject",
		},
		{
			name: "crashes in derive", impl: replaced(crash, func(req conformance.Request) bool {
				return slices.Contains(req.Methods, conformance.Derive) && epin.Valid(req.Token)
			}),
			failed: "epin/9.3/derive epin/9.3/idempotent" +
				" examples/idempotence examples/capture-shogi examples/recipes/style examples/lifecycle/derived",
		},
		{
			name:   "rejects a valid token in one operation",
			impl:   offering(replaced(reject, func(r conformance.Request) bool { return r.Op == conformance.OpValid && r.Token == "z" }), validity...),
			failed: "epin/3/pin-superset epin/6/grammar epin/9.1/accept epin/9.1/one-verdict examples/single-style/accept-both",
		},
		{
			name: "rejects everything", impl: offering(verdicts(func(string) bool { return false }), conformance.OpValid, conformance.OpSweep),
			failed: "epin/3/pin-superset epin/6/grammar epin/9.1/accept" +
				" examples/single-style/accept-both examples/variants examples/capture-chess examples/capture-shogi" +
				" examples/conventions examples/matrix examples/lifecycle/rook examples/lifecycle/derived examples/lifecycle/terminal" +
				" examples/catalog/chess examples/catalog/shogi examples/catalog/makruk",
		},
		{
			name: "accepts two markers in one operation, in a property", only: []string{"properties/one-verdict"},
			impl: replaced(accept, func(req conformance.Request) bool {
				return req.Op == conformance.OpParse && strings.Contains(req.Token, "''")
			}),
			failed: "epin/6/grammar epin/9.1/reject epin/9.1/one-verdict",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			report := run(t, Config{Open: open(test.impl), Profile: Quick, Seed: 1, Only: test.only})
			if got := strings.Join(failedRequirements(report), " "); got != test.failed {
				t.Errorf("failed: %s\nwant: %s", got, test.failed)
			}
			if strings.HasSuffix(report.Reason.String(), malformedOnly) != strings.Contains(test.name, "malformed") {
				t.Error(report.Reason)
			}
			if strings.HasPrefix(test.name, "crashes") && report.Failures[0].Got != "crashed: RuntimeError: oh" {
				t.Errorf("got %s", report.Failures[0].Got)
			}
		})
	}
}

// TestContradiction: where the operations contradict each other, the wrong one fails.
func TestContradiction(t *testing.T) {
	for _, test := range []struct {
		op          conformance.Op // the wrong one
		token       string
		resp        conformance.Response
		wanted, got printable.Text
		only        string
	}{
		{conformance.OpParse, "K'", crash, "accepted", "crashed: RuntimeError: oh", "vectors"},
		{conformance.OpValid, "K''", accept, "rejected", "accepted", "vectors"},
		// The layers are not split between the operations: each has every single byte tested.
		{conformance.OpParse, "\xcb", accept, "rejected", "accepted", "exhaustive"},
	} {
		impl := replaced(test.resp, func(req conformance.Request) bool { return req.Op == test.op && req.Token == test.token })
		report := run(t, Config{Open: open(impl), Profile: Quick, Seed: 1, Only: []string{test.only}})
		for _, f := range report.Failures {
			if f.Op != string(test.op) || string(f.Token) != test.token {
				t.Errorf("%q: %s failed: wanted %s, got %s", test.token, f.Check, f.Wanted, f.Got)
			}
		}
		q := requirementOf(report, "epin/9.1/one-verdict")
		if q.Failed == 0 || q.Failed > 3 || q.Passed < 500 {
			t.Errorf("%q: %d of %d comparisons failed", test.token, q.Failed, q.Failed+q.Passed)
		}
		e := q.Example
		if e == nil || !strings.HasSuffix(string(e.Says), " by "+string(test.op)) || e.Wanted != test.wanted || e.Got != test.got {
			t.Errorf("%q: %+v", test.token, e)
		}
		if len(report.Findings) != 1 || !slices.Contains(report.Findings[0].Requirements, q.ID) {
			t.Errorf("%q: %+v", test.token, report.Findings)
		}
	}
}

func shown(f result.Finding) string {
	var b strings.Builder
	behind := ""
	for _, c := range f.Calls {
		call := fmt.Sprintf("%s %v%+q x%d", c.Op, c.Methods, string(c.Token), c.Times)
		if c.Behind {
			behind += "; " + call
		} else {
			b.WriteString(call + "; ")
		}
	}
	fmt.Fprintf(&b, "%v %v%+q%s", f.Ops, f.Methods, string(f.Token), behind)
	if f.Other != nil {
		fmt.Fprintf(&b, " %+q", string(*f.Other))
	}
	return b.String()
}

type expectedFindings struct {
	mutant string
	wanted []string
	more   bool
}

// findings are the first findings of some mutants, and whether there are others.
var findings = []expectedFindings{
	{"dollar-for-z", []string{`[parse valid sweep] []"A\n"`}, false},
	{"check-raises-on-bytes", []string{`[valid] []"\x80"`}, false},
	{"last-index", []string{`parse []"A" x1; [parse] []"A"`}, true},
	{"table-full", []string{`valid []"A" x1000; [valid] []"Q"`}, true},
	{"error-kept", []string{`sweep []"" x1; [sweep] []"A"`}, true},
	{"sweep-of-the-first-256", []string{`sweep []"A" x256; [sweep] []"p"`}, false},
	// The second is not reproduced: what is last in the sweep of the run is not a request before it.
	{"sweep-of-the-last", []string{`[sweep] []"A"; sweep []"" x1`, `[sweep] []","`}, false},
	{"derive-toggles", []string{`[apply] [derive]"A'"`, `[apply] [derive derive]"A"`}, false},
	{"equality-ignores-case", []string{`[equal] []"A" "a"`}, false},
}

// TestFindings: some mutants have exactly these findings. The selectors of each finding, also of other mutants,
// reproduce it. They break its requirements, and none that held in the full run.
// The other mutants offer validity only, unless EPIN_WHOLE=1 is set.
func TestFindings(t *testing.T) {
	longTest(t)
	for _, m := range mutant.Of(notation.EPIN) {
		row := slices.IndexFunc(findings, func(of expectedFindings) bool { return of.mutant == m.Name })
		listed := row >= 0 && sampled(row, 5)
		if !listed && !tests.Sampled(m.Name, 320) {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			cfg := Config{Open: openVerdicts(m.Name), Profile: Quick, Seed: 1}
			if listed || tests.Whole() { // the rows are those of a whole library
				cfg.Open = opening(m.New)
			}
			full := run(t, cfg)
			var got []string
			for _, f := range full.Findings {
				got = append(got, shown(f))
			}
			if listed {
				want := findings[row]
				if n := len(want.wanted); want.more && len(got) > n {
					got = got[:n]
				}
				if diff := cmp.Diff(want.wanted, got); diff != "" {
					t.Error(diff)
				}
			}
			cfg.Jobs = 3
			for i, f := range full.Findings[:min(len(full.Findings), 5)] {
				selectors := SelectorsOf(f)
				if len(selectors) == 0 || !listed && f.Seen != result.RepeatAlone {
					continue
				}
				reproduces(t, cfg, full, f, selectors, listed)
				if len(f.Only) > 0 && !slices.Equal(f.Only, selectors) {
					reproduces(t, cfg, full, f, f.Only, listed)
				}
				if cfg := cfg; i == 0 {
					cfg.Open, cfg.Only = openReference, selectors
					if report := run(t, cfg); len(report.Findings) > 0 || report.Verdict != result.NoVerdict {
						t.Errorf("the reference: %s, %+v", report.Verdict, report.Findings)
					}
				}
			}
		})
	}
}

// reproduces runs the selectors of a finding of a full run.
func reproduces(t *testing.T, cfg Config, full result.Report, f result.Finding, selectors []string, listed bool) {
	cfg.Only = selectors
	alone := run(t, cfg)
	same := func(a result.Finding) bool { return a.Token == f.Token && a.Wanted == f.Wanted && a.Got == f.Got }
	if !slices.ContainsFunc(alone.Findings, same) {
		t.Errorf("%s: wanted %s, got %s; reproduced by %q: %+v", shown(f), f.Wanted, f.Got, selectors, alone.Findings)
	}
	isOneVerdict := func(id string) bool { return id == "epin/9.1/one-verdict" } // which one operation does not show
	failed := slices.Sorted(slices.Values(slices.DeleteFunc(failedRequirements(alone), isOneVerdict)))
	broken := slices.Sorted(slices.Values(slices.DeleteFunc(slices.Clone(f.Requirements), isOneVerdict)))
	held := func(id string) bool { return !slices.Contains(failedRequirements(full), id) }
	if f.Seen == result.RepeatAlone && (slices.ContainsFunc(failed, held) || listed && !slices.Equal(failed, broken)) {
		t.Errorf("%s: %s fail alone, and it is shown with %s", shown(f), failed, broken)
	}
	if !slices.Equal(printable.Strings(alone.Only), selectors) {
		t.Errorf("the run says that it was %q, not %q", alone.Only, selectors)
	}
}

// TestUnstable: what fails in a run and not in a fresh process has two answers, which
// counts against one verdict; what is always wrong has one.
func TestUnstable(t *testing.T) {
	for name, wanted := range map[string]bool{"dollar-for-z": false, "table-full": true} {
		report := run(t, Config{Open: opening(mutantNamed(name).New), Profile: Quick, Seed: 1, Only: []string{"vectors/parse", "vectors/valid"}})
		if failed := requirementOf(report, "epin/9.1/one-verdict").Failed > 0; report.Unstable != wanted || failed != wanted {
			t.Errorf("%s: unstable %t, one verdict failed %t; wanted %t", name, report.Unstable, failed, wanted)
		}
	}
}
