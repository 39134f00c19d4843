package suite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/notation"
)

// shown is a finding in a line.
func shown(f Finding) string {
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

type findingsOf struct {
	mutant string
	wanted []string
	more   bool // there are others
}

// findings are the first findings of some mutants.
var findings = []findingsOf{
	{"dollar-for-z", []string{`[parse valid sweep] []"A\n"`}, false},
	{"parser-raises-on-empty", []string{`[parse valid sweep] []""`}, false},
	{"side-inverted", []string{`[parse] []"A"`}, false},
	{"check-raises-on-bytes", []string{`[valid] []"\x80"`}, false},
	{"derive-toggles", []string{`[apply] [derive]"A'"`, `[apply] [derive derive]"A"`}, false},
	{"equality-ignores-case", []string{`[equal] []"A" "a"`}, false},
	{"last-index", []string{`parse []"A" x1; [parse] []"A"`}, true},
	{"error-kept", []string{`sweep []"" x1; [sweep] []"A"`}, true},
	{"table-full", []string{`valid []"A" x1000; [valid] []"Q"`}, true},
	{"sweep-of-the-first-256", []string{`sweep []"A" x256; [sweep] []"s"`}, false},
	// The second is not reproduced: what is last in the sweep of the run is not a request before it.
	{"sweep-of-the-last", []string{`[sweep] []"A"; sweep []"" x1`, `[sweep] []"\xd2"`}, false},
}

// TestTransformationIsNoAttribute: the result of native is not shrunk to the attribute native.
func TestTransformationIsNoAttribute(t *testing.T) {
	alone := Config{Open: opening(mutantNamed(t, "caret-any-character").New), Only: []string{"single/apply/native/4127"}}
	got := run(t, alone)
	if len(got.Findings) != 1 || shown(got.Findings[0]) != `[apply] [native]"A'"` {
		t.Errorf("findings %+v", got.Findings)
	}
}

// TestFindings: some mutants have exactly these findings. Of these and of others, the selectors
// of a finding reproduce it, and break no requirement that held in the full run. Nothing but
// validity is offered, unless the mutant shows in sweeps, or with EPIN_WHOLE=1.
func TestFindings(t *testing.T) {
	longTest(t)
	for _, of := range findings {
		mutantNamed(t, of.mutant)
	}
	for i, m := range mutant.All() {
		row := slices.IndexFunc(findings, func(of findingsOf) bool { return of.mutant == m.Name })
		chosen := row >= 0 && sampled(row, 3) || sampled(i, 160)
		if !m.ExistsIn(notation.EPIN) || !chosen {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			t.Parallel()
			cfg := Config{Open: openVerdicts(t, m.Name), Profile: Quick, Seed: 1}
			if m.Witness[len(m.Witness)-1].Op == conformance.OpSweep || whole() {
				cfg.Open = opening(m.New)
			}
			full := run(t, cfg)
			if row >= 0 {
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
				selectors := SelectorsOf(f)
				if len(selectors) == 0 || row < 0 && f.Seen != RepeatAlone {
					continue
				}
				for i, only := range [][]string{selectors, f.Only} {
					if cfg.Only = only; i > 0 && (len(only) == 0 || slices.Equal(only, selectors)) {
						continue
					}
					alone := run(t, cfg)
					same := func(a Finding) bool { return a.Token == f.Token && a.Wanted == f.Wanted && a.Got == f.Got }
					if !slices.ContainsFunc(alone.Findings, same) {
						t.Errorf("%s: wanted %s, got %s; reproduced by %q: %+v", shown(f), f.Wanted, f.Got, only, alone.Findings)
					}
					for _, id := range failedRequirements(alone) {
						if f.Seen == RepeatAlone && !slices.Contains(failedRequirements(full), id) {
							t.Errorf("%s: %s fails alone, and not in the full run", shown(f), id)
						}
					}
					if !slices.Equal(printable.Strings(alone.Only), only) {
						t.Errorf("the run says that it was %q, not %q", alone.Only, only)
					}
				}
				if cfg := cfg; i == 0 {
					cfg.Open, cfg.Only = openReference, selectors
					if result := run(t, cfg); len(result.Findings) > 0 || result.Verdict != NoVerdict {
						t.Errorf("the reference: %s, %+v", result.Verdict, result.Findings)
					}
				}
			}
		})
	}
}

