package suite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
)

type target struct {
	plan        *plan
	pool        *supervise.Pool
	impl        conformance.Implementation // the first of the pool
	description conformance.Description
	declines    *declines
}

func (t *target) open(ctx context.Context) (err error) {
	open := func() (conformance.Implementation, error) { return t.plan.Open(ctx, t.plan.Edition) }
	if t.pool, err = supervise.NewPool(t.plan.Edition, t.plan.Jobs, open); err != nil {
		return err
	}
	t.impl = t.pool.First()
	t.description, t.pool.Observe = conformance.Describe(t.impl, t.plan.Edition), t.declines.note
	t.declines.offers = t.description
	t.plan.oracle.WithoutEqual = !t.description.Offers(conformance.OpEqual) && t.plan.Edition.Clauses.ByForm
	t.plan.oracle.Attributes = t.description.ApplyAttributes
	return nil
}

// stderr returns the first and the last lines of standard error: of the failure in err, or else of the
// adapter.
func (t *target) stderr(err error) string {
	if failure, ok := errors.AsType[*conformance.Failure](err); ok {
		return failure.Stderr
	}
	if t.pool == nil {
		return ""
	}
	return t.pool.Stderr()
}

func (t *target) takes(req conformance.Request) bool {
	return t.description.Takes(req.Op, req.Token) && t.description.Takes(req.Op, req.Other)
}

// ask sends requests of one operation, in sweeps if it is OpSweep, and passes the responses on in that order.
func (t *target) ask(
	ctx context.Context, impl conformance.Implementation, requests iter.Seq[conformance.Request], b *supervise.Batches,
	answer func(conformance.Request, conformance.Response) bool,
) error {
	return conformance.DoAll(ctx, impl, supervise.Swept(requests, b), func(x conformance.Exchange) bool {
		for d := range oracle.Responses(x) {
			if !answer(d.Request, d.Got) {
				return false
			}
		}
		return true
	})
}

// askable yields those of some words that the implementation takes as one request.
func (t *target) askable(op conformance.Op, words iter.Seq[string]) iter.Seq[string] {
	return func(yield func(string) bool) {
		for word := range words {
			tooLong := op == conformance.OpSweep && len(word) > conformance.MaxSweepBytes || len(word) > conformance.MaxTokenBytes
			if !tooLong && t.description.Takes(op, word) && !yield(word) {
				return
			}
		}
	}
}

// limitsInWords describes the tokens that an implementation takes: why others are not sent, and in a
// sentence. Both are empty if it takes all tokens.
func limitsInWords(d conformance.Description) (why, sentence string) {
	var limits, tested []string
	what, of := "strings", d.TextOnly()
	via := " via " + strings.ReplaceAll(strings.Trim(fmt.Sprint(of), "[]"), " ", ", ")
	switch {
	case len(of) > 0 && len(d.Bytes) == 0:
		limits, what = append(limits, "valid UTF-8 only"), "text"
	case len(of) > 0:
		limits, tested = append(limits, "valid UTF-8 only"+via), append(tested, "text"+via)
	}
	if d.Longest > 0 {
		longest := number.Counted(d.Longest, "byte")
		limits, what = append(limits, "at most "+longest), what+" of up to "+longest
	}
	if d.NoNUL {
		limits, what = append(limits, "no byte 0"), what+" without the byte 0"
	}
	if limits == nil {
		return "", ""
	}
	if what != "strings" {
		tested = append(tested, what)
	}
	why = "the implementation takes " + strings.Join(limits, " and ")
	return why, "Tested only with " + strings.Join(tested, " and with ") + ": the implementation takes no other input."
}

// perform sends the requests of a part and judges the responses, in the order of the requests.
func (r *runner) perform(ctx context.Context, p part, t *tally) error {
	var skipped atomic.Int64 // requests can be generated on another goroutine
	batches, impl := r.pool.Batches(r.plan.Seed), r.impl
	if p.op == conformance.OpSweep {
		probes, refused := probesOf(r.plan.Edition), invalidProbes(r.plan.Edition)
		batches.Canaries = append(probes, slices.Repeat(refused, len(probes)/len(refused)-1)...) // half of them are invalid
	}
	if p.checks >= r.plan.Spread {
		impl = r.pool
	}
	requests := supervise.Swept(r.sent(p, func() { skipped.Add(1) }), batches)
	err := r.judgeAll(ctx, p, t, impl, requests, batches)
	t.skip(int(skipped.Load()), r.description)
	return err
}

func (r *runner) judgeAll(
	ctx context.Context, p part, t *tally, impl conformance.Implementation, requests iter.Seq[conformance.Request], batches *supervise.Batches,
) error {
	done, reported := 0, 0
	return inOrder(ctx, impl, requests, func(x conformance.Exchange) error {
		for d := range oracle.Responses(r.canaries.without(r.judge, x, batches.Places(x))) {
			if err := r.check(&p, t, d); err != nil {
				return err
			}
			done++
		}
		if done-reported >= progressStep {
			reported = done
			r.done(done)
		}
		return nil
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

const progressStep = 4096

// sent yields the selected requests of a part that the implementation takes, and calls skip for each
// other selected one. There are millions of them, so it is one loop.
func (t *target) sent(p part, skip func()) iter.Seq[conformance.Request] {
	everything := t.plan.selection.Everything()
	limits, _ := limitsInWords(t.description)
	return func(yield func(conformance.Request) bool) {
		for req := range p.requests {
			switch {
			case !everything && !t.plan.selected(p, req):
			case limits != "" && !t.takes(req):
				skip()
			case !yield(req):
				return
			}
		}
	}
}
