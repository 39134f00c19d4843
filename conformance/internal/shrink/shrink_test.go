package shrink

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/notation"
)

// alteration changes a response, or ends the process with an error.
type alteration func(before []string, req conformance.Request, resp *conformance.Response) error

const (
	parse, valid, sweep = conformance.OpParse, conformance.OpValid, conformance.OpSweep
	apply, equal        = conformance.OpApply, conformance.OpEqual
)

func request(op conformance.Op, token string, methods ...conformance.Method) conformance.Request {
	return conformance.Request{Op: op, Token: token, Methods: methods}
}

// run performs requests in one process, or in a fresh one after an exit. It returns the incorrect responses
// with what shrinking needs.
func run(t *testing.T, alter alteration, offers []conformance.Op, requests ...conformance.Request) (*Faults, Subject) {
	t.Helper()
	of := Subject{Edition: notation.EPIN, Oracle: oracle.New(notation.EPIN), Description: conformance.Description{Ops: offers}}
	if offers == nil {
		of.Description = conformance.Describe(conformance.Correct(notation.EPIN), notation.EPIN)
	}
	fresh := func() conformance.Implementation {
		var before []string // the tokens of all requests to this process
		var ended error
		impl := double.Altered(conformance.Correct(notation.EPIN), func(req conformance.Request, resp conformance.Response) conformance.Response {
			ended = cmp.Or(ended, alter(before, req, &resp))
			before = append(before, req.Token)
			return resp
		})
		return double.Func(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
			resp, err := impl(ctx, req)
			return resp, cmp.Or(err, ended)
		})
	}
	of.Open = func(context.Context, *notation.Edition) (conformance.Implementation, error) { return fresh(), nil }
	of.Before = func(check string, _ conformance.Request) Conversation {
		at, _ := strconv.Atoi(check)
		return Conversation{requests[:at+1], at}
	}
	of.Oracle.Attributes = of.Description.ApplyAttributes
	faults, impl := NewFaults(notation.EPIN), fresh()
	for i, req := range requests {
		resp, err := impl.Do(t.Context(), oracle.Sent(req))
		if resp = oracle.SweptOutcome(&resp, 0); err != nil {
			resp, impl = supervise.CrashOf(died), fresh()
		}
		if d := of.Oracle.Wrong(req, resp); d != nil {
			faults.Add(&Fault{Request: req, Violations: of.Oracle.Violations(d), Failure: result.Failure{
				Check: strconv.Itoa(i), Why: printable.Text(fmt.Sprintf(" (check %d)", i)), Requirements: of.Oracle.Requirements(d),
				Token: printable.Token(req.Token), Other: result.InputOf(req).Other, Deviation: of.Oracle.Describe(d),
			}}, i)
		}
	}
	return &faults, of
}

var died = &conformance.Failure{Kind: conformance.Died, What: "it exited", State: "exit status 7"}

func shown(f result.Finding) string {
	var calls []string
	for _, c := range f.Calls {
		calls = append(calls, fmt.Sprintf("%s %s x%d", c.Op, c.Input, c.Times)+map[bool]string{true: " behind"}[c.Behind])
	}
	minimal := map[bool]string{false: "not "}[f.Minimal] + "minimal"
	ids := strings.ReplaceAll(strings.Join(f.Requirements, " "), "epin/", "")
	return fmt.Sprintf("%v %s %v: %s, %s, %d checks: %s; %s%s", f.Ops, f.Input, calls, f.Seen, minimal, f.Checks, ids, f.Got, f.Why)
}

var (
	accept = conformance.Response{Outcome: conformance.Accepted}
	reject = conformance.Response{Outcome: conformance.Rejected}
	crash  = conformance.Response{Outcome: conformance.Crashed, Crash: "Oops"}
)

// whenever replaces the responses about tokens alone.
func whenever(by conformance.Response, is func(before []string, req conformance.Request) bool) alteration {
	return func(before []string, req conformance.Request, resp *conformance.Response) error {
		if req.Op != equal && len(req.Methods) == 0 && is(before, req) {
			*resp = by
		}
		return nil
	}
}

type requests = []conformance.Request

