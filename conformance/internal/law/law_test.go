package law_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// The names of laws are parts of published identifiers of checks, so they must not change. The
// groups are those of laws about the value of one token, and about transformations.
const (
	ofValues          = "round-trip canonical-form native-or-derived pin-superset"
	ofTransformations = "idempotent-native idempotent-derive native-undoes-derive derive-undoes-native copy"
	everyLaw          = ofValues + " " + ofTransformations + " equal-is-string-equality one-verdict"
)

var names = strings.Fields(everyLaw)

func check(t *testing.T, impl conformance.Implementation, edition epin.Edition, name, token string) law.Result {
	t.Helper()
	result, err := law.All(edition)[slices.Index(names, name)].Check(t.Context(), impl, edition, token)
	if err != nil {
		t.Fatalf("%s on %q: %v", name, token, err)
	}
	return result
}

// bent is the reference with changed responses. By the protocol, only valid tokens are compared.
type bent struct{ bend bend }

func (b bent) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Op == conformance.OpEqual && !(epin.Valid(req.Token) && epin.Valid(req.Other)) {
		return conformance.Response{}, errors.New("a comparison of invalid strings")
	}
	resp, err := conformance.Reference(epin.Current).Do(ctx, req)
	return b.bend(req, resp), err
}

func TestLawsAreDescribed(t *testing.T) {
	kebab := regexp.MustCompile(`\A[a-z]+(-[a-z]+)*\z`)
	sentence := regexp.MustCompile(`\A[A-Z][^.\n]*\.\z`)
	for _, edition := range epin.Editions() {
		var got []string
		for _, l := range law.All(edition) {
			got = append(got, l.Name)
			if !kebab.MatchString(l.Name) || !sentence.MatchString(l.Says) || len(l.Requirements(edition)) == 0 {
				t.Errorf("law %q says %q: want a name in kebab-case, one sentence, and a requirement", l.Name, l.Says)
			}
			for _, id := range l.Requirements(edition) {
				if r, ok := requirement.Lookup(id); !ok || !r.AppliesTo(edition) {
					t.Errorf("%s in %v: the edition has no requirement %s", l.Name, edition, id)
				}
			}
		}
		if !slices.Equal(got, names) {
			t.Errorf("laws of %v: %q, want %q", edition, got, names)
		}
	}
}

func TestLawsFindBrokenImplementations(t *testing.T) {
	for _, b := range breakers {
		want := law.Broken
		if b.wanted == "" {
			want = law.Holds
		}
		r := check(t, bent{b.bend}, epin.Current, b.law, b.token)
		if r.Outcome != want || r.Wanted != b.wanted || r.Got != b.got {
			t.Errorf("%s, %s on %q: %v\nwanted %q\nwant   %q\ngot    %q\nwant   %q",
				b.law, b.name, b.token, r.Outcome, r.Wanted, b.wanted, r.Got, b.got)
		}
		if b.name == "every receiver changes" && len(r.Exchanges) != 2 {
			t.Errorf("%d requests, want none after the first fault", len(r.Exchanges))
		}
	}
}

