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
	"github.com/epin-conformance/harness/corpus"
)

// judge judges responses, and collects the results.
type judge struct {
	plan         *plan
	declined     *declines
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

func newJudge(p *plan, of *declines, tell func()) *judge {
	return &judge{
		plan: p, declined: of, seen: newObservations(p.Edition), record: diagnosis.NewRecord(p.Edition),
		totals: counts{}, shown: map[string]bool{}, faults: shrink.NewFaults(p.Edition), tell: tell,
	}
}

// classed is a failure with the class of its failed check.
type classed struct {
	result.Failure
	*shrink.Class
}

// settle judges the checks of an exchange and returns their number.
func (j *judge) settle(p *part, t *tally, x conformance.Exchange) (n int, err error) {
	for d := range oracle.Responses(x) {
		if err := j.check(p, t, d); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// check judges the observed response of d.
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
	if vector != nil && j.declined.isDeclined(req, got) {
		value := oracle.Verdict
		if req.Op == conformance.OpApply || req.Op == conformance.OpEqual {
			value = ^oracle.Verdict
		}
		d.Kind.Untested &= value
		addAll(j.declined.requirements, j.plan.oracle.Untested(*d))
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

// failed adds a failed check.
func (j *judge) failed(p *part, t *tally, d *oracle.Deviation, vector *corpus.Vector) error {
	req := d.Request
	if req.Op == conformance.OpApply && p.layer == result.LayerTokens && !req.Unread() {
		j.seen.misused[requestKey(req)] = true
	}
	of := shrink.Fault{Request: req, Violations: j.plan.oracle.Violations(d), Failure: result.Failure{
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
	before := j.seen.first.before(req.Token, got, req.Op, p.everyOp)
	switch {
	case before == nil:
		return false, nil
	case before.outcome == got:
		if before.op != req.Op {
			t.agreeing++
		}
		return false, nil
	case got != j.plan.verdict(req.Token):
		return true, nil
	}
	of := j.plan.Edition.Clauses.OneVerdict
	t.requirements.add(result.Counts{Failed: 1}, of...)
	if before.class != nil {
		before.class.Count(of...)
	}
	if j.plan.FailFast && !before.known && !j.plan.listsAll(of) {
		return false, j.plan.failedFast()
	}
	return false, nil
}

// member counts a check with several requests.
func (j *judge) member(t *tally, m member, came result.CheckResult, fault func() shrink.Fault) error {
	t.counts.Count(came, 1)
	var c result.Counts
	c.Count(came, 1)
	t.requirements.add(c, m.requirements...)
	if came != result.CheckFail {
		return nil
	}
	of := fault()
	of.Check, of.Failure.Requirements, of.Member = m.id, m.requirements, true
	return j.fail(t, of)
}

// blame returns a failed member, a row of a feature or a property, with the requirements that the failure
// violates: all that its incorrect responses violate, whichever layer found them. It is not tested if
// the failure is a consequence of another incorrect response.
func (j *judge) blame(m member, exchanges []conformance.Exchange) (member, result.CheckResult) {
	var broken []string
	consequence := false
	for _, x := range exchanges {
		for req, got := range oracle.Each(x) {
			if got.Outcome == conformance.Unsupported {
				continue
			}
			if j.seen.isConsequence(j.plan.oracle, &req) {
				consequence = true
				continue
			}
			d := oracle.Deviation{Request: req, Wanted: j.plan.oracle.Wanted(req), Got: got}
			j.plan.oracle.Judge(&d)
			d.Named = j.plan.oracle.NamedBy(&d, m.requirements)
			broken = oracle.Union(broken, j.plan.oracle.Requirements(&d))
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
func (j *judge) fail(t *tally, of shrink.Fault) error {
	f := &of.Failure
	f.Wanted, f.Got = f.Wanted.Cut(), f.Got.Cut()
	class, kept := j.faults.Add(of, j.part)
	if kept && j.before != nil {
		class.Kept[len(class.Kept)-1].Before = j.before()
	}
	known := j.plan.isKnown(f, of.Request)
	if first := j.seen.first.of(string(f.Token)); first != nil && first.op == of.Request.Op && first.outcome != j.plan.verdict(string(f.Token)) && first.class == nil {
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
	if known {
		return nil
	}
	if j.firstFailure == nil {
		j.firstFailure = f
		j.tell()
	}
	if j.plan.FailFast {
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
