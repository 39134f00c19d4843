package supervise

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Bounds of a run, for all parallel processes together. An exit costs two starts: one to
// reproduce it with the request alone, and one to continue. An exit in a sweep costs more.
// A hang also costs two timeouts.
const (
	mostRestarts = 200
	MostHangs    = 10
)

// Record counts the restarts of a run, and holds the fatal requests, which are not sent again.
// The zero value is the record of a run that has not begun. All methods are safe for concurrent
// use.
type Record struct {
	answered   atomic.Bool  // whether any request was answered
	sweepLimit atomic.Int64 // the most tokens of a sweep, after a timeout of one; 0 means no limit
	mu         sync.Mutex
	batches    uint64 // calls of Batches
	starts     int
	late       int // sweeps with a timeout
	hangs      int // hangs that a single request reproduced

	// The requests that make the process exit or hang. The map is never changed; mu is held to
	// replace it. The pointer is nil if there are none.
	fatal atomic.Pointer[map[fatal]bool]
}

// fatal is an operation on a token that makes an implementation exit or hang. It is sent
// only once: sending it again takes long and has the same result.
type fatal struct {
	op    conformance.Op
	token string
}

// notSent is the response to a request that is known to be fatal, and so is not sent.
var notSent = conformance.Response{NotSent: true}

// noteAnswer records that a request was answered.
func (c *Record) noteAnswer() {
	if !c.answered.Load() { // a load is cheaper than a store for every response
		c.answered.Store(true)
	}
}

// IsFatal reports whether an operation on a token is known to make the implementation exit or
// hang.
func (c *Record) IsFatal(op conformance.Op, token string) bool {
	known := c.fatal.Load()
	return known != nil && (*known)[fatal{op, token}]
}

// AddFatal adds a request of one token to the fatal requests.
func (c *Record) AddFatal(req conformance.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	token := req.Token
	if req.Op == conformance.OpSweep {
		token = req.Tokens[0]
	}
	all := map[fatal]bool{{req.Op, token}: true}
	if known := c.fatal.Load(); known != nil {
		maps.Copy(all, *known)
	}
	c.fatal.Store(&all)
}

// KnowFatal replaces the fatal requests with those of another Record.
func (c *Record) KnowFatal(from *Record) { c.fatal.Store(from.fatal.Load()) }

// addLate records a timeout of a sweep of several tokens, and limits further sweeps to half
// its size. It does not count as a hang, which is a timeout of a single token.
func (c *Record) addLate(tokens int) {
	c.sweepLimit.Store(int64(max(tokens/2, 1)))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.late++
}

// Askable returns a request without its fatal tokens. It reports false if the request is not
// to be sent at all.
func (c *Record) Askable(req conformance.Request) (conformance.Request, bool) {
	if c.fatal.Load() == nil {
		return req, true
	}
	switch req.Op {
	case conformance.OpSweep:
		isFatal := func(token string) bool { return c.IsFatal(req.Op, token) }
		if slices.ContainsFunc(req.Tokens, isFatal) {
			req.Tokens = slices.DeleteFunc(slices.Clone(req.Tokens), isFatal)
			return req, len(req.Tokens) > 0
		}
		return req, true
	case conformance.OpApply, conformance.OpEqual:
		// The library parses the tokens for these operations.
		if c.IsFatal(conformance.OpParse, req.Token) || c.IsFatal(conformance.OpParse, req.Other) {
			return req, false
		}
	}
	return req, !c.IsFatal(req.Op, req.Token)
}

// whole returns the response to req, given the response to asked, a part of req. Tokens that
// were not sent get VerdictNone.
func whole(req, asked conformance.Request, resp conformance.Response) conformance.Response {
	if len(asked.Tokens) == len(req.Tokens) || resp.Outcome != conformance.Swept {
		return resp
	}
	var verdicts []byte
	from := 0
	for _, token := range req.Tokens {
		verdict := byte(conformance.VerdictNone)
		if from < len(asked.Tokens) && from < len(resp.Verdicts) && asked.Tokens[from] == token {
			verdict = resp.Verdicts[from]
			from++
		}
		verdicts = append(verdicts, verdict)
	}
	resp.Verdicts = string(verdicts)
	return resp
}

// restarting is an implementation in another process that continues after an exit or a hang
// (PROTOCOL.md, how the runner judges, rule 3). It sends each request in flight again, alone,
// in a fresh process. The request that reproduces the exit or the hang gets a crash as its
// response. If none reproduces it, or there are too many restarts or hangs, that is an error.
type restarting struct {
	edition *notation.Edition
	open    func() (conformance.Implementation, error)
	counts  *Record
	impl    conformance.Implementation
	fresh   bool // impl was restarted, and got no request yet
	offers  conformance.Description
	notes   []string      // of the processes that are closed
	asked   []sentRequest // empty; memory that the next call reuses
}

