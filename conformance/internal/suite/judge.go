package suite

import (
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/diagnosis"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/corpus"
)

type judge struct {
	*target
	seen         observations
	record       *diagnosis.Record
	totals       counts
	part         int             // the index of the part that is being judged
	faults       shrink.Faults   // all failed checks
	failures     []classed       // for the report
	shown        map[string]bool // requirements that one of failures violates
	firstFailure *result.Failure // that is not known
	tell         func()          // is called after the first failure

	before func() shrink.Conversation // the requests before the present one; nil if they can be generated again
}

func newJudge(of *target) *judge {
	edition := of.plan.Edition
	return &judge{
		target: of, seen: newObservations(edition), record: diagnosis.NewRecord(edition),
		totals: counts{}, shown: map[string]bool{}, faults: shrink.NewFaults(edition),
	}
}

// classed is a failure with the class of its failed check.
type classed struct {
	result.Failure
	*shrink.Class
}

func (j *judge) check(p *part, t *tally, d *oracle.Deviation) error {
	req, got := &d.Request, &d.Got
	vector := j.plan.expect(p, d)
	j.seen.note(req, got, d.Wanted.Outcome == conformance.Accepted)
	contradicted, err := j.compare(p, t, req, got.Outcome)
	if err != nil {
		return err
	}
	if !j.seen.isConsequence(j.plan.oracle, req) {
		j.plan.oracle.Judge(d)
		switch {
		case vector != nil:
			d.Named = j.plan.oracle.NamedBy(d, vector.Requirements)
		case p.layer == result.LayerSingle:
			d.Named = j.plan.oracle.AboutString(d)
		}
	}
	if contradicted {
		for _, id := range j.plan.Edition.Clauses.OneVerdict {
			d.Named = append(d.Named, oracle.Named{ID: id, Aspects: oracle.Verdict})
		}
	}
	of := t.judged(j.plan.oracle, d)
	if vector != nil && j.declines.isDeclined(req, got) {
		value := oracle.Verdict
		if req.Op == conformance.OpApply || req.Op == conformance.OpEqual {
			value = ^oracle.Verdict
		}
		d.Kind.Untested &= value
		addAll(j.declines.requirements, j.plan.oracle.Untested(*d))
	}
	correct := of.correct
	if correct && vector != nil { // which compares no attributes of the results of transformations
		correct = got.Equal(j.plan.oracle.Wanted(*req))
	}
	if !correct || req.Op == conformance.OpParse && got.Outcome == conformance.Accepted {
		j.record.Add(*req, *got, of.result == result.CheckFail)
	}
	if of.result != result.CheckFail {
		return nil
	}
	return j.failed(p, t, d, vector)
}

func (j *judge) failed(p *part, t *tally, d *oracle.Deviation, vector *corpus.Vector) error {
	req := d.Request
	if req.Op == conformance.OpApply && p.layer == result.LayerTokens && !req.Unread() {
		j.seen.misused[requestKey(req)] = true
	}
	of := &shrink.Fault{Request: req, Violations: j.plan.oracle.Violations(d), Failure: result.Failure{
		Check: selector.ID(p.layer, req), Requirements: j.plan.oracle.Requirements(d), Op: selector.Operation(req),
		Token: printable.Token(req.Token), Other: result.InputOf(req).Other, Deviation: j.plan.oracle.Describe(d),
		Seeded: p.layer == result.LayerFuzz || p.seeded != nil && p.seeded(req),
	}}
	if vector != nil {
		of.Why = printable.Text(vector.Why)
	}
	if p.layer == result.LayerFuzz && len(req.Token)+len(req.Other) <= selector.LongestSingle {
		of.Single = selector.OfRequest(req)
	}
	return j.fail(t, of)
}

