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
		for i, m := range All() {
			if !m.ExistsIn(edition) || i%3 > 0 && !whole() {
				continue
			}
			results, err := features.Run(t.Context(), m.New(edition), edition, nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range results {
				fails, sent := r.Status == features.Failed, requests{r.Request}
				failed[r.ID] = failed[r.ID] || fails
				if fails && len(m.Witness) == 1 && sameResponses(send(t, m.New(edition), sent), send(t, conformance.Reference(edition), sent)) {
					t.Errorf("%s: %s failed, with a correct response to %+v", m.Name, r.ID, r.Request)
				}
			}
		}
		for id, fails := range failed {
			if !fails {
				t.Errorf("edition %s: no mutant fails %s", edition, id)
			}
		}
	}
}
