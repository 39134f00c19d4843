package suite

import (
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
)

// blamed returns the requirements that a failed row of a feature, or a broken law, violates: those
// of the named ones that its exchanges violate, or else all that they violate. There are none
// if the failure is a consequence of another incorrect response.
func (r *runner) blamed(named []string, exchanges []conformance.Exchange) []string {
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
			for _, a := range r.plan.oracle.Vector(req, named, r.plan.oracle.Wanted(req), got) {
				if a.Result == CheckFail {
					broken = oracle.Union(broken, a.Requirements)
				}
			}
		}
	}
	switch {
	case len(broken) == 0 && consequence:
		return nil
	case len(broken) == 0:
		return named // each response is correct, and they contradict each other
	}
	ids := slices.DeleteFunc(slices.Clone(named), func(id string) bool { return !slices.Contains(broken, id) })
	if len(ids) == 0 {
		return broken
	}
	return ids
}
