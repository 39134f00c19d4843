package law_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/epin"
)

// raised is a crash.
var raised = conformance.Response{Outcome: conformance.Crashed, Crash: "ValueError"}

// crashing crashes on the requests for which on returns true.
func crashing(on func(req conformance.Request) bool) bent {
	return bent{epin.Current, func(req conformance.Request, resp conformance.Response) conformance.Response {
		if on(req) {
			return raised
		}
		return resp
	}}
}

// TestCrashOnInvalidStringBreaksNoLaw checks that a crash on an invalid string is only a
// failure to reject it.
func TestCrashOnInvalidStringBreaksNoLaw(t *testing.T) {
	for _, edition := range epin.Editions() {
		impl := bent{edition, func(req conformance.Request, resp conformance.Response) conformance.Response {
			if !utf8.ValidString(req.Token) {
				return raised
			}
			verdicts := []byte(resp.Verdicts)
			for i, token := range req.Tokens {
				if !utf8.ValidString(token) {
					verdicts[i] = conformance.VerdictCrash
				}
			}
			resp.Verdicts = string(verdicts)
			return resp
		}}
		for _, name := range names {
			want := law.NotExercised
			if name == "one-verdict" {
				want = law.Holds // every operation crashes
			}
			if r := check(t, impl, edition, name, "K\xff"); r.Outcome != want {
				t.Errorf("%s in %v: %v (wanted %q, got %q), want %v", name, edition, r.Outcome, r.Wanted, r.Got, want)
			}
		}
	}
}

// TestCrashOfThePremiseBreaksNoLaw checks that a crash before the token is accepted breaks no
// law, even if the token is valid.
func TestCrashOfThePremiseBreaksNoLaw(t *testing.T) {
	impl := crashing(func(req conformance.Request) bool {
		return req.Op == conformance.OpParse || req.Op == conformance.OpApply && len(req.Methods) == 0
	})
	for _, name := range names {
		if name == "equal-is-string-equality" || name == "one-verdict" {
			continue // this law has no such premise
		}
		if r := check(t, impl, epin.Current, name, "K'"); r.Outcome != law.NotExercised || len(r.Exchanges) != 1 {
			t.Errorf("%s: %v after %d exchanges (wanted %q, got %q), want not exercised after 1", name, r.Outcome, len(r.Exchanges), r.Wanted, r.Got)
		}
	}
}

// TestCrashAfterAcceptanceBreaksTheLaw checks that a crash after the premise breaks the law.
func TestCrashAfterAcceptanceBreaksTheLaw(t *testing.T) {
	second := func(op conformance.Op) func(conformance.Request) bool {
		sent := 0
		return func(req conformance.Request) bool {
			if req.Op == op {
				sent++
			}
			return req.Op == op && sent == 2
		}
	}
	methods := func(methods ...conformance.Method) func(conformance.Request) bool {
		return func(req conformance.Request) bool {
			return req.Op == conformance.OpApply && slices.Equal(req.Methods, methods)
		}
	}
	const native, derive = conformance.Native, conformance.Derive
	for _, c := range []struct {
		law string
		on  func(conformance.Request) bool
		op  string
	}{
		{"canonical-form", second(conformance.OpParse), "parse"},
		{"pin-superset", second(conformance.OpParse), "parse"},
		{"idempotent-native", methods(native, native), "apply"},
		{"idempotent-derive", methods(derive, derive), "apply"},
		{"native-undoes-derive", methods(derive, native), "apply"},
		{"native-undoes-derive", methods(native), "apply"},
		{"derive-undoes-native", methods(native, derive), "apply"},
		{"derive-undoes-native", methods(derive), "apply"},
		{"copy", methods(conformance.Unmark), "apply"},
	} {
		r := check(t, crashing(c.on), epin.Current, c.law, "K'")
		if r.Outcome != law.Broken || r.Wanted != "a response to "+c.op || r.Got != "a crash: ValueError" {
			t.Errorf("%s: %v, wanted %q, got %q", c.law, r.Outcome, r.Wanted, r.Got)
		}
	}
	silent := answering(conformance.OpEqual, conformance.Response{Outcome: conformance.Crashed})
	if r := check(t, bent{epin.Current, silent}, epin.Current, "equal-is-string-equality", "K"); r.Got != "a crash: (empty)" {
		t.Errorf("a crash without a text is shown as %q", r.Got)
	}
}

// TestCrashAndEquality checks that a crash of a comparison breaks the law of equality, because
// only valid tokens are compared, and that a crash of derive does not.
func TestCrashAndEquality(t *testing.T) {
	for _, c := range []struct {
		name string
		on   func(req conformance.Request) bool
		want law.Outcome
	}{
		{"with itself", func(req conformance.Request) bool { return req.Op == conformance.OpEqual && req.Other == req.Token }, law.Broken},
		{"with another", func(req conformance.Request) bool { return req.Op == conformance.OpEqual && req.Other != req.Token }, law.Broken},
		{"of derive", func(req conformance.Request) bool { return req.Op == conformance.OpApply }, law.Holds},
	} {
		if r := check(t, crashing(c.on), epin.Current, "equal-is-string-equality", "K"); r.Outcome != c.want {
			t.Errorf("%s: %v (wanted %q, got %q), want %v", c.name, r.Outcome, r.Wanted, r.Got, c.want)
		}
	}
}

