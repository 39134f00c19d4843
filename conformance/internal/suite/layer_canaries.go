package suite

import (
	"context"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/epin"
)

// canaries are strings at random places of sweeps. Nearly all strings of the large layers are
// invalid, so without canaries nobody would notice a sweep that rejects the rest unread, or
// returns verdicts in the place of others.
type canaries struct {
	tokens []string // half of them valid
	judged int
	wrong  *shrink.Fault // the first with an incorrect verdict that was correct before
	got    conformance.Response
	sweep  int // the number of strings in its sweep
}

func canariesOf(edition epin.Edition) []string {
	probes := probesOf(edition)
	return append(probes, slices.Repeat(refusedProbes, len(probes)/len(refusedProbes)-1)...)
}

// canariesPart is the canaries of the sweeps before it.
func canariesPart(edition epin.Edition) part {
	return part{
		layer: result.LayerSequences, op: conformance.OpSweep, checks: 1, run: runCanaries,
		about:   "strings with a known verdict at random places of each sweep, often the first and the last",
		members: []member{{result.LayerSequences + "/canaries", oracle.New(edition).OneVerdict}},
	}
}

// withoutCanaries judges the canaries of a sweep, and returns the exchange without them. It changes
// the tokens of the request in place: they are no longer needed as they were sent.
func (r *runner) withoutCanaries(x conformance.Exchange, places []int) conformance.Exchange {
	if len(places) == 0 {
		return x
	}
	for _, at := range places {
		r.canary(x, at)
	}
	all, said := x.Request.Tokens, x.Response.Verdicts
	tokens, verdicts, from := all[:0], make([]byte, 0, len(said)), 0
	for _, at := range append(places, len(all)) {
		tokens = append(tokens, all[from:at]...)
		verdicts = append(verdicts, said[min(from, len(said)):min(at, len(said))]...)
		from = at + 1
	}
	x.Request.Tokens, x.Response.Verdicts = tokens, string(verdicts)
	return x
}

// canary judges a canary. A verdict that was incorrect before, by any operation, has its own failure.
func (r *runner) canary(x conformance.Exchange, at int) {
	token, got := x.Request.Tokens[at], oracle.SweptOutcome(x.Response, at)
	earlier, known := r.seen.first.of(token)
	if !known || got.Outcome == conformance.Unsupported || r.canaries.wrong != nil {
		return
	}
	r.canaries.judged++
	request := conformance.Request{Op: conformance.OpSweep, Token: token}
	if wanted := r.plan.oracle.Wanted(request).Outcome; earlier.outcome != wanted || got.Outcome == wanted {
		return
	}
	_, symptoms := r.plan.oracle.Wrong(request, got)
	all := oracle.Singles(x.Request)
	before := shrink.Conversation{Requests: all[:min(at+1+shrink.ShownBehind, len(all))], At: at}
	r.canaries.wrong = &shrink.Fault{Request: request, Symptoms: symptoms, Before: before}
	r.canaries.got, r.canaries.sweep = got, len(all)
}

func runCanaries(_ context.Context, r *runner, p part, t *tally) error {
	m, c := p.members[0], r.canaries
	if !r.plan.has(m) {
		return nil
	}
	result := CheckPassed
	switch {
	case c.wrong != nil:
		result = CheckFail
		r.record.Unstable()
	case c.judged == 0:
		result = CheckNotExercised
	}
	return r.member(t, m, result, func() (Failure, shrink.Fault) {
		return Failure{
			Op: string(conformance.OpSweep), Token: printable.Token(c.wrong.Request.Token), Seeded: true,
			Why: printable.Text(fmt.Sprintf("A string has the same verdict at each place of a sweep. Here it is number %s of %s.",
				number.Thousands(c.wrong.Before.At+1), number.Thousands(c.sweep))),
			Wanted: printable.Text(r.plan.oracle.Wanted(c.wrong.Request).Outcome.String()), Got: printable.Text(oracle.OutcomeText(c.got)),
		}, *c.wrong
	})
}