// compare compares a verdict with the first one on the same token. If they differ, it reports whether
// this one is incorrect. If the first was incorrect, it counts a failure of that check. Only layers that
// test the same tokens by every operation keep their verdicts.
func (j *judge) compare(p *part, t *tally, req *conformance.Request, got conformance.Outcome) (contradicted bool, err error) {
	if req.Op == conformance.OpEqual || req.Op == conformance.OpApply || got == conformance.Unsupported {
		return false, nil
	}
	before := j.seen.first[req.Token]
	switch {
	case before == nil && p.everyOp:
		j.seen.first[req.Token] = &verdictBy{outcome: got, op: req.Op}
	case before == nil:
	case before.outcome == got:
		if before.op != req.Op {
			t.agreeing++
		}
	case got != verdictOn(j.plan.Edition, req.Token):
		contradicted = true
	default:
		of := j.plan.Edition.Clauses.OneVerdict
		t.requirements.add(result.Counts{Failed: 1}, of...)
		if before.class != nil {
			before.class.Count(of...)
		}
		if j.plan.FailFast && !before.known && !j.plan.listsAll(of) {
			err = j.plan.failedFast()
		}
	}
	return contradicted, err
}

// member counts a check with several requests.
func (j *judge) member(t *tally, m member, came result.CheckResult, fault func() shrink.Fault) error {
	var c result.Counts
	c.Count(came, 1)
	t.counts.Add(c)
	t.requirements.add(c, m.requirements...)
	if came != result.CheckFail {
		return nil
	}
	of := fault()
	of.Check, of.Failure.Requirements, of.Member = m.id, m.requirements, true
	return j.fail(t, &of)
}

// blame returns a failed member, a row of a feature or a property, with the requirements that the failure
// violates: all that its incorrect responses violate, whichever layer found them. It is not tested if
// the failure is a consequence of another incorrect response.
func (j *judge) blame(m member, exchanges []conformance.Exchange) (member, result.CheckResult) {
	var broken []string
	consequence := false
	for _, x := range exchanges {
		for d := range oracle.Responses(x) {
			if d.Got.Outcome == conformance.Unsupported {
				continue
			}
			if j.seen.isConsequence(j.plan.oracle, &d.Request) {
				consequence = true
				continue
			}
			j.plan.oracle.Expect(d)
			j.plan.oracle.Judge(d)
			d.Named = j.plan.oracle.NamedBy(d, m.requirements)
			broken = oracle.Union(broken, j.plan.oracle.Requirements(d))
		}
	}
	switch {
	case len(broken) > 0:
		m.requirements = broken
	case consequence:
		return m, result.CheckNotExercised
	} // otherwise each response is correct, and they contradict each other
	return m, result.CheckFail
}

// faultOf returns the fault of an incorrect response, with its texts: what a property or a row expects
// can be another response of the library, which may be incorrect too. It reports false for a correct one.
func (j *judge) faultOf(req conformance.Request, got conformance.Response) (of shrink.Fault, wrong bool) {
	d := j.plan.oracle.Wrong(req, got)
	if d == nil {
		return shrink.Fault{Request: req}, false
	}
	of = shrink.Fault{Request: req, Violations: j.plan.oracle.Violations(d)}
	of.Deviation = j.plan.oracle.Describe(d)
	return of, true
}

// fail adds a failed check. Its failure is kept for the report until there are maxFailures, and longer
// if its class is new or nothing is shown of a requirement.
func (j *judge) fail(t *tally, of *shrink.Fault) error {
	f := &of.Failure
	f.Wanted, f.Got = f.Wanted.Cut(), f.Got.Cut()
	class, kept := j.faults.Add(of, j.part)
	if kept && j.before != nil {
		class.Kept[len(class.Kept)-1].Before = j.before()
	}
	known := j.plan.isKnown(f, of.Request)
	first, right := j.seen.first[string(f.Token)], verdictOn(j.plan.Edition, string(f.Token))
	if first != nil && first.op == of.Request.Op && first.outcome != right && first.class == nil {
		first.class, first.known = class, known
	}
	if !known {
		t.failures += 1 + (len(f.Token)+len(f.Got))/longFailure
	}
	if t.failures <= maxFailures || class.Checks == 1 || slices.ContainsFunc(f.Requirements, func(id string) bool { return !j.shown[id] }) {
		j.failures = append(j.failures, classed{*f, class})
		for _, id := range f.Requirements {
			j.shown[id] = true
		}
	}
	if !known && j.firstFailure == nil {
		j.firstFailure = f
		j.tell()
	}
	if !known && j.plan.FailFast {
		return j.plan.failedFast()
	}
	return nil
}

