package shrink

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
)

// Limits of shrinking.
const (
	mostRequests   = 40_000
	mostSent       = 64 << 20 // of tokens
	mostOpened     = 300      // processes
	mostHangsTried = 4        // of the inputs simpler than one that hangs
	MostHangs      = 2 * mostHangsTried

	probesTogether     = 64      // requests in one batch
	probeBytesTogether = 1 << 17 // of tokens: most of a batch is in vain if its first request fails

	mostRequestsEach = 6_000   // for one input
	mostBytesEach    = 8 << 20 // likewise, of tokens
)

// prober performs the requests of shrinking, within limits. It opens its own implementation, and
// opens it again after an exit or a hang. What its methods return is meaningless once it has stopped.
type prober struct {
	Subject
	ctx     context.Context
	impl    conformance.Implementation    // nil while there is none
	memo    map[string][]oracle.Violation // by request
	stopped string                        // why no more is requested, or empty

	requests, bytes, opened, hangs int
	requestsEach, bytesEach        int // for the present input
	left                           int // fresh processes for the present search; negative after one that was refused
}

// stop ends shrinking for a reason, unless it has ended.
func (p *prober) stop(why string) { p.stopped = cmp.Or(p.stopped, why) }

func (p *prober) going() bool {
	if p.ctx.Err() != nil {
		p.stop(context.Cause(p.ctx).Error())
	}
	return p.stopped == ""
}

func (p *prober) open() {
	if p.going() && p.opened == mostOpened {
		p.stop(fmt.Sprintf("the library was started %d times", mostOpened))
	}
	if p.stopped != "" {
		return
	}
	p.opened++
	impl, err := p.Open(p.ctx, p.Edition)
	if err != nil {
		p.stop(supervise.Reason(p.ctx, err))
		return
	}
	p.impl = impl
}

func (p *prober) close() {
	if c, ok := p.impl.(io.Closer); ok {
		_ = c.Close() // an error at its end changes no finding
	}
	p.impl = nil
}

func (p *prober) forget() {
	p.close()
	p.memo = map[string][]oracle.Violation{}
}

// CanSend reports whether a request may be sent to this implementation.
func (p *Subject) CanSend(req conformance.Request) bool {
	d := p.Description
	if !d.Answers(req) || len(req.Token) > conformance.MaxTokenBytes ||
		req.Op == conformance.OpSweep && len(req.Token) > conformance.MaxSweepBytes {
		return false
	}
	return req.Op != conformance.OpEqual || p.Edition.Valid(req.Token) && p.Edition.Valid(req.Other)
}

// first returns the first candidate whose response has a symptom, or nil. all is false if it ended before it had
// requested all candidates and found none. Candidates are requested in batches, but one by one where a request may end the
// process.
func (p *prober) first(candidates iter.Seq[conformance.Request], symptom oracle.Symptom) (found *conformance.Request, all bool) {
	most := probesTogether
	if symptom.Lethal() {
		most = 1
	}
	var together []conformance.Request
	bytes := 0
	look := func() {
		hung := symptom.Crash == oracle.Hung && symptom.Lethal() && p.hangs >= mostHangsTried
		all = !hung && p.request(together)
		shows := func(req conformance.Request) bool { return has(p.memo[requestKey(req)], symptom) }
		if i := slices.IndexFunc(together, shows); all && i >= 0 {
			found = &together[i]
		}
	}
	for req := range candidates {
		if !p.CanSend(req) {
			continue
		}
		together = append(together, req)
		if bytes += len(req.Token); len(together) < most && bytes < probeBytesTogether {
			continue
		}
		if look(); found != nil || !all {
			return found, all
		}
		together, bytes = together[:0], 0
	}
	look()
	return found, all
}

func has(violations []oracle.Violation, symptom oracle.Symptom) bool {
	return slices.ContainsFunc(violations, func(v oracle.Violation) bool { return v.Symptom == symptom })
}

// request performs the requests that are not remembered yet, together, and remembers their violations.
// It returns false if shrinking has ended, or the present input has had enough requests.
func (p *prober) request(reqs []conformance.Request) bool {
	var missing, sent []conformance.Request
	keys := map[string]bool{}
	for _, req := range reqs {
		key := requestKey(req)
		if _, known := p.memo[key]; known || keys[key] {
			continue
		}
		keys[key] = true
		missing, sent = append(missing, req), append(sent, oracle.Sent(req))
		p.bytes += len(req.Token)
		p.bytesEach += len(req.Token)
	}
	p.requests += len(missing)
	p.requestsEach += len(missing)
	switch {
	case len(missing) == 0:
		return true
	case p.requestsEach > mostRequestsEach || p.bytesEach > mostBytesEach || !p.going():
		return false
	case p.requests > mostRequests || p.bytes > mostSent:
		p.stop("it took too many requests")
		return false
	}
	together := make([]*conformance.Response, len(missing))
	if len(missing) > 1 {
		together, _ = p.perform(sent)
	}
	for i, req := range missing {
		var resp conformance.Response
		switch {
		case p.stopped != "":
			return false
		case together[i] != nil:
			resp = *together[i]
		default: // an exit or a hang came before its response
			resp = p.alone(sent[i])
		}
		if p.stopped == "" {
			p.memo[requestKey(req)] = p.Oracle.Violations(p.Oracle.Wrong(req, oracle.SweptOutcome(&resp, 0)))
		}
	}
	return p.stopped == ""
}

// perform performs requests together. After an exit or a hang, which it returns, the responses that
// did not come are nil, and the implementation is closed.
func (p *prober) perform(reqs []conformance.Request) ([]*conformance.Response, *conformance.Failure) {
	responses := make([]*conformance.Response, len(reqs))
	if p.impl == nil {
		if p.open(); p.impl == nil {
			return responses, nil
		}
	}
	err := conformance.DoAll(p.ctx, p.impl, slices.Values(reqs), func(x conformance.Exchange) bool {
		responses[x.Index] = &x.Response
		return true
	})
	f := supervise.Lethal(p.ctx, err)
	switch {
	case err != nil && f == nil:
		p.stop(supervise.Reason(p.ctx, err))
	case f != nil:
		p.close()
	}
	return responses, f
}

// alone performs one request alone, so that it is to blame for an exit or a hang.
func (p *prober) alone(req conformance.Request) conformance.Response {
	responses, f := p.perform([]conformance.Request{req})
	switch {
	case p.stopped != "":
		return conformance.Response{}
	case f == nil:
		return *responses[0]
	case f.Kind == conformance.Hung:
		if p.hangs++; p.hangs > MostHangs {
			p.stop(fmt.Sprintf("the library hung %d times", p.hangs))
		}
	}
	return supervise.CrashOf(f)
}
