package suite

import (
	"context"
	"errors"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// diagnosisAtLeast is what a diagnosis, which needs no implementation, may take, however
// short the run was; otherwise it may take as long as that: a machine on which it takes
// long was slow before. It is a variable for the tests alone, like all that the clock bounds.
var diagnosisAtLeast = 20 * time.Second

// diagnose compares the wrong responses with known mistakes; not where there were none, where it takes too long, where the library is one of the other edition, and where
// only random requests were made, whose correct responses are not kept to contradict one.
func (r *runner) diagnose(ctx context.Context, took time.Duration) {
	if r.seen.fit.fits() || len(r.performed) == 0 {
		return
	}
	ctx, cancel := context.WithTimeoutCause(ctx, max(took, diagnosisAtLeast), errors.New("it took too long"))
	defer cancel()
	d, err := r.record.Diagnose(ctx, func(yield func(conformance.Request) bool) {
		for _, p := range r.performed {
			for req := range p.requests {
				if !r.plan.selected(p, req) || !r.takes(req) {
					continue
				}
				if !yield(req) {
					return
				}
			}
		}
	}, r.description.Language)
	if err != nil || d.Wrong == 0 && !d.Unstable {
		return
	}
	d.Failed = r.failed
	r.res.Diagnosis = printable.Texts(d.Paragraphs())
}
