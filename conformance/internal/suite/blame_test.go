package suite

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// TestBlame: a requirement fails only if the implementation breaks the sentence that it
// quotes. Examples that show a whole game, or the use of a token, break with it.
func TestBlame(t *testing.T) {
	isMalformed := func(s string) bool { return !utf8.ValidString(s) }
	crashesOn := func(fails func(string) bool) conformance.Implementation {
		return offering(replaced(crash, func(req conformance.Request) bool { return fails(req.Token) }), validity...)
	}
	crashesIn := func(m conformance.Method) conformance.Implementation {
		return replaced(crash, func(req conformance.Request) bool {
			return slices.Contains(req.Methods, m) && epin.Valid(req.Token)
		})
	}
	const malformedOnly = " It is correct on all valid UTF-8 that was tested: every failed check is on malformed UTF-8."
	showsCrash := func(f result.Failure) bool { return strings.Contains(f.Got.String(), "crashed: RuntimeError: oh") }
	for _, test := range []struct {
		name      string
		impl      conformance.Implementation
		only      []string
		failed    string // requirements
		examples  string // those that fail with them
		untested  []string
		malformed bool // the reason says that every failed check is on malformed UTF-8
	}{
		{
			name: "crashes on every invalid string", impl: crashesOn(func(s string) bool { return !epin.Valid(s) }),
			failed: "epin/6/grammar epin/9.1/reject epin/9.4/empty epin/9.4/double-marker epin/9.4/caret-first epin/9.4/marker-order" +
				" epin/9.4/double-state epin/9.4/double-terminal epin/9.4/not-a-letter epin/9.4/whitespace epin/9.4/line-break",
		},
		{
			name: "crashes on malformed UTF-8", impl: crashesOn(isMalformed), malformed: true,
			failed: "epin/6/grammar epin/9.1/reject epin/9.4/not-a-letter",
		},

		{
			name: "accepts malformed UTF-8", impl: verdicts(func(s string) bool { return s == "K\xff" || epin.Valid(s) }), malformed: true,
			failed: "epin/6/grammar epin/6/anchoring epin/9.1/reject",
		},
		{
			name: "crashes in derive", impl: crashesIn(conformance.Derive), failed: "epin/9.3/derive epin/9.3/idempotent",
			examples: "examples/idempotence examples/capture-shogi examples/recipes/style examples/lifecycle/derived",
		},

		{
			name: "rejects a valid token in one operation",
			impl: offering(replaced(reject, func(req conformance.Request) bool {
				return req.Op == conformance.OpValid && req.Token == "z"
			}), validity...),
			failed: "epin/3/pin-superset epin/6/grammar epin/9.1/accept epin/9.1/one-verdict", examples: "examples/single-style/accept-both",
		},
		{
			name: "rejects everything", untested: aboutValues,
			impl:   offering(verdicts(func(string) bool { return false }), conformance.OpValid, conformance.OpSweep),
			failed: "epin/3/pin-superset epin/6/grammar epin/9.1/accept",
			examples: "examples/single-style/accept-both examples/variants examples/capture-chess examples/capture-shogi" +
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
			var failed, examples []string
			for _, id := range failedRequirements(report) {
				if strings.HasPrefix(id, "examples/") {
					examples = append(examples, id)
				} else {
					failed = append(failed, id)
				}
			}
			if got := strings.Join(failed, " "); got != test.failed {
				t.Errorf("failed: %s\nwant: %s", got, test.failed)
			}
			if got := strings.Join(examples, " "); got != test.examples {
				t.Errorf("examples failed: %s\nwant: %s", got, test.examples)
			}
			if says := strings.HasSuffix(report.Reason.String(), malformedOnly); says != test.malformed {
				t.Error(report.Reason)
			}
			for _, id := range test.untested {
				if q := requirementOf(report, id); q.Result != result.CheckNotExercised {
					t.Errorf("%s %s", id, q.Result)
				}
			}
			if strings.HasPrefix(test.name, "crashes") && !slices.ContainsFunc(report.Failures, showsCrash) {
				t.Error("no failure shows the crash")
			}
		})
	}
}

// TestContradiction: where the operations contradict each other, the wrong one fails.
func TestContradiction(t *testing.T) {
	for _, test := range []struct {
		name        string
		op          conformance.Op // the wrong one
		token       string
		resp        conformance.Response
		wanted, got printable.Text
		only        string
	}{
		{"parse crashes, and valid is right", conformance.OpParse, "K'", crash, "accepted", "crashed: RuntimeError: oh", "vectors"},
		{"valid accepts, and parse is right", conformance.OpValid, "K''", accept, "rejected", "accepted", "vectors"},
		// The layers are not split between the operations: each has every single byte tested.
		{"parse accepts a byte", conformance.OpParse, "\xcb", accept, "rejected", "accepted", "exhaustive"},
	} {
		impl := replaced(test.resp, func(req conformance.Request) bool { return req.Op == test.op && req.Token == test.token })
		report := run(t, Config{Open: open(impl), Profile: Quick, Seed: 1, Only: []string{test.only}})
		for _, f := range report.Failures {
			if f.Op != string(test.op) || string(f.Token) != test.token {
				t.Errorf("%s: %s failed: wanted %s, got %s", test.name, f.Check, f.Wanted, f.Got)
			}
		}
		q := requirementOf(report, "epin/9.1/one-verdict")
		if q.Failed == 0 || q.Failed > 3 || q.Passed < 500 {
			t.Errorf("%s: %d of %d comparisons failed", test.name, q.Failed, q.Failed+q.Passed)
		}
		e := q.Example
		if e == nil || !strings.HasSuffix(string(e.Says), " by "+string(test.op)) || e.Wanted != test.wanted || e.Got != test.got {
			t.Errorf("%s: %+v", test.name, e)
		}
		if len(report.Findings) != 1 || !slices.Contains(report.Findings[0].Requirements, q.ID) {
			t.Errorf("%s: %+v", test.name, report.Findings)
		}
	}
}
