package suite

import (
	"cmp"
	"context"
	"iter"
	"sync/atomic"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
)

// perform sends the requests of a part and judges the responses, in the order of the requests.
func (r *runner) perform(ctx context.Context, p part, t *tally) error {
	var skipped atomic.Int64 // requests can be generated on another goroutine
	batches, impl := r.pool.Batches(r.plan.Seed), r.impl
	if p.op == conformance.OpSweep {
		batches.Canaries = canariesOf(r.plan.Edition)
	}
	if p.checks >= r.plan.Spread {
		impl = r.pool
	}
	requests := supervise.Swept(r.sent(p, func() { skipped.Add(1) }), batches)
	err := r.judgeAll(ctx, p, t, impl, requests, batches)
	t.skip(int(skipped.Load()), r.description)
	return err
}

// judgeAll performs the requests of a part and judges the responses.
func (r *runner) judgeAll(
	ctx context.Context, p part, t *tally, impl conformance.Implementation, requests iter.Seq[conformance.Request], batches *supervise.Batches,
) error {
	done, reported := 0, 0
	return inOrder(ctx, impl, requests, func(x conformance.Exchange) error {
		n, err := r.settle(&p, t, r.canaries.without(r.judge, x, batches.Places(x)))
		done += n
		if done-reported >= progressStep {
			reported = done
			r.done(done)
		}
		return err
	})
}

// inOrder performs requests, and calls settle with the exchanges in the same order until it returns
// an error.
func inOrder(
	ctx context.Context, impl conformance.Implementation, requests iter.Seq[conformance.Request], settle func(conformance.Exchange) error,
) error {
	var failed error
	err := conformance.DoAll(ctx, impl, requests, func(x conformance.Exchange) bool {
		failed = settle(x)
		return failed == nil
	})
	return cmp.Or(failed, err)
}

// worthSpreading is the default of Config.Spread. All parts of the profiles quick and standard go to
// one process, so that it sees as many strings as a library may count.
const worthSpreading = 2 << 20

// progressStep is the number of checks between two calls of Config.Progress.
const progressStep = 4096

// sent yields the selected requests of a part that the implementation takes, and calls skip for each
// other selected one.
func (t *target) sent(p part, skip func()) iter.Seq[conformance.Request] {
	everything, all := t.plan.selection.Everything(), limitsInWords(t.description) == ""
	return func(yield func(conformance.Request) bool) {
		for req := range p.requests {
			switch {
			case !everything && !t.plan.selected(p, req):
			case !all && !t.takes(req):
				skip()
			case !yield(req):
				return
			}
		}
	}
}
