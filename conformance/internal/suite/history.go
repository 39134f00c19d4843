package suite

import (
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
)

// faultOfLaw returns the first incorrect response among the exchanges that broke a law.
func (r *runner) faultOfLaw(exchanges []conformance.Exchange) shrink.Fault {
	var before []conformance.Request
	for _, x := range exchanges {
		at := len(before)
		for req := range oracle.Each(x) {
			before = append(before, req)
		}
		for req, got := range oracle.Each(x) {
			if _, symptoms := r.plan.oracle.Wrong(req, got); len(symptoms) > 0 {
				return shrink.Fault{Request: req, Symptoms: symptoms, Before: shrink.Conversation{Requests: before, At: at}}
			}
			at++
		}
	}
	if len(exchanges) == 0 {
		return shrink.Fault{}
	}
	return shrink.Fault{Request: oracle.Single(exchanges[0].Request)}
}

// faultOfHistory returns which of two responses to a request was incorrect, with the requests
// before it.
func (r *runner) faultOfHistory(h history, c *change, op conformance.Op, was conformance.Response) shrink.Fault {
	var before []conformance.Request
	if !h.fresh {
		before = slices.Collect(requesting(op, slices.Values(probesOf(r.plan.Edition))))
	}
	request := conformance.Request{Op: op, Token: c.token}
	if _, symptoms := r.plan.oracle.Wrong(request, c.to); len(symptoms) > 0 {
		asked := h.tokens(r.plan.Config)[:c.asked]
		asked = asked[max(0, len(asked)-shrink.LongestHistory):] // the search looks at no more
		before = slices.AppendSeq(before, requesting(op, slices.Values(asked)))
		return shrink.Fault{Request: request, Symptoms: symptoms, Before: shrink.Conversation{Requests: append(before, request), At: len(before)}}
	}
	_, symptoms := r.plan.oracle.Wrong(request, was)
	at := max(slices.IndexFunc(before, request.Equal), 0)
	return shrink.Fault{Request: request, Symptoms: symptoms, Before: shrink.Conversation{Requests: append(slices.Clone(before[:at]), request), At: at}}
}

// requestedBefore returns the last requests of the run up to that of a check. They are generated
// again, since layers are deterministic.
func (r *runner) requestedBefore(check string, request conformance.Request) shrink.Conversation {
	layer, _, _ := strings.Cut(check, "/")
	var last []conformance.Request
	var found shrink.Conversation // in the layer single, which may have a request twice
	for _, p := range r.performed {
		for req := range r.sent(p) {
			if len(last) >= 2*shrink.LongestHistory {
				last = slices.Delete(last, 0, len(last)-shrink.LongestHistory)
			}
			last = append(last, req)
			switch {
			case p.layer != layer || !req.Equal(request):
			case layer == result.LayerSingle:
				found = shrink.Conversation{Requests: slices.Clone(last), At: len(last) - 1}
			default:
				return r.withBehind(p, last)
			}
		}
	}
	if found.Requests != nil {
		return found
	}
	return shrink.Conversation{Requests: []conformance.Request{request}, At: 0}
}

// withBehind adds requests that follow the last one in its sweep.
func (r *runner) withBehind(p part, asked []conformance.Request) shrink.Conversation {
	c := shrink.Conversation{Requests: asked, At: len(asked) - 1}
	target := asked[c.At]
	if target.Op != conformance.OpSweep {
		return c
	}
	reached := false
	for req := range r.sent(p) {
		if reached {
			c.Requests = append(c.Requests, req)
		}
		reached = reached || req.Equal(target)
		if len(c.Requests) > c.At+shrink.ShownBehind {
			break
		}
	}
	return c
}
