package law_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/epin"
)

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
	impl := bent{epin.Current, on(func(req conformance.Request) bool {
		return req.Op == conformance.OpParse || req.Op == conformance.OpApply && len(req.Methods) == 0
	}, raised)}
	for _, name := range names {
		if name == "equal-is-string-equality" || name == "one-verdict" {
			continue // this law has no such premise
		}
		if r := check(t, impl, epin.Current, name, "K'"); r.Outcome != law.NotExercised || len(r.Exchanges) != 1 {
			t.Errorf("%s: %v after %d exchanges (wanted %q, got %q), want not exercised after 1", name, r.Outcome, len(r.Exchanges), r.Wanted, r.Got)
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
