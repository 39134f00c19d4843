package law_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/epin"
)

type bend = func(conformance.Request, conformance.Response) conformance.Response

// onParse changes the responses to parse for accepted tokens.
func onParse(change func(token string, resp *conformance.Response)) bend {
	return func(req conformance.Request, resp conformance.Response) conformance.Response {
		if req.Op == conformance.OpParse && resp.Outcome == conformance.Accepted {
			change(req.Token, &resp)
		}
		return resp
	}
}

// onApply changes the responses to apply for accepted tokens.
func onApply(change func(req conformance.Request, resp *conformance.Response)) bend {
	return func(req conformance.Request, resp conformance.Response) conformance.Response {
		if req.Op == conformance.OpApply && resp.Outcome == conformance.Accepted {
			change(req, &resp)
		}
		return resp
	}
}

// answering returns the same response to every request of an operation.
func answering(op conformance.Op, resp conformance.Response) bend {
	return func(req conformance.Request, right conformance.Response) conformance.Response {
		if req.Op == op {
			return resp
		}
		return right
	}
}

// sweeping changes the verdicts of sweeps.
func sweeping(change func(verdicts []byte)) bend {
	return func(req conformance.Request, resp conformance.Response) conformance.Response {
		if req.Op == conformance.OpSweep {
			verdicts := []byte(resp.Verdicts)
			change(verdicts)
			resp.Verdicts = string(verdicts)
		}
		return resp
	}
}

// toggling is a library with a method that removes its marker if the token has it.
func toggling(m conformance.Method) bend {
	return onApply(func(req conformance.Request, resp *conformance.Response) {
		token := req.Token
		for i, method := range req.Methods {
			switch {
			case method == m && strings.HasSuffix(token, "'"):
				token = strings.TrimSuffix(token, "'")
			case method == m, method == conformance.Derive:
				token = strings.TrimSuffix(token, "'") + "'"
			case method == conformance.Native:
				token = strings.TrimSuffix(token, "'")
			}
			resp.Tokens[i] = token
		}
	})
}

