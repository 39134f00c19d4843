package suite

import (
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/law"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// Evidence is what exercises a requirement.
type Evidence struct {
	requirement.Requirement
	Vectors   int          // test vectors that are asked for it
	Scenarios int          // rows of features that an implementation is asked
	Library   int          // rows of features about the Go packages of this module
	Laws      []string     // names
	Layers    []LayerCount // checks of the standard profile, by layer and way
}

// LayerCount counts the checks of a part for a requirement.
type LayerCount struct {
	Layer  string
	Way    string
	Checks int
}

// Exercised reports whether anything exercises the requirement.
func (e Evidence) Exercised() bool { return e.Library > 0 || len(e.Layers) > 0 }

// Coverage returns the evidence for each requirement of an edition, in the order of
// the catalogue: what the standard profile asks of an implementation that offers
// everything, and the features about the packages of this module.
func Coverage(edition epin.Edition) ([]Evidence, error) { return coverage(Config{Edition: edition}) }

func coverage(cfg Config) ([]Evidence, error) {
	p, err := newPlan(cfg)
	if err != nil {
		return nil, err
	}
	scenarios, err := features.List(cfg.Edition)
	if err != nil {
		return nil, err
	}
	catalogue := requirement.Of(cfg.Edition)
	evidence := make([]Evidence, len(catalogue))
	at := map[string]*Evidence{}
	for i, q := range catalogue {
		evidence[i].Requirement = q
		at[q.ID] = &evidence[i]
	}
	r := newRunner(p, nil)
	for _, p := range p.allParts(everything(p.Edition)) {
		for id, n := range r.counts(p) {
			e := at[id]
			e.Layers = append(e.Layers, LayerCount{p.layer, p.way, n})
			if p.layer == result.LayerFeatures {
				e.Scenarios += n
			}
			// Whatever the way, the vectors are the same; parse, apply and equal are theirs.
			if p.vectors != nil && p.way != string(conformance.OpValid) && p.way != string(conformance.OpSweep) {
				e.Vectors += n
			}
		}
	}
	for _, s := range scenarios {
		if !s.Library || !r.plan.selection.Has(s.ID, s.Requirements) {
			continue
		}
		for _, id := range s.Requirements {
			at[id].Library++
		}
	}
	for _, l := range law.All(cfg.Edition) {
		m := propertyMember(cfg.Edition, l)
		if !r.plan.selection.Has(m.id, m.requirements) {
			continue
		}
		for _, id := range m.requirements {
			at[id].Laws = append(at[id].Laws, l.Name)
		}
	}
	return evidence, nil
}

// counts returns how many checks of a part count for each requirement.
func (r *runner) counts(p part) map[string]int {
	n := map[string]int{}
	for _, m := range p.members {
		if r.plan.selection.Has(m.id, m.requirements) {
			for _, id := range m.requirements {
				n[id]++
			}
		}
	}
	if p.questions == nil {
		return n
	}
	var verdicts [oracle.Classes]int
	for req := range p.questions {
		if k, ok := r.classAlone(p, req); ok {
			if r.selected(p, req) {
				verdicts[k]++
			}
			continue
		}
		ids := r.requirementsOf(p, req)
		if !r.plan.selection.Has(selector.ID(p.layer, req), ids) {
			continue
		}
		slices.Sort(ids)
		for _, id := range slices.Compact(ids) {
			n[id]++
		}
	}
	for k, count := range verdicts {
		if count == 0 {
			continue
		}
		for _, id := range r.oracle.Verdict(oracle.Class(k)) {
			n[id] += count
		}
	}
	return n
}
