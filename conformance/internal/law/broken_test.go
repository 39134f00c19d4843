package law_test

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

type (
	request  = conformance.Request
	response = conformance.Response
	bend     = func(request, response) response
)

// onParse changes the responses to parse for accepted tokens.
func onParse(change func(resp *response)) bend {
	return func(req request, resp response) response {
		if req.Op == conformance.OpParse && resp.Outcome == conformance.Accepted {
			change(&resp)
		}
		return resp
	}
}

// onOriginal changes the original in the responses to apply.
func onOriginal(of func(methods []conformance.Method) string) bend {
	return func(req request, resp response) response {
		if req.Op == conformance.OpApply {
			resp.Original = of(req.Methods)
		}
		return resp
	}
}

// on returns the same response to the requests for which is returns true.
func on(is func(req request) bool, resp response) bend {
	return func(req request, right response) response {
		if is(req) {
			return resp
		}
		return right
	}
}

// answering returns the same response to every request of an operation.
func answering(op conformance.Op, resp response) bend {
	return on(func(req request) bool { return req.Op == op }, resp)
}

// second selects every second request of an operation.
func second(op conformance.Op) func(request) bool {
	n := 0
	return func(req request) bool {
		if req.Op == op {
			n++
		}
		return req.Op == op && n%2 == 0
	}
}

// applying selects the requests for certain methods.
func applying(methods ...conformance.Method) func(request) bool {
	return func(req request) bool {
		return req.Op == conformance.OpApply && slices.Equal(req.Methods, methods)
	}
}

// crashesBut crashes on every token and every request, except for those of an operation.
func crashesBut(op conformance.Op) bend {
	return func(req request, resp response) response {
		switch req.Op {
		case op:
			return resp
		case conformance.OpSweep:
			return response{Outcome: conformance.Swept, Verdicts: strings.Repeat("!", len(req.Tokens))}
		}
		return response{Outcome: conformance.Crashed, Crash: "in " + string(req.Op)}
	}
}

// sweeping changes the verdicts of sweeps.
func sweeping(change func(verdicts []byte)) bend {
	return func(req request, resp response) response {
		if req.Op == conformance.OpSweep {
			verdicts := []byte(resp.Verdicts)
			change(verdicts)
			resp.Verdicts = string(verdicts)
		}
		return resp
	}
}

// chain changes the last result of a chain of transformations.
func chain(result string, methods ...conformance.Method) bend {
	return func(req request, resp response) response {
		if applying(methods...)(req) {
			resp.Tokens[len(methods)-1] = result
		}
		return resp
	}
}

const native, derive = conformance.Native, conformance.Derive

var (
	raised        = response{Outcome: conformance.Crashed, Crash: "ValueError"}
	untransformed = response{Outcome: conformance.Accepted, Original: "K"}
)

