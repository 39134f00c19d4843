package supervise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"reflect"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// process is an implementation in another process that continues after an exit or a hang
// (PROTOCOL.md, how the runner judges, rule 3). It sends each request in flight again, alone,
// in a fresh process. The request that reproduces the exit or the hang gets a crash as its
// response. If none reproduces it, or there are too many restarts or hangs, that is an error.
type process struct {
	pool  *Pool
	impl  conformance.Implementation // nil if it is not open yet
	fresh bool                       // impl was restarted, and got no request yet
	found int                        // requests that make the process exit or hang
	queue queue                      // of the last DoAll
}

func (p *process) Describe() conformance.Description {
	return conformance.Describe(p.impl, p.pool.edition)
}

// Close ends the current process.
func (p *process) Close() (err error) {
	if c, ok := p.impl.(io.Closer); ok {
		err = c.Close()
	}
	if n, ok := p.impl.(conformance.Noter); ok {
		p.pool.note(n.Notes())
	}
	return err
}

func (p *process) Do(ctx context.Context, req conformance.Request) (resp conformance.Response, err error) {
	err = p.DoAll(ctx, slices.Values([]conformance.Request{req}), func(x conformance.Exchange) bool {
		resp = x.Response
		return true
	})
	return resp, err
}

// DoAll performs all requests in order, see [conformance.Batcher]. The response to a fatal request is
// Unsupported, with NotSent.
func (p *process) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	next, stop := iter.Pull(requests)
	defer stop()
	p.queue = queue{exchanges: p.queue.exchanges[:0], next: next, answer: func(of *conformance.Exchange) bool {
		x := *of
		*of = conformance.Exchange{} // the queue need not keep long texts and the tokens of thousands of sweeps
		p.pool.Observe(x)
		return answer(x)
	}}
	return p.perform(ctx, &p.queue)
}

