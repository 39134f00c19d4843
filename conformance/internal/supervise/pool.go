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
	"github.com/epin-conformance/harness/epin"
)

// Pool shares requests between several instances of one implementation. For an adapter, each
// instance is a process. A Pool is a [conformance.Batcher]. Make one with [NewPool].
type Pool struct {
	edition epin.Edition
	open    func() (conformance.Implementation, error)
	impls   []conformance.Implementation // nil if not opened yet; the first is always open
}

// NewPool returns a Pool of size instances, and opens the first one. DoAll opens the
// others.
func NewPool(edition epin.Edition, size int, open func() (conformance.Implementation, error)) (*Pool, error) {
	first, err := open()
	if err != nil {
		return nil, err
	}
	p := &Pool{edition: edition, open: open, impls: make([]conformance.Implementation, max(size, 1))}
	p.impls[0] = first
	return p, nil
}

// First returns the instance for requests that are not worth sharing.
func (p *Pool) First() conformance.Implementation { return p.impls[0] }

// Do sends one request to the first instance.
func (p *Pool) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	return p.First().Do(ctx, req)
}

// DoAll shares the requests between the instances, see [conformance.Batcher].
func (p *Pool) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	if len(p.impls) == 1 {
		return conformance.DoAll(ctx, p.First(), requests, answer)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next, stop := iter.Pull(requests)
	defer stop()
	s := &share{next: next, answer: answer}
	s.news = sync.NewCond(&s.mu)
	var workers sync.WaitGroup
	for i := range p.impls {
		workers.Go(func() {
			if err := p.work(ctx, i, s); err != nil {
				s.end(err)
				cancel(err)
			}
		})
	}
	workers.Wait()
	return s.err
}

// work performs the share of the i-th instance.
func (p *Pool) work(ctx context.Context, i int, s *share) error {
	impl, err := p.opened(i)
	if err != nil {
		return err
	}
	for s.wait() {
		// numbers maps an index of this call to the number of the request in the pool. At
		// most mostAhead requests are in flight, so no two share an element.
		var numbers [mostAhead]int
		drawn := 0
		err := conformance.DoAll(ctx, impl, func(yield func(conformance.Request) bool) {
			for {
				req, number, ok := s.draw()
				if !ok {
					return
				}
				numbers[drawn%mostAhead] = number
				drawn++
				if !yield(req) {
					return
				}
			}
		}, func(x conformance.Exchange) bool {
			x.Index = numbers[x.Index%mostAhead]
			return s.judge(x)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// opened returns the i-th instance, and opens it if necessary.
func (p *Pool) opened(i int) (conformance.Implementation, error) {
	if p.impls[i] != nil {
		return p.impls[i], nil
	}
	impl, err := p.open()
	if err != nil {
		return nil, fmt.Errorf("starting process %d of %d: %w", i+1, len(p.impls), err)
	}
	p.impls[i] = impl
	if one, other := conformance.Describe(p.First(), p.edition), conformance.Describe(impl, p.edition); !reflect.DeepEqual(one, other) {
		return nil, errors.New("the responses to hello differ between processes of the adapter: test one process at a time")
	}
	return impl, nil
}

// Close closes all open instances in parallel. It returns the error of the first instance
// that has one.
func (p *Pool) Close() error {
	errs := make([]error, len(p.impls))
	var closing sync.WaitGroup
	for i, impl := range p.impls {
		if c, ok := impl.(io.Closer); ok {
			closing.Go(func() { errs[i] = c.Close() })
		}
	}
	closing.Wait()
	return cmp.Or(errs...)
}

// Notes returns the notes of all instances, each text once.
func (p *Pool) Notes() []string {
	var notes []string
	for _, impl := range p.impls {
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

// Bounds of what is in flight in all instances together: the pool keeps it until all
// earlier requests are answered. For an instance that is too far ahead of another one, draw
// ends the requests, and work waits between two calls of DoAll. It must not wait during a
// call, which then could not return.
const (
	mostAheadWeight = 1 << 17
	mostAhead       = mostAheadWeight / weightOfOne // requests
	weightOfOne     = 4
	bytesOfWeight   = 64
)

// weight returns the approximate memory of a request, in short tokens. A response that waits for
// an earlier one adds to the weight.
func weight(req conformance.Request) int {
	return weightOfOne + len(req.Tokens) + len(req.Token)/bytesOfWeight
}

// share is one DoAll of a pool.
type share struct {
	mu      sync.Mutex
	news    *sync.Cond // signals that there is room again, or that the share has ended
	drawing sync.Mutex
	next    func() (conformance.Request, bool)
	drawn   int // number of requests drawn
	lowest  int // the lowest number of an unanswered request
	settled [mostAhead]bool
	weights [mostAhead]int
	weight  int  // of all requests from lowest on
	ended   bool // no further request is sent
	err     error

	judging sync.Mutex
	refused bool // answer returned false
	answer  func(conformance.Exchange) bool
}

// room reports whether another request may be drawn. mu is held.
func (s *share) room() bool {
	return s.drawn == s.lowest || s.weight < mostAheadWeight
}

// draw returns the next request with its number. It reports false if there are no more
// requests, or no room for now.
func (s *share) draw() (conformance.Request, int, bool) {
	s.drawing.Lock()
	defer s.drawing.Unlock()
	s.mu.Lock()
	on := !s.ended && s.room()
	s.mu.Unlock()
	if !on {
		return conformance.Request{}, 0, false
	}
	req, ok := s.next()
	if !ok {
		s.end(nil)
		return conformance.Request{}, 0, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	number := s.drawn
	s.drawn++
	s.weights[number%mostAhead] = weight(req)
	s.weight += weight(req)
	return req, number, true
}

// judge passes a response to answer, and reports whether to continue.
func (s *share) judge(x conformance.Exchange) bool {
	s.judging.Lock()
	on := !s.refused && s.answer(x)
	s.refused = !on
	s.judging.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.settled[x.Index%mostAhead] = true
	s.weights[x.Index%mostAhead] += x.Response.Size() / bytesOfWeight
	s.weight += x.Response.Size() / bytesOfWeight
	for at := s.lowest % mostAhead; s.settled[at]; at = s.lowest % mostAhead {
		s.settled[at] = false
		s.weight -= s.weights[at]
		s.lowest++
	}
	if !on {
		s.ended = true
	}
	s.news.Broadcast()
	return on
}

// wait waits for room. It reports false if no further request is sent.
func (s *share) wait() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.ended && !s.room() {
		s.news.Wait()
	}
	return !s.ended
}

// end makes all instances stop. It keeps the first error.
func (s *share) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	if s.err == nil {
		s.err = err
	}
	s.news.Broadcast()
}
