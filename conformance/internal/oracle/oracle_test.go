package oracle

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// request returns the request of an operation on a token: after apply stand methods, and after equal the
// other token.
func request(op conformance.Op, token string, more ...string) conformance.Request {
	req := conformance.Request{Op: op, Token: token}
	if op == conformance.OpEqual {
		req.Other = more[0]
		return req
	}
	for _, m := range more {
		req.Methods = append(req.Methods, conformance.Method(m))
	}
	return req
}

const (
	parse, valid, sweep = conformance.OpParse, conformance.OpValid, conformance.OpSweep
	apply, equal        = conformance.OpApply, conformance.OpEqual
)

var crash = conformance.Response{Outcome: conformance.Crashed, Crash: "RuntimeError: oh"}

func is(outcome conformance.Outcome) func(*conformance.Response) {
	return func(resp *conformance.Response) { *resp = conformance.Response{Outcome: outcome} }
}

func crashes(resp *conformance.Response) { *resp = crash }

// reads returns a change to one attribute, which "" withholds.
func reads(key, text string) func(*conformance.Response) {
	return func(resp *conformance.Response) {
		*resp.Attribute(notation.EPIN, key) = notation.Value{}
		if text != "" {
			*resp.Attribute(notation.EPIN, key) = notation.TextValue(text)
		}
	}
}

func returns(tokens ...string) func(*conformance.Response) {
	return func(resp *conformance.Response) { resp.Tokens = tokens }
}

// changesReceiver is a change to the string form that is read again at the end.
func changesReceiver(resp *conformance.Response) { resp.Original = "A^" }

// onlyPIN withholds the attributes that the pin determines.
var onlyPIN = all(reads("name", ""), reads("side", ""), reads("state", ""), reads("terminal", ""))

// ofValues are the requirements of the attributes.
const ofValues = "9.2/canonical 9.3/pin 7.2/derivation 9.3/is-native 9.3/is-derived 7.1/name 7.1/side 7.1/state 7.1/terminal"

func all(changes ...func(*conformance.Response)) func(*conformance.Response) {
	return func(resp *conformance.Response) {
		for _, change := range changes {
			change(resp)
		}
	}
}

// ids shows requirements in a line, without the name of the notation.
func ids(requirements []string) string {
	return strings.ReplaceAll(strings.Join(requirements, " "), "epin/", "")
}

func changed(o *Oracle, req conformance.Request, change func(*conformance.Response)) (conformance.Request, conformance.Response) {
	resp := o.Wanted(req)
	change(&resp)
	return req, resp
}

func exits(resp *conformance.Response) { crashes(resp); resp.CrashKind = conformance.Died }
func withValues(o *Oracle)             { o.Attributes = true }
func crashedAlone(o *Oracle)           { o.Wrong(changed(o, request(apply, "A", "native"), crashes)) }
func misread(o *Oracle) {
	o.Attributes = true
	o.Wrong(changed(o, request(parse, "K"), reads("side", "second")))
}

var accepts, rejects, declines = is(conformance.Accepted), is(conformance.Rejected), is(conformance.Unsupported)

