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
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Instances is the number of instances that a Pool spreads requests over. It is the same on each
// machine, because what an instance has seen can change its responses.
const Instances = 8

// Pool spreads requests over instances of one implementation. For an adapter, each instance is a
// process. Which instance gets a request depends on the requests only, never on speed or on the
// number of instances that work at a time. A Pool is a [conformance.Batcher]. Make one with [NewPool].
type Pool struct {
	edition *notation.Edition
	open    func() (conformance.Implementation, error)
	working chan struct{}                         // has room for each instance that may work at a time
	impls   [Instances]conformance.Implementation // nil if not opened yet; the first is always open
	chunks  int                                   // of all calls of DoAll
}

// NewPool returns a Pool of which up to jobs instances work at a time, and opens the first one.
// DoAll opens the others.
func NewPool(edition *notation.Edition, jobs int, open func() (conformance.Implementation, error)) (*Pool, error) {
	first, err := open()
	if err != nil {
		return nil, err
	}
	p := &Pool{edition: edition, open: open, working: make(chan struct{}, min(max(jobs, 1), Instances))}
	p.impls[0] = first
	return p, nil
}

// First returns the instance for requests that are not worth spreading.
func (p *Pool) First() conformance.Implementation { return p.impls[0] }

// Open yields the instances that are open.
func (p *Pool) Open() iter.Seq[conformance.Implementation] {
	return func(yield func(conformance.Implementation) bool) {
		for _, impl := range p.impls {
			if impl != nil && !yield(impl) {
				return
			}
		}
	}
}

// Do sends one request to the first instance.
func (p *Pool) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	return p.First().Do(ctx, req)
}

// chunk is successive requests that go to one instance, and then their responses.
type chunk struct {
	requests  []conformance.Request
	first     int // the number of the first request in its call of DoAll
	exchanges []conformance.Exchange
	err       error
	done      chan struct{} // is closed when the rest is set
}

// Bounds of a chunk. So the responses that wait for earlier ones take little memory, even if each has
// texts of the longest size that is kept.
const (
	chunkWeight  = 1 << 9  // strings in sweeps, and singleWeight for each request
	chunkBytes   = 1 << 18 // of tokens
	singleWeight = 4
)

// chunksOf splits requests into chunks.
func chunksOf(requests iter.Seq[conformance.Request]) iter.Seq[*chunk] {
	return func(yield func(*chunk) bool) {
		c, weight, bytes, n := &chunk{done: make(chan struct{})}, 0, 0, 0
		for req := range requests {
			c.requests = append(c.requests, req)
			n++
			weight += singleWeight + len(req.Tokens)
			bytes += len(req.Token)
			for _, token := range req.Tokens {
				bytes += len(token)
			}
			if weight < chunkWeight && bytes < chunkBytes {
				continue
			}
			if !yield(c) {
				return
			}
			c, weight, bytes = &chunk{first: n, done: make(chan struct{})}, 0, 0
		}
		if len(c.requests) > 0 {
			yield(c)
		}
	}
}

// DoAll spreads the requests over the instances, chunk by chunk in turn, and calls answer in the
// order of the chunks; see [conformance.Batcher].
func (p *Pool) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := make(chan struct{})
	var workers sync.WaitGroup
	var work [Instances]chan *chunk
	for i := range work {
		work[i] = make(chan *chunk)
		workers.Go(func() {
			for c := range work[i] {
				p.perform(ctx, i, c, stop)
				<-p.working
			}
		})
	}
	sent := make(chan *chunk, Instances) // in order; its size bounds how far ahead a fast instance is
	workers.Go(func() {
		defer close(sent)
		for i := range work {
			defer close(work[i])
		}
		for c := range chunksOf(requests) {
			select {
			case <-stop:
				return
			default:
			}
			select {
			case <-stop:
				return
			case sent <- c:
			}
			p.working <- struct{}{} // in order, so that the earliest chunk never waits for a later one
			work[p.chunks%Instances] <- c
			p.chunks++
		}
	})
	err := takeInOrder(sent, answer)
	close(stop)
	if err != nil {
		cancel() // the instances need not finish
	}
	workers.Wait()
	return cmp.Or(err, context.Cause(ctx))
}

// takeInOrder passes the responses of chunks to answer, until it returns false or a chunk has an error.
func takeInOrder(sent <-chan *chunk, answer func(conformance.Exchange) bool) error {
	for c := range sent {
		<-c.done
		for _, x := range c.exchanges {
			x.Index += c.first
			if !answer(x) {
				return nil
			}
		}
		if c.err != nil {
			return c.err
		}
	}
	return nil
}

// perform sends the requests of a chunk to the i-th instance, until stop is closed.
func (p *Pool) perform(ctx context.Context, i int, c *chunk, stop <-chan struct{}) {
	defer close(c.done)
	impl, err := p.opened(ctx, i)
	if err == nil {
		err = conformance.DoAll(ctx, impl, slices.Values(c.requests), func(x conformance.Exchange) bool {
			c.exchanges = append(c.exchanges, x)
			select {
			case <-stop:
				return false
			default:
				return true
			}
		})
	}
	c.err = err
}

// opened returns the i-th instance, and opens it if necessary, unless ctx is done.
func (p *Pool) opened(ctx context.Context, i int) (conformance.Implementation, error) {
	if p.impls[i] != nil || ctx.Err() != nil {
		return p.impls[i], context.Cause(ctx)
	}
	impl, err := p.open()
	if err != nil {
		return nil, fmt.Errorf("starting process %d of %d: %w", i+1, Instances, err)
	}
	p.impls[i] = impl
	if one, other := conformance.Describe(p.First(), p.edition), conformance.Describe(impl, p.edition); !reflect.DeepEqual(one, other) {
		return nil, errors.New("the responses to hello differ between processes of the adapter: every process has to offer the same")
	}
	return impl, nil
}

// Close closes all open instances in parallel. It returns the error of the first instance
// that has one.
func (p *Pool) Close() error {
	var errs [Instances]error
	var closing sync.WaitGroup
	for i, impl := range p.impls {
		if c, ok := impl.(io.Closer); ok {
			closing.Go(func() { errs[i] = c.Close() })
		}
	}
	closing.Wait()
	return cmp.Or(errs[:]...)
}

// Notes returns the notes of all instances, each text once.
func (p *Pool) Notes() []string {
	var notes []string
	for impl := range p.Open() {
		if n, ok := impl.(conformance.Noter); ok {
			for _, note := range n.Notes() {
				if !slices.Contains(notes, note) {
					notes = append(notes, note)
				}
			}
		}
	}
	return notes
}
