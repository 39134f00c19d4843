package suite_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// partial is the reference, but for the requests and attributes that it withholds. A sweep
// is declined where one of its tokens is.
type partial struct {
	conformance.Description
	declines func(req conformance.Request, asked int) bool // asked: how often the request was made before
	keeps    func(token string, resp *conformance.Response)

	mu    *sync.Mutex
	asked map[string]int // by request; "" counts those that were declined
}

func (p partial) Describe() conformance.Description { return p.Description }

func (p partial) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	resp, err := conformance.Reference(epin.Current).Do(ctx, req)
	if p.keeps != nil && resp.Outcome == conformance.Accepted && req.Op == conformance.OpParse {
		p.keeps(req.Token, &resp)
	}
	if p.declines == nil {
		return resp, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, one := range append([]string{req.Token}, req.Tokens...) {
		single := req
		single.Token, single.Tokens = one, nil
		if req.Op == conformance.OpSweep && len(req.Tokens) > 0 && one == "" && !slices.Contains(req.Tokens, "") {
			continue
		}
		key := fmt.Sprintf("%s %v %q %q", req.Op, req.Methods, one, req.Other)
		if p.declines(single, p.asked[key]) {
			p.asked[""]++
			return conformance.Response{}, err
		}
		p.asked[key]++
	}
	return resp, err
}

func op(ops ...conformance.Op) func(conformance.Request) bool {
	return func(req conformance.Request) bool { return slices.Contains(ops, req.Op) }
}

var validity = op(conformance.OpParse, conformance.OpValid, conformance.OpSweep)

