package suite

import (
	"context"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// isKnown reports whether the list of known failures names a failed check as a finding, or all its
// requirements. What it is shrunk to decides in the end.
func (p *plan) isKnown(f *result.Failure, req conformance.Request) bool {
	if len(p.known) == 0 { // a library can fail millions of checks
		return false
	}
	return p.lists(selector.ID(result.LayerSingle, req)+"/"+f.Symptom()) || p.lists(f.Check+"/"+f.Symptom()) || p.listsAll(f.Requirements)
}

// lists reports whether a line of the list of known failures names id.
func (p *plan) lists(id string) bool {
	_, listed := p.known[id]
	return listed
}

func (p *plan) listsAll(requirements []string) bool {
	return len(requirements) > 0 && !slices.ContainsFunc(requirements, func(id string) bool { return !p.lists(id) })
}

// settleKnown tells known findings from new ones, and sets the result of each line of the list. A class
// of failed checks is known if all its findings are. stopped says why shrinking ended early, or is empty. It
// returns the new findings.
func (r *runner) settleKnown(ctx context.Context, found []shrink.Found, stopped string) (unknown []shrink.Found) {
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
		at, named := r.plan.known[f.ID]
		switch {
		case named:
			k.Lines[at].Fails(f, f.Checks)
			fallthrough
		case r.plan.listsAll(f.Requirements) && r.listsClasses(i):
			if k.Findings++; !named {
				k.ByRequirement++
			}
		case stopped != "" && f.Seen == result.RepeatUnknown:
			k.Undecided++
		default:
			unknown = append(unknown, found[i])
			continue
		}
		known[i] = true
	}
	for _, class := range r.faults.Classes {
		if class.Mixed || len(class.Findings) == 0 || slices.ContainsFunc(class.Findings, func(i int) bool { return !known[i] }) {
			continue
		}
		class.Known = true
		k.Checks += class.Checks
		for id, n := range class.Requirements {
			if at, listed := r.plan.known[id]; listed {
				k.Lines[at].Fails(&found[class.Findings[0]].Finding, n)
			}
		}
	}
	for i := range k.Lines {
		if l := &k.Lines[i]; l.Result != result.KnownFailed && stopped == "" && r.plan.selection.Covers(l.ID) {
			r.settleLine(ctx, l)
		}
	}
	r.res.KnownFailures = k
	return unknown
}

// listsClasses reports whether lines name all requirements that the failed checks of a finding violate.
func (j *judge) listsClasses(finding int) bool {
	return !slices.ContainsFunc(j.faults.Classes, func(class *shrink.Class) bool {
		return slices.Contains(class.Findings, finding) && !j.plan.listsAll(slices.Collect(maps.Keys(class.Requirements)))
	})
}

// settleLine sets the result of a line that names no known finding.
func (r *runner) settleLine(ctx context.Context, l *result.KnownFailure) {
	if q, is := requirement.Lookup(l.ID); is && q.AppliesTo(r.plan.Edition) {
		switch c := r.totals[l.ID]; {
		case c.Failed > 0: // in the company of other requirements
			l.Result = result.KnownFailed
		case c.Passed > 0 && !r.declines.requirements[l.ID]:
			l.Result = result.KnownPassed
		}
		return
	}
	l.Result = result.KnownPassed
	id, symptom := path.Split(l.ID)
	s, err := selector.Parse(r.plan.Edition, strings.TrimSuffix(id, "/"))
	if err != nil || s.Request == nil {
		layer, check, _ := strings.Cut(l.ID, "/")
		op, _, _ := strings.Cut(check, "/")
		is := slices.Contains(result.Layers(), layer) && slices.Contains(conformance.Ops(), conformance.Op(op))
		if is && !r.description.Offers(conformance.Op(op)) {
			l.Result = result.KnownNotTested
		}
		return
	}
	// A fresh process gets the request: this run may have shrunk the failure to another input.
	req, of, got := oracle.Single(*s.Request), r.subject(), conformance.Response{}
	if of.CanSend(req) && r.takes(req) {
		got, err = shrink.Perform(ctx, of, shrink.Conversation{Requests: []conformance.Request{req}})
	}
	if err != nil || got.Outcome == conformance.Unsupported {
		l.Result = result.KnownNotTested
	} else if d := r.plan.oracle.Wrong(req, got); d != nil {
		f := result.Finding{Ops: []conformance.Op{req.Op}, Input: result.InputOf(req), Deviation: r.plan.oracle.Describe(d)}
		if f.Symptom() == symptom {
			l.Fails(&f, 0)
		}
	}
}