// After a signal nothing is asked; what failed is shown as it is.
func TestNothingIsShrunkAfterASignal(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	opened := 0
	open := opening(func(e *notation.Edition) conformance.Implementation {
		opened++
		return mutantNamed(t, "dollar-for-z").New(e)
	})
	result, err := Run(ctx, Config{Open: open, Profile: Quick, Only: []string{result.LayerVectors}, Progress: func(p Progress) {
		if p.First != nil {
			cancel(errors.New("interrupted"))
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if opened != 1 || len(result.Findings) == 0 || result.Findings[0].Seen != RepeatUnknown || result.Findings[0].Minimal {
		t.Errorf("opened %d times: %+v", opened, result.Findings)
	}
}

// TestFindingsOfSeveralOperations: the text of a finding, and what reproduces it, come from a
// single request and not from a sweep; why a check exists is said of the input of that check.
func TestFindingsOfSeveralOperations(t *testing.T) {
	impl := replaced(crash, func(req conformance.Request) bool {
		return req.Op != conformance.OpEqual && strings.Contains(req.Token, "\x80")
	})
	for _, test := range []struct {
		only []string
		want string
		why  bool
	}{
		{[]string{"exhaustive/sweep", "vectors/parse/4be28099"}, `[parse sweep valid] []"\x80"`, false},
		{[]string{"exhaustive/sweep", "vectors/parse/4be28099", "vectors/valid/4be28099"}, `[parse valid sweep] []"\x80"`, false},
		{[]string{"vectors/parse"}, `[parse valid] []"\x80"`, true},
	} {
		result := run(t, Config{Open: open(impl), Profile: Quick, Seed: 1, Only: test.only})
		test.want += " by [single/parse/80]: crashed: RuntimeError: oh"
		if len(result.Findings) == 0 {
			t.Errorf("%s: %s", test.only, result.Reason)
		}
		for _, f := range result.Findings {
			if got := fmt.Sprintf("%s by %s: %s", shown(f), f.Only, f.Got); len(result.Findings) > 1 || got != test.want || (f.Why != "") != test.why {
				t.Errorf("%s: %s (why: %q)\nwant %s", test.only, got, f.Why, test.want)
			}
		}
	}
}

// TestShrinkingEnds: whenever the time for shrinking ends, no finding says that it was not
// reproduced, of a library that always fails after the same requests.
func TestShrinkingEnds(t *testing.T) {
	m := mutantNamed(t, "last-index")
	for processes := 1; ; processes++ {
		if !sampled(processes, 5) {
			continue
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		opened := 0
		open := opening(func(e *notation.Edition) conformance.Implementation {
			if opened++; opened > processes {
				cancel(errors.New("interrupted"))
			}
			return m.New(e)
		})
		result, err := Run(ctx, Config{Open: open, Profile: Quick, Only: []string{"vectors/parse"}})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range result.Findings {
			if f.Seen == RepeatNot || f.Seen == RepeatUnknown && (len(f.Calls) > 0 || f.Minimal) {
				t.Errorf("ended after %d processes: %s is %q, minimal %t", processes, shown(f), f.Repeat, f.Minimal)
			}
		}
		if opened <= processes {
			return
		}
	}
}

// TestUnstable: what fails in a run and not in a fresh process has two answers, which
// counts against one verdict; what is always wrong has one.
func TestUnstable(t *testing.T) {
	for name, wanted := range map[string]bool{"dollar-for-z": false, "table-full": true} {
		result := run(t, Config{Open: opening(mutantNamed(t, name).New), Profile: Quick, Seed: 1, Only: []string{"vectors/parse", "vectors/valid"}})
		if failed := requirementOf(result, "epin/9.1/one-verdict").Failed > 0; result.Unstable != wanted || failed != wanted {
			t.Errorf("%s: unstable %t, one verdict failed %t; wanted %t", name, result.Unstable, failed, wanted)
		}
	}
}

// TestFindingsAreMinimal: none of what is left of a finding without one byte of it, or without one
// of its transformations, fails in the same way. Mutants are sampled, more of them with EPIN_WHOLE=1.
func TestFindingsAreMinimal(t *testing.T) {
	longTest(t)
	minimal := 0
	check := func(name string, edition *notation.Edition, open conformance.Factory) {
		cfg := Config{Open: open, Edition: edition, Profile: Quick, Seed: 1, Only: []string{result.LayerVectors}}
		got := run(t, cfg)
		if len(got.Failures) > 0 != (len(got.Findings) > 0) {
			t.Errorf("%s: %d failures and %d findings", name, len(got.Failures), len(got.Findings))
		}
		impl, _ := open(t.Context(), edition)
		of := shrink.Subject{Open: open, Edition: edition, Description: conformance.Describe(impl, edition), Oracle: oracle.New(edition)}
		// The symptoms of a request to a fresh process.
		wrong := func(req conformance.Request) (symptoms []oracle.Symptom) {
			if !of.CanSend(req) {
				return nil
			}
			resp, err := shrink.Perform(t.Context(), of, shrink.Conversation{Requests: []conformance.Request{req}})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range of.Oracle.Violations(of.Oracle.Wrong(req, resp)) {
				symptoms = append(symptoms, v.Symptom)
			}
			return symptoms
		}
		for _, f := range got.Findings {
			if f.Seen != RepeatAlone || !f.Minimal {
				continue
			}
			minimal++
			for _, op := range f.Ops {
				req := f.Request(op)
				symptoms := wrong(req)
				if len(symptoms) == 0 {
					t.Errorf("%s: %s %v %+q does not fail", name, op, f.Methods, f.Token)
				}
				var simpler []conformance.Request
				for i := range req.Token {
					shorter := req
					shorter.Token = req.Token[:i] + req.Token[i+1:]
					if edition.Valid(shorter.Token) == edition.Valid(req.Token) {
						simpler = append(simpler, shorter)
					}
				}
				for i := range req.Methods {
					fewer := req
					fewer.Methods = slices.Delete(slices.Clone(req.Methods), i, i+1)
					simpler = append(simpler, fewer)
				}
				for _, left := range simpler {
					ofLeft := wrong(left)
					// A finding can have symptoms that belong together, of which one may be shorter.
					lacks := func(s oracle.Symptom) bool { return !slices.Contains(ofLeft, s) }
					if len(symptoms) > 0 && !slices.ContainsFunc(symptoms, lacks) {
						t.Errorf("%s: %s %v fails as %+q does", name, op, left, f.Token)
					}
				}
			}
		}
	}
	for _, e := range notation.All() {
		for i, m := range mutant.All() {
			if i%7 == 0 && sampled(i/7, 28) && m.ExistsIn(e) && m.Layer == mutant.Basic {
				check(m.Name, e, opening(m.New))
			}
		}
		i := 0
		for name, impl := range mutant.Automata(e) {
			if i++; i%7 == 0 && sampled(i/7, 262) {
				check(name, e, open(impl))
			}
		}
	}
	if minimal == 0 {
		t.Error("no finding is minimal")
	}
}

// TestSimplerTokensOfPadding: of equal pieces one is removed, so that long padding is shrunk, or
// found to be minimal, within the time.
func TestSimplerTokensOfPadding(t *testing.T) {
	seen := map[string]bool{}
	for token := range shrink.SimplerTokens("K"+strings.Repeat("'", 1<<16-1), false) {
		if seen[token] || len(seen) > 100 {
			t.Fatalf("after %d tokens, one of %d bytes; yielded before: %t", len(seen), len(token), seen[token])
		}
		seen[token] = true
	}
	if len(seen) < 16 {
		t.Errorf("%d tokens are simpler", len(seen))
	}
}