var deviations = []struct {
	name   string
	req    conformance.Request
	change func(*conformance.Response) // of the correct response
	before func(*Oracle)
	want   string // the symptoms with their requirements, the correct and the observed parts, and what is not tested
}{
	{"accepts a line feed behind a derived token", request(parse, "A'\n"), accepts, nil,
		"verdict accepted: 6/grammar 6/anchoring 9.1/reject 4/marker-last 9.4/line-break; rejected | accepted"},
	{"accepts the empty string", request(sweep, ""), accepts, nil,
		"verdict accepted: 6/grammar 9.1/reject 9.4/empty; rejected | accepted"},
	{"accepts no letter, which shows no missing anchor", request(valid, "!"), accepts, nil,
		"verdict accepted: 6/grammar 9.1/reject 9.4/not-a-letter; rejected | accepted"},
	{"rejects a token", request(parse, "K"), rejects, nil,
		"verdict rejected: 6/grammar 9.1/accept 3/pin-superset examples/single-style/accept-both; " +
			"accepted | rejected; untested " + ofValues},
	{"crashes on a string with a token, which shows no missing anchor", request(parse, "A'\xff"), crashes, nil,
		"verdict crashed crashed RuntimeError: 6/grammar 9.1/reject; rejected | crashed: RuntimeError: oh"},
	{"exits", request(valid, "K'"), exits, nil,
		"verdict crashed died: 6/grammar 9.1/accept examples/single-style/accept-both; accepted | crashed: RuntimeError: oh"},
	{"declines", request(parse, "K"), declines, nil,
		"untested 6/grammar 9.1/accept " + ofValues},
	{"is correct", request(parse, "K"), all(), nil,
		""},
	{"attributes", request(parse, "K"), all(reads("name", "k"), reads("side", "second"), reads("pin", "k")), nil,
		`pin accepted: 9.3/pin; name accepted: 7.1/name; side accepted: 7.1/side; ` +
			`pin "K", name "K", side "first" | pin "k", name "k", side "second"`},
	{"the string form without its end", request(parse, "K'"), reads("token", "K"), nil,
		`token accepted: 9.2/canonical 9.2/no-context; token "K'" | token "K"`},
	{"a correct pin determines four attributes", request(parse, "K"), onlyPIN, nil,
		""},
	{"an incorrect pin determines none", request(parse, "K"), all(onlyPIN, reads("pin", "k")), nil,
		`pin accepted: 9.3/pin; pin "K" | pin "k"; untested 7.1/name 7.1/side 7.1/state 7.1/terminal`},
	{"the string form of apply", request(apply, "K"), changesReceiver, nil,
		`original accepted: 9.2/canonical; original "K" | original "A^"`},
	{"crashes in apply without a method", request(apply, "K"), crashes, nil,
		"original crashed crashed RuntimeError: 9.2/canonical; " +
			`original "K" | crashed: RuntimeError: oh; untested 6/grammar 9.1/accept`},
	{"accepts an invalid string in apply", request(apply, "K''", "derive"), accepts, nil,
		"verdict accepted: 6/grammar 6/anchoring 9.1/reject; rejected | accepted"},
	{"rejects a token in apply", request(apply, "K", "native"), rejects, nil,
		"verdict rejected: 6/grammar 9.1/accept; accepted | rejected; untested 9.3/native 9.3/copy"},
	{"the first of two methods", request(apply, "K", "derive", "native"), returns("K", "k"), nil,
		`result of derive accepted: 9.3/derive; derive "K'" | derive "K"; untested 9.3/native`},
	{"the second of two equal methods", request(apply, "K", "derive", "derive"), returns("K'", "K"), nil,
		`result of derive accepted: 9.3/derive 9.3/idempotent; derive "K'" | derive "K"`},
	{"the receiver changes", request(apply, "K", "derive"), changesReceiver, nil,
		`original accepted: 9.3/copy; original "K" | original "A^"`},
	{"a result of what the receiver became", request(apply, "A", "derive"), all(changesReceiver, returns("A^'")), nil,
		`original accepted: 9.3/copy; original "A" | original "A^"; untested 9.3/derive`},
	{"crashes in one of two methods", request(apply, "K", "derive", "native"), crashes, nil,
		"result of derive crashed crashed RuntimeError: 9.3/derive; result of native crashed crashed RuntimeError: 9.3/native; " +
			`derive "K'", native "K" | crashed: RuntimeError: oh; untested 6/grammar 9.1/accept 9.3/copy`},
	{"crashes in the method that crashed alone", request(apply, "K", "derive", "native"), crashes, crashedAlone,
		"result of native crashed crashed RuntimeError: 9.3/native; " +
			`native "K" | crashed: RuntimeError: oh; untested 6/grammar 9.1/accept 9.3/derive 9.3/copy`},
	{"an attribute of a result", request(apply, "K", "native"), reads("side", "second"), withValues,
		`side accepted: 7.1/side; side "first" | side "second"`},
	{"an attribute of a result that parse misreads", request(apply, "K", "native"), reads("side", "second"), misread,
		"untested 7.1/side"},
	{"attributes of an incorrect result", request(apply, "K", "native"), all(returns("k"), reads("side", "second")), withValues,
		`result of native accepted: 9.3/native; native "K" | native "k"; untested ` + ofValues},
	{"tokens that differ are equal", request(equal, "K", "k"), is(conformance.Equal), nil,
		"equality equal: 9.3/equivalent; unequal | equal"},
	{"equal rejects a token", request(equal, "K", "K"), rejects, nil,
		"verdict rejected: 6/grammar 9.1/accept; equal | rejected; untested 9.3/equivalent"},
	{"equal crashes", request(equal, "K", "k"), crashes, nil,
		"equality crashed crashed RuntimeError: 9.3/equivalent; unequal | crashed: RuntimeError: oh"},
	{"equal declines", request(equal, "K", "K"), declines, nil,
		"untested 9.3/equivalent"},
}

