package featurepage

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
)

// TestEveryScenarioHasItsPlace checks that documents have every listed scenario once, with its
// columns and cells, and in the order of its file.
func TestEveryScenarioHasItsPlace(t *testing.T) {
	for _, edition := range notation.All() {
		want, err := features.List(edition)
		if err != nil {
			t.Fatal(err)
		}
		var got []features.Scenario
		for _, d := range documents(t, edition) {
			for _, f := range d.Features {
				begin := len(got)
				for _, rule := range f.Rules {
					for _, table := range rule.Tables {
						for _, s := range table.Rows {
							got = append(got, s)
							isColumn := func(c features.Cell, column string) bool { return c.Column == column }
							if id := fmt.Sprintf("features/%s/%d", f.Name, len(got)-begin); s.ID != id || s.Feature != f.Title ||
								s.Rule != rule.Title || !slices.EqualFunc(s.Cells, table.Columns, isColumn) {
								t.Errorf("in the place of %s, under %q, %q, with the columns %q, is %+v", id, f.Title, rule.Title, table.Columns, s)
							}
						}
					}
				}
			}
		}
		slices.SortStableFunc(got, func(a, b features.Scenario) int { return cmp.Compare(path.Dir(a.ID), path.Dir(b.ID)) })
		if !slices.EqualFunc(got, want, func(a, b features.Scenario) bool { return a.ID == b.ID }) {
			t.Errorf("edition %s: %d scenarios have a place, of %d", edition, len(got), len(want))
		}
	}
}

func TestDocumentsInTheirOrder(t *testing.T) {
	for edition, want := range map[*notation.Edition]string{
		notation.EPIN:        "EPIN 1.0.0|EPIN 1.0.0, Examples",
		notation.EPINInitial: "EPIN, initial text|PIN, initial text|epin.rb",
		notation.PIN:         "PIN 1.0.0",
		notation.PINInitial:  "PIN, initial text",
	} {
		var titles []string
		for _, d := range documents(t, edition) {
			titles = append(titles, d.Title)
			if d.Says == "" || d.Edition != edition {
				t.Errorf("%s has the description %q in edition %s", d.Title, d.Says, d.Edition)
			}
		}
		if got := strings.Join(titles, "|"); got != want {
			t.Errorf("edition %s: %s; wanted %s", edition, got, want)
		}
	}
}

// TestFeaturesByClause checks that features are in the order of numbered clauses.
func TestFeaturesByClause(t *testing.T) {
	d := documents(t, notation.EPIN)[0]
	var first []string
	for _, f := range d.Features {
		first = append(first, slices.Concat(f.Clauses, []string{"none"})[0])
	}
	if !slices.IsSorted(first) || slices.Contains(first, "none") {
		t.Errorf("the clauses are in the order %q", first)
	}
	for _, name := range reading {
		featureNamed(t, name)
	}
	for name, want := range map[string][]string{
		"epin/grammar": {"6", "9.1"}, "pin/grammar": {"4.2", "4.3"},
		"examples/pin-components": nil, // another document has its clauses
	} {
		if got := featureNamed(t, name).Clauses; !slices.Equal(got, want) {
			t.Errorf("%s is of the clauses %q; wanted %q", name, got, want)
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
	if len(f.Rules) != 1 || len(f.Rules[0].Tables) != 1 || f.Rules[0].Requirements != nil {
		t.Fatalf("rules %+v", f.Rules)
	}
	table := f.Rules[0].Tables[0]
	if len(table.Rows) != 10 || !slices.Equal(table.Columns, []string{"String", "Reason"}) {
		t.Errorf("%d rows of %q", len(table.Rows), table.Columns)
	}
	if want := []string{"Given the string <String>", "Then it is rejected"}; !slices.Equal(table.Steps, want) {
		t.Errorf("steps %q; wanted %q", table.Steps, want)
	}
	if got := featureNamed(t, "epin/grammar").Rules[1].Requirements; !slices.Equal(got, []string{"epin/6/grammar", "epin/9.1/reject"}) {
		t.Errorf("the second rule of epin/grammar is of %q", got)
	}
}

func TestSentences(t *testing.T) {
	columns := []string{"a", "b c"}
	for text, want := range map[string][]part{
		"":                 nil,
		"plain":            {{"plain", false}},
		"<a>":              {{"a", true}},
		"<a> is <b c>!":    {{"a", true}, {" is ", false}, {"b c", true}, {"!", false}},
		"<x> < <a":         {{"<x> < <a", false}},
		"<<a>>":            {{"<", false}, {"a", true}, {">", false}},
		"é <b c>":          {{"é ", false}, {"b c", true}},
		"<a><a>":           {{"a", true}, {"a", true}},
		"a > b, not <b  c": {{"a > b, not <b  c", false}},
	} {
		if got := sentence(text, columns); !slices.Equal(got, want) {
			t.Errorf("the sentence %q is %v; wanted %v", text, got, want)
		}
	}
}

func TestScenarioWithoutRule(t *testing.T) {
	row := func(place string) []features.Scenario { return []features.Scenario{{ID: "features/epin/f/" + place}} }
	f := featureOf(features.Feature{Name: "epin/f", Outlines: []features.Outline{{Rows: row("1")}, {Rule: "R", Rows: row("2")}}})
	if len(f.Rules) != 2 || f.Rules[0].Title != "" || f.Rules[1].Title != "R" || f.Rules[0].Tables[0].Rows[0].ID != "features/epin/f/1" {
		t.Errorf("rules %+v", f.Rules)
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
			for _, f := range d.Features {
				if f.Name == name {
					return f
				}
			}
		}
	}
	t.Fatalf("unknown feature %s", name)
	return Feature{}
}
