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

// reads changes one attribute in the responses to parse for accepted tokens.
func reads(key string, change func(text string) string) bent {
	return func(req conformance.Request, resp conformance.Response) conformance.Response {
		if v := resp.Attribute(notation.EPIN, key); req.Op == conformance.OpParse && v.Offered() {
			v.Text = change(v.Text)
		}
		return resp
	}
}

func always(text string) func(string) string { return func(string) string { return text } }

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

func second(op conformance.Op) func(conformance.Request) bool {
	n := 0
	return func(req conformance.Request) bool {
		if req.Op == op {
			n++
		}
		return req.Op == op && n%2 == 0
	}
}

func chain(result string, methods ...conformance.Method) bent {
	return func(req conformance.Request, resp conformance.Response) conformance.Response {
		if applying(methods...)(req) {
			resp.Tokens[len(methods)-1] = result
		}
		return resp
	}
}

func sweeping(verdicts string) bent {
	return func(req conformance.Request, resp conformance.Response) conformance.Response {
		if len(req.Tokens) > 1 {
			resp.Verdicts = verdicts
		}
		return resp
	}
}

var (
	raised = conformance.Response{Outcome: conformance.Crashed, Crash: "ValueError"}
	bare   = conformance.Response{Outcome: conformance.Accepted, Original: "K"}
)

// broken are implementations for which a property does not hold on a token, or does.
var broken = []struct {
	name, property string
	impl           bent
	token          string
	holds          bool
}{
	{"the marker is lost", "round-trip", reads("token", always("K")), "K'", false},
	{"the markers change places", "canonical-form", reads("token", always("k'^")), "k^'", false},
	{"everything in upper case", "canonical-form", reads("token", strings.ToUpper), "k", false},
	{"the name has a case", "canonical-form", reads("name", strings.ToLower), "K", true},
	{"both", "native-or-derived", reads("native", always("true")), "K'", false},
	{"neither", "native-or-derived", reads("native", always("false")), "K", false},
	{"no PIN token", "pin-superset", reads("pin", always("")), "K", false},
	{"the marker is kept", "pin-superset", reads("pin", always("K'")), "K'", false},
	{"a PIN token is derived", "pin-superset", reads("derived", always("true")), "K'", false},
	{"another PIN token each time", "pin-superset", reads("pin", func(pin string) string { return pin[1:] }), "+K'", false},
	{"native toggles", "idempotent-native", chain("K'", native, native), "K", false},
	{"derive toggles", "idempotent-derive", chain("K", derive, derive), "K", false},
	{"the sign is lost", "native-undoes-derive", chain("K", derive, native), "+K", false},
	{"the caret is lost", "derive-undoes-native", chain("K'", native, derive), "K^", false},
	{"identity", "equal-is-string-equality", on(to(conformance.OpEqual), conformance.Response{Outcome: conformance.Unequal}), "K'", false},
	{"the marker is ignored", "equal-is-string-equality", on(to(conformance.OpEqual), conformance.Response{Outcome: conformance.Equal}), "K", false},
	{"the derived form is rejected", "equal-is-string-equality",
		on(func(req conformance.Request) bool { return req.Other == "K'" }, conformance.Response{Outcome: conformance.Rejected}), "K", false},
	{"derive returns an invalid string", "equal-is-string-equality", chain("K''", derive), "K", true},
	// An incorrect string form does not hide a changed value.
	{"the receiver changes, and its string form has no sign", "copy",
		func(req conformance.Request, resp conformance.Response) conformance.Response {
			resp.Original = "K" + strings.Repeat("?", len(req.Methods))
			return resp
		}, "+K", false},
	{"the string form has no sign", "copy", func(_ conformance.Request, resp conformance.Response) conformance.Response {
		resp.Original = "K"
		return resp
	}, "+K", true},
	{"a transformation is declined", "copy", on(applying(native), conformance.Response{}), "K", true},
	{"the check is laxer than the parser", "one-verdict", on(to(conformance.OpValid), conformance.Response{Outcome: conformance.Accepted}), "K\n", false},
	{"the sweep stops at what it rejects", "one-verdict", sweeping("000"), "K", false},
	{"the neighbours in a sweep are accepted", "one-verdict", sweeping("111"), "K", true},
	{"the second call is another", "one-verdict", on(second(conformance.OpParse), conformance.Response{Outcome: conformance.Rejected}), "K", false},
	// Malformed responses, which only an implementation in Go can return.
	{"no result", "copy", on(to(conformance.OpApply), bare), "K", false},
	{"too many verdicts", "one-verdict", sweeping("0101"), "K", false},
	{"an unknown verdict", "one-verdict", sweeping("0y0"), "K", false},
	{"a rejection and a comparison", "equal-is-string-equality", on(to(conformance.OpEqual), bare), "K", false},
	// Crashes after the premise.
	{"a crash", "canonical-form", on(second(conformance.OpParse), raised), "K'", false},
	{"a crash", "copy", on(applying(conformance.Unmark), raised), "K'", false},
	{"a crash", "equal-is-string-equality", on(to(conformance.OpEqual), raised), "K", false},
	{"a crash of derive", "equal-is-string-equality", on(to(conformance.OpApply), raised), "K", true},
	// A crash is a verdict.
	{"every operation crashes", "one-verdict", on(every, raised), "K", true},
	{"all but parse crash", "one-verdict", on(func(req conformance.Request) bool { return req.Op != conformance.OpParse }, raised), "K", false},
}

