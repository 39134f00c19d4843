package suite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/diagnosis"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/corpus"
)

// Run tests an implementation as cfg says, and returns the report, without commands. An error is a
// *[selector.Error] or a *[CostError], and means that there is no report. Failures of the
// implementation are in the report.
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
	r.res.Format, r.res.Head, r.res.Times.Started = result.Format, r.head(), began.UTC()
	if err != nil {
		return r.finish(supervise.Reason(ctx, err), r.lastWords(err)), nil
	}

	parts := p.parts(r.description)
	err = r.runParts(ctx, parts)
	if unmatched := p.selection.Unmatched(); err == nil && len(unmatched) > 0 {
		_ = r.pool.Close() // it got no request
		return result.Report{}, selector.Unknownf("%q names no check of profile %s", unmatched[0], cfg.Profile)
	}
	closeErr := r.pool.Close()
	if err == nil {
		err = closeErr
	}
	r.settleDeclined(ctx)
	r.note(r.restarts.Notes()...)
	r.note(r.pool.Notes()...)
	r.shrink(ctx, p.Now().Sub(began), err != nil)
	if err == nil && p.selection.Everything() && cfg.Profile != Exec {
		r.res.Learned = r.learnAfter(ctx, parts, p.Now().Sub(began))
	}
	r.res.Unstable = r.record.IsUnstable() || r.res.Learned != nil && r.res.Learned.Unstable
	r.diagnose(ctx, p.Now().Sub(began))
	return r.finish(supervise.Reason(ctx, err), r.lastWords(err)), nil
}

// Time limits of the steps after a short run. After a long one, each is the time of the run.
var (
	shrinkAtLeast    = 20 * time.Second
	learningAtLeast  = 10 * time.Second
	diagnosisAtLeast = 20 * time.Second
)

// stepContext returns a context for a step after a run.
func stepContext(ctx context.Context, took, atLeast time.Duration) (context.Context, context.CancelFunc) {
	limit := max(took, atLeast)
	return context.WithTimeoutCause(ctx, limit, fmt.Errorf("it took longer than %s", limit.Round(time.Second)))
}

// shrink shrinks the failed checks to findings. cut reports whether the run was cut short.
func (r *runner) shrink(ctx context.Context, took time.Duration, cut bool) {
	ctx, cancel := stepContext(ctx, took, shrinkAtLeast)
	defer cancel()
	of := shrink.Subject{Open: r.plan.Open, Edition: r.plan.Edition, Description: r.description, Oracle: r.plan.oracle, Before: r.requestedBefore}
	failed := func(requirement string) bool {
		c := r.totals[requirement]
		return c != nil && c.Failed > 0
	}
	found, stopped := shrink.Shrink(ctx, of, &r.faults, failed)
	if stopped != "" && len(r.faults.Classes) > 0 {
		r.note("shrinking ended early: " + stopped + "; shorter inputs may fail in the same way")
	}
	for i := range found {
		f := &found[i].Finding
		if f.ID, f.Only = f.Check, selectorsOf(*f); len(f.Only) == 1 {
			f.ID = f.Only[0]
		}
	}
	r.settleUnstable(found)
	for _, f := range r.settleKnown(found, cut) {
		r.found, r.res.Findings = append(r.found, f), append(r.res.Findings, f.Finding)
	}
	r.res.Groups = result.GroupsOf(r.plan.Edition, r.res.Findings)
}

// head returns the head of the report, after an implementation was opened or failed to open.
func (r *runner) head() result.Head {
	given := r.plan.Given
	if given == nil {
		given = r.plan.Only
	}
	return result.Head{
		Harness: result.Harness{Version: conformance.Version, Corpus: corpus.Digest()},
		Edition: r.plan.Edition.String(), Tested: r.plan.Edition, Profile: r.plan.Profile.String(), Seed: r.plan.Seed,
		Only: printable.Texts(given), Implementation: result.ImplementationOf(r.description, nil),
	}
}

// bounded returns a context with the time limit of the run.
func (p plan) bounded(ctx context.Context) (context.Context, context.CancelFunc) {
	if p.MaxTime <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, p.MaxTime, fmt.Errorf("the run took longer than %s (%s)", p.MaxTime, p.Names.MaxTime))
}

