package features_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/features"
)

// rows are the numbers of rows of each document, in its editions. A rule has a table of its document,
// in which a row may be repeated for several tokens, or tokens that its text implies. The words of the
// rows were compared with the documents in a review.
var rows = map[string]int{
	"1.0.0 epin":                    143,
	"1.0.0 examples":                196,
	"1.0.0-initial epin-initial":    82,
	"1.0.0-initial epin-rb":         170,
	"1.0.0-initial pin-initial":     14,
	"pin/1.0.0 pin":                 137,
	"pin/1.0.0-initial pin-initial": 52,
}

// TestNumberOfRows checks that no document loses a row. New rows go to the end of a feature.
func TestNumberOfRows(t *testing.T) {
	got := map[string]int{}
	for _, edition := range notation.All() {
		for _, s := range list(t, edition) {
			got[edition.String()+" "+strings.Split(s.ID, "/")[1]]++
		}
	}
	if diff := cmp.Diff(rows, got); diff != "" {
		t.Errorf("the rows of each document (-wanted, +got):\n%s", diff)
	}
}

// TestEveryFileIsEmbedded checks that no feature is in a folder that is not embedded.
func TestEveryFileIsEmbedded(t *testing.T) {
	err := fs.WalkDir(os.DirFS("."), ".", func(path string, _ fs.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".feature") {
			_, err = fs.Stat(features.Files(), path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// TestScenarios checks that each scenario has its texts, and that every required or recommended
// requirement has a scenario, unless its test needs more than one request.
func TestScenarios(t *testing.T) {
	for _, edition := range notation.All() {
		has := map[string]bool{}
		for _, s := range list(t, edition) {
			for _, id := range s.Requirements {
				has[id] = true
			}
			unfilled := strings.ContainsAny(s.Name, "<>") && !strings.HasSuffix(s.File, "-initial/grammar.feature") // which have productions
			if s.Feature == "" || s.Rule == "" || s.Name == "" || s.Line == 0 || unfilled {
				t.Errorf("%s: title %q, rule %q, name %q, line %d", s.ID, s.Feature, s.Rule, s.Name, s.Line)
			}
		}
		for _, r := range requirement.Of(edition) {
			without := slices.Contains(edition.Clauses.OneVerdict, r.ID)
			if r.Level != requirement.Informative && has[r.ID] == without {
				t.Errorf("%s: has a scenario: %v, wanted %v", r.ID, has[r.ID], !without)
			}
		}
	}
}

func list(t *testing.T, edition *notation.Edition) []features.Scenario {
	t.Helper()
	scenarios, err := features.List(edition)
	if err != nil {
		t.Fatal(err)
	}
	return scenarios
}
