package suite

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
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
		n, err := r.settle(ctx, p, t, r.withoutCanaries(x, batches.Places(x)))
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
func (r *runner) settle(ctx context.Context, p part, t *tally, x conformance.Exchange) (int, error) {
	if x.Request.Op != conformance.OpSweep {
		return 1, r.check(ctx, p, t, x.Request, x.Response)
	}
	for i, token := range x.Request.Tokens {
		if r.correctlySwept(&p, t, token, x.Response.Verdicts, i) {
			continue
		}
		if err := r.check(ctx, p, t, conformance.Request{Op: conformance.OpSweep, Token: token}, oracle.SweptOutcome(x.Response, i)); err != nil {
			return i, err
		}
	}
	return len(x.Request.Tokens), nil
}

// correctlySwept is the fast path for the layers with millions of verdicts: it reports whether a
// verdict of a sweep is correct, and counts it.
func (r *runner) correctlySwept(p *part, t *tally, token, verdicts string, i int) bool {
	if p.vectors != nil || i >= len(verdicts) {
		return false
	}
	outcome := conformance.OutcomeOf(verdicts[i])
	if outcome != r.plan.verdict(token) {
		return false
	}
	accepted := outcome == conformance.Accepted
	before, compared := r.seen.first.before(token, verdictBy{outcome, p.layer, conformance.OpSweep}, p.everyOp)
	if compared && before.outcome != outcome {
		return false
	}
	t.compared(conformance.OpSweep, before.op)
	r.seen.fit.verdict(token, accepted)
	t.verdicts[oracle.ClassOf(token, accepted)]++
	return true
}

// check judges one response.
func (r *runner) check(ctx context.Context, p part, t *tally, req conformance.Request, got conformance.Response) error {
	r.seen.note(req, got)
	contradiction, err := r.compare(p, t, req, got)
	if err != nil {
		return err
	}
	class, alone := r.plan.classAlone(p, req)
	if alone && p.layer != result.LayerSingle && got.Outcome == r.plan.verdict(req.Token) {
		t.verdicts[class]++
		return nil
	}
	wanted, vector := r.plan.wanted(p, req)
	var aspects []oracle.Aspect
	var byRequirement []RequirementCounts
	if vector == nil && p.layer != result.LayerSingle && got.Equal(wanted) && !r.seen.isConsequence(r.plan.oracle, req) {
		correct := t.allCorrect(r.plan.oracle, req, wanted)
		if correct.all && req.Op != conformance.OpParse {
			correct.n++
			return nil
		}
		byRequirement = correct.each
	} else {
		aspects = append(r.aspects(p, req, vector, wanted, got), contradiction...)
		byRequirement = oracle.Summarise(aspects)
	}
	var whole Counts
	var failed []string
	for _, q := range byRequirement {
		t.requirements.add(q.Counts, q.ID)
		whole.Add(q.Counts)
		if q.Failed > 0 {
			failed = append(failed, q.ID)
		}
	}
	if vector != nil {
		r.declinedVector(req, got, aspects)
	}
	came := whole.Result()
	t.counts.Count(came, 1)
	correct := came == CheckPassed && whole.NotExercised == 0
	if correct && vector != nil { // which compares no attributes of the results of transformations
		correct = got.Equal(r.plan.oracle.Wanted(req))
	}
	if !correct || req.Op == conformance.OpParse {
		r.record.Add(req, got, came == CheckFail)
	}
	if came == CheckNotExercised {
		r.known.notExercised(func() string { return selector.ID(p.layer, req) })
	}
	if came != CheckFail {
		return nil
	}
	if req.Op == conformance.OpApply && p.layer == result.LayerTokens && !req.Unread() {
		r.seen.misused[requestKey(req)] = true
	}
	f := Failure{
		Check: selector.ID(p.layer, req), Requirements: failed, Op: selector.Operation(req),
		Token: printable.Token(req.Token), Other: result.OtherOf(req),
	}
	expected, observed := oracle.Texts(aspects)
	f.Wanted, f.Got = printable.Text(expected), printable.Text(observed)
	if vector != nil {
		f.Why = printable.Text(vector.Why)
	}
	f.Seeded = p.layer == result.LayerFuzz || p.seeded != nil && p.seeded(req)
	if p.layer == result.LayerFuzz {
		if len(req.Token)+len(req.Other) <= selector.LongestSingle {
			f.Single = selector.OfRequest(req)
		}
	}
	of := shrink.Fault{Request: req, Symptoms: r.plan.oracle.SymptomsOf(aspects, got)}
	return r.fail(t, f, of, func(to *shrink.Faults, keep bool) {
		if keep && p.before != nil {
			of.Before = p.before()
		}
		to.AddCheck(f, of, keep)
	})
}

