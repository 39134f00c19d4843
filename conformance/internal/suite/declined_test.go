package suite

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/internal/tests"
)

type declinedTest struct {
	name     string
	declines func(req conformance.Request, asked int) bool // asked: how often before; a sweep is declined where one string is
	keeps    func(conformance.Request, *conformance.Response)
	verdict  result.Verdict
	untested []string // requirements, among others
	announce string
	what     string // among what Declined.What returns
}

// answered is the strings on which a library declines nothing.
var answered = []string{"", "!", "K", "k", "+K", "-K", "K^", "K'", "+K^'", "K''", "K\n", "^K", "'K", "++K", "KK"}

// without takes an attribute from the responses to some requests.
func without(key string, of func(conformance.Request) bool) func(conformance.Request, *conformance.Response) {
	return func(req conformance.Request, resp *conformance.Response) {
		if of(req) {
			*resp.Attribute(notation.EPIN, key) = notation.Value{}
		}
	}
}

func declinedTests() []declinedTest {
	type request = conformance.Request
	const parse, valid, sweep, apply, derive = conformance.OpParse, conformance.OpValid, conformance.OpSweep, conformance.OpApply, conformance.Derive
	on := func(match func(string) bool, ops ...conformance.Op) func(request, int) bool {
		return func(req request, _ int) bool {
			return (len(ops) == 0 || slices.Contains(ops, req.Op)) && match(req.Token)
		}
	}
	again := func(req request, asked int) bool { return slices.Contains(validity, req.Op) && asked > 0 }
	flip := func(req request, _ int) bool { return slices.Contains(req.Methods, conformance.Flip) }
	deriveOfOne := func(req request, _ int) bool { return req.Token == "k'" && slices.Contains(req.Methods, derive) }
	return []declinedTest{
		{
			name: "all but 15 strings", declines: on(func(s string) bool { return !slices.Contains(answered, s) }),
			verdict: result.NoVerdict, untested: []string{"epin/6/grammar", "epin/9.1/accept", "epin/9.1/reject"},
		},
		{
			name: "a trailing newline, by parse alone", declines: on(func(s string) bool { return strings.HasSuffix(s, "\n") }, parse),
			verdict: result.NoVerdict, untested: []string{"epin/9.1/reject"}, announce: `leave "parse" out of ops`,
		},
		{
			name: "sweeps with one string", declines: on(func(s string) bool { return s == "K'\n" }, sweep),
			verdict: result.NoVerdict, announce: `leave "sweep" out of ops`, what: `, such as sweep "K'\n"`,
		},
		{name: "NUL", declines: on(func(s string) bool { return strings.Contains(s, "\x00") }), verdict: result.NoVerdict, announce: `"nul": false`},
		{
			name: "flip, which is informative", declines: flip,
			verdict: result.Conformant, untested: []string{"examples/recipes/side"}, announce: `leave "flip" out of methods`,
		},
		{name: "everything", declines: on(func(string) bool { return true }), verdict: result.NoVerdict, untested: []string{"epin/9.1/one-verdict"}},
		{
			name: "malformed UTF-8", declines: on(func(s string) bool { return !utf8.ValidString(s) }),
			verdict: result.NoVerdict, announce: `"bytes": false`,
		},
		{
			name: "malformed UTF-8, by valid alone", declines: on(func(s string) bool { return !utf8.ValidString(s) }, valid),
			verdict: result.NoVerdict, announce: `leave "valid" out of bytes`,
		},
		{name: "long strings", declines: on(func(s string) bool { return len(s) > 1<<16 }), verdict: result.NoVerdict},
		{name: "what was asked before", declines: again, verdict: result.NoVerdict},
		{
			name: "derive of one token", declines: deriveOfOne, verdict: result.Conformant,
			untested: []string{"epin/9.3/derive", "epin/9.3/idempotent", "epin/9.3/copy"}, announce: `leave "derive" out of methods`,
		},
		{
			name:    "the PIN of derived tokens",
			keeps:   without("pin", func(req request) bool { return req.Op == parse && strings.HasSuffix(req.Token, "'") }),
			verdict: result.Conformant, untested: []string{"epin/9.3/pin"}, what: `returned pin for "A" and not for "A'"`,
		},
		{
			name:    "the side of results",
			keeps:   without("side", func(req request) bool { return req.Op == apply && len(req.Methods) > 0 }),
			verdict: result.Conformant, untested: []string{"epin/7.1/side"}, what: `returned side for "A" and not for the last result of apply native "R"`,
		},
	}
}

// TestDeclined: an implementation that is otherwise the reference withholds an answer that
// it offers, in many ways. None is fully conformant, and none that withholds a verdict is
// conformant.
func TestDeclined(t *testing.T) {
	for i, test := range sample(declinedTests(), 6) {
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
			offers := conformance.Describe(conformance.Reference(notation.EPIN), notation.EPIN)
			if test.verdict == result.NoVerdict && !tests.Whole() {
				offers.Ops = validity
			}
			profile := Quick
			if test.name == "long strings" {
				profile = Standard
			}
			report := run(t, Config{Open: open(limit(impl, offers)), Profile: profile, Seed: 1})
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
			for _, id := range test.untested {
				if r := requirementOf(report, id); r.Result != result.CheckNotExercised {
					t.Errorf("%s: %s, of %+v", r.ID, r.Result, r.Counts)
				}
			}
			for _, c := range report.Claims { // each part that could show a claim has a declined request
				if i == 0 && c.Chains == 0 || test.keeps != nil && c.Chains > 0 {
					t.Errorf("too much is claimed: %+v", c)
				}
			}
		})
	}
}
