package suite

import (
	"iter"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
)

// mostOnLine is the largest number of selectors on a command line.
const mostOnLine = 8

// singlePart is the requests that selectors name, in order.
func singlePart(selectors []selector.Selector) part {
	p := part{layer: result.LayerSingle, about: "single requests, in the order of their selectors"}
	for _, s := range selectors {
		p.exact = append(p.exact, slices.Repeat([]conformance.Request{*s.Request}, s.Times)...)
		p.checks += s.Times * len(selector.Tokens(*s.Request))
	}
	p.requests = func(yield func(conformance.Request) bool) {
		for _, req := range p.exact {
			for single := range oracle.Each(conformance.Exchange{Request: req}) {
				if !yield(single) {
					return
				}
			}
		}
	}
	return p
}

// takenExactly yields single requests in order and with whole sweeps, because a response may depend
// on earlier requests. It leaves out the tokens that the implementation does not take.
func (r *runner) takenExactly(p part, skipped *atomic.Int64) iter.Seq[conformance.Request] {
	return func(yield func(conformance.Request) bool) {
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
}

// SelectorsOf returns the selectors that reproduce a finding, in order: see Config.Only. There are
// none for a finding that was not reproduced.
func SelectorsOf(f Finding) []string { return selector.OfRequests(shrink.Reproduce(f)) }

// selectorsOf returns the selectors of a finding that fit on a command line. If its request is too
// long, its check reproduces it, if it fails alone and is not random. Otherwise there are none.
func selectorsOf(f Finding) []string {
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
	case f.Seen == RepeatAlone && !selector.Within(result.LayerFuzz, f.Check):
		return []string{f.Check}
	}
	return nil
}