// Restarting opens an implementation, and returns one that restarts it when it exits or
// hangs. An implementation that is not a Batcher is in this process and cannot be restarted:
// it is returned as it is.
func Restarting(counts *Record, edition *notation.Edition, open func() (conformance.Implementation, error)) (conformance.Implementation, error) {
	impl, err := open()
	if err != nil {
		return nil, err
	}
	if _, batches := impl.(conformance.Batcher); !batches {
		return impl, nil
	}
	return &restarting{edition: edition, open: open, counts: counts, impl: impl, offers: conformance.Describe(impl, edition)}, nil
}

// Describe returns the description of the implementation.
func (r *restarting) Describe() conformance.Description { return r.offers }

// Stderr returns the first and the last lines of the standard error of the current process.
func (r *restarting) Stderr() string {
	if talker, ok := r.impl.(conformance.Tailer); ok {
		return talker.Stderr()
	}
	return ""
}

// Notes returns the notes about all processes. It is complete after Close.
func (r *restarting) Notes() []string { return r.notes }

// Close ends the current process.
func (r *restarting) Close() error {
	var err error
	if c, ok := r.impl.(io.Closer); ok {
		err = c.Close()
	}
	if n, ok := r.impl.(conformance.Noter); ok {
		r.notes = append(r.notes, n.Notes()...)
	}
	return err
}

// Do sends one request.
func (r *restarting) Do(ctx context.Context, req conformance.Request) (resp conformance.Response, err error) {
	err = r.DoAll(ctx, slices.Values([]conformance.Request{req}), func(x conformance.Exchange) bool {
		resp = x.Response
		return true
	})
	return resp, err
}

// try performs a request once. If the error is an exit or a hang, and ctx is not done, it
// also returns the error as a Failure.
func (r *restarting) try(ctx context.Context, req conformance.Request) (conformance.Response, *conformance.Failure, error) {
	r.fresh = false
	resp, err := r.impl.Do(ctx, req)
	if err != nil {
		end := Lethal(err)
		if ctx.Err() != nil {
			end = nil
		}
		return conformance.Response{}, end, err
	}
	r.counts.noteAnswer()
	return resp, nil, nil
}

// DoAll performs all requests, see [conformance.Batcher]. The response to a fatal request is
// Unsupported, with NotSent.
func (r *restarting) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	next, stop := iter.Pull(requests)
	defer stop()
	c := &batch{next: next, counts: r.counts, answer: answer, asked: r.asked}
	defer func() { r.asked = c.asked[:0] }()
	for {
		err := conformance.DoAll(ctx, r.impl, c.draw, func(x conformance.Exchange) bool {
			r.counts.noteAnswer()
			return c.take(x)
		})
		if c.refused {
			return nil
		}
		if err == nil || Lethal(err) == nil || ctx.Err() != nil {
			return err
		}
		if c.again, err = r.find(ctx, c, c.unanswered(), Lethal(err)); err != nil {
			return err
		}
		if c.refused {
			return nil
		}
	}
}

// batch is one call of DoAll, over all its processes.
type batch struct {
	next   func() (conformance.Request, bool)
	counts *Record
	drawn  int // number of requests drawn from next
	again  []conformance.Exchange

	mu      sync.Mutex
	asked   []sentRequest // the requests to this process, from number first on
	settled int           // the number of answered requests at the beginning of asked
	first   int

	answering sync.Mutex // guards refused, and calls of answer
	answer    func(conformance.Exchange) bool
	refused   bool // answer returned false
}

// sentRequest is a request that was sent to a process, wholly or in part.
type sentRequest struct {
	index    int
	request  conformance.Request
	answered bool
}

// draw yields the requests to send again, and then the next ones. It passes those that are not
// sent to answer.
func (c *batch) draw(yield func(conformance.Request) bool) {
	for {
		var x conformance.Exchange
		if len(c.again) > 0 {
			x, c.again = c.again[0], c.again[1:]
		} else {
			req, ok := c.next()
			if !ok {
				return
			}
			x = conformance.Exchange{Index: c.drawn, Request: req}
			c.drawn++
		}
		req, askable := c.counts.Askable(x.Request)
		if !askable {
			if x.Response = notSent; !c.give(x) {
				return
			}
			continue
		}
		c.mu.Lock()
		c.asked = append(c.asked, sentRequest{index: x.Index, request: x.Request})
		c.mu.Unlock()
		if !yield(req) {
			return
		}
	}
}