// TestOutcomes tests every law with some implementations: every kind of response to every
// request, crashes that are only a failure to reject, and string forms that are incorrect
// whatever the transformation.
func TestOutcomes(t *testing.T) {
	always := func(resp conformance.Response) bend { return on(func(conformance.Request) bool { return true }, resp) }
	form := func(of func(string) string) bend {
		return func(_ conformance.Request, resp conformance.Response) conformance.Response {
			for i := range resp.Tokens {
				resp.Tokens[i] = of(resp.Tokens[i])
			}
			resp.Original = of(resp.Original)
			return resp
		}
	}
	crashesOnBytes := func(req conformance.Request, resp conformance.Response) conformance.Response {
		verdicts := []byte(resp.Verdicts)
		for i, token := range req.Tokens {
			if !utf8.ValidString(token) {
				verdicts[i] = conformance.VerdictCrash
			}
		}
		resp.Verdicts = string(verdicts)
		if !utf8.ValidString(req.Token) {
			return raised
		}
		return resp
	}
	premises := func(req conformance.Request) bool {
		return req.Op == conformance.OpParse || req.Op == conformance.OpApply && len(req.Methods) == 0
	}
	k, every := []string{"K"}, []string(nil)
	for id := range epin.Current.All() {
		every = append(every, id.String())
	}
	for _, c := range []struct {
		name            string
		bend            bend
		tokens          []string
		holds, untested string // the laws; the others are broken
	}{
		{"unsupported", always(conformance.Response{}), k, "", everyLaw},
		{"rejected", always(conformance.Response{Outcome: conformance.Rejected}), k, "",
			ofValues + " " + ofTransformations + " equal-is-string-equality"},
		{"accepted without values", always(conformance.Response{Outcome: conformance.Accepted}), k, "", ofValues},
		{"values that are not UTF-8", always(conformance.Response{Outcome: conformance.Accepted, Tokens: []string{"\xff", "\xff"},
			Original: "\xff", Token: conformance.Some("\xff"), PIN: conformance.Some("\xff")}), k,
			"canonical-form pin-superset", "native-or-derived"},
		{"equal", always(conformance.Response{Outcome: conformance.Equal}), k, "", ""},
		{"unequal", always(conformance.Response{Outcome: conformance.Unequal}), k, "", ""},
		{"swept", always(conformance.Response{Outcome: conformance.Swept}), k, "", ""},
		{"swept with another verdict", always(conformance.Response{Outcome: conformance.Swept, Verdicts: "2"}), k, "", ""},
		{"an unknown outcome", always(conformance.Response{Outcome: 200}), k, "", ""},
		{"crashed", always(conformance.Response{Outcome: conformance.Crashed, Crash: "\xff\n"}), k,
			"one-verdict", ofValues + " " + ofTransformations},

		{"a crash on an invalid string", crashesOnBytes, []string{"K\xff"}, "one-verdict",
			strings.TrimSuffix(everyLaw, " one-verdict")},
		{"a crash before the token is accepted", on(premises, raised), []string{"K'"}, "equal-is-string-equality",
			ofValues + " " + ofTransformations},

		{"correct", form(func(token string) string { return token }), every, everyLaw, ""},
		{"no sign", form(func(token string) string { return strings.TrimLeft(token, "+-") }), every, everyLaw, ""},
		{"no caret", form(func(token string) string { return strings.Replace(token, "^", "", 1) }), every, everyLaw, ""},
		{"no marker", form(func(token string) string { return strings.TrimSuffix(token, "'") }), every, everyLaw, ""},
		{"the markers change place", form(func(token string) string { return strings.Replace(token, "^'", "'^", 1) }), every, everyLaw, ""},
		{"upper case", form(strings.ToUpper), every, everyLaw, ""},
		{"nothing", form(func(string) string { return "" }), every, everyLaw, ""},
	} {
		for _, name := range names {
			want := law.Broken
			if slices.Contains(strings.Fields(c.holds), name) {
				want = law.Holds
			} else if slices.Contains(strings.Fields(c.untested), name) {
				want = law.NotExercised
			}
			for _, token := range c.tokens {
				r := check(t, bent{c.bend}, epin.Current, name, token)
				if r.Outcome != want || (want == law.Broken) != (r.Wanted != "" && r.Got != "") {
					t.Errorf("%s, %s on %q: %v (wanted %q, got %q), want %v", c.name, name, token, r.Outcome, r.Wanted, r.Got, want)
				}
			}
		}
	}
}

// sparing is the reference of an edition, restricted to what its description offers. Other
// requests are errors.
type sparing struct {
	edition epin.Edition
	offers  conformance.Description
	sent    *int
}

func (s sparing) Describe() conformance.Description { return s.offers }

func (s sparing) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	*s.sent++
	notOffered := func(m conformance.Method) bool {
		return !slices.Contains(s.offers.Methods, m) || !slices.Contains(conformance.MethodsOf(s.edition), m)
	}
	if !slices.Contains(s.offers.Ops, req.Op) || slices.ContainsFunc(req.Methods, notOffered) || !s.offers.Bytes && !utf8.ValidString(req.Token) {
		return conformance.Response{}, fmt.Errorf("%+v is not offered", req)
	}
	return conformance.Reference(s.edition).Do(ctx, req)
}

