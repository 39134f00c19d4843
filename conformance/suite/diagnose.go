package suite

import (
	"context"
	"errors"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/diagnosis"
)

// diagnosisTime bounds what a diagnosis takes, which needs no implementation. It is a
// variable for the tests alone, like all that the clock bounds.
var diagnosisTime = 20 * time.Second

// diagnose compares what was answered wrongly with known mistakes; nil where nothing
// was, or where it takes too long.
func (r *runner) diagnose(ctx context.Context) *diagnosis.Diagnosis {
	ctx, cancel := context.WithTimeoutCause(ctx, diagnosisTime, errors.New("it took too long"))
	defer cancel()
	d, err := r.record.Diagnose(ctx, func(yield func(conformance.Request) bool) {
		for _, p := range r.asked {
			for req := range p.questions {
				if !r.selected(p, req) || !r.description.Bytes && !isText(req) {
					continue
				}
				if !yield(req) {
					return
				}
			}
		}
	}, r.description.Language)
	if err != nil || d.Wrong == 0 && !d.Unstable {
		return nil
	}
	return &d
}