// take passes a response to answer. It reports whether to continue.
func (c *batch) take(x conformance.Exchange) bool {
	c.mu.Lock()
	q := &c.asked[x.Index-c.first]
	q.answered = true
	x = conformance.Exchange{Index: q.index, Request: q.request, Response: whole(q.request, x.Request, x.Response)}
	for c.settled < len(c.asked) && c.asked[c.settled].answered {
		c.settled++
	}
	// Remove answered requests in groups, which is faster than one by one.
	if c.settled > 1024 || c.settled == len(c.asked) {
		c.asked = slices.Delete(c.asked, 0, c.settled)
		c.first += c.settled
		c.settled = 0
	}
	c.mu.Unlock()
	return c.give(x)
}

// give passes a response to answer, unless answer has returned false. It reports whether to
// continue.
func (c *batch) give(x conformance.Exchange) bool {
	c.answering.Lock()
	defer c.answering.Unlock()
	c.refused = c.refused || !c.answer(x)
	return !c.refused
}

// unanswered returns the unanswered requests of a process that has ended, in order, and then
// those that were to be sent again.
func (c *batch) unanswered() []conformance.Exchange {
	var rest []conformance.Exchange
	for _, q := range c.asked {
		if !q.answered {
			rest = append(rest, conformance.Exchange{Index: q.index, Request: q.request})
		}
	}
	c.asked, c.settled, c.first = c.asked[:0], 0, 0
	return append(rest, c.again...)
}

// Lethal returns the Failure in err if its kind is Died or Hung, or nil.
func Lethal(err error) *conformance.Failure {
	var f *conformance.Failure
	if errors.As(err, &f) && (f.Kind == conformance.Died || f.Kind == conformance.Hung) {
		return f
	}
	return nil
}

// find sends the requests in flight again, one after the other, until one of them alone
// reproduces the exit or the hang. It passes the responses to answer, and returns the
// requests that remain.
func (r *restarting) find(ctx context.Context, c *batch, under []conformance.Exchange, end *conformance.Failure) ([]conformance.Exchange, error) {
	if err := r.restart(end); err != nil {
		return nil, err
	}
	explained := false
	for i, x := range under {
		req, askable := r.counts.Askable(x.Request)
		if !askable || len(req.Tokens) < len(x.Request.Tokens) {
			explained = true // a parallel process found out meanwhile that the request is fatal
		}
		if !askable {
			if x.Response = notSent; !c.give(x) {
				return nil, nil
			}
			continue
		}
		resp, culprit, err := r.doAlone(ctx, req)
		if err != nil && resp.Outcome != conformance.Swept {
			return nil, err
		}
		x.Response = whole(x.Request, req, resp)
		if !c.give(x) || culprit || err != nil {
			return under[i+1:], err
		}
	}
	if end.Kind == conformance.Hung && len(under) > 0 && under[0].Request.Op == conformance.OpSweep {
		r.counts.addLate(len(under[0].Request.Tokens))
		explained = true
	}
	if explained {
		return nil, nil
	}
	requests := "the open request does not reproduce"
	if len(under) != 1 {
		requests = fmt.Sprintf("none of the %d open requests alone reproduces", len(under))
	}
	return nil, &Unexplained{end.What + ", and " + requests + " it in a fresh process", end}
}

// doAlone sends one request to the current process, and if that exits or hangs, to a fresh
// one. culprit reports that the fresh process also exits or hangs; then the response is a
// crash.
func (r *restarting) doAlone(ctx context.Context, req conformance.Request) (resp conformance.Response, culprit bool, err error) {
	if req.Op == conformance.OpSweep && len(req.Tokens) > 1 {
		return r.sweepAlone(ctx, req.Tokens)
	}
	for {
		wasFresh := r.fresh
		resp, f, err := r.try(ctx, req)
		if f == nil {
			return resp, false, err
		}
		if err := r.restart(f); err != nil {
			return resp, false, err
		}
		if !wasFresh {
			continue
		}
		if err := r.answersSomething(ctx, req); err != nil {
			return resp, false, err
		}
		if err := r.countHang(f); err != nil {
			return resp, false, err
		}
		r.counts.AddFatal(req)
		resp = CrashOf(f)
		if req.Op == conformance.OpSweep {
			resp.Outcome, resp.Verdicts = conformance.Swept, string(conformance.VerdictCrash)
		}
		return resp, true, nil
	}
}

