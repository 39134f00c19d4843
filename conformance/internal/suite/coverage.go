package suite

import (
	"path"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/features"
)

// Evidence is what tests a requirement.
type Evidence struct {
	requirement.Requirement `json:"-"`
	Vectors                 int          `json:"vectors"`          // test vectors
	Scenarios               int          `json:"scenarios"`        // rows of features that test an implementation
	Library                 int          `json:"libraryScenarios"` // rows of features about the Go packages of this module
	Properties              []string     `json:"properties"`       // names
	Layers                  []LayerCount `json:"layers"`           // checks of the standard profile, by layer and operation
}

// LayerCount counts the checks of a part for a requirement.
type LayerCount struct {
	Layer  string `json:"layer"`
	Op     string `json:"op"`
	Checks int    `json:"checks"`
}

// Exercised reports whether anything tests the requirement.
func (e Evidence) Exercised() bool { return e.Library > 0 || len(e.Layers) > 0 }

// Coverage returns the evidence for each requirement of an edition, in the order of the catalogue:
// the checks that cfg selects for an implementation that offers everything, and the features about the
// packages of this module.
func Coverage(cfg Config) ([]Evidence, error) {
	p, err := newPlan(cfg)
	if err != nil {
		return nil, err
	}
	scenarios, err := features.List(p.Edition)
	if err != nil {
		return nil, err
	}
	catalogue := requirement.Of(p.Edition)
	evidence := make([]Evidence, len(catalogue))
	at := map[string]*Evidence{}
	for i, q := range catalogue {
		evidence[i].Requirement = q
		at[q.ID] = &evidence[i]
	}
	for _, of := range p.parts(everything(p.Edition)) {
		for _, m := range of.members {
			if of.layer == result.LayerProperties && p.has(m) {
				for _, id := range m.requirements {
					at[id].Properties = append(at[id].Properties, path.Base(m.id))
				}
			}
		}
		for id, n := range p.counts(of) {
			e := at[id]
			e.Layers = append(e.Layers, LayerCount{of.layer, string(of.op), n})
			if of.layer == result.LayerFeatures {
				e.Scenarios += n
			}
			// valid and sweep have the same vectors as parse.
			if of.vectors != nil && of.op != conformance.OpValid && of.op != conformance.OpSweep {
				e.Vectors += n
			}
		}
	}
	for _, s := range scenarios {
		if !s.Library || !p.selection.Has(s.ID, s.Requirements) {
			continue
		}
		for _, id := range s.Requirements {
			at[id].Library++
		}
	}
	return evidence, nil
}
