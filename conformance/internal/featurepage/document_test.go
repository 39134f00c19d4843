package featurepage

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
)

// TestDocuments checks that the documents of an edition stand in their order, and have every listed
// scenario once, with its columns and cells, in the order of its file.
func TestDocuments(t *testing.T) {
	for edition, want := range map[*notation.Edition]string{
		notation.EPIN:        "EPIN 1.0.0|EPIN 1.0.0, Examples",
		notation.EPINInitial: "EPIN, initial text|PIN, initial text|epin.rb",
		notation.PIN:         "PIN 1.0.0",
		notation.PINInitial:  "PIN, initial text",
	} {
		var titles, got, all []string
		for _, d := range documents(t, edition) {
			titles = append(titles, d.Title)
			if d.Says == "" || d.Edition != edition {
				t.Errorf("%s has the description %q in edition %s", d.Title, d.Says, d.Edition)
			}
			for _, f := range d.Features {
				row := 0
				for _, rule := range f.Rules {
					for _, table := range rule.Tables {
						for _, s := range table.Rows {
							row++
							got = append(got, s.ID)
							isColumn := func(c features.Cell, column string) bool { return c.Column == column }
							if id := fmt.Sprintf("features/%s/%d", f.Name, row); s.ID != id || s.Feature != f.Title ||
								s.Rule != rule.Title || !slices.EqualFunc(s.Cells, table.Columns, isColumn) || path.Dir(f.Name) != d.Key {
								t.Errorf("in the place of %s, under %q, %q, with the columns %q, is %+v", id, f.Title, rule.Title, table.Columns, s)
							}
						}
					}
				}
			}
		}
		if titles := strings.Join(titles, "|"); titles != want {
			t.Errorf("edition %s: %s; wanted %s", edition, titles, want)
		}
		scenarios, err := features.List(edition)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range scenarios {
			all = append(all, s.ID)
		}
		slices.Sort(got)
		if slices.Sort(all); !slices.Equal(got, all) {
			t.Errorf("edition %s: %d scenarios have a place, of %d", edition, len(got), len(all))
		}
	}
}

// TestFeaturesByClause checks that features are in the order of numbered clauses.
func TestFeaturesByClause(t *testing.T) {
	var first []string
	for _, f := range documents(t, notation.EPIN)[0].Features {
		first = append(first, slices.Concat(f.Clauses, []string{"none"})[0])
	}
	if !slices.IsSorted(first) || slices.Contains(first, "none") {
		t.Errorf("the clauses are in the order %q", first)
	}
	for name, want := range map[string]string{
		"epin/grammar": "6 9.1", "pin/grammar": "4.2 4.3", "examples/pin-components": "", // another document has its clauses
	} {
		if got := strings.Join(featureNamed(t, name).Clauses, " "); got != want {
			t.Errorf("%s is of the clauses %q; wanted %q", name, got, want)
		}
	}
	for i, f := range documents(t, notation.EPINInitial)[2].Features {
		if f.Name != reading[i] {
			t.Errorf("%s stands in the place of %s", f.Name, reading[i])
		}
	}
}

func TestFeatureAsRead(t *testing.T) {
	f := featureNamed(t, "epin/invalid-tokens")
	if f.Title != "Invalid token examples" || !strings.HasPrefix(f.Text, "@edition-1.0.0\nFeature: ") ||
		len(f.Narrative) != 1 || !strings.HasPrefix(f.Narrative[0], "Nine ways ") || strings.Contains(f.Narrative[0], "\n") ||
		!strings.HasPrefix(f.Source, "From EPIN §9.4, ") {
		t.Errorf("title %q, text %.20q, narrative %q, source %q", f.Title, f.Text, f.Narrative, f.Source)
	}
	// Nine blocks of Examples are one table, as in the document.
	if len(f.Rules) != 1 || len(f.Rules[0].Tables) != 1 || f.Rules[0].Requirements != nil ||
		!slices.Equal(f.Rules[0].Tables[0].Columns, []string{"String", "Reason"}) ||
		!slices.Equal(f.Rules[0].Tables[0].Steps, []string{"Given the string <String>", "Then it is rejected"}) {
		t.Errorf("rules %+v", f.Rules)
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
