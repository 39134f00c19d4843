package suite

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// TestDeclined: an implementation that is otherwise the reference withholds an answer that
// it offers, in many ways. None is fully conformant, and none that withholds a verdict is
// conformant.
func TestDeclined(t *testing.T) {
	type request = conformance.Request
	answered := []string{"", "!", "K", "k", "+K", "-K", "K^", "K'", "+K^'", "K''", "K\n", "^K", "'K", "++K", "KK"}
	const derive, idempotent, copied = "epin/9.3/derive", "epin/9.3/idempotent", "epin/9.3/copy"
	const parse, sweep, apply = conformance.OpParse, conformance.OpSweep, conformance.OpApply
	on := func(match func(string) bool, ops ...conformance.Op) func(request, int) bool {
		return func(req request, _ int) bool {
			return (len(ops) == 0 || slices.Contains(ops, req.Op)) && match(req.Token)
		}
	}
	again := func(ops ...conformance.Op) func(request, int) bool {
		return func(req request, asked int) bool { return slices.Contains(ops, req.Op) && asked > 0 }
	}
	all := func(string) bool { return true }
	newline := func(s string) bool { return strings.HasSuffix(s, "\n") }
	for i, test := range []struct {
		name     string
		declines func(req request, asked int) bool // asked: how often before; a sweep is declined where one string is
		keeps    func(request, *conformance.Response)
		verdict  result.Verdict
		untested []string // requirements, among others
		announce string
		what     string // among what Declined.What returns

		claimless bool // each part that could show a claim has a declined request
	}{
		{
			name: "all but 15 strings", declines: on(func(s string) bool { return !slices.Contains(answered, s) }),
			verdict: result.NoVerdict, untested: []string{"epin/6/grammar", "epin/9.1/accept", "epin/9.1/reject"}, claimless: true,
		},
		{
			name: "a trailing newline, by parse alone", declines: on(newline, parse),
			verdict: result.NoVerdict, untested: []string{"epin/9.1/reject"}, announce: `leave "parse" out of ops`,
		},
		{
			name: "sweeps with one string", declines: on(func(s string) bool { return s == "K'\n" }, sweep),
			verdict: result.NoVerdict, announce: `leave "sweep" out of ops`, what: `, such as sweep "K'\n"`,
		},
		{name: "long strings", declines: on(func(s string) bool { return len(s) > 1<<16 }), verdict: result.NoVerdict},
		{
			name: "NUL", declines: on(func(s string) bool { return strings.Contains(s, "\x00") }),
			verdict: result.NoVerdict, announce: `"nul": false`,
		},
		{
			name:     "flip, which is informative",
			declines: func(req request, _ int) bool { return slices.Contains(req.Methods, conformance.Flip) },
			verdict:  result.Conformant, untested: []string{"examples/recipes/side"}, announce: `leave "flip" out of methods`,
		},
		{
			name: "malformed UTF-8", declines: on(func(s string) bool { return !utf8.ValidString(s) }),
			verdict: result.NoVerdict, announce: `"bytes": false`,
		},
		{name: "everything", declines: on(all), verdict: result.NoVerdict, untested: []string{"epin/9.1/one-verdict"}},
		{name: "what was asked before", declines: again(validity...), verdict: result.NoVerdict},
		{
			name: "derive of one token",
			declines: func(req request, _ int) bool {
				return req.Token == "k'" && slices.Contains(req.Methods, conformance.Derive)
			},
			verdict: result.Conformant, untested: []string{derive, idempotent, copied}, announce: `leave "derive" out of methods`,
		},
		{
			name: "the PIN of derived tokens",
			keeps: func(req request, resp *conformance.Response) {
				if req.Op == parse && strings.HasSuffix(req.Token, "'") {
					*resp.Attribute(notation.EPIN, "pin") = notation.Value{}
				}
			},
			verdict: result.Conformant, untested: []string{"epin/9.3/pin"}, what: `returned pin for "A" and not for "A'"`,
		},
		{
			name: "the side of results",
			keeps: func(req request, resp *conformance.Response) {
				if req.Op == apply && len(req.Methods) > 0 {
					*resp.Attribute(notation.EPIN, "side") = notation.Value{}
				}
			},
			verdict: result.Conformant, untested: []string{"epin/7.1/side"}, what: `returned side for "A" and not for the last result of apply native "R"`,
		},
	} {
		if !sampled(i, 6) {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			declined, asked := 0, map[string]int{} // by request
			impl := altered(func(req conformance.Request, resp conformance.Response) conformance.Response {
				if test.keeps != nil && resp.Outcome == conformance.Accepted {
					test.keeps(req, &resp)
				}
				key := string(req.Op) + requestKey(req)
				if test.declines != nil && test.declines(req, asked[key]) {
					declined++
					return conformance.Response{}
				}
				asked[key]++
				return resp
			})
			profile := Quick
			if test.name == "long strings" {
				profile = Standard
			}
			offers := conformance.Describe(conformance.Reference(notation.EPIN), notation.EPIN)
			if test.verdict == result.NoVerdict && !whole() {
				offers.Ops = validity
			}
			report := run(t, Config{Open: open(limited{impl, offers}), Profile: profile, Seed: 1})
			if report.Verdict != test.verdict || !report.Declined.Any() {
				t.Fatalf("%s: %s", report.Verdict, report.Reason)
			}
			if got := report.Declined.Announce; test.announce != "" && got != test.announce {
				t.Errorf("to announce is %s, want %s", got, test.announce)
			}
			if n := report.Declined.Requests(); n > 0 && !strings.Contains(report.Reason.String(), "It declined ") {
				t.Errorf("%d requests were declined, and the reason is %s", n, report.Reason)
			}
			// To name the token of a sweep takes at most two requests for each halving of 4,096 tokens.
			if n, counted := declined, report.Declined.Requests(); counted > n || counted < n-24 {
				t.Errorf("%d requests were declined, and %d are counted", n, counted)
			}
			if what := report.Declined.What(); !strings.Contains(what, test.what) {
				t.Errorf("it %s; want %s", what, test.what)
			}
			for _, r := range report.Requirements {
				if slices.Contains(test.untested, r.ID) && r.Result != result.CheckNotExercised {
					t.Errorf("%s: %s, of %+v", r.ID, r.Result, r.Counts)
				}
			}
			for _, c := range report.Claims {
				if test.claimless && c.Chains == 0 || test.keeps != nil && c.Chains > 0 {
					t.Errorf("too much is claimed: %+v", c)
				}
			}
		})
	}
}
