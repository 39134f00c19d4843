package features_test

import (
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// counts are the numbers of rows of the tables, in the order of the documents.
var counts = map[string][]int{
	"epin": {4, 3, 2, 9},
	"examples": {
		4, 4, 3, 2, 4, 5, // EPIN or QPI to basic variants
		2, 1, 2, 3, 2, // the worked examples
		2, 2, 2, 3, 2, 2, // conventions and recipes
		8, 8, 24, // the matrix, and its expansion
		5, 4, 4, 6, 15, 6, // lifecycles and catalogs
	},
	"epin-initial": {7, 4, 4, 4, 2, 2, 4}, // the first is the grammar
	"pin-initial":  {3, 3, 2, 3},
	"epin-rb": {
		4, 4, // protocol mapping and format examples
		6, 1, 3, 4, 4, 4, 2, 2, 2, 3, 2, 4, 3, 1, 1, // usage
		2, 2, 4, 2, 2, 2, 1, // game examples
		3, 3, 8, 3, 3, 2, 5, 3, 4, 5, 3, // API reference
		4, 4, 1, 2, // advanced usage
	},
}

func TestTablesAreThoseOfTheDocuments(t *testing.T) {
	tables, err := features.Tables()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]int{}
	for _, table := range tables {
		got[table.Document] = append(got[table.Document], len(table.Rows))
	}
	for document, want := range counts {
		if !slices.Equal(got[document], want) {
			t.Errorf("the tables of %s have %v rows, wanted %v", document, got[document], want)
		}
		delete(got, document)
	}
	if len(got) > 0 {
		t.Errorf("further documents: %v", got)
	}
}

// TestNumberOfScenarios checks that features do not lose rows that are in no table. New rows go
// to the end of a file, so numbers here never decrease.
func TestNumberOfScenarios(t *testing.T) {
	want := map[string]string{ // by edition and folder
		"1.0.0 epin": "accessors 3, anchoring 17, canonical-form 13, core-attributes 4, derivation-flag 12, grammar 26, " +
			"invalid-tokens 10, marker-last 9, superset 24, transformations 25",
		"1.0.0 examples": "accessors 3, basic-variants 10, capture-chess 2, capture-shogi 8, catalogues 81, conventions 7, " +
			"epin-or-qpi 5, idempotence 4, lifecycles 13, modifier-matrix 40, pin-components 4, recipes 9, " +
			"single-style 6, transformations 4",
		"1.0.0-initial epin-initial": "attribute-mapping 4, conversion-to-qpi 6, cross-style 10, grammar 38, pin-extension 12, " +
			"style-derivation 12",
		"1.0.0-initial pin-initial": "canonical 1, limits 10, mapping 3",
		"1.0.0-initial epin-rb": "accessors 8, advanced-usage 11, api-reference 49, canonical-form 10, format-examples 8, " +
			"game-examples 15, protocol-mapping 4, transformations 23, usage 42",
	}
	got := map[string]string{}
	for _, edition := range epin.Editions() {
		of, err := features.Of(edition)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range of {
			folder, name, _ := strings.Cut(edition.String()+" "+f.Name, "/")
			got[folder] = strings.TrimPrefix(fmt.Sprintf("%s, %s %d", got[folder], name, len(f.Scenarios())), ", ")
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the scenarios of each file (-wanted, +got):\n%s", diff)
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
	without := map[string]bool{"epin/9.1/one-verdict": true, "epin-initial/one-verdict": true}
	for _, edition := range epin.Editions() {
		has := map[string]bool{}
		for _, s := range list(t, edition) {
			for _, id := range s.Requirements {
				has[id] = true
			}
		}
		for _, r := range requirement.Of(edition) {
			if r.Level != requirement.Informative && has[r.ID] == without[r.ID] {
				t.Errorf("%s: has a scenario: %v, wanted %v", r.ID, has[r.ID], !without[r.ID])
			}
		}
	}
}

func TestScenariosAreNamed(t *testing.T) {
	for _, edition := range epin.Editions() {
		for _, s := range list(t, edition) {
			if s.Feature == "" || s.Rule == "" || s.Name == "" || s.Line == 0 || s.Edition != edition {
				t.Errorf("%s: title %q, rule %q, name %q, line %d, edition %s", s.ID, s.Feature, s.Rule, s.Name, s.Line, s.Edition)
			}
			if strings.ContainsAny(s.Name, "<>") && s.File != "features/epin-initial/grammar.feature" {
				t.Errorf("%s: a column is missing for %s", s.ID, s.Name)
			}
		}
	}
}

func list(t *testing.T, edition epin.Edition) []features.Scenario {
	t.Helper()
	scenarios, err := features.List(edition)
	if err != nil {
		t.Fatal(err)
	}
	return scenarios
}
