package property

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// bent is the reference with changed responses. By the protocol, only valid tokens are compared.
type bent func(conformance.Request, conformance.Response) conformance.Response

func (b bent) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Op == conformance.OpEqual && !(epin.Valid(req.Token) && epin.Valid(req.Other)) {
		return conformance.Response{}, errors.New("a comparison of invalid strings")
	}
	resp, err := conformance.Reference(notation.EPIN).Do(ctx, req)
	return b(req, resp), err
}

// onParse changes the responses to parse for accepted tokens.
func onParse(change func(*conformance.Response)) bent {
	return func(req conformance.Request, resp conformance.Response) conformance.Response {
		if req.Op == conformance.OpParse && resp.Outcome == conformance.Accepted {
			change(&resp)
		}
		return resp
	}
}

// on returns the same response to the requests for which is returns true.
func on(is func(conformance.Request) bool, resp conformance.Response) bent {
	return func(req conformance.Request, correct conformance.Response) conformance.Response {
		if is(req) {
			return resp
		}
		return correct
	}
}

func every(conformance.Request) bool { return true }

func to(op conformance.Op) func(conformance.Request) bool {
	return func(req conformance.Request) bool { return req.Op == op }
}

func applying(methods ...conformance.Method) func(conformance.Request) bool {
	return func(req conformance.Request) bool {
		return req.Op == conformance.OpApply && slices.Equal(req.Methods, methods)
	}
}

// second selects every second request of an operation.
func second(op conformance.Op) func(conformance.Request) bool {
	n := 0
	return func(req conformance.Request) bool {
		if req.Op == op {
			n++
		}
		return req.Op == op && n%2 == 0
	}
}

// chain changes the last result of a chain of transformations.
func chain(result string, methods ...conformance.Method) bent {
	return func(req conformance.Request, resp conformance.Response) conformance.Response {
		if applying(methods...)(req) {
			resp.Tokens[len(methods)-1] = result
		}
		return resp
	}
}

// sweeping changes the verdicts of sweeps.
func sweeping(change func(verdicts []byte)) bent {
	return func(req conformance.Request, resp conformance.Response) conformance.Response {
		verdicts := []byte(resp.Verdicts)
		change(verdicts)
		resp.Verdicts = string(verdicts)
		return resp
	}
}

const native, derive = conformance.Native, conformance.Derive

var (
	raised = conformance.Response{Outcome: conformance.Crashed, Crash: "ValueError"}
	bare   = conformance.Response{Outcome: conformance.Accepted, Original: "K"}
)

