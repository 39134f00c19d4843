package suite

import (
	"cmp"
	"context"
	"iter"
	"strings"
	"sync/atomic"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/corpus"
)

// perform sends the requests of a part and judges the responses, in the order of the requests.
func (r *runner) perform(ctx context.Context, p part, t *tally) error {
	var skipped atomic.Int64 // requests are generated on another goroutine
	batches := r.restarts.Batches(r.plan.Seed)
	if p.op == conformance.OpSweep {
		batches.Canaries = r.canaries.tokens
	}
	requests := supervise.Swept(r.sent(p, func() { skipped.Add(1) }), batches)

	done, reported := 0, 0
	impl := r.impl
	switch {
	case p.exact != nil:
		requests = r.takenExactly(p, &skipped)
	case p.checks >= r.plan.Spread:
		impl = r.shared
	}
	err := inOrder(ctx, impl, requests, func(x conformance.Exchange) error {
		n, err := r.settle(&p, t, r.withoutCanaries(x, batches.Places(x)))
		done += n
		if done-reported >= progressStep {
			reported = done
			r.done(done)
		}
		return err
	})
	if err == nil && p.timed != nil && (r.plan.selection.Everything() || r.plan.selection.Names(p.layer)) {
		err = r.watchTime(ctx, p)
	}
	if t.skipped = int(skipped.Load()); t.skipped > 0 {
		t.why = whyNotTaken(r.description)
	}
	return err
}

// inOrder performs requests, and calls settle with the exchanges in the same order until it returns
// an error.
func inOrder(
	ctx context.Context, impl conformance.Implementation, requests iter.Seq[conformance.Request], settle func(conformance.Exchange) error,
) error {
	var failed error
	err := supervise.InOrder(ctx, impl, requests, func(x conformance.Exchange) bool {
		failed = settle(x)
		return failed == nil
	})
	return cmp.Or(failed, err)
}

// watchTime sends one request after the other, and notes where the response time grows faster
// than the length of the string, or is much longer than that of another string.
func (r *runner) watchTime(ctx context.Context, p part) error {
	// The minimum counts: other load only adds time.
	least := func(token string, times int) (took time.Duration, err error) {
		for i := range times {
			began := r.plan.Now()
			if _, err := r.impl.Do(ctx, conformance.Request{Op: p.op, Token: token}); err != nil {
				return 0, err
			}
			if t := r.plan.Now().Sub(began); i == 0 || t < took {
				took = t
			}
		}
		return took, nil
	}
	for _, kind := range p.timed {
		long := lengthened{kind, 1 << kind.longest}.String() // where superlinear time shows best
		if first, err := least(long, 1); err != nil || first < slowAnswer {
			if err != nil {
				return err
			}
			continue
		}
		var times [4]time.Duration
		for i, token := range []string{
			long, lengthened{kind, 1 << kind.longest / growthFactor}.String(), "!" + long[1:], long[:len(long)-1] + "!",
		} {
			var err error
			if times[i], err = least(token, 4); err != nil {
				return err
			}
		}
		g := growth{kind, times[0], times[1], min(times[2], times[3])}
		if note := g.note(p.op); note != "" {
			r.note(note)
			if g.superlinear() && g.ofAll() {
				return nil // the other kinds are as slow
			}
		}
	}
	return nil
}

// worthSpreading is the default of Config.Spread. All parts of the profiles quick and standard go to
// one process, so that it sees as many strings as a library may count.
const worthSpreading = 2 << 20

// progressStep is the number of checks between two calls of Config.Progress.
const progressStep = 4096

// sent yields the selected requests of a part that the implementation takes, and calls skip for each
// other selected one.
func (r *runner) sent(p part, skip func()) iter.Seq[conformance.Request] {
	everything, all := r.plan.selection.Everything(), whyNotTaken(r.description) == ""
	return func(yield func(conformance.Request) bool) {
		for req := range p.requests {
			switch {
			case !everything && !r.plan.selected(p, req):
			case !all && !r.takes(req):
				skip()
			case !yield(req):
				return
			}
		}
	}
}

// takes reports whether the implementation takes the tokens of a request.
func (r *runner) takes(req conformance.Request) bool {
	return r.description.Takes(req.Token) && r.description.Takes(req.Other)
}