// sweepAlone sends a sweep. If the process exits or hangs, it bisects the tokens. The response
// holds the known verdicts even if there is an error.
func (r *restarting) sweepAlone(ctx context.Context, tokens []string) (resp conformance.Response, culprit bool, err error) {
	req := conformance.Request{Op: conformance.OpSweep, Tokens: tokens}
	resp, f, err := r.try(ctx, req)
	if f == nil {
		return resp, false, err
	}
	if f.Kind == conformance.Hung {
		r.counts.addLate(len(tokens))
	}
	resp = conformance.Response{Outcome: conformance.Swept, Verdicts: strings.Repeat(string(conformance.VerdictNone), len(tokens))}
	if err := r.restart(f); err != nil {
		return resp, false, err
	}
	half := len(tokens) / 2
	verdicts := ""
	for _, part := range [][]string{tokens[:half], tokens[half:]} {
		answer, found, err := r.doAlone(ctx, conformance.Request{Op: conformance.OpSweep, Tokens: part})
		culprit = culprit || found
		if answer.Outcome != conformance.Swept && err == nil {
			return answer, culprit, nil
		}
		verdicts += answer.Verdicts
		if resp.Crash == "" {
			resp.Crash, resp.CrashKind = answer.Crash, answer.CrashKind
		}
		resp.Verdicts = verdicts + strings.Repeat(string(conformance.VerdictNone), len(tokens)-len(verdicts))
		if err != nil {
			return resp, culprit, err
		}
	}
	return resp, culprit, nil
}

// CrashOf returns the response to a request that makes a process exit or hang.
func CrashOf(f *conformance.Failure) conformance.Response {
	if f.Kind == conformance.Hung {
		return conformance.Response{Outcome: conformance.Crashed, Crash: "it hung: " + f.What, CrashKind: conformance.CrashHung}
	}
	text := "the process exited: " + f.State
	lines := strings.Split(strings.TrimSpace(f.Stderr), "\n")
	if last := lines[len(lines)-1]; last != "" {
		text += "; standard error ends with " + last[:min(len(last), 200)]
	}
	return conformance.Response{Outcome: conformance.Crashed, Crash: text, CrashKind: conformance.CrashExited}
}

// answersSomething returns an error if the implementation answers no request at all: then
// the exit or the hang is not the fault of a single request.
func (r *restarting) answersSomething(ctx context.Context, but conformance.Request) error {
	var last *conformance.Failure
	for _, token := range []string{r.edition.Short, "!", r.edition.Long} {
		if r.counts.answered.Load() {
			return nil
		}
		if token == but.Token || slices.Contains(but.Tokens, token) {
			continue
		}
		req := conformance.Request{Op: Fastest(r.offers), Token: token}
		if req.Op == conformance.OpSweep {
			req.Token, req.Tokens = "", []string{token}
		}
		_, end, err := r.try(ctx, req)
		if end == nil {
			return err
		}
		last = end
		if err := r.restart(last); err != nil {
			return err
		}
	}
	return &Unexplained{"no request was answered: " + last.What, last}
}

// countHang counts f if it is a hang. It returns an error after MostHangs.
func (r *restarting) countHang(f *conformance.Failure) error {
	r.counts.mu.Lock()
	defer r.counts.mu.Unlock()
	if f.Kind == conformance.Hung {
		r.counts.hangs++
	}
	if r.counts.hangs > MostHangs {
		return &Unexplained{fmt.Sprintf("the adapter hung on %d requests, so the run ended", r.counts.hangs), f}
	}
	return nil
}

// Unexplained is the error for an exit or a hang that ends the run.
type Unexplained struct {
	What string // a sentence
	end  *conformance.Failure
}

func (e *Unexplained) Error() string { return e.What }
func (e *Unexplained) Unwrap() error { return e.end }

// restart ends the current process, which failed with end, and starts another one.
func (r *restarting) restart(end *conformance.Failure) error {
	_ = r.Close() // the process has already failed
	r.counts.mu.Lock()
	r.counts.starts++
	tooMany := r.counts.starts > mostRestarts
	r.counts.mu.Unlock()
	if tooMany {
		return &Unexplained{fmt.Sprintf("the adapter was restarted %d times, so the run ended; the last exit: %s", mostRestarts, end.What), end}
	}
	impl, err := r.open()
	var failure *conformance.Failure
	if errors.As(err, &failure) {
		return &Unexplained{end.What + "; after a restart it failed: " + failure.What, failure}
	}
	if err != nil {
		return err
	}
	r.impl, r.fresh = impl, true
	if !reflect.DeepEqual(conformance.Describe(impl, r.edition), r.offers) {
		return errors.New("the response to hello differs after a restart of the adapter")
	}
	return nil
}

// Restarts returns the number of restarts so far.
func (c *Record) Restarts() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.starts
}

// Notes returns a note about the restarts, or nil if there were none.
func (c *Record) Notes() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.starts == 0 {
		return nil
	}
	var notes []string
	if c.late > 0 {
		notes = append(notes, "a sweep timed out, and was repeated in a fresh process; later sweeps held at most "+
			number.Counted(int(c.sweepLimit.Load()), "string")+", whatever the seed")
	}
	if c.late > 0 && c.fatal.Load() == nil {
		return notes
	}
	times := "once"
	if c.starts > 1 {
		times = fmt.Sprintf("%d times", min(c.starts, mostRestarts))
	}
	return append(notes, "the adapter exited or hung, and was restarted "+times+" to find the request")
}
