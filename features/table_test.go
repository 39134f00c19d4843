package features_test

import (
	"fmt"
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

// rows are the numbers of rows of the rules of each feature, in the order of the file. A feature of
// two editions stands in both. A rule has a table of its document, in which a row may be repeated for
// several tokens, or tokens that its text implies. The words of the rows were compared with the
// documents in a review.
const rows = `
epin/accessors: 3
epin/anchoring: 7 10
epin/canonical-form: 9 4
epin/core-attributes: 4
epin/derivation-flag: 12
epin/grammar: 9 17
epin/invalid-tokens: 10
epin/marker-last: 9
epin/superset: 12 12
epin/transformations: 4 4 4 4 9
examples/accessors: 3
examples/basic-variants: 5 5
examples/capture-chess: 2
examples/capture-shogi: 1 2 3 2
examples/catalogues: 6 6 15 15 6 6 6 15 6
examples/conventions: 2 2 1 2
examples/epin-or-qpi: 5
examples/idempotence: 4
examples/lifecycles: 5 4 4
examples/modifier-matrix: 8 8 24
examples/pin-components: 4
examples/recipes: 2 3 2 2
examples/single-style: 4 2
examples/transformations: 2 2
epin-initial/attribute-mapping: 4
epin-initial/conversion-to-qpi: 2 4
epin-initial/cross-style: 4 4 2
epin-initial/grammar: 7 21 10
epin-initial/pin-extension: 6 6
epin-initial/style-derivation: 6 6
epin-rb/accessors: 6 2
epin-rb/advanced-usage: 4 4 1 2
epin-rb/api-reference: 3 5 8 3 3 2 10 3 4 5 3
epin-rb/canonical-form: 8 1 1
epin-rb/format-examples: 4 4
epin-rb/game-examples: 2 2 4 2 2 2 1
epin-rb/protocol-mapping: 4
epin-rb/transformations: 3 3 3 1 3 4 6
epin-rb/usage: 6 1 3 4 4 4 2 2 2 3 2 4 3 1 1
pin-initial/canonical: 1
pin-initial/limits: 5 2 3
pin-initial/mapping: 3
pin/anchoring: 7 11
pin/attributes: 4 4
pin/canonical-form: 12
pin/grammar: 9 22
pin/invalid-tokens: 4
pin/mappings: 9 9 14 14 9 9
pin-initial/canonical: 1
pin-initial/grammar: 5 17 10
pin-initial/limits: 5 2 3
pin-initial/mapping: 3
pin-initial/string-form: 6
`

// TestNumberOfRows checks that features lose no row. New rows go to the end of a rule.
func TestNumberOfRows(t *testing.T) {
	var got strings.Builder
	for _, edition := range notation.All() {
		of, err := features.Of(edition)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range of {
			fmt.Fprintf(&got, "\n%s:", f.Name)
			for rest := f.Scenarios(); len(rest) > 0; {
				n := 1
				for n < len(rest) && rest[n].Rule == rest[0].Rule {
					n++
				}
				fmt.Fprintf(&got, " %d", n)
				rest = rest[n:]
			}
		}
	}
	if diff := cmp.Diff(rows, got.String()+"\n"); diff != "" {
		t.Errorf("the rows of each rule (-wanted, +got):\n%s", diff)
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

// TestRequirementsHaveScenarios checks that every required or recommended requirement has a
// scenario, unless its test needs more than one request.
func TestRequirementsHaveScenarios(t *testing.T) {
	for _, edition := range notation.All() {
		has := map[string]bool{}
		for _, s := range list(t, edition) {
			for _, id := range s.Requirements {
				has[id] = true
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

func TestScenariosAreNamed(t *testing.T) {
	for _, edition := range notation.All() {
		for _, s := range list(t, edition) {
			if s.Feature == "" || s.Rule == "" || s.Name == "" || s.Line == 0 {
				t.Errorf("%s: title %q, rule %q, name %q, line %d", s.ID, s.Feature, s.Rule, s.Name, s.Line)
			}
			if strings.ContainsAny(s.Name, "<>") && !strings.HasSuffix(s.File, "-initial/grammar.feature") { // which have productions
				t.Errorf("%s: a column is missing for %s", s.ID, s.Name)
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
