package report_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
)

func TestMachineRejectsInvalidAutomata(t *testing.T) {
	for _, to := range []string{
		"", "00-ff:1", "00-ff:-1", "01-ff:0", "00-10:0 12-ff:0", "00-10:0 10-ff:0", "00-10:0 11-05:0", "00-100:0", "00-ff", "00-fe:0",
	} {
		why := fmt.Sprintf("state 0 of an automaton with 1 states leads %q", to[strings.LastIndex(to, " ")+1:])
		if to == "00-fe:0" {
			why = "state 0 of an automaton leads nowhere by byte ff"
		}
		l := result.Learned{Automaton: []result.State{{To: to}}}
		if _, err := l.Read(automaton.Of(notation.EPIN)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%q: %v; wanted %s", to, err, why)
		}
	}
	none, err := result.Learned{}.Read(automaton.Of(notation.EPIN))
	if none != nil || err != nil {
		t.Errorf("without an automaton: %v, %v", none, err)
	}
}

// TestReportHasTheRowsOfFeatures checks that the report has every tested row of the
// specification's tables, with its result.
func TestReportHasTheRowsOfFeatures(t *testing.T) {
	scenarios, err := features.List(notation.EPIN)
	if err != nil {
		t.Fatal(err)
	}
	scenarios = slices.DeleteFunc(scenarios, func(s features.Scenario) bool { return s.Library })
	for _, p := range ran("derive-toggles", "vectors", "features", "properties").Parts {
		var rows result.Counts
		for _, f := range p.Features {
			for _, row := range f.Rows {
				rows.Count(row.Result, 1)
				if !strings.HasPrefix(row.Check, "features/"+f.Name+"/") || row.Says == "" || f.Title == "" {
					t.Errorf("the row %+v is in %s, %q", row, f.Name, f.Title)
				}
			}
		}
		switch {
		case p.Layer != "features" && len(p.Features) > 0:
			t.Errorf("the layer %s has rows of features", p.Layer)
		case p.Layer == "features" && (rows != p.Counts || rows.All() != len(scenarios) || rows.Failed == 0):
			t.Errorf("the rows are %+v, the counts %+v, and there are %d rows", rows, p.Counts, len(scenarios))
		}
	}
}
