package suite

import (
	"slices"

	"github.com/epin-conformance/harness/conformance/internal/shrink"
)

// settleUnstable counts failures of the requirement of one verdict for failed responses that a
// fresh process did not reproduce. It reports whether any request had two responses, here or
// earlier in the run.
func (r *runner) settleUnstable() bool {
	unstable := r.record.IsUnstable() || r.res.Learned != nil && r.res.Learned.Unstable
	for i := range r.res.Findings {
		f := &r.res.Findings[i]
		if !f.Changed {
			continue
		}
		unstable = true
		for _, id := range r.plan.oracle.OneVerdict {
			if !r.plan.oracle.OfVerdict(f) || slices.Contains(f.Requirements, id) || !r.plan.selection.Has(f.Check, []string{id}) {
				continue
			}
			f.Requirements = append(f.Requirements, id)
			r.totals.add(Counts{Failed: 1}, id)
			r.isKnown(Failure{Check: f.Check, Requirements: []string{id}, Op: f.Op, Token: f.First, Wanted: f.Wanted, Got: f.Got}, shrink.Fault{})
		}
	}
	return unstable
}
