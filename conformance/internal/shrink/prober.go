package shrink

import (
	"cmp"
	"context"
	"errors"
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

// errEnough ends the shrinking of one input. All other errors end shrinking.
var errEnough = errors.New("one input has had enough requests")

// prober performs the requests of shrinking, within limits. It opens its own implementation, and
// opens it again after an exit or a hang.
type prober struct {
	Subject
	impl    conformance.Implementation    // nil while there is none
	memo    map[string][]oracle.Violation // by request
	stopped string                        // why no more is requested, or empty

	requests, bytes, opened, hangs int
	requestsEach, bytesEach        int // for the present input
}

// stop ends shrinking for a reason, unless it has ended, and returns the reason.
func (p *prober) stop(why string) error {
	p.stopped = cmp.Or(p.stopped, why)
	return errors.New(p.stopped)
}

// going returns an error once shrinking has ended.
func (p *prober) going(ctx context.Context) error {
	switch {
	case ctx.Err() != nil:
		return p.stop(context.Cause(ctx).Error())
	case p.stopped != "":
		return p.stop(p.stopped)
	}
	return nil
}

// open replaces the implementation by a fresh one.
func (p *prober) open(ctx context.Context) (err error) {
	p.close()
	if err := p.going(ctx); err != nil {
		return err
	}
	if p.opened++; p.opened > mostOpened {
		return p.stop(fmt.Sprintf("the library was started %d times", mostOpened))
	}
	if p.impl, err = p.Open(ctx, p.Edition); err != nil {
		p.impl = nil
		return p.stop(supervise.Reason(ctx, err))
	}
	return nil
}

func (p *prober) close() {
	if c, ok := p.impl.(io.Closer); ok {
		_ = c.Close() // an error at its end changes no finding
	}
	p.impl = nil
}

// forget drops all remembered responses, and the implementation.
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

// first returns the first candidate whose response has a symptom. Candidates are requested in
// batches, but one by one where a request may end the process.
func (p *prober) first(ctx context.Context, candidates iter.Seq[conformance.Request], symptom oracle.Symptom) (conformance.Request, bool, error) {
	most := probesTogether
	if symptom.Lethal() {
		most = 1
	}
	var together []conformance.Request
	bytes := 0
	look := func() (conformance.Request, bool, error) {
		if symptom.Crash == oracle.Hung && symptom.Lethal() && p.hangs >= mostHangsTried {
			return conformance.Request{}, false, errEnough
		}
		if err := p.request(ctx, together); err != nil {
			return conformance.Request{}, false, err
		}
		for _, req := range together {
			if has(p.memo[requestKey(req)], symptom) {
				return req, true, nil
			}
		}
		together, bytes = together[:0], 0
		return conformance.Request{}, false, nil
	}
	for req := range candidates {
		if !p.CanSend(req) {
			continue
		}
		together = append(together, req)
		if bytes += len(req.Token); len(together) < most && bytes < probeBytesTogether {
			continue
		}
		if req, found, err := look(); found || err != nil {
			return req, found, err
		}
	}
	return look()
}

func has(violations []oracle.Violation, symptom oracle.Symptom) bool {
	return slices.ContainsFunc(violations, func(v oracle.Violation) bool { return v.Symptom == symptom })
}

// request performs the requests that are not remembered yet, together, and remembers their violations.
func (p *prober) request(ctx context.Context, reqs []conformance.Request) error {
	var news []conformance.Request
	keys := map[string]bool{}
	for _, req := range reqs {
		key := requestKey(req)
		if _, known := p.memo[key]; known || keys[key] {
			continue
		}
		keys[key] = true
		news = append(news, req)
		p.bytes += len(req.Token)
		p.bytesEach += len(req.Token)
	}
	p.requests += len(news)
	p.requestsEach += len(news)
	switch {
	case len(news) == 0:
		return nil
	case p.requestsEach > mostRequestsEach || p.bytesEach > mostBytesEach:
		return errEnough
	}
	if err := p.going(ctx); err != nil {
		return err
	}
	if p.requests > mostRequests || p.bytes > mostSent {
		return p.stop("it took too many requests")
	}
	together, err := make([]*conformance.Response, len(news)), error(nil)
	if len(news) > 1 {
		var sent []conformance.Request
		for _, req := range news {
			sent = append(sent, asSent(req))
		}
		if together, _, err = p.perform(ctx, sent); err != nil {
			return err
		}
	}
	for i, req := range news {
		var resp conformance.Response
		if together[i] != nil {
			resp = responseTo(req, *together[i], 0)
		} else if resp, err = p.alone(ctx, req); err != nil { // an exit or a hang came before its response
			return err
		}
		p.memo[requestKey(req)] = p.Oracle.Violations(p.Oracle.Wrong(req, resp))
	}
	return nil
}

// perform performs requests together. After an exit or a hang, which it returns, the responses that
// did not come are nil, and the implementation is closed.
func (p *prober) perform(ctx context.Context, reqs []conformance.Request) ([]*conformance.Response, *conformance.Failure, error) {
	if p.impl == nil {
		if err := p.open(ctx); err != nil {
			return nil, nil, err
		}
	}
	responses := make([]*conformance.Response, len(reqs))
	err := conformance.DoAll(ctx, p.impl, slices.Values(reqs), func(x conformance.Exchange) bool {
		responses[x.Index] = &x.Response
		return true
	})
	f := supervise.Lethal(ctx, err)
	switch {
	case err != nil && f == nil:
		return nil, nil, p.stop(supervise.Reason(ctx, err))
	case f != nil:
		p.close()
	}
	return responses, f, nil
}

// alone performs one request alone, so that it is to blame for an exit or a hang.
func (p *prober) alone(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	responses, f, err := p.perform(ctx, []conformance.Request{asSent(req)})
	switch {
	case err != nil:
		return conformance.Response{}, err
	case f == nil:
		return responseTo(req, *responses[0], 0), nil
	case f.Kind == conformance.Hung:
		if p.hangs++; p.hangs > MostHangs {
			return conformance.Response{}, p.stop(fmt.Sprintf("the library hung %d times", p.hangs))
		}
	}
	return supervise.CrashOf(f), nil
}

// asSent returns a request as it is sent: in this package, a sweep of one token has it in Token.
func asSent(req conformance.Request) conformance.Request {
	if req.Op == conformance.OpSweep {
		return conformance.Request{Op: req.Op, Tokens: []string{req.Token}}
	}
	return req
}

// responseTo returns the response about the i-th token of a sweep, or that to another request.
func responseTo(req conformance.Request, resp conformance.Response, i int) conformance.Response {
	if req.Op == conformance.OpSweep {
		return oracle.SweptOutcome(resp, i)
	}
	return resp
}
