package suite

import (
	"maps"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// isKnown reports whether the list of known failures names a failed check as a finding, or all its
// requirements. What it is shrunk to decides in the end.
func (p *plan) isKnown(f *Failure, req conformance.Request) bool {
	return p.lists(selector.ID(result.LayerSingle, req)) || p.lists(f.Check) || p.listsAll(f.Requirements)
}

// lists reports whether a line of the list of known failures names id.
func (p *plan) lists(id string) bool {
	_, listed := p.known[id]
	return listed
}

func (p *plan) listsAll(requirements []string) bool {
	return len(requirements) > 0 && !slices.ContainsFunc(requirements, func(id string) bool { return !p.lists(id) })
}

// settleKnown tells known findings from new ones, and sets the result of each line of the list. A
// class of failed checks is known if all its findings are. It returns the new findings.
func (r *runner) settleKnown(found []shrink.Found, cut bool) (news []shrink.Found) {
	if r.plan.Known == nil {
		return found
	}
	k := &result.KnownFailures{}
	for _, l := range r.plan.Known {
		l.Reason = l.Reason.Cut()
		k.Lines = append(k.Lines, result.KnownFailure{Line: l})
	}
	known := make([]bool, len(found))
	for i := range found {
		f := &found[i].Finding
		named := r.plan.lists(f.ID)
		if known[i] = named || r.plan.listsAll(f.Requirements) && r.listsClasses(i); !known[i] {
			news = append(news, found[i])
			continue
		}
		k.Findings++
		if !named {
			k.ByRequirement++
		}
		if at, listed := r.plan.known[f.ID]; listed {
			k.Lines[at].Fails(f, f.Checks)
		}
	}
	for _, class := range r.faults.Classes {
		if slices.ContainsFunc(class.Findings, func(i int) bool { return !known[i] }) {
			continue
		}
		class.Known = true
		k.Checks += class.Checks
		for id, n := range class.Requirements {
			if at, listed := r.plan.known[id]; listed && len(class.Findings) > 0 {
				k.Lines[at].Fails(&found[class.Findings[0]].Finding, n)
			}
		}
	}
	for i := range k.Lines {
		if l := &k.Lines[i]; l.Result != result.KnownFailed && !cut && r.plan.selection.Covers(l.ID) {
			l.Result = r.settledLine(l.ID)
		}
	}
	r.res.KnownFailures = k
	return news
}

// listsClasses reports whether lines name all requirements that the failed checks of a finding violate.
func (j *judge) listsClasses(finding int) bool {
	for _, class := range j.faults.Classes {
		if slices.Contains(class.Findings, finding) && !j.plan.listsAll(slices.Collect(maps.Keys(class.Requirements))) {
			return false
		}
	}
	return true
}

// settledLine returns the result of a line that names no known finding.
func (r *runner) settledLine(id string) result.KnownResult {
	if q, is := requirement.Lookup(id); is && q.AppliesTo(r.plan.Edition) {
		switch c := r.totals[id]; {
		case c != nil && c.Failed > 0: // in the company of other requirements
			return result.KnownFailed
		case c == nil || c.Passed == 0 || r.declined.requirements[id]:
			return result.KnownNotTested
		}
		return result.KnownPassed
	}
	s, err := selector.Parse(r.plan.Edition, id)
	if err == nil && s.Request != nil && (!r.description.Answers(*s.Request) || !r.takes(*s.Request)) {
		return result.KnownNotTested
	}
	return result.KnownPassed
}