var everything = conformance.Describe(conformance.Correct(notation.EPIN), notation.EPIN)

func try(t *testing.T, p Property, impl bent, offers conformance.Description, edition *notation.Edition, token string) *trial {
	t.Helper()
	c := check{Property: p, Options: Options{Edition: edition}, ctx: t.Context(), impl: impl, offers: &offers}
	one := c.try(token, nil)
	if one.err != nil {
		t.Fatalf("%s on %q: %v", p.Name, token, one.err)
	}
	return one
}

func named(name string) Property {
	return properties[slices.IndexFunc(properties, func(p Property) bool { return p.Name == name })]
}

func TestBrokenImplementations(t *testing.T) {
	breaks := map[string]bool{}
	for _, b := range broken {
		if got := try(t, named(b.property), b.impl, everything, notation.EPIN, b.token); got.failed == b.holds || !got.held && b.holds {
			t.Errorf("%s, %s on %q: holds %t, fails %t", b.property, b.name, b.token, got.held, got.failed)
		}
		breaks[b.property] = breaks[b.property] || !b.holds
	}
	for _, p := range All(notation.EPIN) {
		if !breaks[p.Name] {
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
		"rejected": {reads("token", always("")), "K!", []string{"one-verdict"}},
		"a crash before the token is accepted": {on(func(req conformance.Request) bool {
			return req.Op == conformance.OpParse || req.Op == conformance.OpApply && len(req.Methods) == 0
		}, raised), "K", []string{"equal-is-string-equality", "one-verdict"}},
	} {
		for _, p := range All(notation.EPIN) {
			got := try(t, p, c.impl, everything, notation.EPIN, c.token)
			if tested := got.held || got.failed; tested != slices.Contains(c.tested, p.Name) {
				t.Errorf("%s, %s: tested is %t", name, p.Name, tested)
			}
		}
	}
}

// TestOnlyOfferedRequestsAreSent tests every property with every set of operations, some sets
// of transformations, and with bytes or only text. A returned string which is too long for a request,
// or which is not offered, is not sent.
func TestOnlyOfferedRequestsAreSent(t *testing.T) {
	var offers conformance.Description
	impl := bent(func(req conformance.Request, resp conformance.Response) conformance.Response {
		if !offers.Answers(req) {
			t.Errorf("%v is sent to an implementation that offers %+v", req, offers)
		}
		return resp
	})
	for subset := range 1 << len(conformance.Ops()) {
		offers.Ops = slices.DeleteFunc(conformance.Ops(), func(op conformance.Op) bool {
			return subset&(1<<slices.Index(conformance.Ops(), op)) == 0
		})
		for _, offers.Methods = range [][]conformance.Method{nil, {native}, {derive}, everything.Methods} {
			offers.Bytes = slices.Repeat(conformance.Ops(), len(offers.Methods)%2)
			for _, edition := range []*notation.Edition{notation.EPIN, notation.PINInitial} {
				for _, p := range All(edition) {
					got := try(t, p, impl, offers, edition, "K\xff")
					if tested := p.Name == "one-verdict" && len(offers.Bytes) > 0 && subset&^0b1000 != 0; got.held != tested {
						t.Errorf("%s on malformed UTF-8 with %+v: tested is %t", p.Name, offers, got.held)
					}
					try(t, p, impl, offers, edition, "K'")
				}
			}
		}
	}
	parses := conformance.Description{Ops: []conformance.Op{conformance.OpParse}}
	for key, name := range map[string]string{"token": "canonical-form", "pin": "pin-superset"} {
		for _, form := range []string{"K\xff", strings.Repeat("K", conformance.MaxTokenBytes+1)} {
			got := try(t, named(name), reads(key, always(form)), parses, notation.EPIN, "K")
			if len(got.exchanges) != 1 || got.held || got.failed {
				t.Errorf("%s: %d requests, held %t; want 1 request and nothing compared", name, len(got.exchanges), got.held)
			}
		}
	}
}

// TestRequirements tests which properties an edition has, by their names in published checks, and the
// requirements that they violate.
func TestRequirements(t *testing.T) {
	const names = "round-trip canonical-form native-or-derived pin-superset idempotent-native idempotent-derive " +
		"native-undoes-derive derive-undoes-native copy equal-is-string-equality one-verdict"
	for edition, want := range map[*notation.Edition]string{
		notation.EPIN: names, notation.EPINInitial: names,
		notation.PIN: "round-trip canonical-form copy equal-is-string-equality one-verdict",
	} {
		got := ""
		for _, p := range All(edition) {
			got += " " + p.Name
		}
		if got != " "+want {
			t.Errorf("the properties of %v are%s, want %s", edition, got, want)
		}
	}
	for name, want := range map[string]string{
		"round-trip": "epin/9.2/canonical epin/9.2/no-context", "pin-superset": "epin/3/pin-superset epin/9.3/pin",
		"native-undoes-derive": "epin/9.3/native epin/9.3/derive", "idempotent-derive": "epin/9.3/idempotent", "copy": "epin/9.3/copy",
	} {
		if ids := strings.Join(named(name).Requirements(notation.EPIN), " "); ids != want {
			t.Errorf("%s violates %s, want %s", name, ids, want)
		}
	}
}

func checkAll(ctx context.Context, impl conformance.Implementation, seed uint64, runs int) ([]Result, error) {
	return Check(ctx, impl, All(notation.EPIN), Options{Edition: notation.EPIN, Seed: seed, Runs: runs})
}

func TestShrunk(t *testing.T) {
	twice := func(req conformance.Request, resp conformance.Response) conformance.Response {
		if req.Op == conformance.OpValid && strings.Contains(req.Token, "''") {
			resp.Outcome = conformance.Accepted
		}
		return resp
	}
	for name, test := range map[string]struct {
		impl bent
		want []string
	}{
		"no sign":                  {reads("token", func(form string) string { return strings.TrimPrefix(form, "-") }), []string{"-A", "-A"}},
		"two markers are accepted": {twice, []string{"''"}},
		"sweeps crash":             {on(to(conformance.OpSweep), raised), []string{""}},
	} {
		results, err := checkAll(t.Context(), test.impl, 7, 300)
		var shrunk []string
		for _, r := range results {
			if r.Broken != nil {
				shrunk = append(shrunk, r.Broken[0].Request.Token)
			}
		}
		if err != nil || !slices.Equal(shrunk, test.want) {
			t.Errorf("%s: shrunk to %q, want %q; %v", name, shrunk, test.want, err)
		}
	}
}

// TestInputs tests that about half of the inputs are tokens, that each token is drawn, and that each kind
// of edit is; and that the inputs of a seed and a property do not change, and are its own.
func TestInputs(t *testing.T) {
	const n = 20_000
	draw := func(property string, bytes bool) []string {
		c := check{Property: Property{Name: property}, Options: Options{Edition: notation.EPIN, Seed: 7, Runs: n}, offers: &conformance.Description{}}
		if bytes {
			c.offers.Bytes = conformance.Ops()
		}
		return c.inputs()
	}
	valid := notation.EPIN.Valid
	var inputs []string
	for _, bytes := range []bool{false, true} {
		inputs = draw("copy", bytes)
		chosen := func(is func(string) bool) []string {
			return slices.DeleteFunc(slices.Clone(inputs), func(s string) bool { return !is(s) })
		}
		tokens := slices.Sorted(slices.Values(chosen(valid)))
		if len(tokens) < n/2 || len(tokens) > n*3/4 {
			t.Errorf("%d of %d inputs are tokens", len(tokens), n)
		}
		if got, all := len(slices.Compact(tokens)), len(slices.Collect(notation.EPIN.Tokens())); got != all {
			t.Errorf("%d of %d tokens were drawn", got, all)
		}
		if texts := len(chosen(utf8.ValidString)); bytes == (texts == n) {
			t.Errorf("bytes %t: %d of %d inputs are text", bytes, texts, n)
		}
		for kind, is := range map[string]func(s string) bool{
			"something inserted in front": func(s string) bool {
				return len(s) > 1 && valid(s[1:]) && strings.ContainsRune("\x00!\u007f", rune(s[0]))
			},
			"twice, with a symbol": func(s string) bool { return len(s) == 7 && s[:3] == s[4:] && valid(s[4:]) },
			"neighbours exchanged": func(s string) bool { return len(s) == 3 && valid(s[1:2]+s[:1]+s[2:]) && s[1] == '+' },
			"not ASCII":            func(s string) bool { return strings.ContainsFunc(s, func(r rune) bool { return r > 127 }) },
		} {
			if !slices.ContainsFunc(inputs, is) {
				t.Errorf("bytes %t: never drawn: %s", bytes, kind)
			}
		}
	}
	if want := []string{"-l'", "g", "i", "-r^", "-UF", "-R+-R", "x'", "-D^\xd5"}; !slices.Equal(inputs[:8], want) {
		t.Errorf("drew %+q, want %+q", inputs[:8], want)
	}
	if slices.Equal(inputs, draw("round-trip", true)) {
		t.Error("two properties have the same inputs")
	}
}

// TestBatches tests that a failure in the last batch of inputs is found, after all others held.
func TestBatches(t *testing.T) {
	swept := 0 // 4 tokens for each input
	impl := bent(func(req conformance.Request, resp conformance.Response) conformance.Response {
		if swept += len(req.Tokens); swept > 4*2*together && len(req.Tokens) == 1 {
			resp.Verdicts = string(conformance.VerdictCrash)
		}
		return resp
	})
	got, err := Check(t.Context(), impl, []Property{named("one-verdict")}, Options{Edition: notation.EPIN, Runs: 2*together + 1})
	if err != nil || len(got) != 1 || got[0].Held != 2*together || got[0].Broken == nil {
		t.Errorf("%+v, %v", got, err)
	}
}

type failing struct {
	bent
	left int
	err  error
}

func (f *failing) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if f.left--; f.left < 0 {
		return conformance.Response{}, f.err
	}
	return f.bent.Do(ctx, req)
}

// TestErrors tests that an error at any request ends the check, also while it shrinks: there is
// no result, and no further request. So does the end of the context.
func TestErrors(t *testing.T) {
	gone := errors.New("the program is gone")
	for after := 0; ; after++ {
		f := &failing{reads("token", func(form string) string { return form + "x" }), after, gone}
		got, err := checkAll(t.Context(), f, 1, 3)
		if f.left >= 0 {
			if err != nil || after < 4 || got[0].Broken == nil {
				t.Errorf("after all requests: %+v, %v", got, err)
			}
			break
		}
		if !errors.Is(err, gone) || !strings.HasPrefix(err.Error(), "propert") || got != nil || f.left != -1 {
			t.Fatalf("after %d responses: %+v, %v, and %d more requests", after, got, err, -f.left-1)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := checkAll(ctx, conformance.Reference(notation.EPIN), 1, 9); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want a cancelled context", err)
	}
}