// declinedVector notes the requirements of a vector whose request was declined.
func (r *runner) declinedVector(req conformance.Request, got conformance.Response, aspects []oracle.Aspect) {
	if !r.declines.isDeclined(&req, &got) {
		return
	}
	value := req.Op == conformance.OpApply || req.Op == conformance.OpEqual
	for _, a := range aspects {
		if (a.Name == "verdict") != value {
			addAll(r.declines.requirements, slices.Values(a.Requirements))
		}
	}
}

// aspects judges a response. vector is nil for requests of other layers. There are no aspects if
// the response is a consequence of another incorrect one.
func (r *runner) aspects(p part, req conformance.Request, vector *corpus.Vector, wanted, got conformance.Response) []oracle.Aspect {
	switch {
	case r.seen.isConsequence(r.plan.oracle, req):
		return nil
	case vector != nil:
		return r.plan.oracle.Vector(req, vector.Requirements, wanted, got)
	case p.layer == result.LayerSingle:
		return r.plan.oracle.Whole(req, wanted, got)
	}
	return r.plan.oracle.Judge(req, wanted, got)
}

// alike identifies requests whose correct responses count for the same requirements.
type alike struct {
	op        conformance.Op
	methods   [3]conformance.Method
	class     oracle.Class
	unchanged bool // whether the last transformation returns the token itself
}

// correctOnes are entirely correct responses to requests that are alike.
type correctOnes struct {
	each []RequirementCounts // what each of them counts for
	all  bool                // whether it passed for all of these requirements
	n    int                 // responses that fold has not counted yet
}

// allCorrect returns the correct ones that a request is alike. There are many thousands, so what they
// count for is computed once.
func (t *tally) allCorrect(o *oracle.Oracle, req conformance.Request, wanted conformance.Response) *correctOnes {
	k := alike{op: req.Op, class: oracle.ClassOf(req.Token, wanted.Outcome == conformance.Accepted)}
	if n := len(wanted.Tokens); n > 0 {
		k.unchanged = wanted.Tokens[n-1] == req.Token
	}
	fits := copy(k.methods[:], req.Methods) == len(req.Methods)
	ones := t.correct[k]
	if ones == nil || !fits {
		ones = &correctOnes{each: oracle.Summarise(o.Judge(req, wanted, wanted))}
		if fits {
			ones.all = len(ones.each) > 0 && !slices.ContainsFunc(ones.each, func(q RequirementCounts) bool { return q.Result() != CheckPassed })
			t.correct[k] = ones
		}
	}
	return ones
}

// compare compares a verdict with the first one on the same token. If they differ and this one is
// incorrect, it returns the failed aspect. If the first was incorrect, it counts a failure of
// that check. Only layers that test the same tokens by every operation keep their verdicts.
func (r *runner) compare(p part, t *tally, req conformance.Request, got conformance.Response) ([]oracle.Aspect, error) {
	if req.Op == conformance.OpEqual || req.Op == conformance.OpApply || got.Outcome == conformance.Unsupported {
		return nil, nil
	}
	before, compared := r.seen.first.before(req.Token, verdictBy{got.Outcome, p.layer, req.Op}, p.everyOp)
	if !compared || before.outcome == got.Outcome {
		t.compared(req.Op, before.op)
		return nil, nil
	}
	right := r.plan.verdict(req.Token)
	if got.Outcome != right {
		a := oracle.Aspect{Name: "verdict", Requirements: r.plan.oracle.Edition.Clauses.OneVerdict, Result: CheckFail, Got: oracle.OutcomeText(got)}
		a.Wanted = fmt.Sprintf("the same verdict as %s", before.op)
		if before.outcome != right {
			a.Wanted = fmt.Sprintf("the same verdict as %s, which %s", before.op, before.outcome)
		}
		return []oracle.Aspect{a}, nil
	}
	t.requirements.add(Counts{Failed: 1}, r.plan.oracle.Edition.Clauses.OneVerdict...)
	wrong := conformance.Request{Op: before.op, Token: req.Token}
	symptoms := []oracle.Symptom{{Name: before.outcome.String(), Requirements: r.plan.oracle.Edition.Clauses.OneVerdict}}
	known, _, _ := r.isKnown(Failure{
		Check: selector.ID(before.layer, wrong), Requirements: r.plan.oracle.Edition.Clauses.OneVerdict, Op: selector.Operation(wrong), Token: printable.Token(req.Token),
		Wanted: printable.Text(fmt.Sprintf("%s, like %s", right, req.Op)), Got: printable.Text(before.outcome.String()),
	}, shrink.Fault{Request: wrong, Symptoms: symptoms})
	if !known && r.plan.FailFast {
		return nil, r.plan.failedFast()
	}
	return nil, nil
}
