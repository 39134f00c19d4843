package suite

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/diagnosis"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
)

// faultOfProperty returns the first incorrect response of a property that does not hold. If each is
// correct as far as it goes, the last one is malformed.
func (j *judge) faultOfProperty(broken []conformance.Exchange) (of shrink.Fault) {
	var before []conformance.Request
	for _, x := range broken {
		at := len(before)
		for d := range oracle.Responses(x) {
			before = append(before, d.Request)
		}
		for d := range oracle.Responses(x) {
			if of, wrong := j.faultOf(d.Request, d.Got); wrong {
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

// faultOfHistory returns which of two responses to a request was incorrect, with the requests before it: those
// before the history, and its own.
func (j *judge) faultOfHistory(h history, c *comparison, before []conformance.Request, was conformance.Response) shrink.Fault {
	if h.fresh {
		before = nil
	}
	before = slices.Clip(before)
	request := c.request()
	of, wrong := j.faultOf(request, c.to)
	if wrong {
		asked := c.asked[:len(c.asked)-1]
		asked = asked[max(0, len(asked)-shrink.LongestHistory):] // the search looks at no more
		before = append(before, asked...)
		of.Before = shrink.Conversation{Requests: append(before, request), At: len(before)}
	} else {
		of, wrong = j.faultOf(request, was)
		at := max(slices.IndexFunc(before, request.Equal), 0)
		of.Before = shrink.Conversation{Requests: append(slices.Clone(before[:at]), request), At: at}
	}
	if !wrong { // both are correct, and they differ
		of.Deviation = j.plan.oracle.Change(request, was, c.to)
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
func (j *judge) settleUnstable(found []shrink.Found) {
	for at := range found {
		f := &found[at]
		if !f.Changed {
			continue
		}
		j.record.Unstable = true
		ofVerdict := slices.ContainsFunc(f.Requirements, func(id string) bool {
			return slices.Contains(j.plan.Edition.Clauses.Validity(), id)
		})
		for _, id := range j.plan.Edition.Clauses.OneVerdict {
			if !ofVerdict || slices.Contains(f.Requirements, id) || !j.plan.selection.Has(f.Check, []string{id}) {
				continue
			}
			f.Requirements = append(f.Requirements, id)
			j.totals.add(result.Counts{Failed: 1}, id)
			for _, class := range j.faults.Classes {
				if slices.Contains(class.Findings, at) {
					class.Count(id)
					break
				}
			}
		}
	}
}

// diagnose adds the likely causes to the groups of findings. There are none if finding them takes
// too long, if the library implements the other edition, if one request had two responses, since a
// mutant returns one, or if all requests were random: their correct responses are not kept, so they
// could not refute a mutant.
func (r *runner) diagnose(ctx context.Context, took time.Duration) {
	fits := r.seen.fits()
	isSibling := fits != nil && fits.Notation == r.plan.Edition.Notation
	if r.res.Unstable || isSibling || len(r.performed) == 0 || len(r.res.Groups) == 0 || !r.plan.selection.Everything() {
		return
	}
	ctx, cancel := stepContext(ctx, took, diagnosisAtLeast)
	defer cancel()
	if ctx.Err() != nil {
		return // before it looks at every suspect
	}
	checks, known := r.res.Checks()
	run := diagnosis.Run{Sent: r.sentInOrder, Failed: checks.Failed - known, Language: r.description.Language}
	if l := r.res.Learned; l != nil && l.Machine != nil && len(l.Crashed) == 0 { // it does not tell crashes from rejections
		run.Learned = func(yield func(conformance.Request, bool) bool) {
			for word := range r.askable(conformance.Op(l.Op), l.Machine.ClassSuite(l.Extra).Words()) {
				if !yield(conformance.Request{Op: conformance.Op(l.Op), Token: word}, l.Machine.Accepts(word)) {
					return
				}
			}
		}
	}
	for _, g := range r.res.Groups {
		var group diagnosis.Group
		for _, i := range g.Findings {
			f := r.found[i]
			group.Failed += f.Checks
			for _, of := range f.Faults {
				if group.Requests = append(group.Requests, of.Request); of.Member {
					group.Others++
				}
			}
			for _, symptom := range f.Symptoms {
				aspect := symptom.Aspect
				if symptom.Outcome == conformance.Crashed {
					aspect = result.AspectVerdict
				}
				group.Aspects = append(group.Aspects, aspect)
			}
		}
		run.Groups = append(run.Groups, group)
	}
	causes, err := r.record.Diagnose(ctx, run)
	if err != nil {
		return
	}
	for i, of := range causes {
		r.res.Groups[i].Causes = of
	}
}

// sentInOrder yields the requests of the layers with an oracle that were sent.
func (r *runner) sentInOrder(yield func(conformance.Request) bool) {
	for _, p := range r.performed {
		for req := range r.sent(p, func() {}) {
			if !yield(req) {
				return
			}
		}
	}
}