// TestDeviations: the symptoms of incorrect responses, their requirements and texts, and what is not tested.
func TestDeviations(t *testing.T) {
	for _, test := range deviations {
		t.Run(test.name, func(t *testing.T) {
			o := New(notation.EPIN)
			if test.before != nil {
				test.before(o)
			}
			req, resp := changed(o, test.req, test.change)
			var got []string
			if d := o.Wrong(req, resp); d != nil {
				for _, v := range o.Violations(d) {
					got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s", v.Aspect, v.Outcome, v.Crash))+": "+ids(v.Requirements))
				}
				text := o.Describe(d)
				got = append(got, fmt.Sprintf("%s | %s", text.Wanted, text.Got))
				if text.CrashKind != crashOf(resp) || string(text.Crash) != resp.Crash {
					t.Errorf("a crash of kind %q: %q, want %q: %q", text.CrashKind, text.Crash, crashOf(resp), resp.Crash)
				}
			}
			judged := Deviation{Request: req, Wanted: o.Wanted(req), Got: resp}
			if o.Judge(&judged); len(o.Untested(judged)) > 0 {
				got = append(got, "untested "+ids(o.Untested(judged)))
			}
			if got := strings.Join(got, "; "); got != test.want {
				t.Errorf("%s\nwant %s", got, test.want)
			}
		})
	}
}

// TestNamed: the requirements that a test vector names count where the response is about them.
func TestNamed(t *testing.T) {
	rejects, accepts := is(conformance.Rejected), is(conformance.Accepted)
	for _, test := range []struct {
		req    conformance.Request
		change func(*conformance.Response)
		id     string
		want   string // the result of the requirement, or "" if the response does not count
	}{
		{request(parse, "K\n"), all(), "epin/9.4/line-break", "passed"},
		{request(parse, "K\n"), accepts, "epin/9.4/line-break", "failed"},
		{request(parse, "K\n"), is(conformance.Unsupported), "epin/9.4/line-break", "not exercised"},
		{request(parse, "'A"), accepts, "epin/4/marker-last", "failed"},
		{request(parse, "'A"), crashes, "epin/4/marker-last", ""}, // only what accepts it violates this
		{request(parse, "K"), rejects, "epin/3/pin-superset", "failed"},
		{request(parse, "K"), reads("native", "false"), "epin/3/pin-superset", "failed"},
		{request(parse, "K'"), reads("native", "true"), "epin/3/pin-superset", ""}, // it is about native tokens
		{request(parse, "K'"), reads("token", "K"), "epin/9.2/no-context", "failed"},
		{request(parse, "K'"), reads("token", "k'"), "epin/9.2/no-context", ""}, // the end is there
		{request(apply, "K", "flip"), all(), "examples/recipes/side", "passed"},
		{request(apply, "K", "flip"), returns("K"), "examples/recipes/side", "failed"},
		{request(apply, "K", "flip"), changesReceiver, "examples/recipes/side", "passed"}, // no transformation is incorrect
		{request(apply, "K", "flip"), rejects, "examples/recipes/side", "not exercised"},
		{request(parse, "K"), rejects, "epin/9.2/canonical", "not exercised"}, // it has an aspect, and not the verdict
	} {
		o := New(notation.EPIN)
		d := Deviation{Request: test.req, Wanted: o.Wanted(test.req), Got: o.Wanted(test.req)}
		test.change(&d.Got)
		o.Judge(&d)
		got := ""
		for _, r := range o.Results(d.Kind, o.NamedBy(&d, []string{test.id})) {
			if r.ID == test.id {
				got = r.Result.String()
			}
		}
		if got != test.want {
			t.Errorf("%s: %v: the result is %q, want %q", test.id, test.req, got, test.want)
		}
	}
}