// failedFast is the error that ends a run at its first failure.
func (p plan) failedFast() error {
	return fmt.Errorf("the run ended at its first failure (%s)", p.Names.FailFast)
}

// open opens the implementation under test.
func (r *runner) open(ctx context.Context) (err error) {
	r.pool, err = supervise.NewPool(r.plan.Edition, r.plan.Jobs, func() (conformance.Implementation, error) { return r.openOne(ctx) })
	if err != nil {
		return err
	}
	r.description = conformance.Describe(r.pool.First(), r.plan.Edition)
	r.declines = declines{edition: r.plan.Edition, oracle: r.plan.oracle, offers: r.description, requirements: map[string]bool{}}
	r.impl, r.shared = r.declines.observe(r.pool.First()), r.declines.observe(r.pool)
	r.plan.oracle.WithoutEqual = !r.description.Offers(conformance.OpEqual) && r.plan.Edition.Clauses.ByForm
	r.plan.oracle.Attributes = r.description.ApplyAttributes
	r.canaries.tokens = canariesOf(r.plan.Edition)
	return nil
}

// openOne opens another instance of the implementation under test.
func (r *runner) openOne(ctx context.Context) (conformance.Implementation, error) {
	return supervise.Restarting(&r.restarts, r.plan.Edition, func() (conformance.Implementation, error) { return r.plan.Open(ctx, r.plan.Edition) })
}

// lastWords returns the first and the last lines of standard error: of the failure in err, or else of the
// adapter.
func (r *runner) lastWords(err error) string {
	var failure *conformance.Failure
	if errors.As(err, &failure) {
		return failure.Stderr
	}
	if r.pool == nil {
		return ""
	}
	if talker, ok := r.pool.First().(conformance.Tailer); ok {
		return talker.Stderr()
	}
	return ""
}

// runner is the state of a run.
type runner struct {
	plan     plan
	res      result.Report // so far
	progress Progress

	// The implementation and its requests.
	pool        *supervise.Pool
	impl        conformance.Implementation // the first of the pool, observed
	shared      conformance.Implementation // the pool, observed
	description conformance.Description
	restarts    supervise.Record
	declines    declines
	performed   []part // parts with requests that were sent, all or some
	canaries    canaries
	first       map[string]conformance.Response // the first responses of the layer sequences

	// The responses, and their counts.
	seen   observations
	record *diagnosis.Record
	totals counts

	// The failed checks.
	failedOnText bool // whether a check on valid UTF-8 failed
	faults       shrink.Faults
	failures     []classed       // for the report
	shown        map[string]bool // requirements that one of failures violates
	found        []shrink.Found  // those of res.Findings
}

// classed is a failure with the class of its failed check.
type classed struct {
	Failure
	*shrink.Class
}

func newRunner(p plan) *runner {
	return &runner{
		plan: p, declines: declines{edition: p.Edition}, seen: newObservations(p.Edition), record: diagnosis.NewRecord(p.Edition),
		totals: counts{}, shown: map[string]bool{}, faults: shrink.NewFaults(p.Edition),
	}
}

// runParts runs parts until one ends with an error.
func (r *runner) runParts(ctx context.Context, parts []part) (err error) {
	for _, p := range parts {
		r.progress.Planned += p.checks
	}
	for _, p := range parts {
		r.progress.Layer, r.progress.Way, r.progress.Checks = p.layer, string(p.op), p.checks
		r.done(0)
		if err = r.part(ctx, p); err != nil {
			break
		}
		r.progress.Before += p.checks
	}
	r.progress.Layer, r.progress.Way, r.progress.Checks = "", "", 0
	r.done(0)
	return err
}

// done tells the progress after so many checks of the current part.
func (r *runner) done(checks int) {
	if r.progress.Done = checks; r.plan.Progress != nil {
		r.plan.Progress(r.progress)
	}
}