// TestDeclined: an implementation that is otherwise the reference withholds an answer that
// it offers, in many ways. None is fully conformant, and none that withholds a verdict is
// conformant.
func TestDeclined(t *testing.T) {
	answered := []string{"", "!", "K", "k", "+K", "-K", "K^", "K'", "+K^'", "K''", "K\n", "^K", "'K", "++K", "KK"}
	const (
		derive, native, idempotent, copied, equivalent = "epin/9.3/derive", "epin/9.3/native", "epin/9.3/idempotent", "epin/9.3/copy", "epin/9.3/equivalent"
	)
	for i, test := range []struct {
		name     string
		declines func(conformance.Request, int) bool
		keeps    func(string, *conformance.Response)
		verdict  suite.Verdict
		untested []string // requirements, among others
		announce string
		what     string // among what Declined.What returns

		claimless bool // each part that could show a claim has a declined request
	}{
		{
			name:     "all but 15 strings",
			declines: func(req conformance.Request, _ int) bool { return !slices.Contains(answered, req.Token) },
			verdict:  suite.NoVerdict, untested: []string{"epin/6/grammar", "epin/9.1/accept", "epin/9.1/reject"}, claimless: true,
		},
		{
			name:     "a trailing newline",
			declines: func(req conformance.Request, _ int) bool { return strings.HasSuffix(req.Token, "\n") },
			verdict:  suite.NoVerdict, untested: []string{"epin/6/anchoring", "epin/9.1/reject", "epin/9.4/line-break"}, claimless: true,
		},
		{
			name: "a trailing newline, by parse alone",
			declines: func(req conformance.Request, _ int) bool {
				return req.Op == conformance.OpParse && strings.HasSuffix(req.Token, "\n")
			},
			verdict: suite.NoVerdict, untested: []string{"epin/9.1/reject"}, announce: `leave "parse" out of ops`,
		},
		{
			name:     "every sweep",
			declines: func(req conformance.Request, _ int) bool { return req.Op == conformance.OpSweep },
			verdict:  suite.NoVerdict, announce: `leave "sweep" out of ops`,
		},
		{
			name: "sweeps with one string",
			declines: func(req conformance.Request, _ int) bool {
				return req.Op == conformance.OpSweep && req.Token == "K'\n"
			},
			verdict: suite.NoVerdict, announce: `leave "sweep" out of ops`, what: `, the first of them sweep "K'\n"`,
		},
		{
			name: "sweeps with an invalid string",
			declines: func(req conformance.Request, _ int) bool {
				return req.Op == conformance.OpSweep && !epin.Valid(req.Token)
			},
			verdict: suite.NoVerdict, untested: []string{"epin/9.1/reject"},
		},
		{
			name:     "strings over four bytes",
			declines: func(req conformance.Request, _ int) bool { return len(req.Token) > 4 },
			verdict:  suite.NoVerdict,
		},
		{
			name:     "long strings",
			declines: func(req conformance.Request, _ int) bool { return len(req.Token) > 1<<16 },
			verdict:  suite.NoVerdict,
		},
		{
			name:     "one valid token",
			declines: func(req conformance.Request, _ int) bool { return validity(req) && req.Token == "-q^'" },
			verdict:  suite.NoVerdict, untested: []string{"epin/9.1/accept"},
		},
		{
			name: "invalid strings, by valid alone",
			declines: func(req conformance.Request, _ int) bool {
				return req.Op == conformance.OpValid && !epin.Valid(req.Token)
			},
			verdict: suite.NoVerdict, announce: `leave "valid" out of ops`,
		},
		{
			name:     "NUL",
			declines: func(req conformance.Request, _ int) bool { return strings.Contains(req.Token, "\x00") },
			verdict:  suite.NoVerdict, announce: `"nul": false`,
		},
		{
			name:     "malformed UTF-8",
			declines: func(req conformance.Request, _ int) bool { return !utf8.ValidString(req.Token) },
			verdict:  suite.NoVerdict, announce: `"bytes": false`,
		},
		{
			name:     "everything",
			declines: func(conformance.Request, int) bool { return true },
			verdict:  suite.NoVerdict,
		},
		{
			name:     "what was asked before",
			declines: func(req conformance.Request, asked int) bool { return validity(req) && asked > 0 },
			verdict:  suite.NoVerdict,
		},
		{
			name:     "apply to all but one token",
			declines: func(req conformance.Request, _ int) bool { return req.Op == conformance.OpApply && req.Token != "K" },
			verdict:  suite.Conformant, untested: []string{derive, native, idempotent, copied, "examples/recipes/side"}, announce: `leave "apply" out of ops`,
		},
		{
			name: "derive of one token",
			declines: func(req conformance.Request, _ int) bool {
				return slices.Contains(req.Methods, conformance.Derive) && req.Token == "k'"
			},
			verdict: suite.Conformant, untested: []string{derive, idempotent, copied}, announce: `leave "derive" out of methods`,
		},
		{
			name:     "flip, which is informative",
			declines: func(req conformance.Request, _ int) bool { return slices.Contains(req.Methods, conformance.Flip) },
			verdict:  suite.Conformant, untested: []string{"examples/recipes/side"}, announce: `leave "flip" out of methods`,
		},
		{
			name:     "two transformations in a row",
			declines: func(req conformance.Request, _ int) bool { return len(req.Methods) > 1 },
			verdict:  suite.Conformant, untested: []string{idempotent}, announce: `leave "apply" out of ops`,
		},
		{
			name: "no transformation at all",
			declines: func(req conformance.Request, _ int) bool {
				return req.Op == conformance.OpApply && len(req.Methods) == 0
			},
			verdict: suite.Conformant,
		},
		{
			name:     "apply that was asked before",
			declines: func(req conformance.Request, asked int) bool { return req.Op == conformance.OpApply && asked > 0 },
			verdict:  suite.Conformant, untested: []string{derive},
		},
		{
			name: "equality of what differs",
			declines: func(req conformance.Request, _ int) bool {
				return req.Op == conformance.OpEqual && req.Token != req.Other
			},
			verdict: suite.Conformant, untested: []string{equivalent}, announce: `leave "equal" out of ops`,
		},
		{
			name: "equality of one pair",
			declines: func(req conformance.Request, _ int) bool {
				return req.Op == conformance.OpEqual && req.Token == "K" && req.Other == "K'"
			},
			verdict: suite.Conformant, untested: []string{equivalent},
		},
		{
			name: "the PIN of derived tokens",
			keeps: func(token string, resp *conformance.Response) {
				if strings.HasSuffix(token, "'") {
					resp.PIN = conformance.Optional[string]{}
				}
			},
			verdict: suite.Conformant, untested: []string{"epin/9.3/pin"}, what: `returned pin for "A" and not for "A'"`,
		},
		{
			name: "every attribute of one token",
			keeps: func(token string, resp *conformance.Response) {
				if token == "Z" {
					*resp = conformance.Response{Outcome: conformance.Accepted}
				}
			},
			verdict: suite.Conformant, untested: []string{"epin/7.1/name", "epin/7.2/derivation", "epin/9.2/canonical", "epin/9.2/no-context", "epin/3/pin-superset"},
		},
	} {
		if !suite.Sampled(i, 3) {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			impl := partial{
				Description: conformance.Describe(conformance.Reference(epin.Current), epin.Current),
				declines:    test.declines, keeps: test.keeps, mu: new(sync.Mutex), asked: map[string]int{},
			}
			profile := suite.Quick
			if test.name == "long strings" {
				profile = suite.Standard
			}
			result, _ := run(t, suite.Config{Open: always(impl), Profile: profile, Seed: 1})
			if result.Verdict != test.verdict || !result.Declined.Any() {
				t.Fatalf("%s: %s", result.Verdict, result.Reason)
			}
			if got := result.Declined.Announce; test.announce != "" && got != test.announce {
				t.Errorf("to announce is %s, want %s", got, test.announce)
			}
			if n := result.Declined.Requests(); n > 0 && !strings.Contains(result.Reason.String(), "It declined ") {
				t.Errorf("%d requests were declined, and the reason is %s", n, result.Reason)
			}
			// To name the token of a sweep takes at most two requests for each halving of 4,096 tokens.
			if n, counted := impl.asked[""], result.Declined.Requests(); counted > n || counted < n-24 {
				t.Errorf("%d requests were declined, and %d are counted", n, counted)
			}
			if what := result.Declined.What(); !strings.Contains(what, test.what) {
				t.Errorf("it %s; want %s", what, test.what)
			}
			for _, r := range result.Requirements {
				if slices.Contains(test.untested, r.ID) && r.Result != suite.CheckNotExercised {
					t.Errorf("%s: %s, of %+v", r.ID, r.Result, r.Counts)
				}
			}
			if test.claimless && len(result.Claims) > 0 {
				t.Errorf("something is claimed: %+v", result.Claims)
			}
		})
	}
}

