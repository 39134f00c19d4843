package suite

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/corpus"
)

// Run tests an implementation as cfg says, and returns the report, without commands. An error is a
// *[selector.Error], and means that there is no report. Failures of the implementation are in the report.
func Run(ctx context.Context, cfg Config) (result.Report, error) {
	p, err := newPlan(cfg)
	if err != nil {
		return result.Report{}, err
	}
	began := p.Now()
	ctx, cancel := p.bounded(ctx)
	defer cancel()
	r := newRunner(p)
	// These are kept, and take as long as the start of an adapter.
	if p.Edition.Documented {
		go vectorsOf(p.Edition)
		go featuresPart(p.Edition)
	}
	go characters()
	go corpus.Digest()
	err = r.open(ctx)
	r.res.Format, r.res.Times.Started = result.Format, began.UTC()
	r.res.Head = result.Head{
		Harness: result.Harness{Version: conformance.Version, Corpus: corpus.Digest()},
		Edition: p.Edition.String(), Tested: p.Edition, Profile: p.Profile.String(), Seed: p.Seed,
		Only: printable.Texts(p.Only), Implementation: result.ImplementationOf(r.description, nil),
	}
	if err != nil {
		r.settleKnown(ctx, nil, supervise.Reason(ctx, err))
		return r.finish(supervise.Reason(ctx, err), r.stderr(err)), nil
	}

	parts := p.parts(r.description)
	err = r.runParts(ctx, parts)
	if unmatched := p.selection.Unmatched(); err == nil && len(unmatched) > 0 {
		_ = r.pool.Close() // it got no request
		return result.Report{}, &selector.Error{Unknown: true, Text: fmt.Sprintf("%q names no check of profile %s", unmatched[0], cfg.Profile)}
	}
	err = cmp.Or(err, r.pool.Close())
	r.settleDeclined(ctx)
	r.note(r.pool.Notes()...)
	r.shrink(ctx, p.Now().Sub(began), supervise.Reason(ctx, err))
	if err == nil && p.selection.Everything() && cfg.Profile != Exec {
		r.res.Learned = r.learnAfter(ctx, parts, p.Now().Sub(began))
	}
	r.res.Unstable = r.record.Unstable || r.res.Learned != nil && r.res.Learned.Unstable
	r.diagnose(ctx, p.Now().Sub(began))
	return r.finish(supervise.Reason(ctx, err), r.stderr(err)), nil
}

// Time limits of the steps after a short run. After a long one, each is the time of the run.
var (
	shrinkAtLeast    = 20 * time.Second
	learningAtLeast  = 10 * time.Second
	diagnosisAtLeast = 20 * time.Second
)

func stepContext(ctx context.Context, took, atLeast time.Duration) (context.Context, context.CancelFunc) {
	limit := max(took, atLeast)
	return context.WithTimeoutCause(ctx, limit, fmt.Errorf("it took longer than %s", limit.Round(time.Second)))
}

func (r *runner) subject() shrink.Subject {
	return shrink.Subject{Open: r.plan.Open, Edition: r.plan.Edition, Description: r.description, Oracle: r.plan.oracle, Before: r.requestedBefore}
}

// shrink shrinks the failed checks to findings. cut says why the run was cut short, or is empty.
func (r *runner) shrink(ctx context.Context, took time.Duration, cut string) {
	ctx, cancel := stepContext(ctx, took, shrinkAtLeast)
	defer cancel()
	failed := func(requirement string) bool { return r.totals[requirement].Failed > 0 }
	found, stopped := shrink.Shrink(ctx, r.subject(), &r.faults, failed)
	if stopped != "" && len(r.faults.Classes) > 0 {
		r.note("shrinking ended early: " + stopped + "; shorter inputs may fail in the same way")
		r.res.Unshrunk = stopped
	}
	for i := range found {
		f := &found[i].Finding
		if f.ID, f.Only = f.Check, selectorsOf(*f); len(f.Only) == 1 && f.Environment == "" {
			f.ID = f.Only[0]
		}
		f.ID += "/" + f.Symptom()
	}
	r.settleUnstable(found)
	for _, f := range r.settleKnown(ctx, found, cmp.Or(cut, r.res.Unshrunk)) {
		r.found, r.res.Findings = append(r.found, f), append(r.res.Findings, f.Finding)
	}
	r.res.Groups = result.GroupsOf(r.plan.Edition, r.res.Findings)
}

func (p plan) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if p.MaxTime <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, p.MaxTime, fmt.Errorf("the run took longer than %s (%s)", p.MaxTime, p.Names.MaxTime))
}

func (p plan) failedFast() error {
	return fmt.Errorf("the run ended at its first failure (%s)", p.Names.FailFast)
}

type runner struct {
	*judge
	res       result.Report // so far
	progress  Progress
	performed []part // parts with requests that were sent, all or some
	canaries  canaries
	first     map[string]conformance.Response // the first responses of the layer sequences
	found     []shrink.Found                  // those of res.Findings
}

func newRunner(p plan) *runner {
	of := &declines{edition: p.Edition, oracle: p.oracle, requirements: map[string]bool{}}
	r := &runner{judge: newJudge(&target{plan: &p, declines: of})}
	r.tell = func() { r.done(r.progress.Done) }
	return r
}