// part runs a part.
func (r *runner) part(ctx context.Context, p part) error {
	t, began := newTally(), r.plan.Now()
	before := r.declines.seen.Requests()
	var err error
	switch {
	case !r.plan.selection.Concerns(p.layer):
	case p.op != "" && !r.description.Offers(p.op):
		t.why = notOffered
		for range r.plan.selectedOf(p) {
			t.skipped++
		}
	case p.requests != nil:
		err = r.perform(ctx, p, t)
	default:
		err = p.run(ctx, r, p, t)
	}
	t.fold(r.plan.oracle)
	t.declined = r.declines.seen.Requests() - before
	r.claim(p, t, err == nil)
	if p.requests != nil && t.why != notOffered && r.plan.selection.Concerns(p.layer) {
		r.performed = append(r.performed, p)
	}
	r.res.Parts = append(r.res.Parts, t.part(p, err == nil))
	r.res.Times.Parts = append(r.res.Times.Parts, result.PartTime{Layer: p.layer, Way: string(p.op), Seconds: r.plan.Now().Sub(began).Seconds()})
	for id, c := range t.requirements {
		r.totals.add(*c, id)
	}
	return err
}

// note adds notes to the result.
func (r *runner) note(notes ...string) { r.res.Notes = append(r.res.Notes, printable.Texts(notes)...) }