var breakers = []struct {
	name, law   string
	bend        bend
	token       string
	wanted, got string
}{
	{"the marker is lost", "round-trip",
		onParse(func(_ string, r *conformance.Response) { r.Token.Value = strings.TrimSuffix(r.Token.Value, "'") }),
		"K'", "the string form K'", "the string form K"},
	{"no string form", "round-trip",
		onParse(func(_ string, r *conformance.Response) { r.Token.Value = "" }),
		"K'", "the string form K'", "the string form (empty)"},

	{"the markers change places", "canonical-form",
		onParse(func(_ string, r *conformance.Response) {
			r.Token.Value = strings.ReplaceAll(r.Token.Value, "^'", "'^")
		}),
		"k^'", "for the string form k'^ the response accepted, token k'^, pin k^, native false, derived true, name K, side second, state normal, terminal true",
		"the response rejected"},
	{"everything in upper case", "canonical-form",
		onParse(func(_ string, r *conformance.Response) { r.Token.Value = strings.ToUpper(r.Token.Value) }),
		"k", "for the string form K the response accepted, token K, pin k, native true, derived false, name K, side second, state normal, terminal false",
		"the response accepted, token K, pin K, native true, derived false, name K, side first, state normal, terminal false"},

	{"both", "native-or-derived",
		onParse(func(_ string, r *conformance.Response) { r.Native.Value = true }),
		"K'", "either native or derived", "native true, derived true"},
	{"neither", "native-or-derived",
		onParse(func(_ string, r *conformance.Response) { r.Native.Value = false }),
		"K", "either native or derived", "native false, derived false"},

	{"no token", "pin-superset",
		onParse(func(_ string, r *conformance.Response) { r.PIN.Value = "" }),
		"K", "the PIN token (empty) accepted", "the PIN token (empty) rejected"},
	{"the marker is kept", "pin-superset",
		onParse(func(token string, r *conformance.Response) { r.PIN.Value = token }),
		"K'", "the PIN token K' native", "the PIN token K' not native"},
	{"a PIN token is derived", "pin-superset",
		onParse(func(_ string, r *conformance.Response) { r.Native.Offered, r.Derived.Value = false, true }),
		"K'", "the PIN token K not derived", "the PIN token K derived"},
	{"the sign is lost in turn", "pin-superset",
		onParse(func(token string, r *conformance.Response) {
			if !strings.HasSuffix(token, "'") {
				r.PIN.Value = strings.TrimLeft(r.PIN.Value, "+-")
			}
		}),
		"+K'", "the PIN token +K as its own PIN token", "the PIN token +K with the PIN token K"},

	{"native toggles", "idempotent-native", toggling(conformance.Native),
		"K", "native twice returns K'", "native twice returns K"},
	{"derive toggles", "idempotent-derive", toggling(conformance.Derive),
		"K", "derive twice returns K'", "derive twice returns K"},
	{"derive appends", "idempotent-derive",
		onApply(func(req conformance.Request, r *conformance.Response) {
			for i := range r.Tokens {
				r.Tokens[i] = req.Token + strings.Repeat("'", i+1)
			}
		}),
		"K", "derive twice returns K'", "derive twice returns K''"},

	{"derive drops the sign", "native-undoes-derive",
		onApply(func(req conformance.Request, r *conformance.Response) {
			if len(req.Methods) == 2 && req.Methods[0] == conformance.Derive {
				r.Tokens[1] = strings.TrimLeft(r.Tokens[1], "+-")
			}
		}),
		"+K", "native after derive returns +K", "native after derive returns K"},
	{"native drops the caret", "derive-undoes-native",
		onApply(func(req conformance.Request, r *conformance.Response) {
			if len(req.Methods) == 2 && req.Methods[0] == conformance.Native {
				r.Tokens[1] = strings.Replace(r.Tokens[1], "^", "", 1)
			}
		}),
		"K^", "derive after native returns K^'", "derive after native returns K'"},

	{"the receiver changes", "copy",
		onApply(func(req conformance.Request, r *conformance.Response) {
			if slices.Contains(req.Methods, conformance.Flip) {
				r.Original = r.Tokens[0]
			}
		}),
		"K", "after flip the original K", "after flip the original k"},

	{"identity", "equal-is-string-equality",
		answering(conformance.OpEqual, conformance.Response{Outcome: conformance.Unequal}),
		"K'", "K' equal to itself", "K' unequal to itself"},
	{"the marker is ignored", "equal-is-string-equality",
		answering(conformance.OpEqual, conformance.Response{Outcome: conformance.Equal}),
		"K", "K and K' unequal", "K and K' equal"},
	{"the derived form is refused", "equal-is-string-equality",
		func(req conformance.Request, resp conformance.Response) conformance.Response {
			if req.Op == conformance.OpEqual && req.Other == "K'" {
				return conformance.Response{Outcome: conformance.Rejected}
			}
			return resp
		},
		"K", "K and K' unequal", "K and K' rejected"},

	{"the check is laxer than the parser", "one-verdict",
		answering(conformance.OpValid, conformance.Response{Outcome: conformance.Accepted}),
		"K\n", "one verdict", "parse: rejected, valid: accepted, apply with no method: rejected, sweep: rejected, sweep among others: rejected, parse again: rejected"},
	{"the sweep is stricter than the parser", "one-verdict",
		sweeping(func(verdicts []byte) { verdicts[len(verdicts)/2] = conformance.VerdictNo }),
		"K", "one verdict", "parse: accepted, valid: accepted, apply with no method: accepted, sweep: rejected, sweep among others: rejected, parse again: accepted"},
	{"the sweep crashes on what the parser rejects", "one-verdict",
		sweeping(func(verdicts []byte) { verdicts[len(verdicts)/2] = conformance.VerdictCrash }),
		"K!", "one verdict", "parse: rejected, valid: rejected, apply with no method: rejected, sweep: crashed, sweep among others: crashed, parse again: rejected"},
	{"the sweep stops at what it rejects", "one-verdict",
		sweeping(func(verdicts []byte) {
			for i := 1; i < len(verdicts); i++ {
				verdicts[i] = min(verdicts[i], verdicts[i-1])
			}
		}),
		"K", "one verdict", "parse: accepted, valid: accepted, apply with no method: accepted, sweep: accepted, sweep among others: rejected, parse again: accepted"},
	{"the last of a sweep decides for all", "one-verdict",
		sweeping(func(verdicts []byte) {
			for i := range verdicts {
				verdicts[i] = verdicts[len(verdicts)-1]
			}
		}),
		"K", "one verdict", "parse: accepted, valid: accepted, apply with no method: accepted, sweep: accepted, sweep among others: rejected, parse again: accepted"},
}