var requested int // of all processes
const onToken = "6/grammar 9.1/accept 3/pin-superset examples/single-style/accept-both"

func holding(parts ...string) func([]string, conformance.Request) bool {
	return func(_ []string, req conformance.Request) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(req.Token, part) })
	}
}

func reads(key, text string) alteration {
	return func(_ []string, _ conformance.Request, resp *conformance.Response) error {
		if of := resp.Attribute(notation.EPIN, key); of.Offered() {
			of.Text = text
		}
		return nil
	}
}

func doesNothing(m conformance.Method) alteration {
	return func(_ []string, req conformance.Request, resp *conformance.Response) error {
		if i := slices.Index(req.Methods, m); i >= 0 && resp.Tokens != nil {
			resp.Tokens[i] = req.Token
		}
		return nil
	}
}

var shrinkings = []struct {
	name     string
	alter    alteration
	offers   []conformance.Op // nil for everything
	requests requests
	want     []string
}{
	{"all bytes but one are omitted, and other operations fail too", whenever(accept, holding("\n")), nil,
		requests{request(parse, "+K^'\n"), request(valid, "K\n"), request(sweep, "\nK")}, []string{
			`[parse valid sweep] "\n" []: alone, minimal, 3 checks: 6/grammar 9.1/reject 9.4/line-break; accepted`,
		}},
	{"the text is that of a single request, not of a sweep", whenever(crash, holding("\x80")), nil,
		requests{request(sweep, "\x80"), request(parse, "K\x80")}, []string{
			`[parse sweep valid] "\x80" []: alone, minimal, 2 checks: 6/grammar 9.1/reject 9.4/not-a-letter; crashed: Oops (check 0)`,
		}},
	{"a valid token stays one", whenever(crash, holding("'")), []conformance.Op{parse}, requests{request(parse, "+K^'")}, []string{
		`[parse] "A'" []: alone, minimal, 1 checks: 6/grammar 9.1/accept examples/single-style/accept-both; crashed: Oops`,
	}},
	{"two bugs, one in all strings of the other", whenever(accept, func(_ []string, req conformance.Request) bool {
		return req.Token == "" || notation.EPIN.Valid(strings.TrimSuffix(req.Token, "\n"))
	}), nil, requests{request(parse, "+K\n"), request(parse, "")}, []string{
		`[parse valid sweep] "" []: alone, minimal, 1 checks: 6/grammar 9.1/reject 9.4/empty; accepted (check 1)`,
		`[parse valid sweep] "A\n" []: alone, minimal, 1 checks: 6/grammar 6/anchoring 9.1/reject 9.4/line-break; accepted`,
	}},
	{"one operation contradicts the others", func(before []string, req conformance.Request, resp *conformance.Response) error {
		if req.Op == valid {
			return whenever(crash, holding("\xff"))(before, req, resp)
		}
		return nil
	}, nil, requests{request(parse, "K\xff"), request(valid, "K\xff\xff")}, []string{
		`[valid] "\xff" []: alone, minimal, 1 checks: 6/grammar 9.1/reject 9.4/not-a-letter 9.1/one-verdict; crashed: Oops`,
	}},
	{"a text stays one", whenever(crash, holding("\u00e9")), []conformance.Op{parse}, requests{request(parse, "K\u00e9\u00e9!")}, []string{
		`[parse] "\u00e9" []: alone, minimal, 1 checks: 6/grammar 9.1/reject 9.4/not-a-letter; crashed: Oops`,
	}},
	{"an attribute", reads("side", "second"), nil, requests{request(parse, "+Q^'"), request(parse, "K"), request(parse, "k")}, []string{
		`[parse] "A" []: alone, minimal, 2 checks: 7.1/side; side "second"`,
	}},
	{"a method is no attribute of its name", func(before []string, req conformance.Request, resp *conformance.Response) error {
		_ = doesNothing(conformance.Native)(before, req, resp)
		return reads("native", "?")(before, req, resp)
	}, nil, requests{request(apply, "K'", conformance.Native)}, []string{
		`[apply] native "A'" []: alone, minimal, 1 checks: 9.3/native; native "A'"`,
	}},
	{"methods are omitted", doesNothing(conformance.Derive), nil,
		requests{request(apply, "+Q^", conformance.Flip, conformance.Derive)}, []string{
			`[apply] derive "A" []: alone, minimal, 1 checks: 9.3/derive; derive "A"`,
		}},
	{"two tokens stay valid", func(_ []string, req conformance.Request, resp *conformance.Response) error {
		if req.Op == equal {
			resp.Outcome = conformance.Equal
		}
		return nil
	}, nil, requests{{Op: equal, Token: "+Q^'", Other: "+q^'"}}, []string{
		`[equal] "A" and "a" []: alone, minimal, 1 checks: 9.3/equivalent; equal`,
	}},
	{"apply and equal reject a token", func(_ []string, req conformance.Request, resp *conformance.Response) error {
		if req.Token == "K" || req.Other == "K" {
			*resp = reject
		}
		return nil
	}, nil, requests{request(apply, "K", conformance.Derive), {Op: equal, Token: "A", Other: "K"}}, []string{
		`[parse valid sweep] "K" []: alone, minimal, 2 checks: ` + onToken + "; rejected",
	}},
	{"exits", func(before []string, req conformance.Request, _ *conformance.Response) error {
		if holding("''")(before, req) {
			return died
		}
		return nil
	}, nil, requests{request(parse, "''"), request(sweep, "K'''")}, []string{
		`[parse sweep] "''" []: alone, minimal, 2 checks: 6/grammar 9.1/reject 9.4/double-marker; crashed: the process exited: exit status 7 (check 0)`,
	}},
	{"after another request", whenever(reject, func(before []string, req conformance.Request) bool {
		return req.Token == "K" && slices.Contains(before, "+z^'")
	}), nil, requests{request(parse, "!"), request(valid, "+z^'"), request(parse, "A"), request(parse, "K"), request(sweep, "K")}, []string{
		`[parse] "K" [valid "+z^'" x1]: after calls, minimal, 2 checks: ` + onToken + "; rejected",
	}},
	{"after a few requests", whenever(reject, func(before []string, _ conformance.Request) bool { return len(before) >= 3 }),
		[]conformance.Op{parse}, requests{
			request(parse, "K"), request(parse, "Q"), request(parse, "R"), request(parse, "B"), request(parse, "+N"), request(parse, "+P"),
			request(parse, "D'"), request(parse, "E^"),
		}, []string{`[parse] "A" [parse "" x3]: after calls, minimal, 5 checks: ` + onToken + "; rejected"}},
	{"after so many requests", whenever(crash, func(before []string, _ conformance.Request) bool { return len(before) >= 100 }),
		[]conformance.Op{valid}, slices.Repeat(requests{request(valid, "!"), request(valid, "K")}, 51), []string{
			`[valid] "!" [valid "A" x100]: after calls, minimal, 2 checks: 6/grammar 9.1/reject 9.4/not-a-letter; crashed: Oops`,
		}},
	{"never again", whenever(reject, func([]string, conformance.Request) bool { requested++; return requested == 2 }), nil,
		requests{request(parse, "K"), request(parse, "Q")}, []string{
			`[parse] "Q" []: not repeated, not minimal, 1 checks: ` + onToken + "; rejected (check 1)",
		}},
}

