package law_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

func check(t *testing.T, impl conformance.Implementation, edition epin.Edition, name, token string) law.Result {
	t.Helper()
	result, err := named(t, edition, name).Check(t.Context(), impl, edition, token)
	if err != nil {
		t.Fatalf("%s on %q: %v", name, token, err)
	}
	return result
}

func named(t *testing.T, edition epin.Edition, name string) law.Law {
	t.Helper()
	all := law.All(edition)
	i := slices.IndexFunc(all, func(l law.Law) bool { return l.Name == name })
	if i < 0 {
		t.Fatalf("unknown law %q", name)
	}
	return all[i]
}

// names are parts of published identifiers of checks, so they must not change.
var names = []string{
	"round-trip", "canonical-form", "native-or-derived", "pin-superset",
	"idempotent-native", "idempotent-derive", "native-undoes-derive", "derive-undoes-native",
	"copy", "equal-is-string-equality", "one-verdict",
}

func TestLawsAreDescribed(t *testing.T) {
	kebab := regexp.MustCompile(`\A[a-z]+(-[a-z]+)*\z`)
	sentence := regexp.MustCompile(`\A[A-Z][^.\n]*\.\z`)
	for _, edition := range epin.Editions() {
		var got []string
		for _, l := range law.All(edition) {
			got = append(got, l.Name)
			if !kebab.MatchString(l.Name) || !sentence.MatchString(l.Says) {
				t.Errorf("law %q says %q: want a name in kebab-case and one sentence", l.Name, l.Says)
			}
		}
		if !slices.Equal(got, names) {
			t.Errorf("laws of %v: %q, want %q", edition, got, names)
		}
	}
}

func TestRequirements(t *testing.T) {
	want := map[string][2]string{
		"round-trip":               {"epin/9.2/canonical epin/9.2/no-context", "epin-initial/canonical"},
		"canonical-form":           {"epin/9.2/canonical", "epin-initial/canonical"},
		"native-or-derived":        {"epin/7.2/derivation epin/9.3/is-native epin/9.3/is-derived", "epin-initial/derivation epin-initial/accessors"},
		"pin-superset":             {"epin/3/pin-superset epin/9.3/pin", "epin-initial/pin-inheritance epin-initial/accessors"},
		"idempotent-native":        {"epin/9.3/idempotent", "epin-initial/idempotent"},
		"idempotent-derive":        {"epin/9.3/idempotent", "epin-initial/idempotent"},
		"native-undoes-derive":     {"epin/9.3/native epin/9.3/derive", "epin-initial/native epin-initial/derive"},
		"derive-undoes-native":     {"epin/9.3/native epin/9.3/derive", "epin-initial/native epin-initial/derive"},
		"copy":                     {"epin/9.3/copy", "epin-initial/copy"},
		"equal-is-string-equality": {"epin/9.3/equivalent", "epin-initial/equivalent"},
		"one-verdict":              {"epin/9.1/one-verdict", "epin-initial/one-verdict"},
	}
	for i, edition := range []epin.Edition{epin.Current, epin.Initial} {
		for _, l := range law.All(edition) {
			ids := l.Requirements(edition)
			if got := strings.Join(ids, " "); got != want[l.Name][i] {
				t.Errorf("%s in %v counts against %q, want %q", l.Name, edition, got, want[l.Name][i])
			}
			for _, id := range ids {
				if r, ok := requirement.Lookup(id); !ok || !r.AppliesTo(edition) {
					t.Errorf("%s in %v: the edition has no requirement %s", l.Name, edition, id)
				}
			}
			ids[0] = "overwritten"
			if l.Requirements(edition)[0] == "overwritten" {
				t.Errorf("%s in %v: Requirements does not return a copy", l.Name, edition)
			}
		}
	}
}

func TestReferenceHoldsOnEveryToken(t *testing.T) {
	for _, edition := range epin.Editions() {
		impl := conformance.Reference(edition)
		for _, name := range names {
			for id := range edition.All() {
				if r := check(t, impl, edition, name, id.String()); r.Outcome != law.Holds || r.Wanted != "" || r.Got != "" {
					t.Errorf("%s in %v on %q: %v, wanted %q, got %q", name, edition, id, r.Outcome, r.Wanted, r.Got)
				}
			}
		}
	}
}

// TestNumberOfRequests pins the number of requests of each law, on tokens and on an invalid
// string.
func TestNumberOfRequests(t *testing.T) {
	cost := map[string]struct{ native, derived, rejected int }{
		"round-trip":               {1, 1, 1},
		"canonical-form":           {2, 2, 1},
		"native-or-derived":        {1, 1, 1},
		"pin-superset":             {1, 2, 1}, // the PIN token of a PIN token is the token itself
		"idempotent-native":        {2, 2, 1}, // the first request tests whether the token is accepted
		"idempotent-derive":        {2, 2, 1},
		"native-undoes-derive":     {3, 3, 1},
		"derive-undoes-native":     {3, 3, 1},
		"copy":                     {9, 9, 1}, // one request for each transformation
		"equal-is-string-equality": {3, 2, 0}, // K' is its own derived form, and K! may not be compared
		"one-verdict":              {6, 6, 6},
	}
	impl := conformance.Reference(epin.Current)
	for _, name := range names {
		for token, want := range map[string]int{"K": cost[name].native, "K'": cost[name].derived, "K!": cost[name].rejected} {
			r := check(t, impl, epin.Current, name, token)
			if len(r.Exchanges) != want {
				t.Errorf("%s on %q sent %d requests, want %d: %v", name, token, len(r.Exchanges), want, r.Exchanges)
			}
			for i, x := range r.Exchanges {
				resp, err := impl.Do(t.Context(), x.Request)
				if err != nil || x.Index != i || !x.Response.Equal(resp) {
					t.Errorf("%s on %q: exchange %d is not that of the implementation: %+v", name, token, i, x)
				}
			}
		}
	}
}

func TestErrorHasNoOutcome(t *testing.T) {
	for _, name := range names {
		whole := len(check(t, conformance.Reference(epin.Current), epin.Current, name, "K").Exchanges)
		for responses := range whole {
			impl := &dying{edition: epin.Current, left: responses}
			r, err := named(t, epin.Current, name).Check(t.Context(), impl, epin.Current, "K")
			if !errors.Is(err, errGone) {
				t.Errorf("%s after %d responses: error %v, want %v", name, responses, err, errGone)
			}
			if r.Outcome != law.NotExercised || len(r.Exchanges) != responses {
				t.Errorf("%s after %d responses: %v with %d exchanges", name, responses, r.Outcome, len(r.Exchanges))
			}
		}
	}
}
