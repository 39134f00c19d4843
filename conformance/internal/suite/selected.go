package suite

import (
	"iter"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/corpus"
)

// expect sets the correct response to a request of a part, and returns the vector of the request, if it
// has one.
func (p *plan) expect(of *part, d *oracle.Deviation) *corpus.Vector {
	if of.vectors == nil {
		p.oracle.Expect(d)
		return nil
	}
	v := of.vectors[requestKey(d.Request)]
	d.Wanted = wantOf(p.Edition, v)
	if d.Request.Op == conformance.OpValid || d.Request.Op == conformance.OpSweep {
		d.Wanted = conformance.Response{Outcome: d.Wanted.Outcome}
	}
	return v
}

// selected reports whether a request of a part is selected.
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

// verdict returns the correct verdict on a token.
func (p *plan) verdict(token string) conformance.Outcome {
	if p.Edition.Valid(token) {
		return conformance.Accepted
	}
	return conformance.Rejected
}

// requirementsOf returns the requirements that a request of a part counts for.
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

// has reports whether a check with several requests is selected.
func (p *plan) has(m member) bool { return p.selection.Has(m.id, m.requirements) }

// selectedOf returns the identifiers of the selected checks of a part.
func (p *plan) selectedOf(of part) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, m := range of.members {
			if p.has(m) && !yield(m.id) {
				return
			}
		}
		for req := range p.selectedRequests(of) {
			if !yield(selector.ID(of.layer, req)) {
				return
			}
		}
	}
}

// selectedRequests returns the selected requests of a part.
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
	op := req.Op
	if op == conformance.OpValid || op == conformance.OpSweep {
		op = conformance.OpParse // valid has the vectors of parse
	}
	key := string(op)
	for _, m := range req.Methods {
		key += " " + string(m)
	}
	return key + "/" + req.Token + "/" + req.Other
}

// counts returns how many checks of a part count for each requirement.
func (p *plan) counts(of part) map[string]int {
	n := map[string]int{}
	for _, m := range of.members {
		if p.has(m) {
			for _, id := range m.requirements {
				n[id]++
			}
		}
	}
	for req := range p.selectedRequests(of) {
		for _, id := range p.requirementsOf(of, req) {
			n[id]++
		}
	}
	return n
}
