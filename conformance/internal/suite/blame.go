package suite

import (
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
)

// blame returns a failed member, a row of a feature or a law, with the requirements that the failure
// violates: those of its own that the exchanges violate, or else all that they violate. It is not
// tested if the failure is a consequence of another incorrect response.
func (r *runner) blame(m member, exchanges []conformance.Exchange) (member, CheckResult) {
	var broken []string
	consequence := false
	for _, x := range exchanges {
		for req, got := range oracle.Each(x) {
			if got.Outcome == conformance.Unsupported {
				continue
			}
			if r.seen.isConsequence(r.plan.oracle, req) {
				consequence = true
				continue
			}
			for _, a := range r.plan.oracle.Vector(req, m.requirements, r.plan.oracle.Wanted(req), got) {
				if a.Result == CheckFail {
					broken = oracle.Union(broken, a.Requirements)
				}
			}
		}
	}
	isBroken := func(id string) bool { return slices.Contains(broken, id) }
	switch {
	case len(broken) == 0 && consequence:
		return m, CheckNotExercised
	case len(broken) == 0: // each response is correct, and they contradict each other
	case slices.ContainsFunc(m.requirements, isBroken):
		m.requirements = slices.DeleteFunc(slices.Clone(m.requirements), func(id string) bool { return !isBroken(id) })
	default:
		m.requirements = broken
	}
	return m, CheckFail
}