// whyNotTaken returns why some tokens are not sent, or "" if the implementation takes all tokens.
func whyNotTaken(d conformance.Description) string {
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

// settle judges the checks of an exchange and returns their number.
func (r *runner) settle(p *part, t *tally, x conformance.Exchange) (n int, err error) {
	for req, got := range oracle.Each(x) {
		if err := r.check(p, t, req, got); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// check judges one response.
func (r *runner) check(p *part, t *tally, req conformance.Request, got conformance.Response) error {
	r.seen.note(&req, &got)
	contradicted, err := r.compare(p, t, &req, got.Outcome)
	if err != nil {
		return err
	}
	d := oracle.Deviation{Request: req, Got: got}
	vector := r.plan.expect(p, &d)
	if !r.seen.isConsequence(r.plan.oracle, &req) {
		r.plan.oracle.Judge(&d)
		switch {
		case vector != nil:
			d.Named = r.plan.oracle.Vector(&d, vector.Requirements)
		case p.layer == result.LayerSingle:
			d.Named = r.plan.oracle.String(&d)
		}
	}
	if contradicted {
		for _, id := range r.plan.Edition.Clauses.OneVerdict {
			d.Named = append(d.Named, oracle.Named{ID: id, Parts: oracle.Verdict})
		}
	}
	of := t.judged(r.plan.oracle, &d)
	if vector != nil && r.declines.isDeclined(&req, &got) {
		value := oracle.Verdict
		if req.Op == conformance.OpApply || req.Op == conformance.OpEqual {
			value = ^oracle.Verdict
		}
		d.Kind.Untested &= value
		addAll(r.declines.requirements, r.plan.oracle.Untested(d))
	}
	correct := of.correct
	if correct && vector != nil { // which compares no attributes of the results of transformations
		correct = got.Equal(r.plan.oracle.Wanted(req))
	}
	if !correct || req.Op == conformance.OpParse && got.Outcome == conformance.Accepted {
		r.record.Add(req, got, of.result == CheckFail)
	}
	if of.result != CheckFail {
		return nil
	}
	return r.failed(p, t, &d, vector)
}

// failed adds a failed check.
func (r *runner) failed(p *part, t *tally, d *oracle.Deviation, vector *corpus.Vector) error {
	req := d.Request
	if req.Op == conformance.OpApply && p.layer == result.LayerTokens && !req.Unread() {
		r.seen.misused[requestKey(req)] = true
	}
	of := shrink.Fault{Request: req, Violations: r.plan.oracle.Violations(d), Failure: Failure{
		Check: selector.ID(p.layer, req), Requirements: r.plan.oracle.Requirements(d), Op: selector.Operation(req),
		Token: printable.Token(req.Token), Other: result.OtherOf(req), Deviation: r.plan.oracle.Describe(d),
		Seeded: p.layer == result.LayerFuzz || p.seeded != nil && p.seeded(req),
	}}
	if vector != nil {
		of.Why = printable.Text(vector.Why)
	}
	if p.layer == result.LayerFuzz && len(req.Token)+len(req.Other) <= selector.LongestSingle {
		of.Single = selector.OfRequest(req)
	}
	return r.fail(t, of, p.before)
}

// compare compares a verdict with the first one on the same token. If they differ, it reports whether
// this one is incorrect. If the first was incorrect, it counts a failure of that check. Only layers that
// test the same tokens by every operation keep their verdicts.
func (r *runner) compare(p *part, t *tally, req *conformance.Request, got conformance.Outcome) (contradicted bool, err error) {
	if req.Op == conformance.OpEqual || req.Op == conformance.OpApply || got == conformance.Unsupported {
		return false, nil
	}
	before := r.seen.first.before(req.Token, got, req.Op, p.everyOp)
	switch {
	case before == nil:
		return false, nil
	case before.outcome == got:
		if before.op != req.Op {
			t.agreeing++
		}
		return false, nil
	case got != r.plan.verdict(req.Token):
		return true, nil
	}
	of := r.plan.Edition.Clauses.OneVerdict
	t.requirements.add(Counts{Failed: 1}, of...)
	if before.class != nil {
		before.class.Count(of...)
	}
	if r.plan.FailFast && !r.plan.listsAll(of) {
		return false, r.plan.failedFast()
	}
	return false, nil
}
