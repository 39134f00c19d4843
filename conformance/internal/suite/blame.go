package suite

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
)

// blame returns a failed member, a row of a feature or a property, with the requirements that the failure
// violates: all that its incorrect responses violate, whichever layer found them. It is not tested if
// the failure is a consequence of another incorrect response.
func (r *runner) blame(m member, exchanges []conformance.Exchange) (member, CheckResult) {
	var broken []string
	consequence := false
	for _, x := range exchanges {
		for req, got := range oracle.Each(x) {
			if got.Outcome == conformance.Unsupported {
				continue
			}
			if r.seen.isConsequence(r.plan.oracle, &req) {
				consequence = true
				continue
			}
			d := oracle.Deviation{Request: req, Wanted: r.plan.oracle.Wanted(req), Got: got}
			r.plan.oracle.Judge(&d)
			d.Named = r.plan.oracle.Vector(&d, m.requirements)
			broken = oracle.Union(broken, r.plan.oracle.Requirements(&d))
		}
	}
	switch {
	case len(broken) > 0:
		m.requirements = broken
	case consequence:
		return m, CheckNotExercised
	} // otherwise each response is correct, and they contradict each other
	return m, CheckFail
}

// faultOf returns the fault of an incorrect response, with its texts: what a property or a row expects
// can be another response of the library, which may be incorrect too. It reports false for a correct one.
func (r *runner) faultOf(req conformance.Request, got conformance.Response) (of shrink.Fault, wrong bool) {
	d := r.plan.oracle.Wrong(req, got)
	if d == nil {
		return shrink.Fault{Request: req}, false
	}
	of = shrink.Fault{Request: req, Violations: r.plan.oracle.Violations(d)}
	of.Deviation = r.plan.oracle.Describe(d)
	return of, true
}

// faultOfProperty returns the first incorrect response of a property that does not hold. If each is
// correct as far as it goes, the last one is malformed.
func (r *runner) faultOfProperty(broken []conformance.Exchange) (of shrink.Fault) {
	var before []conformance.Request
	for _, x := range broken {
		at := len(before)
		for req := range oracle.Each(x) {
			before = append(before, req)
		}
		for req, resp := range oracle.Each(x) {
			if of, wrong := r.faultOf(req, resp); wrong {
				of.Before = shrink.Conversation{Requests: before, At: at}
				return of
			}
			at++
		}
	}
	last := broken[len(broken)-1]
	of.Request = oracle.Single(broken[0].Request)
	of.Wanted = printable.Text("a response to " + last.Request.Op)
	of.Got = printable.Text("a malformed one, " + last.Response.Outcome.String())
	return of
}

// faultOfHistory returns which of two responses to a request was incorrect, with the requests
// before it.
func (r *runner) faultOfHistory(h history, c *change, op conformance.Op, was conformance.Response) shrink.Fault {
	var before []conformance.Request
	if !h.fresh {
		before = slices.Collect(requesting(op, slices.Values(probesOf(r.plan.Edition))))
	}
	request := conformance.Request{Op: op, Token: c.token()}
	of, wrong := r.faultOf(request, c.to)
	if wrong {
		asked := c.asked[:len(c.asked)-1]
		asked = asked[max(0, len(asked)-shrink.LongestHistory):] // the search looks at no more
		before = slices.AppendSeq(before, requesting(op, slices.Values(asked)))
		of.Before = shrink.Conversation{Requests: append(before, request), At: len(before)}
	} else {
		of, wrong = r.faultOf(request, was)
		at := max(slices.IndexFunc(before, request.Equal), 0)
		of.Before = shrink.Conversation{Requests: append(slices.Clone(before[:at]), request), At: at}
	}
	if !wrong { // both are correct, and they differ
		of.Deviation = r.plan.oracle.Change(request, was, c.to)
		of.Wanted = "the first response, " + of.Wanted
	}
	return of
}

// requestedBefore returns the last requests of the run up to that of a check. They are generated
// again, since layers are deterministic.
func (r *runner) requestedBefore(check string, request conformance.Request) shrink.Conversation {
	layer, _, _ := strings.Cut(check, "/")
	found := shrink.Conversation{Requests: []conformance.Request{request}}
	var last []conformance.Request
	for _, p := range r.performed {
		reached := false
		for req := range r.sent(p, func() {}) {
			if reached { // behind it, in its sweep
				if request.Op != conformance.OpSweep || len(found.Requests) > found.At+shrink.ShownBehind {
					return found
				}
				found.Requests = append(found.Requests, req)
				continue
			}
			if len(last) >= 2*shrink.LongestHistory {
				last = slices.Delete(last, 0, len(last)-shrink.LongestHistory)
			}
			last = append(last, req)
			if p.layer == layer && req.Equal(request) {
				found = shrink.Conversation{Requests: slices.Clone(last), At: len(last) - 1}
				reached = layer != result.LayerSingle // which may have a request twice
			}
		}
		if reached {
			return found
		}
	}
	return found
}

// settleUnstable counts failures of the requirement of one verdict for failed responses that a
// fresh process did not reproduce.
func (r *runner) settleUnstable(found []shrink.Found) {
	for at := range found {
		f := &found[at].Finding
		if !f.Changed {
			continue
		}
		r.record.Unstable()
		for _, id := range r.plan.Edition.Clauses.OneVerdict {
			if !r.plan.oracle.OfVerdict(f.Requirements) || slices.Contains(f.Requirements, id) || !r.plan.selection.Has(f.Check, []string{id}) {
				continue
			}
			f.Requirements = append(f.Requirements, id)
			r.totals.add(Counts{Failed: 1}, id)
			for _, class := range r.faults.Classes {
				if slices.Contains(class.Findings, at) {
					class.Count(id)
					break
				}
			}
		}
	}
}