func TestLawsFindBrokenImplementations(t *testing.T) {
	caught := map[string]bool{}
	for _, b := range breakers {
		r := check(t, bent{epin.Current, b.bend}, epin.Current, b.law, b.token)
		if r.Outcome != law.Broken || r.Wanted != b.wanted || r.Got != b.got {
			t.Errorf("%s, %s on %q: %v\nwanted %q\nwant   %q\ngot    %q\nwant   %q", b.law, b.name, b.token, r.Outcome, r.Wanted, b.wanted, r.Got, b.got)
		}
		caught[b.law] = true
	}
	for _, name := range names {
		if !caught[name] {
			t.Errorf("no broken implementation breaks %s", name)
		}
	}
}

// TestOneVerdictAsksAgain checks that a repeated request finds a state leak.
func TestOneVerdictAsksAgain(t *testing.T) {
	requests := 0
	impl := bent{epin.Current, func(req conformance.Request, resp conformance.Response) conformance.Response {
		if req.Op == conformance.OpParse {
			if requests++; requests == 2 {
				return conformance.Response{Outcome: conformance.Rejected}
			}
		}
		return resp
	}}
	const want = "parse: accepted, valid: accepted, apply with no method: accepted, sweep: accepted, sweep among others: accepted, parse again: rejected"
	if r := check(t, impl, epin.Current, "one-verdict", "K"); r.Outcome != law.Broken || r.Got != want {
		t.Errorf("%v, got %q, want %q", r.Outcome, r.Got, want)
	}
}

// TestFirstFaultIsReported checks that only the first of several faults is in the result.
func TestFirstFaultIsReported(t *testing.T) {
	impl := bent{epin.Current, onApply(func(req conformance.Request, r *conformance.Response) {
		r.Original += strings.Repeat("?", len(req.Methods))
	})}
	r := check(t, impl, epin.Current, "copy", "K")
	if want := "after native the original K"; r.Wanted != want || len(r.Exchanges) != 2 {
		t.Errorf("wanted %q after %d exchanges, want %q after 2", r.Wanted, len(r.Exchanges), want)
	}
}