func TestShrink(t *testing.T) {
	for _, test := range shrinkings {
		t.Run(test.name, func(t *testing.T) {
			requested = 0
			faults, of := run(t, test.alter, test.offers, test.requests...)
			found, stopped := Shrink(t.Context(), of, faults, func(string) bool { return true })
			var got []string
			for _, f := range found {
				got = append(got, shown(f.Finding))
			}
			if !slices.Equal(got, test.want) || stopped != "" {
				t.Errorf("stopped by %q, found\n%s", stopped, strings.Join(got, "\n"))
			}
		})
	}
}

// TestShrinkingEnds: whenever the time for shrinking ends, no finding says that it was not reproduced, of
// a library that always fails after the same requests, and none is minimal that was not tested.
func TestShrinkingEnds(t *testing.T) {
	again := whenever(reject, func(before []string, req conformance.Request) bool { return slices.Contains(before, req.Token) })
	for processes := 0; ; processes++ {
		ctx, cancel := context.WithCancelCause(t.Context())
		opened := 0
		faults, of := run(t, again, nil, request(parse, "+K"), request(parse, "A"), request(valid, "+K"), request(parse, "A"))
		fresh := of.Open
		of.Open = func(ctx context.Context, edition *notation.Edition) (conformance.Implementation, error) {
			if opened++; opened > processes {
				cancel(errors.New("interrupted"))
			}
			return fresh(ctx, edition)
		}
		if processes == 0 {
			cancel(errors.New("interrupted"))
		}
		found, stopped := Shrink(ctx, of, faults, func(string) bool { return true })
		for _, f := range found {
			if f.Seen == result.RepeatNot || f.Seen == result.RepeatUnknown && (len(f.Calls) > 0 || f.Minimal) {
				t.Errorf("ended after %d processes: %s", processes, shown(f.Finding))
			}
		}
		switch {
		case len(found) == 0 || processes == 0 && (opened > 0 || stopped != "interrupted" || found[0].Seen != result.RepeatUnknown):
			t.Errorf("%d processes: opened %d, found %d", processes, opened, len(found))
		case processes > 0 && opened <= processes:
			return
		case stopped != "" && stopped != "interrupted":
			t.Errorf("ended after %d processes by %q", processes, stopped)
		}
	}
}