// finish completes the report.
func (r *runner) finish(cut string, lastWords string) result.Report {
	res := &r.res
	slices.SortStableFunc(res.Claims, result.CompareClaims)
	for i := range res.Findings {
		f := &res.Findings[i]
		f.Wanted, f.Got = f.Wanted.Cut(), f.Got.Cut()
	}
	declined, untested := r.declines.result()
	res.Cut, res.Declined, res.LastWords = printable.Text(cut).Cut(), declined, printable.Lines(lastWords)
	for _, of := range requirement.Of(r.plan.Edition) {
		q := result.RequirementOf(of)
		q.Declined = untested[q.ID]
		if c := r.totals[q.ID]; c != nil {
			q.Counts = *c
		}
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
	if limits := limitsSentence(r.description); res.Verdict.Positive() && limits != "" {
		reason += " " + limits
	}
	res.CorrectOnText = checks.Failed > 0 && !r.failedOnText && cut == "" && everything
	if res.CorrectOnText {
		reason += " " + result.OnlyMalformed
	}
	res.Reason = printable.Text(reason).Cut()
	if other := r.seen.fit.fits(); res.Verdict == NotConformant && other != nil && cut == "" && everything && !res.Unstable {
		res.OtherEdition, res.FitsEdition = r.seen.fit.sentence(other), other.String()
	}
	res.Times.Seconds = r.plan.Now().Sub(res.Times.Started).Seconds()
	return *res
}

// settleClasses sets what the classes of failed checks say about a requirement: its known failures,
// and an example of the others, the shortest.
func (r *runner) settleClasses(q *result.Requirement) {
	var shortest, contradicted *shrink.Fault
	for _, class := range r.faults.Classes {
		switch {
		case class.Known:
			q.Known += class.Requirements[q.ID]
			continue
		case class.Requirements[q.ID] == 0:
			continue
		}
		contradicted = class.Kept[0]
		for _, f := range class.Kept {
			if slices.Contains(f.Failure.Requirements, q.ID) && (shortest == nil || len(f.Token) < len(shortest.Token)) {
				shortest = f
			}
		}
	}
	// If no kept check names it, later verdicts contradicted earlier ones.
	if shortest = cmp.Or(shortest, contradicted); shortest != nil {
		q.Example = exampleOf(&shortest.Failure)
	}
}

func exampleOf(f *Failure) *result.Example {
	input := f.Token.Shown()
	if f.Other != nil {
		input += " and " + f.Other.Shown()
	}
	return &result.Example{Check: f.Check, Says: printable.Text(input + " by " + f.Op), Wanted: f.Wanted.Cut(), Got: f.Got.Cut()}
}

// limitsSentence describes the strings that an implementation takes; empty if it takes all.
func limitsSentence(d conformance.Description) string {
	what := "strings"
	if !d.Bytes {
		what = "text"
	}
	if d.Longest > 0 {
		what += " of up to " + number.Counted(d.Longest, "byte")
	}
	if d.NoNUL {
		what += " without the byte 0"
	}
	if what == "strings" {
		return ""
	}
	return "Tested only with " + what + ": the implementation takes no other input."
}

// notOffered is the reason why a part is not tested.
const notOffered = "not offered"

// maxFailures limits the kept failures of a part, besides the first for each requirement. The
// others are only counted. A failure with long texts counts several times.
const (
	maxFailures = 100
	longFailure = 1 << 10 // bytes that count as one more failure
)

// tally collects the results of a part.
type tally struct {
	counts       Counts
	requirements counts
	kinds        map[oracle.Kind]*judged
	agreeing     int  // verdicts that agree with another operation, which fold has not counted yet
	failures     int  // see maxFailures
	declined     int  // requests
	incorrect    bool // whether a passed check had an incorrect response, which has its own failure
	skipped      int
	why          string
	rounds       int              // of the layer fuzz
	features     []result.Feature // of the layer features
}

// judged is the responses of one kind.
type judged struct {
	n       int // those that fold has not counted yet
	each    []oracle.Result
	result  CheckResult // of a check with such a response
	correct bool        // whether it passed for all of its requirements
}

func newTally() *tally {
	return &tally{requirements: counts{}, kinds: map[oracle.Kind]*judged{}}
}

// judged counts a response. There are millions of them and few kinds, so what a kind counts for is computed
// once.
func (t *tally) judged(o *oracle.Oracle, d *oracle.Deviation) *judged {
	if of := t.kinds[d.Kind]; of != nil && d.Named == nil {
		of.n++
		return of
	}
	of := &judged{n: 1, each: o.Results(d.Kind, d.Named)}
	var whole Counts
	for _, q := range of.each {
		whole.Count(q.Result, 1)
	}
	of.result = whole.Result()
	of.correct = of.result == CheckPassed && whole.NotExercised == 0
	if d.Named == nil {
		t.kinds[d.Kind] = of
	} else {
		t.count(of)
	}
	return of
}

// count adds the responses of a kind to the counts.
func (t *tally) count(of *judged) {
	t.counts.Count(of.result, of.n)
	for _, q := range of.each {
		var c Counts
		c.Count(q.Result, of.n)
		t.requirements.add(c, q.ID)
	}
}

// counts are the results of checks, by requirement.
type counts map[string]*Counts

func (all counts) add(c Counts, requirements ...string) {
	for _, id := range requirements {
		if all[id] == nil {
			all[id] = &Counts{}
		}
		all[id].Add(c)
	}
}

// fold adds the responses of all kinds to the counts.
func (t *tally) fold(o *oracle.Oracle) {
	if t.agreeing > 0 {
		t.requirements.add(Counts{Passed: t.agreeing}, o.Edition.Clauses.OneVerdict...)
	}
	for _, of := range t.kinds {
		t.count(of)
	}
}

func (t *tally) part(p part, complete bool) Part {
	part := Part{
		Layer: p.layer, Way: string(p.op), Counts: t.counts, Declined: t.declined,
		Skipped: t.skipped, Why: t.why, Asked: p.about, Complete: complete, Rounds: t.rounds, Features: t.features,
	}
	for _, q := range requirement.All() {
		if c := t.requirements[q.ID]; c != nil {
			part.Requirements = append(part.Requirements, RequirementCounts{ID: q.ID, Counts: *c})
		}
	}
	return part
}

// fail adds a failed check. Its failure is kept for the report until there are maxFailures, and longer
// if its class is new or nothing is shown of a requirement. before returns the requests before it; nil if
// it has them or they can be generated again.
func (r *runner) fail(t *tally, of shrink.Fault, before func() shrink.Conversation) error {
	f := &of.Failure
	r.failedOnText = r.failedOnText || utf8.ValidString(string(f.Token)) && (f.Other == nil || utf8.ValidString(string(*f.Other)))
	f.Wanted, f.Got = f.Wanted.Cut(), f.Got.Cut()
	class, kept := r.faults.Add(of, len(r.res.Parts))
	if kept && before != nil {
		class.Kept[len(class.Kept)-1].Before = before()
	}
	if first := r.seen.first.of(string(f.Token)); first != nil && first.op == of.Request.Op && first.class == nil {
		first.class = class
	}
	t.failures += 1 + (len(f.Token)+len(f.Got))/longFailure
	if t.failures <= maxFailures || kept || slices.ContainsFunc(f.Requirements, func(id string) bool { return !r.shown[id] }) {
		r.failures = append(r.failures, classed{*f, class})
		for _, id := range f.Requirements {
			r.shown[id] = true
		}
	}
	if r.plan.isKnown(f, of.Request) {
		return nil
	}
	if r.progress.First == nil {
		r.progress.First = f
		r.done(r.progress.Done)
	}
	if r.plan.FailFast {
		return r.plan.failedFast()
	}
	return nil
}
