package suite

import (
	"iter"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/corpus"
)

// wanted is the correct response to a request of a part, with the vector of the request, if it has
// one.
func (p *plan) wanted(of part, req conformance.Request) (conformance.Response, *corpus.Vector) {
	if of.vectors == nil {
		return p.oracle.Wanted(req), nil
	}
	v := of.vectors[requestKey(req)]
	w := wantOf(p.Edition, v)
	if req.Op == conformance.OpValid || req.Op == conformance.OpSweep {
		w = conformance.Response{Outcome: w.Outcome}
	}
	return w, v
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

// classAlone returns the class of a request that counts only for the requirements of the verdict.
// It returns false for a request that also counts for others.
func (p *plan) classAlone(of part, req conformance.Request) (oracle.Class, bool) {
	valid := p.Edition.Valid(req.Token)
	alone := req.Op == conformance.OpValid || req.Op == conformance.OpSweep || req.Op == conformance.OpParse && !valid
	if of.vectors != nil || !alone {
		return 0, false
	}
	return oracle.ClassOf(req.Token, valid), true
}

// requirementsOf returns the requirements that a request of a part counts for. The caller must
// not change them.
func (p *plan) requirementsOf(of part, req conformance.Request) []string {
	if class, alone := p.classAlone(of, req); alone {
		return p.oracle.Verdict(class)
	}
	wanted, vector := p.wanted(of, req)
	var named []string
	if vector != nil {
		named = vector.Requirements
	}
	var ids []string
	for _, q := range oracle.Summarise(p.oracle.Vector(req, named, wanted, wanted)) {
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
		if of.requests == nil || !p.selection.Concerns(of.layer) {
			return
		}
		for req := range of.requests {
			if p.selected(of, req) && !yield(selector.ID(of.layer, req)) {
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
	if of.requests != nil {
		for req := range of.requests {
			if p.selected(of, req) {
				for _, id := range p.requirementsOf(of, req) {
					n[id]++
				}
			}
		}
	}
	return n
}