// TestUnexpectedResponses tests every kind of response to every request.
func TestUnexpectedResponses(t *testing.T) {
	for _, c := range []struct {
		resp conformance.Response
		want map[string]law.Outcome // of the laws that it does not break
	}{
		{conformance.Response{}, all(law.NotExercised)},
		{conformance.Response{Outcome: conformance.Rejected}, map[string]law.Outcome{
			"round-trip": 0, "canonical-form": 0, "native-or-derived": 0, "pin-superset": 0,
			"idempotent-native": 0, "idempotent-derive": 0, "native-undoes-derive": 0, "derive-undoes-native": 0,
			"copy": 0, "equal-is-string-equality": 0}},
		// An accepted token without values, and without a required string form.
		{conformance.Response{Outcome: conformance.Accepted}, map[string]law.Outcome{
			"round-trip": 0, "canonical-form": 0, "native-or-derived": 0, "pin-superset": 0}},
		{conformance.Response{Outcome: conformance.Accepted, Tokens: []string{"\xff", "\xff"}, Original: "\xff",
			Token: conformance.Some("\xff"), PIN: conformance.Some("\xff")}, map[string]law.Outcome{
			"canonical-form": law.Holds, "pin-superset": law.Holds, "native-or-derived": 0}},
		{conformance.Response{Outcome: conformance.Equal}, nil},
		{conformance.Response{Outcome: conformance.Unequal}, nil},
		{conformance.Response{Outcome: conformance.Swept}, nil},
		{conformance.Response{Outcome: conformance.Swept, Verdicts: "2"}, nil},
		{conformance.Response{Outcome: conformance.Crashed, Crash: "\xff\n"}, map[string]law.Outcome{
			"round-trip": 0, "canonical-form": 0, "native-or-derived": 0, "pin-superset": 0,
			"idempotent-native": 0, "idempotent-derive": 0, "native-undoes-derive": 0, "derive-undoes-native": 0,
			"copy": 0, "one-verdict": law.Holds}},
		{conformance.Response{Outcome: 200}, nil},
	} {
		impl := bent{epin.Current, func(conformance.Request, conformance.Response) conformance.Response { return c.resp }}
		for _, name := range names {
			want, ok := c.want[name]
			if !ok {
				want = law.Broken
			}
			r := check(t, impl, epin.Current, name, "K")
			if r.Outcome != want {
				t.Errorf("%s with the answer %+v: %v (wanted %q, got %q), want %v", name, c.resp, r.Outcome, r.Wanted, r.Got, want)
			}
			if (r.Outcome == law.Broken) != (r.Wanted != "" && r.Got != "") {
				t.Errorf("%s with the answer %+v: %v, but wanted %q, got %q", name, c.resp, r.Outcome, r.Wanted, r.Got)
			}
		}
	}
}

func all(o law.Outcome) map[string]law.Outcome {
	m := map[string]law.Outcome{}
	for _, name := range names {
		m[name] = o
	}
	return m
}

func TestMalformedResponseIsDescribed(t *testing.T) {
	for _, c := range []struct {
		law  string
		op   conformance.Op
		resp conformance.Response
		got  string
	}{
		{"idempotent-derive", conformance.OpApply, conformance.Response{Outcome: conformance.Accepted, Original: "K"},
			"0 string forms for 2 transformations"},
		{"copy", conformance.OpApply, conformance.Response{Outcome: conformance.Accepted, Original: "K"},
			"0 string forms for 1 transformation"},
		{"copy", conformance.OpApply, conformance.Response{Outcome: conformance.Accepted, Tokens: []string{"K'"}, Original: "K"},
			"1 string form for 0 transformations"},
		{"one-verdict", conformance.OpSweep, conformance.Response{Outcome: conformance.Swept, Verdicts: "11"}, "2 verdicts on 1 token"},
		{"one-verdict", conformance.OpSweep, conformance.Response{Outcome: conformance.Swept, Verdicts: "y"}, "the verdicts y"},
		{"one-verdict", conformance.OpSweep, conformance.Response{Outcome: conformance.Accepted}, "the outcome accepted"},
		{"round-trip", conformance.OpParse, conformance.Response{Outcome: conformance.Equal}, "the outcome equal"},
	} {
		r := check(t, bent{epin.Current, answering(c.op, c.resp)}, epin.Current, c.law, "K")
		if want := "a response to " + string(c.op); r.Outcome != law.Broken || r.Wanted != want || r.Got != c.got {
			t.Errorf("%s with %+v: %v, wanted %q, got %q; want %q, %q", c.law, c.resp, r.Outcome, r.Wanted, r.Got, want, c.got)
		}
	}
}