// maxFailures limits the kept failures of a part, besides the first for each requirement. The
// others are only counted. A failure with long texts counts several times.
const (
	maxFailures = 100
	longFailure = 1 << 10 // bytes that count as one more failure
)

type tally struct {
	counts       result.Counts
	requirements counts
	kinds        map[oracle.Kind]*judged
	last         *judged // the kind of the response before, which most responses of a sweep have again
	agreeing     int     // verdicts that agree with another operation, which fold has not counted yet
	failures     int     // see maxFailures
	declined     int     // requests
	incorrect    bool    // whether a passed check had an incorrect response, which has its own failure
	skipped      int
	why          string
	fuzzed       result.Fuzzed    // of the layer fuzz
	features     []result.Feature // of the layer features
}

// skip records requests that the implementation does not take.
func (t *tally) skip(n int, offered conformance.Description) {
	if t.skipped = n; n > 0 {
		t.why, _ = limitsInWords(offered)
	}
}

// judged is the responses of one kind.
type judged struct {
	kind    oracle.Kind
	n       int // those that fold has not counted yet
	each    []oracle.Result
	result  result.CheckResult // of a check with such a response
	correct bool               // whether it passed for all of its requirements
}

func newTally() *tally {
	return &tally{requirements: counts{}, kinds: map[oracle.Kind]*judged{}}
}

// mostKinds bounds the kinds of a part: the layer fuzz has many chains of transformations.
const mostKinds = 1 << 12

// judged counts a response. There are millions of them and few kinds, so what a kind counts for is computed
// once.
func (t *tally) judged(o *oracle.Oracle, d *oracle.Deviation) *judged {
	of := t.last
	if of == nil || of.kind != d.Kind {
		of = t.kinds[d.Kind]
	}
	if of != nil && d.Named == nil {
		of.n++
		t.last = of
		return of
	}
	of = &judged{kind: d.Kind, n: 1, each: o.Results(d.Kind, d.Named)}
	var whole result.Counts
	for _, q := range of.each {
		whole.Count(q.Result, 1)
	}
	of.result = whole.Result()
	of.correct = of.result == result.CheckPassed && whole.NotExercised == 0
	if d.Named == nil && len(t.kinds) < mostKinds {
		t.kinds[d.Kind] = of
	} else {
		t.count(of)
	}
	return of
}

func (t *tally) count(of *judged) {
	t.counts.Count(of.result, of.n)
	for _, q := range of.each {
		var c result.Counts
		c.Count(q.Result, of.n)
		t.requirements.add(c, q.ID)
	}
}

type counts map[string]result.Counts

func (all counts) add(c result.Counts, requirements ...string) {
	for _, id := range requirements {
		sum := all[id]
		sum.Add(c)
		all[id] = sum
	}
}

// fold adds the responses of all kinds to the counts.
func (t *tally) fold(o *oracle.Oracle) {
	if t.agreeing > 0 {
		t.requirements.add(result.Counts{Passed: t.agreeing}, o.Edition.Clauses.OneVerdict...)
	}
	for _, of := range t.kinds {
		t.count(of)
	}
}

func (t *tally) part(p part, complete bool) result.Part {
	part := result.Part{
		Layer: p.layer, Op: string(p.op), Counts: t.counts, Declined: t.declined,
		Skipped: t.skipped, Why: t.why, About: p.about, Complete: complete, Fuzzed: t.fuzzed, Features: t.features,
	}
	for _, q := range requirement.All() {
		if c, counted := t.requirements[q.ID]; counted {
			part.Requirements = append(part.Requirements, result.RequirementCounts{ID: q.ID, Counts: c})
		}
	}
	return part
}