// TestFormsAsComparison: where equal is not offered, equal string forms are the evidence.
func TestFormsAsComparison(t *testing.T) {
	o := New(notation.EPIN)
	o.WithoutEqual = true
	for token, want := range map[string]bool{"K": true, "K'": false} { // native("K") is "K"
		req := request(apply, token, "native")
		d := Deviation{Request: req, Wanted: o.Wanted(req), Got: o.Wanted(req)}
		o.Judge(&d)
		passed := slices.Contains(o.Results(d.Kind, nil), Result{"epin/9.3/equivalent", result.CheckPassed})
		declined := slices.Contains(o.Declined(req), "epin/9.3/equivalent")
		if passed != want || declined != want {
			t.Errorf("%s: passed %t, not tested if declined %t, want %t", token, passed, declined, want)
		}
	}
}

// TestSymptomsOfCrashes: the first word of the text, which is untrusted, tells crashes apart.
func TestSymptomsOfCrashes(t *testing.T) {
	for text, want := range map[string]string{
		"java.lang.Error: at 7": "crashed java.lang.Error", "7 errors": "crashed", "": "crashed", sweptCrash: "crashed",
		strings.Repeat("x", 99): "crashed " + strings.Repeat("x", longestWord),
	} {
		if got := crashOf(conformance.Response{Outcome: conformance.Crashed, Crash: text}); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestNeeds: what has to be offered, so that requirements are tested.
func TestNeeds(t *testing.T) {
	nothing, onlyNative := conformance.Description{}, conformance.Description{Methods: []conformance.Method{conformance.Native}}
	const copied, derive, native, equivalent = "epin/9.3/copy", "epin/9.3/derive", "epin/9.3/native", "epin/9.3/equivalent"
	for _, test := range []struct {
		edition *notation.Edition
		ids     []string
		offered conformance.Description
		want    string
	}{
		{notation.EPIN, []string{"epin/6/grammar"}, nothing, ""},
		{notation.EPIN, []string{"epin/9.3/pin", "epin/7.1/side"}, nothing, `the operation parse with "pin", "side" in its response`},
		{notation.EPIN, []string{"epin/9.2/no-context"}, conformance.Description{Ops: conformance.Ops()}, `"token" in its response to parse`},
		{notation.EPIN, []string{native, derive}, onlyNative, "the method derive"},
		{notation.EPIN, []string{copied, "epin/9.3/idempotent", equivalent}, nothing, "the methods derive, native; the operations apply, equal"},
		{notation.EPIN, []string{copied, equivalent}, conformance.Description{Ops: []conformance.Op{apply}}, "the operation equal"},
		{notation.EPINInitial, []string{"epin-initial/transformations"}, nothing, "the methods diminish, enhance, flip, normalize"},
	} {
		if got := NeedsOf(test.edition, test.ids, test.offered); got != test.want {
			t.Errorf("%s %q: %s, want %s", test.edition, test.ids, got, test.want)
		}
	}
}