// breakers are implementations that break a law on a token, or do not if wanted is empty.
var breakers = []struct {
	name, law   string
	bend        bend
	token       string
	wanted, got string
}{
	{"the marker is lost", "round-trip",
		onParse(func(r *response) { r.Token.Value = strings.TrimSuffix(r.Token.Value, "'") }),
		"K'", "the string form K'", "the string form K"},

	{"the markers change places", "canonical-form",
		onParse(func(r *response) {
			r.Token.Value = strings.ReplaceAll(r.Token.Value, "^'", "'^")
		}),
		"k^'", "for the string form k'^ the response accepted, token k'^, pin k^, native false, derived true, name K, side second, state normal, terminal true",
		"the response rejected"},
	{"everything in upper case", "canonical-form",
		onParse(func(r *response) { r.Token.Value = strings.ToUpper(r.Token.Value) }),
		"k", "for the string form K the response accepted, token K, pin k, native true, derived false, name K, side second, state normal, terminal false",
		"the response accepted, token K, pin K, native true, derived false, name K, side first, state normal, terminal false"},

	{"both", "native-or-derived", onParse(func(r *response) { r.Native.Value = true }),
		"K'", "either native or derived", "native true, derived true"},
	{"neither", "native-or-derived", onParse(func(r *response) { r.Native.Value = false }),
		"K", "either native or derived", "native false, derived false"},

	{"no token", "pin-superset", onParse(func(r *response) { r.PIN.Value = "" }),
		"K", "the PIN token (empty) accepted", "the PIN token (empty) rejected"},
	{"the marker is kept", "pin-superset", onParse(func(r *response) { r.PIN.Value = r.Token.Value }),
		"K'", "the PIN token K' native", "the PIN token K' not native"},
	{"a PIN token is derived", "pin-superset",
		onParse(func(r *response) { r.Native.Offered, r.Derived.Value = false, true }),
		"K'", "the PIN token K not derived", "the PIN token K derived"},
	{"the sign is lost in turn", "pin-superset",
		onParse(func(r *response) {
			if r.Native.Value {
				r.PIN.Value = strings.TrimLeft(r.PIN.Value, "+-")
			}
		}),
		"+K'", "the PIN token +K as its own PIN token", "the PIN token +K with the PIN token K"},

	{"native toggles", "idempotent-native", chain("K'", native, native),
		"K", "native twice returns K", "native twice returns K'"},
	{"derive toggles", "idempotent-derive", chain("K", derive, derive),
		"K", "derive twice returns K'", "derive twice returns K"},
	{"the sign is lost", "native-undoes-derive", chain("K", derive, native),
		"+K", "native after derive returns +K", "native after derive returns K"},
	{"the caret is lost", "derive-undoes-native", chain("K'", native, derive),
		"K^", "derive after native returns K^'", "derive after native returns K'"},

	{"identity", "equal-is-string-equality", answering(conformance.OpEqual, response{Outcome: conformance.Unequal}),
		"K'", "K' equal to itself", "K' unequal to itself"},
	{"the marker is ignored", "equal-is-string-equality",
		answering(conformance.OpEqual, response{Outcome: conformance.Equal}),
		"K", "K and K' unequal", "K and K' equal"},
	{"the derived form is refused", "equal-is-string-equality",
		on(func(req request) bool { return req.Op == conformance.OpEqual && req.Other == "K'" },
			response{Outcome: conformance.Rejected}),
		"K", "K and K' unequal", "K and K' rejected"},

	{"the check is laxer than the parser", "one-verdict",
		answering(conformance.OpValid, response{Outcome: conformance.Accepted}),
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

	// An incorrect string form does not hide a changed value.
	{"the receiver changes, and its string form has no sign", "copy",
		onOriginal(func(methods []conformance.Method) string {
			if slices.Contains(methods, conformance.Flip) {
				return "k"
			}
			return "K"
		}),
		"+K", "after flip the original K", "after flip the original k"},
	// Only the first of several faults is reported.
	{"every receiver changes", "copy",
		onOriginal(func(methods []conformance.Method) string { return "K" + strings.Repeat("?", len(methods)) }),
		"K", "after native the original K", "after native the original K?"},
	{"the second call is another", "one-verdict", on(second(conformance.OpParse), response{Outcome: conformance.Rejected}),
		"K", "one verdict", "parse: accepted, valid: accepted, apply with no method: accepted, sweep: accepted, sweep among others: accepted, parse again: rejected"},

	// Malformed responses.
	{"no result", "copy", answering(conformance.OpApply, untransformed),
		"K", "a response to apply", "a malformed one, accepted"},
	{"a result of nothing", "copy",
		answering(conformance.OpApply, response{Outcome: conformance.Accepted, Tokens: []string{"K'"}, Original: "K"}),
		"K", "a response to apply", "a malformed one, accepted"},
	{"two verdicts", "one-verdict", answering(conformance.OpSweep, response{Outcome: conformance.Swept, Verdicts: "11"}),
		"K", "a response to sweep", "a malformed one, swept"},
	{"no verdict", "one-verdict", answering(conformance.OpSweep, response{Outcome: conformance.Swept, Verdicts: "y"}),
		"K", "a response to sweep", "a malformed one, swept"},

	// Crashes after the premise.
	{"a crash", "canonical-form", on(second(conformance.OpParse), raised), "K'", "a response to parse", "a crash: ValueError"},
	{"a crash", "pin-superset", on(second(conformance.OpParse), raised), "K'", "a response to parse", "a crash: ValueError"},
	{"a crash", "idempotent-native", on(applying(native, native), raised), "K'", "a response to apply", "a crash: ValueError"},
	{"a crash", "idempotent-derive", on(applying(derive, derive), raised), "K'", "a response to apply", "a crash: ValueError"},
	{"a crash", "native-undoes-derive", on(applying(derive, native), raised), "K'", "a response to apply", "a crash: ValueError"},
	{"a crash", "native-undoes-derive", on(applying(native), raised), "K'", "a response to apply", "a crash: ValueError"},
	{"a crash", "derive-undoes-native", on(applying(native, derive), raised), "K'", "a response to apply", "a crash: ValueError"},
	{"a crash", "derive-undoes-native", on(applying(derive), raised), "K'", "a response to apply", "a crash: ValueError"},
	{"a crash", "copy", on(applying(conformance.Unmark), raised), "K'", "a response to apply", "a crash: ValueError"},
	{"a crash without a text", "equal-is-string-equality",
		answering(conformance.OpEqual, response{Outcome: conformance.Crashed}),
		"K", "a response to equal", "a crash: (empty)"},
	// A crash of a comparison breaks the law, because only valid tokens are compared.
	{"a crash with itself", "equal-is-string-equality",
		on(func(req request) bool { return req.Op == conformance.OpEqual && req.Other == req.Token }, raised),
		"K", "a response to equal", "a crash: ValueError"},
	{"a crash with another", "equal-is-string-equality",
		on(func(req request) bool { return req.Op == conformance.OpEqual && req.Other != req.Token }, raised),
		"K", "a response to equal", "a crash: ValueError"},
	{"a crash of derive", "equal-is-string-equality", answering(conformance.OpApply, raised), "K", "", ""},
	{"derive returns an invalid string", "equal-is-string-equality", chain("K''", derive), "K", "", ""},
	{"a transformation is declined", "copy", on(applying(native), response{}), "K", "", ""},

	// A crash is a verdict. It equals other crashes, whatever their texts.
	{"every operation crashes", "one-verdict", crashesBut(""), "K\xff", "", ""},
	{"every operation crashes on a token", "one-verdict", crashesBut(""), "K", "", ""},
	{"the sweep crashes as a whole", "one-verdict",
		func(req request, resp response) response {
			return response{Outcome: conformance.Crashed, Crash: "in " + string(req.Op)}
		}, "K", "", ""},
	{"all but the parser, which rejects", "one-verdict", crashesBut(conformance.OpParse), "K\xff", "one verdict",
		"parse: rejected, valid: crashed, apply with no method: crashed, sweep: crashed, sweep among others: crashed, parse again: rejected"},
	{"all but the sweep, which rejects", "one-verdict", crashesBut(conformance.OpSweep), "K\xff", "one verdict",
		"parse: crashed, valid: crashed, apply with no method: crashed, sweep: rejected, sweep among others: rejected, parse again: crashed"},
	{"all but the check, which accepts", "one-verdict", crashesBut(conformance.OpValid), "K", "one verdict",
		"parse: crashed, valid: accepted, apply with no method: crashed, sweep: crashed, sweep among others: crashed, parse again: crashed"},
}