// perform performs the requests of a queue: most in streams, and alone what would be late. What is fatal is not sent.
func (p *process) perform(ctx context.Context, q *queue) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	if err := p.start(); err != nil {
		return err
	}
	for !q.isDone() {
		var err error
		of := q.at(q.passed)
		req, ok := p.pool.harmless(of.Request)
		switch of.sent = req; {
		case !ok:
			q.set(q.passed, conformance.Response{NotSent: true})
		case p.pool.isLate(req):
			err = p.answerAlone(ctx, q, q.passed)
		default:
			err = p.stream(ctx, q)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (p *process) start() (err error) {
	if p.impl != nil {
		return nil
	}
	if p.impl, err = p.pool.open(); err != nil {
		return fmt.Errorf("starting process %d of %d: %w", 1+slices.Index(p.pool.processes[:], p), Instances, err)
	}
	if !reflect.DeepEqual(p.Describe(), p.pool.offers) {
		return errors.New("the responses to hello differ between processes of the adapter: every process has to offer the same")
	}
	return nil
}

// stream sends requests of a queue, and takes the responses. Its first request is one to send. It stops sending at the
// first one that is fatal, would be late or has a response, and ends when all that were sent have one, or at an exit or
// a hang.
func (p *process) stream(ctx context.Context, q *queue) error {
	start := q.passed
	q.drawn = start
	err := conformance.DoAll(ctx, p.impl, func(yield func(conformance.Request) bool) {
		for of := q.drawOne(); of != nil; of = q.drawOne() {
			req, ok := p.pool.harmless(of.Request)
			if !ok || p.pool.isLate(req) {
				q.drawn--
				return
			}
			if of.sent = req; !yield(req) {
				return
			}
		}
	}, func(x conformance.Exchange) bool {
		q.set(start+x.Index, x.Response)
		return !q.ended
	})
	var inFlight []int // places
	for place := q.passed; place < q.drawn; place++ {
		if !q.at(place).answered {
			inFlight = append(inFlight, place)
		}
	}
	if len(inFlight) < q.drawn-start {
		p.pool.answered.Store(true)
	}
	end := Lethal(ctx, err)
	switch {
	case q.ended:
		return nil
	case end != nil:
		return p.find(ctx, q, inFlight, end)
	case err != nil:
		return err
	case len(inFlight) > 0:
		return errors.New("a request got no response")
	}
	return nil
}

// Lethal returns the Failure in err if its kind is Died or Hung and ctx is not done, or nil.
func Lethal(ctx context.Context, err error) *conformance.Failure {
	f, ok := errors.AsType[*conformance.Failure](err)
	if ok && ctx.Err() == nil && (f.Kind == conformance.Died || f.Kind == conformance.Hung) {
		return f
	}
	return nil
}

// Reason returns why a run was cut short by err, or "" if err is nil, and only then: a run without
// a reason is complete. If err follows from ctx, it is the cause of ctx.
func Reason(ctx context.Context, err error) string {
	if err == nil {
		return ""
	}
	text := err.Error()
	failure, failed := errors.AsType[*conformance.Failure](err)
	switch {
	case ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || errors.Is(err, ctx.Err())):
		text = context.Cause(ctx).Error()
	case failed:
		text = failure.Error()
	}
	return cmp.Or(text, "the run ended with an error that has no text")
}

// find sends the requests in flight again, one after the other, until one of them alone
// reproduces the exit or the hang.
func (p *process) find(ctx context.Context, q *queue, inFlight []int, end *conformance.Failure) error {
	if err := p.restart(end); err != nil {
		return err
	}
	found, late := p.found, 0
	for i, place := range inFlight {
		sent := q.at(place).sent
		if i == 0 && sent.Op == conformance.OpSweep && end.Kind == conformance.Hung {
			late = len(sent.Tokens)
		}
		if req, ok := p.pool.harmless(sent); !ok || len(req.Tokens) < len(sent.Tokens) {
			return nil // a parallel process found out meanwhile that the request is fatal
		}
		if err := p.answerAlone(ctx, q, place); err != nil || p.found > found || q.ended {
			return err
		}
	}
	if late > 0 {
		p.pool.addLate(late)
		return nil
	}
	requests := "the open request does not reproduce"
	if len(inFlight) != 1 {
		requests = fmt.Sprintf("none of the %d open requests alone reproduces", len(inFlight))
	}
	return ending(end, end.What+", and "+requests+" it in a fresh process")
}

// answerAlone performs one request of a queue; see alone.
func (p *process) answerAlone(ctx context.Context, q *queue, place int) error {
	resp, err := p.alone(ctx, q.at(place).sent)
	if err == nil || resp.Outcome == conformance.Swept {
		q.set(place, resp)
	}
	return err
}

// alone sends one request to the current process, and if that exits or hangs, to a fresh one. It bisects
// a sweep, and one that would be late. If the fresh process also exits or hangs, the response is a
// crash. The response to a sweep holds the known verdicts even if there is an error.
func (p *process) alone(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if p.pool.isLate(req) {
		return p.bisect(ctx, req.Tokens)
	}
	wasFresh := p.fresh
	resp, end, err := p.try(ctx, req)
	if end == nil {
		return resp, err
	}
	if err := p.restart(end); err != nil {
		return resp, err
	}
	switch several := len(req.Tokens) > 1; {
	case several && end.Kind == conformance.Hung:
		p.pool.addLate(len(req.Tokens))
		fallthrough
	case several:
		return p.bisect(ctx, req.Tokens)
	case !wasFresh:
		return p.alone(ctx, req)
	}
	if err := p.answersSomething(ctx, req); err != nil {
		return resp, err
	}
	if end.Kind == conformance.Hung && p.pool.hangs.Add(1) > MostHangs {
		return resp, ending(end, fmt.Sprintf("the adapter hung on %d requests, so the run ended", p.pool.hangs.Load()))
	}
	p.found++
	p.pool.addFatal(req)
	resp = CrashOf(end)
	if req.Op == conformance.OpSweep {
		resp.Outcome, resp.Verdicts = conformance.Swept, string(conformance.VerdictCrash)
	}
	return resp, nil
}

// bisect sends each half of a sweep alone.
func (p *process) bisect(ctx context.Context, tokens []string) (conformance.Response, error) {
	resp := conformance.Response{Outcome: conformance.Swept}
	half := len(tokens) / 2
	for _, part := range [][]string{tokens[:half], tokens[half:]} {
		of, err := p.alone(ctx, conformance.Request{Op: conformance.OpSweep, Tokens: part})
		if of.Outcome != conformance.Swept && err == nil {
			return of, nil
		}
		resp.Verdicts += of.Verdicts
		if resp.Crash == "" {
			resp.Crash, resp.CrashKind = of.Crash, of.CrashKind
		}
		if err != nil {
			resp.Verdicts += nones(len(tokens) - len(resp.Verdicts))
			return resp, err
		}
	}
	return resp, nil
}

// try sends a request once. It also returns what is Lethal in the error.
func (p *process) try(ctx context.Context, req conformance.Request) (conformance.Response, *conformance.Failure, error) {
	p.fresh = false
	resp, err := p.impl.Do(ctx, req)
	if err == nil {
		p.pool.answered.Store(true)
	}
	return resp, Lethal(ctx, err), err
}

// CrashOf returns the response to a request that makes a process exit or hang.
func CrashOf(f *conformance.Failure) conformance.Response {
	text := "it hung: " + f.What
	if f.Kind == conformance.Died {
		text = "the process exited: " + f.State + printable.StderrEnd(f.Stderr)
	}
	return conformance.Response{Outcome: conformance.Crashed, Crash: text, CrashKind: f.Kind}
}

// answersSomething returns an error if the implementation answers no request at all: then
// the exit or the hang is not the fault of a single request.
func (p *process) answersSomething(ctx context.Context, but conformance.Request) error {
	var end *conformance.Failure
	for _, token := range []string{p.pool.edition.Short, "!", p.pool.edition.Long} {
		if p.pool.answered.Load() {
			return nil
		}
		if token == but.Token || slices.Contains(but.Tokens, token) {
			continue
		}
		req := conformance.Request{Op: Fastest(p.pool.offers), Token: token}
		if req.Op == conformance.OpSweep {
			req.Token, req.Tokens = "", []string{token}
		}
		var err error
		if _, end, err = p.try(ctx, req); end != nil {
			err = p.restart(end)
		}
		if end == nil || err != nil {
			return err
		}
	}
	return ending(end, "the adapter responded to no request: "+end.What)
}

// ending returns the error for an exit or a hang that ends the run.
func ending(end *conformance.Failure, what string) error {
	f := *end
	f.What, f.Request = what, nil
	return &f
}

func (p *process) restart(end *conformance.Failure) (err error) {
	_ = p.Close() // the process has already failed
	if p.pool.starts.Add(1) > mostRestarts {
		return ending(end, fmt.Sprintf("the adapter was restarted %d times, so the run ended; the last exit: %s", mostRestarts, end.What))
	}
	impl, err := p.pool.open()
	if failure, ok := errors.AsType[*conformance.Failure](err); ok {
		return ending(failure, end.What+"; after a restart it failed: "+failure.What)
	}
	if err != nil {
		return err
	}
	if p.impl, p.fresh = impl, true; !reflect.DeepEqual(p.Describe(), p.pool.offers) {
		return errors.New("the response to hello differs after a restart of the adapter")
	}
	return nil
}
