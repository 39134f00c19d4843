package suite

import (
	"iter"
	"path"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/features"
)

// expect sets the correct response to a request of a part, and returns the vector of the request, if it
// has one. The tests of the corpus compare the results of vectors with the same oracle.
func (p *plan) expect(of *part, d *oracle.Deviation) *corpus.Vector {
	p.oracle.Expect(d)
	if of.vectors == nil {
		return nil
	}
	if d.Request.Op == conformance.OpApply {
		d.Wanted.Attributes = notation.Values{} // a vector has none of the results of transformations
	}
	return of.vectors[requestKey(d.Request)]
}

func (p *plan) selected(of part, req conformance.Request) bool {
	switch {
	case p.selection.Everything(), of.layer == result.LayerSingle:
		return true
	case !p.selection.Concerns(of.layer):
		return false
	}
	id := of.layer
	if p.selection.NamesWithin(id) {
		id = selector.ID(of.layer, req)
	}
	var requirements []string
	if p.selection.ByRequirement() {
		requirements = p.requirementsOf(of, req)
	}
	return p.selection.Has(id, requirements)
}

func (p *plan) requirementsOf(of part, req conformance.Request) (ids []string) {
	d := oracle.Deviation{Request: req}
	vector := p.expect(&of, &d)
	d.Got = d.Wanted
	p.oracle.Judge(&d)
	if vector != nil {
		d.Named = p.oracle.NamedBy(&d, vector.Requirements)
	}
	for _, q := range p.oracle.Results(d.Kind, d.Named) {
		ids = append(ids, q.ID)
	}
	return ids
}

func (p *plan) has(m member) bool { return p.selection.Has(m.id, m.requirements) }

func (p *plan) selectedRequests(of part) iter.Seq[conformance.Request] {
	return func(yield func(conformance.Request) bool) {
		if of.requests == nil || !p.selection.Concerns(of.layer) {
			return
		}
		for req := range of.requests {
			if p.selected(of, req) && !yield(req) {
				return
			}
		}
	}
}

// requestKey identifies a request of an edition.
func requestKey(req conformance.Request) string {
	if req.Op == conformance.OpValid || req.Op == conformance.OpSweep {
		req.Op = conformance.OpParse // valid has the vectors of parse
	}
	return selector.ID("", req)
}

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
		counts := map[string]int{}
		for _, m := range of.members {
			if !p.has(m) {
				continue
			}
			for _, id := range m.requirements {
				if counts[id]++; of.layer == result.LayerProperties {
					at[id].Properties = append(at[id].Properties, path.Base(m.id))
				}
			}
		}
		for req := range p.selectedRequests(of) {
			for _, id := range p.requirementsOf(of, req) {
				counts[id]++
			}
		}
		for id, n := range counts {
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
