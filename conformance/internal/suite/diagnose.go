package suite

import (
	"context"
	"errors"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// diagnosisAtLeast is the time limit of a diagnosis after a short run. After a long one it is the
// time of the run. It is a variable for the tests, like the other time limits.
var diagnosisAtLeast = 20 * time.Second

// diagnose compares the incorrect responses with known mistakes. There is no diagnosis if it takes
// too long, if the library implements the other edition, or if all requests were random: their
// correct responses are not kept, so they could not refute a mistake.
func (r *runner) diagnose(ctx context.Context, took time.Duration) {
	if r.seen.fit.fits() || len(r.performed) == 0 {
		return
	}
	ctx, cancel := context.WithTimeoutCause(ctx, max(took, diagnosisAtLeast), errors.New("it took too long"))
	defer cancel()
	if ctx.Err() != nil {
		return // before it looks at every suspect
	}
	d, err := r.record.Diagnose(ctx, func(yield func(conformance.Request) bool) {
		for _, p := range r.performed {
			for req := range r.sent(p) {
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
	for _, c := range d.Causes() {
		r.res.Causes = append(r.res.Causes, result.Cause{Mutant: c.Mutant, Text: printable.Text(c.Text), Fix: printable.Text(c.Fix), Explains: printable.Text(c.Explains)})
	}
}
