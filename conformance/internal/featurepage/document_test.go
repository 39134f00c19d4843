package featurepage

import (
	"path"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
)

// TestDocuments checks that the documents of an edition stand in their order, and have all its features,
// whose rules have every scenario once, in the order of the file.
func TestDocuments(t *testing.T) {
	for edition, want := range map[*notation.Edition]string{
		notation.EPIN:        "EPIN 1.0.0|EPIN 1.0.0, Examples",
		notation.EPINInitial: "EPIN, initial text|PIN, initial text|epin.rb",
		notation.PIN:         "PIN 1.0.0",
		notation.PINInitial:  "PIN, initial text",
	} {
		all, err := features.Of(edition)
		if err != nil {
			t.Fatal(err)
		}
		var titles []string
		shown := 0
		for _, d := range documents(t, edition) {
			titles = append(titles, d.Title)
			shown += len(d.Features)
			for _, f := range d.Features {
				var tables []features.Outline
				for _, rule := range f.Rules {
					tables = append(tables, rule.Tables...)
					if rule.Title != rule.Tables[0].Rule || rule.Title != rule.Tables[len(rule.Tables)-1].Rule {
						t.Errorf("%s: the rule %q has a table of another", f.Name, rule.Title)
					}
				}
				if !reflect.DeepEqual(tables, f.Outlines) || path.Dir(f.Name) != d.Key || d.Edition != edition {
					t.Errorf("%s of %s in edition %s has other tables: %v", f.Name, d.Key, d.Edition, tables)
				}
			}
		}
		if titles := strings.Join(titles, "|"); titles != want || shown != len(all) {
			t.Errorf("edition %s: %s with %d features; wanted %s with %d", edition, titles, shown, want, len(all))
		}
	}
}

// TestFeaturesByClause checks that features are in the order of numbered clauses, or of [reading].
func TestFeaturesByClause(t *testing.T) {
	var first []string
	for _, f := range documents(t, notation.EPIN)[0].Features {
		first = append(first, f.Clauses[0])
	}
	if !slices.IsSorted(first) {
		t.Errorf("the clauses are in the order %q", first)
	}
	for i, f := range documents(t, notation.EPINInitial)[2].Features {
		if f.Name != reading[i] {
			t.Errorf("%s stands in the place of %s", f.Name, reading[i])
		}
	}
	for name, want := range map[string]string{
		"epin/grammar": "6 9.1", "pin/grammar": "4.2 4.3", "examples/pin-components": "", // another document has its clauses
	} {
		if got := strings.Join(featureNamed(t, name).Clauses, " "); got != want {
			t.Errorf("%s is of the clauses %q; wanted %q", name, got, want)
		}
	}
}

func TestFeatureAsRead(t *testing.T) {
	f := featureNamed(t, "epin/invalid-tokens")
	if !strings.HasPrefix(f.Text, "@edition-1.0.0\nFeature: ") || len(f.Narrative) != 1 || !strings.HasPrefix(f.Narrative[0], "Nine ways ") ||
		strings.Contains(f.Narrative[0], "\n") || !strings.HasPrefix(f.Source, "From EPIN §9.4, ") || f.Rules[0].Requirements != nil {
		t.Errorf("text %.20q, narrative %q, source %q, requirements %q", f.Text, f.Narrative, f.Source, f.Rules[0].Requirements)
	}
	if got := featureNamed(t, "epin/grammar").Rules[1].Requirements; !slices.Equal(got, []string{"epin/6/grammar", "epin/9.1/reject"}) {
		t.Errorf("the second rule of epin/grammar is of %q", got)
	}
}

func documents(t *testing.T, edition *notation.Edition) []Document {
	t.Helper()
	ds, err := Documents(edition)
	if err != nil {
		t.Fatal(err)
	}
	return ds
}

func featureNamed(t *testing.T, name string) Feature {
	t.Helper()
	for _, edition := range notation.All() {
		for _, d := range documents(t, edition) {
			if i := slices.IndexFunc(d.Features, func(f Feature) bool { return f.Name == name }); i >= 0 {
				return d.Features[i]
			}
		}
	}
	t.Fatalf("there is no feature %s", name)
	return Feature{}
}
