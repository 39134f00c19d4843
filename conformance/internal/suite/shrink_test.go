package suite_test

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
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

func mutantNamed(t *testing.T, name string) mutant.Mutant {
	t.Helper()
	m, ok := mutant.Named(name)
	if !ok {
		t.Fatalf("there is no mutant %s", name)
	}
	return m
}

func findingsOn(t *testing.T, open conformance.Factory, only ...string) []suite.Finding {
	t.Helper()
	result, _ := run(t, suite.Config{Open: open, Profile: suite.Quick, Seed: 1, Only: only})
	if result.Verdict != suite.NotConformant {
		t.Fatalf("%s: %s", result.Verdict, result.Reason)
	}
	return result.Findings
}

// shown is a finding in a line.
func shown(f suite.Finding) string {
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

func TestFindings(t *testing.T) {
	if testing.Short() {
		t.Skip("short runs are for the race detector, and nothing runs side by side here")
	}
	for i, test := range []struct {
		mutant string
		wanted []string // the first findings
		all    bool     // and there are no others
	}{
		{"dollar-for-z", []string{`[parse valid sweep] []"A\n"`}, true},
		{"check-raises-on-bytes", []string{`[valid] []"\x80"`}, true},
		{"parser-raises-on-empty", []string{`[parse valid sweep] []""`}, true},
		{"side-inverted", []string{`[parse] []"A"`}, true},
		{"derive-toggles", []string{`[apply] [derive]"A'"`, `[apply] [derive derive]"A"`}, true},
		{"equality-ignores-case", []string{`[equal] []"A" "a"`}, true},
		{"last-index", []string{`parse []"A" x1; [parse] []"A"`}, false},
		{"error-kept", []string{`sweep []"" x1; [sweep] []"A"`}, false},
		{"table-full", []string{`valid []"A" x1000; [valid] []"Q"`}, false},
		{"sweep-of-the-first-256", []string{`sweep []"A" x256; [sweep] []"l"`}, true},
		{"sweep-of-the-last", []string{`[sweep] []"A"; sweep []"" x1`}, true},
	} {
		if !suite.Sampled(i, 3) {
			continue
		}
		t.Run(test.mutant, func(t *testing.T) {
			t.Parallel()
			m := mutantNamed(t, test.mutant)
			var got []string
			for _, f := range findingsOn(t, opening(m.New)) {
				got = append(got, shown(f))
			}
			if n := len(test.wanted); !test.all && len(got) > n {
				got = got[:n]
			}
			if diff := cmp.Diff(test.wanted, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// The repeating command of a finding shows it again.
func TestFindingsAreRepeatedBySelectors(t *testing.T) {
	for _, name := range []string{"dollar-for-z", "derive-toggles", "equality-ignores-case", "last-index", "check-raises-on-bytes", "sweep-of-the-last"} {
		m := mutantNamed(t, name)
		for _, f := range findingsOn(t, opening(m.New), "vectors", "properties/one-verdict") {
			if f.Only == nil {
				continue
			}
			again := findingsOn(t, opening(m.New), f.Only...)
			if !slices.ContainsFunc(again, func(g suite.Finding) bool { return g.Token == f.Token && g.Got == f.Got }) {
				t.Errorf("%s: %s is not repeated by %v, which finds %+v", name, shown(f), f.Only, again)
			}
		}
	}
}

// Findings are the same whatever the number of processes.
func TestFindingsDoNotDependOnJobs(t *testing.T) {
	for i, name := range []string{"derive-toggles", "check-trims", "last-index"} {
		if !suite.Sampled(i, 3) {
			continue
		}
		m := mutantNamed(t, name)
		var before []suite.Finding
		for _, jobs := range []int{1, 3} {
			result, _ := run(t, suite.Config{Open: opening(m.New), Profile: suite.Quick, Seed: 1, Jobs: jobs, Only: []string{"vectors", "tokens/parse", "properties"}})
			if jobs > 1 {
				if diff := cmp.Diff(before, []suite.Finding(result.Findings), ignoreDiff); diff != "" {
					t.Errorf("%s: %s", name, diff)
				}
			}
			before = result.Findings
		}
	}
}

var ignoreDiff = cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Diff" }, cmp.Ignore())

// A library without faults is asked nothing more than without shrinking.
func TestAPassIsNotShrunk(t *testing.T) {
	opened := 0
	open := func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
		opened++
		return conformance.Reference(e), nil
	}
	result, _ := run(t, suite.Config{Open: open, Profile: suite.Quick, Only: []string{"vectors", "tokens", "exhaustive"}})
	if opened != 1 || result.Findings != nil {
		t.Errorf("opened %d times, with %d findings", opened, len(result.Findings))
	}
}

// After a signal nothing is asked; what failed is shown as it is.
func TestNothingIsShrunkAfterASignal(t *testing.T) {
	m := mutantNamed(t, "dollar-for-z")
	ctx, cancel := context.WithCancelCause(t.Context())
	opened := 0
	open := func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
		opened++
		return m.New(e), nil
	}
	result, err := suite.Run(ctx, suite.Config{Open: open, Profile: suite.Quick}, func(e suite.Event) {
		if _, failed := e.(suite.CheckFailed); failed {
			cancel(errors.New("interrupted"))
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if opened != 1 || len(result.Findings) == 0 || result.Findings[0].Seen != suite.RepeatUnknown || result.Findings[0].Minimal {
		t.Errorf("opened %d times: %+v", opened, result.Findings)
	}
}

// TestFindingsOfSeveralOperations: the text of a finding, and what reproduces it, come from a
// single request and not from a sweep; why a check exists is said of the input of that check.
func TestFindingsOfSeveralOperations(t *testing.T) {
	crashes := altered{func(req conformance.Request, resp conformance.Response) conformance.Response {
		if req.Op != conformance.OpEqual && strings.Contains(req.Token, "\x80") {
			return conformance.Response{Outcome: conformance.Crashed, Crash: "ArgumentError: invalid byte sequence"}
		}
		return resp
	}}
	for _, test := range []struct {
		only []string
		want string
		why  bool
	}{
		{[]string{"exhaustive/sweep", "vectors/parse/4be28099"}, `[parse sweep] []"\x80" by [single/parse/80]: crashed: ArgumentError: invalid byte sequence`, false},
		{[]string{"exhaustive/sweep", "vectors/parse/4be28099", "vectors/valid/4be28099"}, `[parse valid sweep] []"\x80" by [single/parse/80]: crashed: ArgumentError: invalid byte sequence`, false},
		{[]string{"vectors/parse"}, `[parse] []"\x80" by [single/parse/80]: crashed: ArgumentError: invalid byte sequence`, true},
	} {
		found := findingsOn(t, always(crashes), test.only...)
		for _, f := range found {
			if got := fmt.Sprintf("%s by %s: %s", shown(f), f.Only, f.Got); len(found) > 1 || got != test.want || (f.Why != "") != test.why {
				t.Errorf("%s: %s (why: %q)\nwant %s", test.only, got, f.Why, test.want)
			}
		}
	}
}

// TestShrinkingEnds: whenever the time for shrinking ends, no finding says that it was not
// reproduced, of a library that always fails after the same requests.
func TestShrinkingEnds(t *testing.T) {
	m := mutantNamed(t, "last-index")
	step := 5
	if suite.Whole() {
		step = 1
	}
	for processes := 1; ; processes += step {
		ctx, cancel := context.WithCancelCause(t.Context())
		opened := 0
		open := func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
			if opened++; opened > processes {
				cancel(errors.New("interrupted"))
			}
			return m.New(e), nil
		}
		result, err := suite.Run(ctx, suite.Config{Open: open, Profile: suite.Quick, Only: []string{"vectors/parse"}}, func(suite.Event) {})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range result.Findings {
			if f.Seen == suite.RepeatNot || f.Seen == suite.RepeatUnknown && (len(f.Calls) > 0 || f.Minimal) {
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
		result, _ := run(t, suite.Config{Open: opening(mutantNamed(t, name).New), Profile: suite.Quick, Seed: 1, Only: []string{"vectors/parse", "tokens/equal"}})
		verdict := slices.IndexFunc(result.Requirements, func(q suite.Requirement) bool { return q.ID == "epin/9.1/one-verdict" })
		if failed := result.Requirements[verdict].Failed > 0; result.Unstable != wanted || failed != wanted {
			t.Errorf("%s: unstable %t, one verdict failed %t; wanted %t", name, result.Unstable, failed, wanted)
		}
	}
}