// TestOnlyOfferedRequestsAreSent tests every law with every set of operations, some sets of
// transformations, and with bytes or only text.
func TestOnlyOfferedRequestsAreSent(t *testing.T) {
	const K, bytes = "K", "K\xff"
	offered := func(d conformance.Description, name, token string) bool {
		methods := map[string][]conformance.Method{
			"idempotent-native": {native}, "idempotent-derive": {derive},
			"native-undoes-derive": {native, derive}, "derive-undoes-native": {native, derive},
		}
		missing := func(m conformance.Method) bool { return !slices.Contains(d.Methods, m) }
		switch {
		case name == "one-verdict": // one operation is enough, because its request is repeated
			return (token == K || d.Bytes) && slices.ContainsFunc(d.Ops, func(op conformance.Op) bool { return op != conformance.OpEqual })
		case token != K:
			return false
		case name == "equal-is-string-equality":
			return d.Offers(conformance.OpEqual)
		case strings.Contains(ofValues, name):
			return d.Offers(conformance.OpParse)
		}
		return d.Offers(conformance.OpApply) && len(d.Methods) > 0 && !slices.ContainsFunc(methods[name], missing)
	}
	for subset := range 1 << len(conformance.Ops()) {
		var ops []conformance.Op
		for i, op := range conformance.Ops() {
			if subset&(1<<i) != 0 {
				ops = append(ops, op)
			}
		}
		for _, methods := range [][]conformance.Method{
			nil, {native}, {derive}, {conformance.Flip, "rotate"}, {native, derive}, conformance.MethodsOf(epin.Current),
		} {
			for _, d := range []conformance.Description{{Ops: ops, Methods: methods}, {Ops: ops, Methods: methods, Bytes: true}} {
				for _, edition := range epin.Editions() { // the initial one has no terminal marker, whatever d offers
					for _, name := range names {
						for _, token := range []string{K, bytes} {
							sent, want := 0, offered(d, name, token)
							r := check(t, sparing{edition, d, &sent}, edition, name, token)
							unnecessary := sent > 0 && !want && token == K && name != "copy"
							if (r.Outcome == law.Holds) != want || sent != len(r.Exchanges) || unnecessary {
								t.Errorf("%s on %q with %+v: %v after %d requests, want it tested: %t", name, token, d, r.Outcome, sent, want)
							}
						}
					}
				}
			}
		}
	}
}

// TestUnsendableStringFormIsNotSent checks that a returned string which the implementation does not
// support, or which is too long for a request, is not sent to it.
func TestUnsendableStringFormIsNotSent(t *testing.T) {
	text := conformance.Description{Ops: []conformance.Op{conformance.OpParse}}
	for _, form := range []string{"K\xff", strings.Repeat("K", conformance.MaxTokenBytes+1)} {
		for _, name := range []string{"canonical-form", "pin-superset"} {
			q := law.All(epin.Current)[slices.Index(names, name)].Inquire(epin.Current, &text, "K")
			q.Answer(conformance.Response{Outcome: conformance.Accepted, Token: conformance.Some(form), PIN: conformance.Some(form)})
			if r := q.Result(); q.Request() != nil || r.Outcome != law.NotExercised {
				t.Errorf("%s: %v, and then the request %v; want not exercised", name, r.Outcome, q.Request())
			}
		}
	}
}

// TestNumberOfRequests pins the number of requests of each law, on K, K' and K!. For a token that
// fits into a sweep only alone, or not at all, the law of one verdict omits requests.
func TestNumberOfRequests(t *testing.T) {
	fit := func(more int) string { return strings.Repeat("K", conformance.MaxSweepBytes+more) }
	requests := func(name, token string) int {
		return len(check(t, conformance.Reference(epin.Current), epin.Current, name, token).Exchanges)
	}
	for name, want := range map[string][3]int{
		"round-trip": {1, 1, 1}, "canonical-form": {2, 2, 1}, "native-or-derived": {1, 1, 1},
		"pin-superset":      {1, 2, 1},                                 // the PIN token of a PIN token is the token itself
		"idempotent-native": {2, 2, 1}, "idempotent-derive": {2, 2, 1}, // the first request tests whether the token is accepted
		"native-undoes-derive": {3, 3, 1}, "derive-undoes-native": {3, 3, 1},
		"copy":                     {9, 9, 1}, // one request for each transformation
		"equal-is-string-equality": {3, 2, 0}, // K' is its own derived form, and K! may not be compared
		"one-verdict":              {6, 6, 6},
	} {
		if got := [3]int{requests(name, "K"), requests(name, "K'"), requests(name, "K!")}; got != want {
			t.Errorf("%s sends %d requests, want %d", name, got, want)
		}
	}
	for more, want := range map[int]int{-2: 6, -1: 5, 0: 5, 1: 4} {
		if got := requests("one-verdict", fit(more)); got != want {
			t.Errorf("%d bytes more than a sweep has: %d requests, want %d", more, got, want)
		}
	}
}