// broken are implementations for which a property does not hold on a token; it does where wanted
// is empty.
var broken = []struct {
	name, property string
	impl           bent
	token          string
	wanted, got    string
}{
	{"the marker is lost", "round-trip",
		onParse(func(r *conformance.Response) {
			r.Attribute(notation.EPIN, "token").Text = strings.TrimSuffix(r.Attribute(notation.EPIN, "token").Text, "'")
		}),
		"K'", "the string form K'", "the string form K"},
	{"the markers change places", "canonical-form",
		onParse(func(r *conformance.Response) {
			r.Attribute(notation.EPIN, "token").Text = strings.ReplaceAll(r.Attribute(notation.EPIN, "token").Text, "^'", "'^")
		}),
		"k^'", "for the string form k'^ accepted", "for the string form k'^ rejected"},
	{"everything in upper case", "canonical-form",
		onParse(func(r *conformance.Response) {
			r.Attribute(notation.EPIN, "token").Text = strings.ToUpper(r.Attribute(notation.EPIN, "token").Text)
		}),
		"k", "for the string form K pin k", "for the string form K pin K"},
	{"the name has a case", "canonical-form",
		onParse(func(r *conformance.Response) {
			r.Attribute(notation.EPIN, "name").Text = strings.ToLower(r.Attribute(notation.EPIN, "name").Text)
		}), "K", "", ""},
	{"both", "native-or-derived", onParse(func(r *conformance.Response) { *r.Attribute(notation.EPIN, "native") = notation.BoolValue(true) }),
		"K'", "either native or derived", "native true, derived true"},
	{"neither", "native-or-derived", onParse(func(r *conformance.Response) { *r.Attribute(notation.EPIN, "native") = notation.BoolValue(false) }),
		"K", "either native or derived", "native false, derived false"},
	{"no PIN token", "pin-superset", onParse(func(r *conformance.Response) { r.Attribute(notation.EPIN, "pin").Text = "" }),
		"K", "the PIN token (empty) accepted", "the PIN token (empty) rejected"},
	{"the marker is kept", "pin-superset", onParse(func(r *conformance.Response) {
		r.Attribute(notation.EPIN, "pin").Text = r.Attribute(notation.EPIN, "token").Text
	}),
		"K'", "the PIN token K' native", "the PIN token K' not native"},
	{"a PIN token is derived", "pin-superset",
		onParse(func(r *conformance.Response) {
			*r.Attribute(notation.EPIN, "native"), *r.Attribute(notation.EPIN, "derived") = notation.Value{}, notation.BoolValue(true)
		}),
		"K'", "the PIN token K not derived", "the PIN token K derived"},
	{"the sign is lost of PIN tokens", "pin-superset",
		onParse(func(r *conformance.Response) {
			if r.Attribute(notation.EPIN, "native").Text == "true" {
				r.Attribute(notation.EPIN, "pin").Text = strings.TrimLeft(r.Attribute(notation.EPIN, "pin").Text, "+-")
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
	{"identity", "equal-is-string-equality", on(to(conformance.OpEqual), conformance.Response{Outcome: conformance.Unequal}),
		"K'", "K' equal to itself", "K' unequal to itself"},
	{"the marker is ignored", "equal-is-string-equality", on(to(conformance.OpEqual), conformance.Response{Outcome: conformance.Equal}),
		"K", "K and K' unequal", "K and K' equal"},
	{"the derived form is rejected", "equal-is-string-equality",
		on(func(req conformance.Request) bool { return req.Other == "K'" }, conformance.Response{Outcome: conformance.Rejected}),
		"K", "K and K' unequal", "K and K' rejected"},
	{"derive returns an invalid string", "equal-is-string-equality", chain("K''", derive), "K", "", ""},
	// An incorrect string form does not hide a changed value, and only the first failure counts.
	{"every receiver changes, and its string form has no sign", "copy",
		func(req conformance.Request, resp conformance.Response) conformance.Response {
			resp.Original = "K" + strings.Repeat("?", len(req.Methods))
			return resp
		},
		"+K", "after native the original K", "after native the original K?"},
	{"a transformation is declined", "copy", on(applying(native), conformance.Response{}), "K", "", ""},
	{"the check is laxer than the parser", "one-verdict", on(to(conformance.OpValid), conformance.Response{Outcome: conformance.Accepted}),
		"K\n", "one verdict", "parse: rejected, valid: accepted, apply with no method: rejected, sweep: rejected, sweep among others: rejected, parse again: rejected"},
	{"the sweep is stricter than the parser", "one-verdict",
		sweeping(func(verdicts []byte) {
			for i := range verdicts {
				verdicts[i] = conformance.VerdictNo
			}
		}),
		"K", "one verdict", "parse: accepted, valid: accepted, apply with no method: accepted, sweep: rejected, sweep among others: rejected, parse again: accepted"},
	{"the sweep stops at what it rejects", "one-verdict",
		sweeping(func(verdicts []byte) {
			for i := 1; i < len(verdicts); i++ {
				verdicts[i] = min(verdicts[i], verdicts[i-1])
			}
		}),
		"K", "one verdict", "parse: accepted, valid: accepted, apply with no method: accepted, sweep: accepted, sweep among others: rejected, parse again: accepted"},
	{"the second call is another", "one-verdict", on(second(conformance.OpParse), conformance.Response{Outcome: conformance.Rejected}),
		"K", "one verdict", "parse: accepted, valid: accepted, apply with no method: accepted, sweep: accepted, sweep among others: accepted, parse again: rejected"},
	// Malformed responses, which only an implementation in Go can return.
	{"no result", "copy", on(to(conformance.OpApply), bare), "K", "a response to apply", "a malformed one, accepted"},
	{"two verdicts", "one-verdict", on(to(conformance.OpSweep), conformance.Response{Outcome: conformance.Swept, Verdicts: "11"}),
		"K", "a response to sweep", "a malformed one, swept"},
	{"an unknown verdict", "one-verdict", on(to(conformance.OpSweep), conformance.Response{Outcome: conformance.Swept, Verdicts: "y"}),
		"K", "a response to sweep", "a malformed one, swept"},
	{"a rejection and a comparison", "equal-is-string-equality", on(to(conformance.OpEqual), bare), "K", "a response to equal", "a malformed one, accepted"},
	// Crashes after the premise.
	{"a crash", "canonical-form", on(second(conformance.OpParse), raised), "K'", "a response to parse", "a crash: ValueError"},
	{"a crash", "pin-superset", on(second(conformance.OpParse), raised), "K'", "a response to parse", "a crash: ValueError"},
	{"a crash", "idempotent-native", on(applying(native, native), raised), "K'", "a response to apply", "a crash: ValueError"},
	{"a crash", "native-undoes-derive", on(applying(native), raised), "K'", "a response to apply", "a crash: ValueError"},
	{"a crash", "copy", on(applying(conformance.Unmark), raised), "K'", "a response to apply", "a crash: ValueError"},
	{"a crash without a text", "equal-is-string-equality", on(to(conformance.OpEqual), conformance.Response{Outcome: conformance.Crashed}),
		"K", "a response to equal", "a crash: (empty)"},
	{"a crash of derive", "equal-is-string-equality", on(to(conformance.OpApply), raised), "K", "", ""},
	// A crash is a verdict.
	{"every operation crashes", "one-verdict", on(every, raised), "K", "", ""},
	{"all but the check, which accepts", "one-verdict",
		func(req conformance.Request, _ conformance.Response) conformance.Response {
			if req.Op == conformance.OpValid {
				return bare
			}
			return raised
		},
		"K", "one verdict", "parse: crashed, valid: accepted, apply with no method: crashed, sweep: crashed, sweep among others: crashed, parse again: crashed"},
}

func named(t *testing.T, name string) Property {
	all := All(notation.EPIN)
	i := slices.IndexFunc(all, func(p Property) bool { return p.Name == name })
	if i < 0 {
		t.Fatalf("there is no property %s", name)
	}
	return all[i]
}

func try(t *testing.T, p Property, impl conformance.Implementation, edition *notation.Edition, token string) trial {
	t.Helper()
	offers := conformance.Describe(impl, edition)
	one := trial{ctx: t.Context(), impl: impl, offers: &offers, edition: edition, token: token}
	if p.relate(&one); one.err != nil {
		t.Fatalf("%s on %q: %v", p.Name, token, one.err)
	}
	return one
}

// TestBrokenImplementations tests that each property fails on implementations that break it.
func TestBrokenImplementations(t *testing.T) {
	shown := map[string]bool{}
	for _, b := range broken {
		got := try(t, named(t, b.property), b.impl, notation.EPIN, b.token)
		if got.wanted != b.wanted || got.got != b.got || b.wanted == "" && !got.held {
			t.Errorf("%s, %s on %q:\nwanted %q\nwant   %q\ngot    %q\nwant   %q", b.property, b.name, b.token, got.wanted, b.wanted, got.got, b.got)
		}
		shown[b.property] = shown[b.property] || b.wanted != ""
	}
	for _, p := range All(notation.EPIN) {
		if !shown[p.Name] {
			t.Errorf("no implementation breaks %s", p.Name)
		}
	}
}

// TestNotTested tests that nothing is compared for a token that is declined, rejected, or crashes
// before it is accepted. Only comparisons and verdicts have no premise.
func TestNotTested(t *testing.T) {
	for name, c := range map[string]struct {
		impl   bent
		token  string
		tested []string
	}{
		"declined": {on(every, conformance.Response{}), "K", nil},
		"rejected": {func(req conformance.Request, resp conformance.Response) conformance.Response { return resp }, "K!", []string{"one-verdict"}},
		"a crash before the token is accepted": {on(func(req conformance.Request) bool {
			return req.Op == conformance.OpParse || req.Op == conformance.OpApply && len(req.Methods) == 0
		}, raised), "K", []string{"equal-is-string-equality", "one-verdict"}},
	} {
		for _, p := range All(notation.EPIN) {
			got := try(t, p, c.impl, notation.EPIN, c.token)
			if tested := got.held || got.failed(); tested != slices.Contains(c.tested, p.Name) {
				t.Errorf("%s, %s: tested is %t (%s)", name, p.Name, tested, got.got)
			}
		}
	}
}

// sparing is the reference, restricted to what it offers. Other requests are errors.
type sparing struct {
	conformance.Implementation
	offers conformance.Description
}

func (s sparing) Describe() conformance.Description { return s.offers }

func (s sparing) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	notOffered := func(m conformance.Method) bool { return !slices.Contains(s.offers.Methods, m) }
	if !slices.Contains(s.offers.Ops, req.Op) || slices.ContainsFunc(req.Methods, notOffered) || !s.offers.Bytes && !utf8.ValidString(req.Token) {
		return conformance.Response{}, errors.New("a request that is not offered")
	}
	return s.Implementation.Do(ctx, req)
}

// TestOnlyOfferedRequestsAreSent tests every property with every set of operations, some sets
// of transformations, and with bytes or only text.
func TestOnlyOfferedRequestsAreSent(t *testing.T) {
	for subset := range 1 << len(conformance.Ops()) {
		var ops []conformance.Op
		for i, op := range conformance.Ops() {
			if subset&(1<<i) != 0 {
				ops = append(ops, op)
			}
		}
		for _, methods := range [][]conformance.Method{nil, {native}, {derive}, {native, derive}, conformance.MethodsOf(notation.EPIN)} {
			for _, bytes := range []bool{false, true} {
				for _, edition := range notation.All() {
					impl := sparing{conformance.Reference(edition), conformance.Description{Ops: ops, Methods: methods, Bytes: bytes}}
					for _, p := range All(edition) {
						got := try(t, p, impl, edition, "K\xff")
						if tested := p.Name == "one-verdict" && bytes && subset&^0b1000 != 0; got.held != tested {
							t.Errorf("%s on malformed UTF-8 with %+v: tested is %t", p.Name, impl.offers, got.held)
						}
						try(t, p, impl, edition, "K'")
					}
				}
			}
		}
	}
}

// TestStringFormsThatCannotBeSent tests that a returned string which is too long for a request, or
// which the implementation does not support, is not sent to it.
func TestStringFormsThatCannotBeSent(t *testing.T) {
	for _, form := range []string{"K\xff", strings.Repeat("K", conformance.MaxTokenBytes+1)} {
		changed := onParse(func(r *conformance.Response) {
			r.Attribute(notation.EPIN, "token").Text, r.Attribute(notation.EPIN, "pin").Text = form, form
		})
		for _, name := range []string{"canonical-form", "pin-superset"} {
			impl := sparing{changed, conformance.Description{Ops: []conformance.Op{conformance.OpParse}}}
			if got := try(t, named(t, name), impl, notation.EPIN, "K"); len(got.exchanges) != 1 || got.held || got.failed() {
				t.Errorf("%s: %d requests, held %t, got %q; want 1 request and nothing compared", name, len(got.exchanges), got.held, got.got)
			}
		}
	}
}

// TestRequirements tests that names are those of published checks, and that requirements exist.
func TestRequirements(t *testing.T) {
	const names = "round-trip canonical-form native-or-derived pin-superset idempotent-native idempotent-derive " +
		"native-undoes-derive derive-undoes-native copy equal-is-string-equality one-verdict"
	for _, edition := range notation.All() {
		var got []string
		for _, p := range All(edition) {
			got = append(got, p.Name)
			if len(p.Requirements(edition)) == 0 {
				t.Errorf("%s has no requirement in %v", p.Name, edition)
			}
			for _, id := range p.Requirements(edition) {
				if r, ok := requirement.Lookup(id); !ok || !r.AppliesTo(edition) {
					t.Errorf("%s in %v: the edition has no requirement %s", p.Name, edition, id)
				}
			}
		}
		want := names
		if edition.Method("derive") == nil {
			want = "round-trip canonical-form copy equal-is-string-equality one-verdict"
		}
		if strings.Join(got, " ") != want {
			t.Errorf("the properties of %v are %q, want %s", edition, got, want)
		}
	}
}