// TestOneVerdictComparesCrashes checks that a crash is a verdict. It equals other crashes,
// whatever their texts.
func TestOneVerdictComparesCrashes(t *testing.T) {
	every := func(req conformance.Request, resp conformance.Response) conformance.Response {
		if req.Op == conformance.OpSweep {
			return conformance.Response{Outcome: conformance.Swept, Verdicts: strings.Repeat("!", len(req.Tokens))}
		}
		return conformance.Response{Outcome: conformance.Crashed, Crash: "in " + string(req.Op)}
	}
	whole := func(req conformance.Request, resp conformance.Response) conformance.Response {
		resp = every(req, resp)
		resp.Outcome, resp.Verdicts = conformance.Crashed, ""
		return resp
	}
	but := func(op conformance.Op) bend {
		return func(req conformance.Request, resp conformance.Response) conformance.Response {
			if req.Op == op {
				return resp
			}
			return every(req, resp)
		}
	}
	for _, c := range []struct {
		name  string
		bend  bend
		token string
		got   string // empty if the law holds
	}{
		{"every operation", every, "K\xff", ""},
		{"every operation, on a token", every, "K", ""},
		{"the sweep as a whole", whole, "K", ""},
		{"all but the parser, which rejects", but(conformance.OpParse), "K\xff",
			"parse: rejected, valid: crashed, apply with no method: crashed, sweep: crashed, sweep among others: crashed, parse again: rejected"},
		{"all but the sweep, which rejects", but(conformance.OpSweep), "K\xff",
			"parse: crashed, valid: crashed, apply with no method: crashed, sweep: rejected, sweep among others: rejected, parse again: crashed"},
		{"all but the check, which accepts", but(conformance.OpValid), "K",
			"parse: crashed, valid: accepted, apply with no method: crashed, sweep: crashed, sweep among others: crashed, parse again: crashed"},
	} {
		want, wanted := law.Broken, "one verdict"
		if c.got == "" {
			want, wanted = law.Holds, ""
		}
		if r := check(t, bent{epin.Current, c.bend}, epin.Current, "one-verdict", c.token); r.Outcome != want || r.Wanted != wanted || r.Got != c.got {
			t.Errorf("%s: %v, wanted %q, got %q; want %v, %q", c.name, r.Outcome, r.Wanted, r.Got, want, c.got)
		}
	}
}

// TestIncorrectStringFormBreaksNoLawAboutTransformations checks that these laws compare string
// forms of the same library only.
func TestIncorrectStringFormBreaksNoLawAboutTransformations(t *testing.T) {
	for name, form := range map[string]func(token string) string{
		"no sign":                  func(token string) string { return strings.TrimLeft(token, "+-") },
		"no caret":                 func(token string) string { return strings.Replace(token, "^", "", 1) },
		"no marker":                func(token string) string { return strings.TrimSuffix(token, "'") },
		"the markers change place": func(token string) string { return strings.Replace(token, "^'", "'^", 1) },
		"upper case":               strings.ToUpper,
		"nothing":                  func(string) string { return "" },
	} {
		impl := bent{epin.Current, func(_ conformance.Request, resp conformance.Response) conformance.Response {
			for i := range resp.Tokens {
				resp.Tokens[i] = form(resp.Tokens[i])
			}
			resp.Original = form(resp.Original)
			return resp
		}}
		for _, about := range []string{"idempotent-native", "idempotent-derive", "native-undoes-derive", "derive-undoes-native", "copy"} {
			for id := range epin.Current.All() {
				if r := check(t, impl, epin.Current, about, id.String()); r.Outcome != law.Holds {
					t.Errorf("%s, %s on %q: %v, wanted %q, got %q", name, about, id, r.Outcome, r.Wanted, r.Got)
				}
			}
		}
	}
}

// TestCopyWithIncorrectStringForm checks that an incorrect string form does not hide a changed
// value.
func TestCopyWithIncorrectStringForm(t *testing.T) {
	impl := bent{epin.Current, onApply(func(req conformance.Request, r *conformance.Response) {
		if slices.Contains(req.Methods, conformance.Flip) {
			r.Original = r.Tokens[0]
		}
		r.Original = strings.TrimLeft(r.Original, "+-")
	})}
	r := check(t, impl, epin.Current, "copy", "+K")
	if r.Outcome != law.Broken || r.Wanted != "after flip the original K" || r.Got != "after flip the original k" {
		t.Errorf("%v, wanted %q, got %q", r.Outcome, r.Wanted, r.Got)
	}
}
