package suite

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// TestMistakesOfPIN: the mistakes of published PIN libraries are found, with their cause.
func TestMistakesOfPIN(t *testing.T) {
	diagnosed(t)
	// The letter is tested by unicode.IsLetter.
	anyLetter := func(token string) bool {
		if strings.HasPrefix(token, "+") || strings.HasPrefix(token, "-") {
			token = token[1:]
		}
		r, size := utf8.DecodeRuneInString(token)
		return size == len(token) && unicode.IsLetter(r)
	}
	raises := func(req conformance.Request, resp conformance.Response) conformance.Response {
		if !utf8.ValidString(req.Token) {
			return crash
		}
		return resp
	}
	for name, test := range map[string]struct {
		edition *notation.Edition
		impl    conformance.Implementation
		cause   string // the mutant of the first cause of the first group
	}{
		"any letter": {
			notation.PINInitial,
			alteredOf(conformance.Reference(notation.PINInitial), func(req conformance.Request, resp conformance.Response) conformance.Response {
				if resp.Outcome == conformance.Rejected && anyLetter(req.Token) {
					return accept
				}
				return resp
			}),
			"is-alpha",
		},
		"raises on malformed UTF-8": {notation.PIN, alteredOf(conformance.Reference(notation.PIN), raises), "raises-on-bytes"},
	} {
		res := run(t, Config{Open: open(offering(test.impl, validity...)), Edition: test.edition, Profile: Quick, Seed: 1})
		if res.Verdict != result.NotConformant || res.OtherEdition != "" {
			t.Errorf("%s: %s, %q", name, res.Verdict, res.OtherEdition)
		}
		if len(res.Groups) == 0 || len(res.Groups[0].Causes) == 0 || res.Groups[0].Causes[0].Mutant != test.cause {
			t.Errorf("%s: %+v", name, res.Groups)
		}
		if failed := failedRequirements(res); slices.ContainsFunc(failed, func(id string) bool { return !strings.HasPrefix(id, "pin") }) {
			t.Errorf("%s fails %q", name, failed)
		}
	}
}
