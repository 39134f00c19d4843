package main

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// What is left untested breaks the check, and is named.
func TestCheckOfRequirementsFails(t *testing.T) {
	counted, err := suite.Coverage(epin.Current)
	if err != nil {
		t.Fatal(err)
	}
	whole := func() ([]string, error) { return nil, nil }
	covered := func(epin.Edition) ([]suite.Evidence, error) { return counted, nil }
	without := func(id string) func(epin.Edition) ([]suite.Evidence, error) {
		return func(epin.Edition) ([]suite.Evidence, error) {
			evidence := slices.Clone(counted)
			for i := range evidence {
				if evidence[i].ID == id {
					evidence[i] = suite.Evidence{Requirement: evidence[i].Requirement}
				}
			}
			return evidence, nil
		}
	}
	for _, test := range []struct {
		name     string
		coverage func(epin.Edition) ([]suite.Evidence, error)
		lacking  func() ([]string, error)
		status   int
		says     string
	}{
		{"nothing is missing", covered, whole, exitHolds, "are tested"},
		{"a requirement without evidence", without("epin/9.4/empty"), whole, exitFails, "epin/9.4/empty (required): not tested"},
		{"a row that is missing", covered, func() ([]string, error) { return []string{"a row is missing"}, nil }, exitFails, "a row is missing"},
		{"a tag that names nothing", func(epin.Edition) ([]suite.Evidence, error) { return nil, errors.New("no such requirement") }, whole, exitFails, "no such requirement"},
		{"tables that cannot be read", covered, func() ([]string, error) { return nil, errors.New("no tables") }, exitFails, "no tables"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			err := checkRequirements(streams{out: &out}, []epin.Edition{epin.Current}, test.coverage, test.lacking)
			if statusOf(err) != test.status || !strings.Contains(out.String(), test.says) {
				t.Errorf("status %d, %q", statusOf(err), out.String())
			}
		})
	}
}

func TestEvidenceInWords(t *testing.T) {
	for _, test := range []struct {
		evidence suite.Evidence
		want     string
	}{
		{suite.Evidence{}, "not tested"},
		{suite.Evidence{Library: 1}, "1 scenario about the Go packages"},
		{suite.Evidence{
			Requirement: requirement.Requirement{}, Vectors: 2, Scenarios: 1, Laws: []string{"copy"},
			Layers: []suite.LayerCount{{Layer: "vectors", Way: "parse", Checks: 2}, {Layer: "tokens", Way: "apply", Checks: 7}},
		}, "2 vectors; 1 scenario; properties copy; tokens by apply 7"},
	} {
		if got := evidenceText(test.evidence); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
