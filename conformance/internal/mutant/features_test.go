package mutant

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
	"github.com/epin-conformance/harness/features/steps"
)

// TestFeaturesBothWays holds the compiled features and godog to the same results, for some
// mutants of which each response depends on its request alone: the two ways do not perform the
// same requests after a step that decides.
func TestFeaturesBothWays(t *testing.T) {
	failed := 0
	for i, m := range All() {
		for _, edition := range epin.Editions() {
			if i%60 > 0 || len(m.Witness) > 1 || !m.ExistsIn(edition) {
				continue
			}
			compiled, err := features.Run(t.Context(), m.New(edition), features.Options{Edition: edition})
			if err != nil {
				t.Fatal(err)
			}
			godog, err := steps.Run(t.Context(), m.New(edition), edition, nil)
			if err != nil {
				t.Fatal(err)
			}
			// godog does not come to the steps after the one that decides.
			if diff := cmp.Diff(compiled, godog, cmpopts.IgnoreFields(features.Result{}, "Expected")); diff != "" {
				t.Errorf("%s: the results of the compiled scenarios (-) and of godog (+) differ:\n%s", m.Name, diff)
			}
			for _, r := range compiled {
				if r.Status == features.Failed {
					failed++
				}
			}
		}
	}
	if failed == 0 {
		t.Error("no mutant failed a row")
	}
}
