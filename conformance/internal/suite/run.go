package suite

import (
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
	"github.com/epin-conformance/harness/conformance/wire"
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
	r.shrink(ctx, p.Now().Sub(began))
	if err == nil && p.selection.Everything() && cfg.Profile != Exec {
		r.res.Learned = r.learnAfter(ctx, parts, p.Now().Sub(began))
	}
	r.res.Unstable = r.settleUnstable()
	if err == nil {
		r.settleKnown(parts)
	}
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

// shrink shrinks the failed checks to findings, and counts those of known failures.
func (r *runner) shrink(ctx context.Context, took time.Duration) {
	ctx, cancel := stepContext(ctx, took, shrinkAtLeast)
	defer cancel()
	of := shrink.Subject{Open: r.plan.Open, Edition: r.plan.Edition, Description: r.description, Oracle: r.plan.oracle, Before: r.requestedBefore}
	failed := func(requirement string) bool {
		c := r.totals[requirement]
		return c != nil && c.Failed > 0
	}
	if !r.listed.None() {
		found := shrink.Findings(ctx, of, &r.listed, failed)
		if r.known.ByRequirement = len(found.Findings); found.Stopped != "" {
			r.note("shrinking known failures ended early: " + found.Stopped + "; more findings may be listed by requirement only")
		}
	}
	if r.faults.None() {
		return
	}
	found := shrink.Findings(ctx, of, &r.faults, failed)
	if found.Stopped != "" {
		r.note("shrinking ended early: " + found.Stopped + "; shorter inputs may fail in the same way")
	}
	r.res.Findings, r.found = found.Findings, found
	r.res.Groups = result.GroupsOf(r.plan.Edition, found.Findings)
	for i := range r.res.Findings {
		f := &r.res.Findings[i]
		f.Only = selectorsOf(*f)
	}
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
	var failure *wire.Failure
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
	failed       int             // known or not
	failedOnText bool            // whether a check on valid UTF-8 failed
	faults       shrink.Faults   // without known failures
	shown        map[string]bool // requirements that one of faults violates
	known        *knownFailures  // nil for no list
	lacking      lacking         // of known
	listed       shrink.Faults   // known failures of which the list names the requirements only
	found        shrink.Result
}

func newRunner(p plan) *runner {
	return &runner{
		plan: p, declines: declines{edition: p.Edition}, seen: newObservations(p.Edition), record: diagnosis.NewRecord(p.Edition),
		totals: counts{}, shown: map[string]bool{}, known: newKnownFailures(p.Known), lacking: newLacking(),
		listed: shrink.Faults{OfEach: 16},
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
	r.failed += t.counts.Failed
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
	res.KnownFailures, res.Lacking = r.known.result(), r.lacks()
	for _, of := range requirement.Of(r.plan.Edition) {
		q := result.RequirementOf(of)
		q.Declined, q.Known, q.Example = untested[q.ID], r.known.ofRequirement(q.ID), r.lacking.examples[q.ID]
		if c := r.totals[q.ID]; c != nil {
			q.Counts = *c
		}
		q.Settle()
		res.Requirements = append(res.Requirements, q)
	}
	everything := r.plan.selection.Everything()
	verdict, reason := Decide(r.plan.Edition, r.description, res.Requirements, cut, !everything, res.KnownFailures, declined)
	res.Verdict = verdict
	if limits := limitsSentence(r.description); res.Verdict.Positive() && limits != "" {
		reason += " " + limits
	}
	res.CorrectOnText = r.failed > 0 && !r.failedOnText && cut == "" && everything
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
	verdicts     [oracle.Classes]int    // correct verdicts that fold has not counted yet
	correct      map[alike]*correctOnes // likewise
	agreeing     int                    // verdicts that agree with another operation, likewise
	known        int                    // known failures
	failures     int                    // the others, see maxFailures
	declined     int                    // requests
	incorrect    bool                   // whether a passed check had an incorrect response, which has its own failure
	skipped      int
	why          string
	rounds       int              // of the layer fuzz
	features     []result.Feature // of the layer features
}

func newTally() *tally {
	return &tally{requirements: counts{}, correct: map[alike]*correctOnes{}}
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

// compared counts a verdict that agrees with that of another operation.
func (t *tally) compared(op, before conformance.Op) {
	if before != "" && op != before {
		t.agreeing++
	}
}

// fold adds the correct verdicts to the counts.
func (t *tally) fold(c *oracle.Oracle) {
	if t.agreeing > 0 {
		t.requirements.add(Counts{Passed: t.agreeing}, c.Edition.Clauses.OneVerdict...)
	}
	for k, n := range t.verdicts {
		t.counts.Passed += n
		t.requirements.add(Counts{Passed: n}, c.Verdict(oracle.Class(k))...)
	}
	for _, ones := range t.correct {
		t.counts.Passed += ones.n
		for _, q := range ones.each {
			t.requirements.add(Counts{Passed: ones.n * q.Counts.Passed}, q.ID)
		}
	}
	t.verdicts, t.agreeing, t.correct = [oracle.Classes]int{}, 0, nil
}

func (t *tally) part(p part, complete bool) Part {
	part := Part{
		Layer: p.layer, Way: string(p.op), Counts: t.counts, Known: t.known, Declined: t.declined,
		Skipped: t.skipped, Why: t.why, Asked: p.about, Complete: complete, Rounds: t.rounds, Features: t.features,
	}
	for _, q := range requirement.All() {
		if c := t.requirements[q.ID]; c != nil {
			part.Requirements = append(part.Requirements, RequirementCounts{ID: q.ID, Counts: *c})
		}
	}
	return part
}

// fail adds a failure, and its fault for shrinking. If it is not a known failure, it is kept or
// counted for the findings, and in the report until there are maxFailures.
func (r *runner) fail(t *tally, f Failure, of shrink.Fault, add func(to *shrink.Faults, keep bool)) error {
	r.failedOnText = r.failedOnText || utf8.ValidString(string(f.Token)) && (f.Other == nil || utf8.ValidString(string(*f.Other)))
	isKnown, broadly, news := r.isKnown(f, of)
	if isKnown {
		if t.known++; broadly {
			add(&r.listed, true)
		}
		return nil
	}
	news = news || slices.ContainsFunc(f.Requirements, func(id string) bool { return !r.shown[id] })
	t.failures += 1 + (len(f.Token)+len(f.Got))/longFailure
	keep := t.failures <= maxFailures || news
	add(&r.faults, keep)
	if keep {
		f.Wanted, f.Got = f.Wanted.Cut(), f.Got.Cut()
		r.res.Failures = append(r.res.Failures, f)
		if r.progress.First == nil {
			r.progress.First = &r.res.Failures[0]
			r.done(r.progress.Done)
		}
		for _, id := range f.Requirements {
			r.shown[id] = true
		}
	}
	if r.plan.FailFast {
		return r.plan.failedFast()
	}
	return nil
}
