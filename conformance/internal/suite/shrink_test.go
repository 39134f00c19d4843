package suite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
)

// shown is a finding in a line.
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

// findings are the first findings of some mutants, and whether there are others.
var findings = []struct {
	mutant string
	wanted []string
	more   bool
}{
	{"dollar-for-z", []string{`[parse valid sweep] []"A\n"`}, false},
	{"check-raises-on-bytes", []string{`[valid] []"\x80"`}, false},
	{"last-index", []string{`parse []"A" x1; [parse] []"A"`}, true},
	{"error-kept", []string{`sweep []"" x1; [sweep] []"A"`}, true},
	{"table-full", []string{`valid []"A" x1000; [valid] []"Q"`}, true},
	{"sweep-of-the-first-256", []string{`sweep []"A" x256; [sweep] []"s"`}, false},
	// The second is not reproduced: what is last in the sweep of the run is not a request before it.
	{"sweep-of-the-last", []string{`[sweep] []"A"; sweep []"" x1`, `[sweep] []"\xd2"`}, false},
	{"derive-toggles", []string{`[apply] [derive]"A'"`, `[apply] [derive derive]"A"`}, false},
	{"equality-ignores-case", []string{`[equal] []"A" "a"`}, false},
}

// simpler returns selectors of what is left of a finding without one byte of its token, or without one of
// its transformations.
func simpler(f result.Finding) (selectors []string) {
	for _, op := range f.Ops {
		req := f.Request(op)
		for i := range req.Token {
			shorter := req
			shorter.Token = req.Token[:i] + req.Token[i+1:]
			if epin.Valid(shorter.Token) == epin.Valid(req.Token) {
				selectors = append(selectors, selector.OfRequest(shorter))
			}
		}
		for i := range req.Methods {
			fewer := req
			fewer.Methods = slices.Delete(slices.Clone(req.Methods), i, i+1)
			selectors = append(selectors, selector.OfRequest(fewer))
		}
	}
	return selectors
}

// TestFindings: some mutants have exactly these findings. Of these and of others, the selectors
// of a finding reproduce it, and break no requirement that held in the full run, and those of the finding; and
// nothing simpler fails in the same way. The other mutants offer validity only, unless EPIN_WHOLE=1 is set.
func TestFindings(t *testing.T) {
	longTest(t)
	rows := map[string]int{}
	for i, of := range findings {
		rows[mutantNamed(t, of.mutant).Name] = i
	}
	for i, m := range mutant.All() {
		row, listed := rows[m.Name]
		chosen := listed && sampled(row, 4) || sampled(i, 320)
		if !m.ExistsIn(notation.EPIN) || !chosen {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			cfg := Config{Open: openVerdicts(t, m.Name), Profile: Quick, Seed: 1}
			if listed || whole() { // the rows are those of a whole library
				cfg.Open = opening(m.New)
			}
			full := run(t, cfg)
			if listed {
				var got []string
				for _, f := range full.Findings {
					got = append(got, shown(f))
				}
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
				if cfg.Only = simpler(f); len(cfg.Only) > 0 && f.Minimal && f.Seen == result.RepeatAlone {
					for _, failed := range run(t, cfg).Failures {
						if failed.Symptom() == f.Symptom() {
							t.Errorf("%s fails as %s does", failed.Check, shown(f))
						}
					}
				}
				selectors := SelectorsOf(f)
				if len(selectors) == 0 || !listed && f.Seen != result.RepeatAlone {
					continue
				}
				for i, only := range [][]string{selectors, f.Only} {
					if cfg.Only = only; i > 0 && (len(only) == 0 || slices.Equal(only, selectors)) {
						continue
					}
					alone := run(t, cfg)
					same := func(a result.Finding) bool { return a.Token == f.Token && a.Wanted == f.Wanted && a.Got == f.Got }
					if !slices.ContainsFunc(alone.Findings, same) {
						t.Errorf("%s: wanted %s, got %s; reproduced by %q: %+v", shown(f), f.Wanted, f.Got, only, alone.Findings)
					}
					isOneVerdict := func(id string) bool { return id == "epin/9.1/one-verdict" } // which one operation does not show
					failed := slices.Sorted(slices.Values(slices.DeleteFunc(failedRequirements(alone), isOneVerdict)))
					broken := slices.Sorted(slices.Values(slices.DeleteFunc(slices.Clone(f.Requirements), isOneVerdict)))
					held := func(id string) bool { return !slices.Contains(failedRequirements(full), id) }
					if f.Seen == result.RepeatAlone && (slices.ContainsFunc(failed, held) || listed && !slices.Equal(failed, broken)) {
						t.Errorf("%s: %s fail alone, and it is shown with %s", shown(f), failed, broken)
					}
					if !slices.Equal(printable.Strings(alone.Only), only) {
						t.Errorf("the run says that it was %q, not %q", alone.Only, only)
					}
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

// TestUnstable: what fails in a run and not in a fresh process has two answers, which
// counts against one verdict; what is always wrong has one.
func TestUnstable(t *testing.T) {
	for name, wanted := range map[string]bool{"dollar-for-z": false, "table-full": true} {
		report := run(t, Config{Open: opening(mutantNamed(t, name).New), Profile: Quick, Seed: 1, Only: []string{"vectors/parse", "vectors/valid"}})
		if failed := requirementOf(report, "epin/9.1/one-verdict").Failed > 0; report.Unstable != wanted || failed != wanted {
			t.Errorf("%s: unstable %t, one verdict failed %t; wanted %t", name, report.Unstable, failed, wanted)
		}
	}
}
