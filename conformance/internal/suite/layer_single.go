package suite

import (
	"context"
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
)

// mostOnLine is how many selectors a command line holds; with them go their bytes.
const mostOnLine = 8

// singlePart makes the requests that selectors name, in their order.
func singlePart(cfg Config) (part, error) {
	p := part{layer: result.LayerSingle, asked: "single requests, in the order of their selectors"}
	for _, text := range cfg.Only {
		s, err := selector.Parse(cfg.Edition, text)
		if err != nil {
			return p, err
		}
		if s.Request == nil {
			continue
		}
		if len(p.exact)+s.Times > selector.MostSingles {
			return p, selector.Errorf("the selectors name more than %d single requests: use fewer in one run", selector.MostSingles)
		}
		p.exact = append(p.exact, slices.Repeat([]conformance.Request{*s.Request}, s.Times)...)
		p.checks += s.Times * len(selector.Tokens(*s.Request))
	}
	p.questions = func(yield func(conformance.Request) bool) {
		for _, req := range p.exact {
			all := []conformance.Request{req}
			if req.Op == conformance.OpSweep {
				all = oracle.Singles(req)
			}
			for _, one := range all {
				if !yield(one) {
					return
				}
			}
		}
	}
	return p, nil
}

// askExact makes single requests as they are, of one process, in their order: what one
// leaves behind may show in the next.
func (r *runner) askExact(ctx context.Context, p part, settle func(conformance.Exchange) bool, skipped *atomic.Int64) error {
	var requests iter.Seq[conformance.Request] = func(yield func(conformance.Request) bool) {
		for _, req := range p.exact {
			all := selector.Tokens(req)
			taken := slices.DeleteFunc(slices.Clone(all), func(token string) bool { return !r.description.Takes(token) })
			if left := len(all) - len(taken); left > 0 {
				skipped.Add(int64(left))
				if len(taken) == 0 || req.Op != conformance.OpSweep {
					continue
				}
				req.Tokens = taken
			}
			if !yield(req) {
				return
			}
		}
	}
	return supervise.InOrder(ctx, r.impl, requests, settle)
}

// reproducer returns the requests that show a finding again in a fresh process, in their
// order; none where it was not seen again.
func reproducer(f Finding) []conformance.Request {
	if f.Seen != RepeatAlone && f.Seen != RepeatAfter {
		return nil
	}
	calls, answer := requestsOf(f)
	var c conversation
	for i, call := range calls {
		if i == answer {
			c.at = len(c.requests)
		}
		c.requests = append(c.requests, slices.Repeat([]conformance.Request{call.Request(call.Op)}, call.Times)...)
	}
	requests, _, _ := sweptTogether(c)
	return requests
}

// SelectorsOf returns the selectors that reproduce a finding, in their order: see
// Config.Only. There are none for what was not seen again.
func SelectorsOf(f Finding) []string { return selector.OfRequests(reproducer(f)) }

// selectorsOf returns the selectors of a finding that fit on a command line. A request that
// is too long for that is repeated by its check First, if it fails alone and was
// not chosen at random. Otherwise there are none.
func selectorsOf(f Finding) []string {
	requests := reproducer(f)
	selectors := selector.OfRequests(requests)
	if len(requests) <= mostOnLine { // without numbers of times, which a shell wants quoted
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
	case f.Seen == RepeatAlone && !selector.Within(result.LayerFuzz, f.Check):
		return []string{f.Check}
	}
	return nil
}
