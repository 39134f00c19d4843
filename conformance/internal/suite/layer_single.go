package suite

import (
	"context"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
)

const mostOnLine = 8

// singlePart is the requests that selectors name, in order.
func singlePart(selectors []selector.Selector) part {
	p := part{layer: result.LayerSingle, about: "single requests, in the order of their selectors"}
	var exact []conformance.Request // with whole sweeps
	for _, s := range selectors {
		exact = append(exact, slices.Repeat([]conformance.Request{*s.Request}, s.Times)...)
		p.checks += s.Times * len(selector.Tokens(*s.Request))
	}
	p.requests = func(yield func(conformance.Request) bool) {
		for _, req := range exact {
			for d := range oracle.Responses(conformance.Exchange{Request: req}) {
				if !yield(d.Request) {
					return
				}
			}
		}
	}
	p.run = func(ctx context.Context, r *runner, p part, t *tally) error {
		taken, skipped := r.takenOf(exact)
		t.skip(skipped, r.description)
		return r.judgeAll(ctx, p, t, r.impl, slices.Values(taken), r.pool.Batches(r.plan.Seed))
	}
	return p
}

// takenOf returns requests without the tokens that the implementation does not take, and the number of
// these. Sweeps stay whole, because a response may depend on earlier requests.
func (t *target) takenOf(all []conformance.Request) (taken []conformance.Request, skipped int) {
	for _, req := range all {
		tokens := selector.Tokens(req)
		left := slices.DeleteFunc(slices.Clone(tokens), func(token string) bool { return !t.description.Takes(req.Op, token) })
		skipped += len(tokens) - len(left)
		switch {
		case len(left) == len(tokens):
			taken = append(taken, req)
		case len(left) > 0 && req.Op == conformance.OpSweep:
			req.Tokens = left
			taken = append(taken, req)
		}
	}
	return taken, skipped
}

// SelectorsOf returns the selectors that reproduce a finding, in order: see Config.Only. There are
// none for a finding that was not reproduced.
func SelectorsOf(f result.Finding) []string { return selector.OfRequests(shrink.Reproduce(f)) }

// selectorsOf returns the selectors of a finding that fit on a command line. If its request is too
// long, its check reproduces it, if it fails alone and is not random. Otherwise there are none.
func selectorsOf(f result.Finding) []string {
	requests := shrink.Reproduce(f)
	selectors := selector.OfRequests(requests)
	if len(requests) <= mostOnLine { // without numbers of times, which a shell needs quoted
		selectors = nil
		for _, req := range requests {
			selectors = append(selectors, selector.OfRequest(req))
		}
	}
	bytes := 0
	for i, s := range selectors {
		selectors[i] = strings.Replace(s, "×", "x", 1)
		bytes += len(s)
	}
	switch {
	case len(selectors) <= mostOnLine && bytes <= mostOnLine*selector.LongestSingle:
		return selectors
	case f.Seen == result.RepeatAlone && !selector.Within(result.LayerFuzz, f.Check):
		return []string{f.Check}
	}
	return nil
}
