package supervise

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Instances is the number of processes that a Pool spreads requests over. It is the same on each
// machine, because what a process has seen can change its responses.
const Instances = 8

// Limits of a run, for all processes of a Pool together. An exit costs two starts: one to
// reproduce it with the request alone, and one to continue. An exit in a sweep costs more.
// A hang also costs two timeouts.
const (
	mostRestarts = 200
	MostHangs    = 10
)

// Pool is the processes of one implementation. It restarts them after an exit or a hang, remembers the
// fatal requests, and spreads requests over the processes. Which process gets a request depends on the
// requests only, never on speed or on the number of processes that work at a time. A Pool is a
// [conformance.Batcher] that keeps the order. Make one with [NewPool].
type Pool struct {
	// Observe is called with each exchange, in order, before its response is returned.
	Observe func(conformance.Exchange)

	edition   *notation.Edition
	open      func() (conformance.Implementation, error)
	jobs      int // processes that may work at a time
	offers    conformance.Description
	processes [Instances]*process
	turns     int // of all calls of DoAll
	record
}

// record is what the processes of a pool have done so far.
type record struct {
	answered   atomic.Bool   // whether any request was answered
	starts     atomic.Int64  // besides the first of each process
	hangs      atomic.Int64  // that a single request reproduced
	late       atomic.Int64  // sweeps of several tokens with a timeout
	sweepLimit atomic.Int64  // the most tokens of a sweep, fewer after a timeout
	batches    atomic.Uint64 // calls of Batches

	mu    sync.Mutex
	fatal map[fatal]bool
	notes []string // of the processes, each text once
}

// fatal is an operation on a token that makes an implementation exit or hang. It is sent
// only once: sending it again takes long and has the same result.
type fatal struct {
	op    conformance.Op
	token string
}

// NewPool returns a Pool of which up to jobs processes work at a time, and opens the first one.
// DoAll opens the others.
func NewPool(edition *notation.Edition, jobs int, open func() (conformance.Implementation, error)) (*Pool, error) {
	p := &Pool{Observe: func(conformance.Exchange) {}, edition: edition, open: open, jobs: min(max(jobs, 1), Instances)}
	p.fatal = map[fatal]bool{}
	p.sweepLimit.Store(conformance.MaxSweepTokens)
	for i := range p.processes {
		p.processes[i] = &process{pool: p}
	}
	first, err := open()
	if err != nil {
		return nil, err
	}
	p.processes[0].impl, p.offers = first, conformance.Describe(first, edition)
	return p, nil
}

// First returns the process for requests that are not worth spreading. Its DoAll keeps the order.
func (p *Pool) First() conformance.Implementation { return p.processes[0] }

// Open returns the processes that are open.
func (p *Pool) Open() (open []conformance.Implementation) {
	for _, one := range p.processes {
		if one.impl != nil {
			open = append(open, one)
		}
	}
	return open
}

// Fresh opens another process, which is not among those of DoAll. The caller closes it.
func (p *Pool) Fresh() (conformance.Implementation, error) {
	impl, err := p.open()
	return &process{pool: p, impl: impl}, err
}

// Stderr returns the first and the last lines of the standard error of the first process.
func (p *Pool) Stderr() string {
	if n, ok := p.processes[0].impl.(conformance.Noter); ok {
		return n.Stderr()
	}
	return ""
}

// Do sends one request to the first process.
func (p *Pool) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	return p.First().Do(ctx, req)
}

// Close closes all processes in parallel. It returns the error of the first one that has one.
func (p *Pool) Close() error {
	var errs [Instances]error
	var closing sync.WaitGroup
	for i, one := range p.processes {
		closing.Go(func() { errs[i] = one.Close() })
	}
	closing.Wait()
	for _, one := range p.processes {
		one.queue = queue{} // a diagnosis that follows needs the memory
	}
	return cmp.Or(errs[:]...)
}

// Restarts returns the number of restarts so far.
func (r *record) Restarts() int { return int(r.starts.Load()) }

// KnowFatal replaces the fatal requests with those of another Pool, which gets no more requests.
func (r *record) KnowFatal(from *Pool) { r.fatal = from.fatal }

func (r *record) addFatal(req conformance.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fatal[fatal{req.Op, req.Token + strings.Join(req.Tokens, "")}] = true
}

// harmless returns a request without its fatal tokens. It reports false if the request is not
// to be sent at all.
func (r *record) harmless(req conformance.Request) (conformance.Request, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.fatal) == 0 {
		return req, true
	}
	isFatal := func(token string) bool { return r.fatal[fatal{req.Op, token}] }
	endsParse := func(token string) bool { return r.fatal[fatal{conformance.OpParse, token}] }
	switch req.Op {
	case conformance.OpSweep:
		if slices.ContainsFunc(req.Tokens, isFatal) {
			req.Tokens = slices.DeleteFunc(slices.Clone(req.Tokens), isFatal)
		}
		return req, len(req.Tokens) > 0
	case conformance.OpApply, conformance.OpEqual:
		// The library parses the tokens for these operations.
		if endsParse(req.Token) || req.Op == conformance.OpEqual && endsParse(req.Other) {
			return req, false
		}
	}
	return req, !isFatal(req.Token)
}

// addLate records a timeout of a sweep of several tokens, and limits further sweeps to half
// its size. It does not count as a hang, which is a timeout of a single token.
func (r *record) addLate(tokens int) {
	r.late.Add(1)
	r.sweepLimit.Store(min(r.sweepLimit.Load(), int64(max(tokens/2, 1))))
}

func (r *record) isLate(req conformance.Request) bool {
	return len(req.Tokens) > int(r.sweepLimit.Load())
}

func (r *record) note(notes []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, note := range notes {
		if !slices.Contains(r.notes, note) {
			r.notes = append(r.notes, note)
		}
	}
}

// Notes returns notes about the restarts and those of the processes. It is complete after Close.
func (r *record) Notes() []string {
	var notes []string
	starts, late := r.starts.Load(), r.late.Load()
	if late > 0 {
		notes = append(notes, "a sweep timed out, and was repeated in a fresh process; later sweeps held at most "+
			number.Counted(int(r.sweepLimit.Load()), "string")+", whatever the seed")
	}
	if starts > 0 && (late == 0 || len(r.fatal) > 0) {
		times := "once"
		if starts > 1 {
			times = fmt.Sprintf("%d times", min(starts, mostRestarts))
		}
		notes = append(notes, "the adapter exited or hung, and was restarted "+times+" to find the request")
	}
	return append(notes, r.notes...)
}
