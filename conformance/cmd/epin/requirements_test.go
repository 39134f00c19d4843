package main

import (
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// What is left untested is named.
func TestUntested(t *testing.T) {
	evidence, err := suite.Coverage(epin.Current)
	if err != nil {
		t.Fatal(err)
	}
	for i := range evidence {
		if evidence[i].ID == "epin/9.4/empty" {
			evidence[i] = suite.Evidence{Requirement: evidence[i].Requirement}
		}
	}
	if got := untested(evidence); !slices.Equal(got, []string{"epin/9.4/empty (required): not tested"}) {
		t.Errorf("%q", got)
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
