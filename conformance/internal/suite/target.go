package suite

import (
	"context"
	"errors"
	"iter"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
)

// target is the implementation under test.
type target struct {
	plan        *plan
	pool        *supervise.Pool
	impl        conformance.Implementation // the first of the pool
	description conformance.Description
	declines    *declines
}

// open opens the implementation under test.
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
	var failure *conformance.Failure
	if errors.As(err, &failure) {
		return failure.Stderr
	}
	if t.pool == nil {
		return ""
	}
	return t.pool.Stderr()
}

// takes reports whether the implementation takes the tokens of a request.
func (t *target) takes(req conformance.Request) bool {
	return t.description.Takes(req.Token) && t.description.Takes(req.Other)
}

// ask sends a request for each token, in sweeps if op is OpSweep, and passes the responses on in
// that order.
func (t *target) ask(
	ctx context.Context, impl conformance.Implementation, op conformance.Op, tokens iter.Seq[string], b *supervise.Batches,
	answer func(string, conformance.Response) bool,
) error {
	requests := supervise.Swept(requesting(op, tokens), b)
	return conformance.DoAll(ctx, impl, requests, func(x conformance.Exchange) bool {
		for req, resp := range oracle.Each(x) {
			if !answer(req.Token, resp) {
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
			if !tooLong && t.description.Takes(word) && !yield(word) {
				return
			}
		}
	}
}

// limitsInWords returns why some tokens are not sent, or "" if the implementation takes all tokens.
func limitsInWords(d conformance.Description) string {
	var limits []string
	if !d.Bytes {
		limits = append(limits, "valid UTF-8 only")
	}
	if d.NoNUL {
		limits = append(limits, "no byte 0")
	}
	if d.Longest > 0 {
		limits = append(limits, "at most "+number.Counted(d.Longest, "byte"))
	}
	if limits == nil {
		return ""
	}
	return "the implementation takes " + strings.Join(limits, " and ")
}