// TestClasses: which failed checks are one class, what is kept of it, and for which findings they count.
func TestClasses(t *testing.T) {
	wrong := whenever(accept, func(_ []string, req conformance.Request) bool {
		return strings.ContainsAny(req.Token, "K~") && !notation.EPIN.Valid(req.Token)
	})
	var requests []conformance.Request
	for i := range 20 {
		requests = append(requests, request(valid, "K"+strings.Repeat("!", i+1)))
	}
	faults, of := run(t, wrong, nil, append(requests,
		request(valid, "K'!'"),                     // of the same class, and the first that breaks a requirement
		request(parse, "K!"),                       // another operation
		request(valid, "K\n"), request(valid, "~"), // other kinds of strings
	)...)
	found, _ := Shrink(t.Context(), of, faults, func(id string) bool { return id != "epin/6/grammar" })
	var got []string
	for _, c := range faults.Classes {
		doubled := c.Requirements["epin/9.4/double-marker"]
		got = append(got, fmt.Sprintf("%d checks of %d parts, %d of double-marker, %d kept, findings %v", c.Checks, len(c.Parts), doubled, len(c.Kept), c.Findings))
	}
	for _, f := range found {
		got = append(got, shown(f.Finding))
	}
	if want := []string{
		"21 checks of 21 parts, 1 of double-marker, 9 kept, findings [1]", "1 checks of 1 parts, 0 of double-marker, 1 kept, findings [1]",
		"1 checks of 1 parts, 0 of double-marker, 1 kept, findings [1]", "1 checks of 1 parts, 0 of double-marker, 1 kept, findings [0]",
		`[valid parse sweep] "~" []: alone, minimal, 1 checks: 9.1/reject 9.4/not-a-letter; accepted (check 23)`,
		`[parse valid sweep] "KA" []: alone, minimal, 23 checks: 6/anchoring 9.1/reject; accepted`, // and not what did not fail
	}; !slices.Equal(got, want) || !faults.OnText {
		t.Errorf("classes and findings\n%s", strings.Join(got, "\n"))
	}
}

// TestSimplerTokensOfPadding: of equal pieces one is removed, so that long padding is shrunk, or
// found to be minimal, within the time.
func TestSimplerTokensOfPadding(t *testing.T) {
	seen := map[string]bool{}
	for token := range SimplerTokens("K"+strings.Repeat("'", 1<<16-1), false) {
		if seen[token] || len(seen) > 100 {
			t.Fatalf("after %d tokens, one of %d bytes; yielded before: %t", len(seen), len(token), seen[token])
		}
		seen[token] = true
	}
	if len(seen) < 16 {
		t.Errorf("%d tokens are simpler", len(seen))
	}
}
