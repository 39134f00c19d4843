package suite

import (
	"context"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/diagnosis"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// diagnose adds the likely causes to the groups of findings. There are none if finding them takes
// too long, if the library implements the other edition, if one request had two responses, since a
// mutant returns one, or if all requests were random: their correct responses are not kept, so they
// could not refute a mutant.
func (r *runner) diagnose(ctx context.Context, took time.Duration) {
	if r.res.Unstable || r.seen.fit.fitsSibling() || len(r.performed) == 0 || len(r.res.Groups) == 0 || !r.plan.selection.Everything() {
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