// runParts runs parts until one ends with an error.
func (r *runner) runParts(ctx context.Context, parts []part) (err error) {
	for _, p := range parts {
		r.progress.Planned += p.checks
	}
	for _, p := range parts {
		r.progress.Layer, r.progress.Op, r.progress.Checks = p.layer, string(p.op), p.checks
		r.done(0)
		if err = r.runPart(ctx, p); err != nil {
			break
		}
		r.progress.Before += p.checks
	}
	r.progress.Layer, r.progress.Op, r.progress.Checks = "", "", 0
	r.done(0)
	return err
}

// done tells the progress after so many checks of the current part.
func (r *runner) done(checks int) {
	if r.progress.Done, r.progress.First = checks, r.firstFailure; r.plan.Progress != nil {
		r.plan.Progress(r.progress)
	}
}

func (r *runner) runPart(ctx context.Context, p part) error {
	t, began := newTally(), r.plan.Now()
	before := r.declines.seen.Requests()
	var err error
	switch {
	case !r.plan.selection.Concerns(p.layer):
	case p.op != "" && !r.description.Offers(p.op):
		t.why = notOffered
		for _, m := range p.members {
			if r.plan.has(m) {
				t.skipped++
			}
		}
		for range r.plan.selectedRequests(p) {
			t.skipped++
		}
	case p.run != nil:
		err = p.run(ctx, r, p, t)
	default:
		err = r.perform(ctx, p, t)
	}
	t.fold(r.plan.oracle)
	t.declined = r.declines.seen.Requests() - before
	r.claim(p, t, err == nil)
	if p.requests != nil && t.why != notOffered && r.plan.selection.Concerns(p.layer) {
		r.performed = append(r.performed, p)
	}
	r.res.Parts = append(r.res.Parts, t.part(p, err == nil))
	r.judge.part++
	r.res.Times.Parts = append(r.res.Times.Parts, result.PartTime{Layer: p.layer, Op: string(p.op), Seconds: r.plan.Now().Sub(began).Seconds()})
	for id, c := range t.requirements {
		r.totals.add(c, id)
	}
	return err
}

func (r *runner) note(notes ...string) { r.res.Notes = append(r.res.Notes, printable.Texts(notes)...) }

func (r *runner) finish(cut string, stderr string) result.Report {
	res := &r.res
	slices.SortStableFunc(res.Claims, result.CompareClaims)
	for i := range res.Findings {
		f := &res.Findings[i]
		f.Wanted, f.Got = f.Wanted.Cut(), f.Got.Cut()
	}
	declined := r.declines.result()
	res.Cut, res.Declined, res.Stderr = printable.Text(cut).Cut(), declined, printable.Lines(stderr)
	for _, of := range requirement.Of(r.plan.Edition) {
		q := result.RequirementOf(of)
		q.Declined, q.Counts = r.declines.requirements[q.ID], r.totals[q.ID]
		r.settleClasses(&q)
		q.Settle()
		res.Requirements = append(res.Requirements, q)
	}
	for i := range res.Parts {
		for _, class := range r.faults.Classes {
			if class.Known {
				res.Parts[i].Known += class.Parts[i]
			}
		}
	}
	checks, _ := res.Checks()
	for _, f := range r.failures {
		if !f.Known {
			res.Failures = append(res.Failures, f.Failure)
		}
	}
	everything := r.plan.selection.Everything()
	verdict, reason := Decide(r.plan.Edition, r.description, res.Requirements, cut, !everything, res.KnownFailures, declined)
	res.Verdict = verdict
	if _, limits := limitsInWords(r.description); res.Verdict.Positive() && limits != "" {
		reason += " " + limits
	}
	res.CorrectOnText = checks.Failed > 0 && !r.faults.OnText && cut == "" && everything
	if res.CorrectOnText {
		reason += " " + result.OnlyMalformed
	}
	res.Reason = printable.Text(reason).Cut()
	if other := r.seen.fits(); res.Verdict == result.NotConformant && other != nil && cut == "" && everything && !res.Unstable {
		res.OtherEdition, res.FitsEdition = r.seen.sentence(other), other.String()
		if !other.Valid(r.plan.Edition.Short) {
			res.Learned = nil // the strings of this notation tell little of the other one
		}
	}
	res.Times.Seconds = r.plan.Now().Sub(res.Times.Started).Seconds()
	return *res
}

// settleClasses sets what the classes of failed checks say about a requirement: its known failures,
// and an example of the others, the shortest.
func (j *judge) settleClasses(q *result.Requirement) {
	var shortest, contradicted *shrink.Fault
	for _, class := range j.faults.Classes {
		switch {
		case class.Known:
			q.Known += class.Requirements[q.ID]
			continue
		case class.Requirements[q.ID] == 0:
			continue
		}
		contradicted = cmp.Or(contradicted, class.Kept[0])
		for _, f := range class.Kept {
			if slices.Contains(f.Failure.Requirements, q.ID) && (shortest == nil || len(f.Token) < len(shortest.Token)) {
				shortest = f
			}
		}
	}
	// If no kept check names it, later verdicts contradicted earlier ones.
	if f := cmp.Or(shortest, contradicted); f != nil {
		says := printable.Text(result.Input{Token: f.Token, Other: f.Other}.String() + " by " + f.Op)
		q.Example = &result.Example{Check: f.Check, Says: says, Wanted: f.Wanted.Cut(), Got: f.Got.Cut()}
	}
}

const notOffered = "not offered"
