package suite

import (
	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// tally collects the results of a part.
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
	rounds       int              // of the layer fuzz
	features     []result.Feature // of the layer features
}

// skip records requests that the implementation does not take.
func (t *tally) skip(n int, offered conformance.Description) {
	if t.skipped = n; n > 0 {
		t.why = limitsInWords(offered)
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

// count adds the responses of a kind to the counts.
func (t *tally) count(of *judged) {
	t.counts.Count(of.result, of.n)
	for _, q := range of.each {
		var c result.Counts
		c.Count(q.Result, of.n)
		t.requirements.add(c, q.ID)
	}
}

// counts are the results of checks, by requirement.
type counts map[string]*result.Counts

func (all counts) add(c result.Counts, requirements ...string) {
	for _, id := range requirements {
		if all[id] == nil {
			all[id] = &result.Counts{}
		}
		all[id].Add(c)
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
		Skipped: t.skipped, Why: t.why, About: p.about, Complete: complete, Rounds: t.rounds, Features: t.features,
	}
	for _, q := range requirement.All() {
		if c := t.requirements[q.ID]; c != nil {
			part.Requirements = append(part.Requirements, result.RequirementCounts{ID: q.ID, Counts: *c})
		}
	}
	return part
}
