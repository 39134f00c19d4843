package mutant

import (
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
)

// TestFeaturesFail runs the features with every third mutant, and with all if EPIN_WHOLE=1. Each row
// fails for a mutant, and for a mutant without state only with a response that is not that of the
// reference.
func TestFeaturesFail(t *testing.T) {
	for _, edition := range notation.All() {
		failed := map[string]bool{}
		var rows []features.Result
		for i, m := range All() {
			if !m.ExistsIn(edition) || i%3 > 0 && !whole() {
				continue
			}
			results, err := features.Run(t.Context(), m.New(edition), features.Options{Edition: edition})
			if err != nil {
				t.Fatal(err)
			}
			rows = results
			isCorrect := func(req conformance.Request) bool {
				return sameResponses(send(t, m.New(edition), requests{req}), send(t, conformance.Reference(edition), requests{req}))
			}
			for _, r := range results {
				switch {
				case r.Status == features.NotExercised:
					t.Errorf("%s: %s was not exercised: %s", m.Name, r.ID, r.Message)
				case r.Status != features.Failed:
					continue
				case r.Step == "" || r.Wanted == r.Got || r.Message == "":
					t.Errorf("%s: %s failed, at step %q, wanted %q, got %q, message %q", m.Name, r.ID, r.Step, r.Wanted, r.Got, r.Message)
				case len(m.Witness) == 1 && isCorrect(r.Request):
					t.Errorf("%s: %s failed, with a correct response to %+v", m.Name, r.ID, r.Request)
				}
				failed[r.ID] = true
			}
		}
		for _, r := range rows {
			if !failed[r.ID] {
				t.Errorf("edition %s: no mutant fails %s", edition, r.ID)
			}
		}
	}
}