// TestAnnouncedLimits: what hello announces as impossible is not sent, and full conformance
// is possible without it. What was not offered is rightly declined.
func TestAnnouncedLimits(t *testing.T) {
	everything := conformance.Describe(conformance.Reference(epin.Current), epin.Current)
	noNUL, text, neither, few := everything, everything, everything, everything
	noNUL.NoNUL, text.Bytes, neither.NoNUL, neither.Bytes = true, false, true, false
	few.Methods, few.Ops = []conformance.Method{conformance.Native}, []conformance.Op{conformance.OpParse, conformance.OpApply}
	for i, test := range []struct {
		name    string
		offers  conformance.Description
		verdict suite.Verdict
		reason  string
	}{
		{"without NUL", noNUL, suite.FullyConformant, "Tested with strings without the byte 0 only"},
		{"text only", text, suite.FullyConformant, "Tested with text only"},
		{"text without NUL", neither, suite.FullyConformant, "Tested with text without the byte 0 only"},
		{"few operations", few, suite.Conformant, "Not tested, since the implementation does not offer what they need: epin/"},
	} {
		if !suite.Sampled(i, 3) {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			impl := partial{Description: test.offers, mu: new(sync.Mutex), asked: map[string]int{}}
			impl.declines = func(req conformance.Request, _ int) bool { return !test.offers.Answers(req) }
			got, _ := run(t, suite.Config{Open: always(impl), Profile: suite.Quick, Seed: 1})
			if got.Verdict != test.verdict || got.Declined.Any() || !strings.Contains(got.Reason.String(), test.reason) {
				t.Fatalf("%s: %s", got.Verdict, got.Reason)
			}
			if len(got.Claims) == 0 {
				t.Fatal("nothing is claimed")
			}
			for _, c := range got.Claims {
				if c.Alphabet != result.ImplementationOf(test.offers, nil).Alphabet() {
					t.Errorf("the alphabet of %+v is not what the implementation takes", c)
				}
			}
		})
	}
}
