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

// Pool is several openings of one implementation, each a process of its own where it is one
// behind a pipe, that share what is asked. It is a [conformance.Batcher]. Make one with
// [NewPool].
type Pool struct {
	edition epin.Edition
	open    func() (conformance.Implementation, error)
	impls   []conformance.Implementation // nil where not opened yet; the first always is
}

// NewPool opens the first of so many implementations. The others are opened when
// there is something to share.
func NewPool(edition epin.Edition, size int, open func() (conformance.Implementation, error)) (*Pool, error) {
	first, err := open()
	if err != nil {
		return nil, err
	}
	p := &Pool{edition: edition, open: open, impls: make([]conformance.Implementation, max(size, 1))}
	p.impls[0] = first
	return p, nil
}

// First is the implementation for everything that is not worth sharing.
func (p *Pool) First() conformance.Implementation { return p.impls[0] }

// Do asks the first implementation.
func (p *Pool) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	return p.First().Do(ctx, req)
}

// DoAll shares the requests between the implementations, see [conformance.Batcher].
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

// work asks the i-th implementation its share.
func (p *Pool) work(ctx context.Context, i int, s *share) error {
	impl, err := p.opened(i)
	if err != nil {
		return err
	}
	for s.wait() {
		// What an exchange is called here, and what it is called by whoever asked: at
		// most mostAhead are under way, so a later one is never in the place of another.
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

// opened returns the i-th implementation, which it opens if need be.
func (p *Pool) opened(i int) (conformance.Implementation, error) {
	if p.impls[i] != nil {
		return p.impls[i], nil
	}
	impl, err := p.open()
	if err != nil {
		return nil, fmt.Errorf("starting it for the %s time beside the others: %w", ordinal(i+1), err)
	}
	p.impls[i] = impl
	if one, other := conformance.Describe(p.First(), p.edition), conformance.Describe(impl, p.edition); !reflect.DeepEqual(one, other) {
		return nil, errors.New("the adapter does not say the same of itself each time that it is started; test one process at a time")
	}
	return impl, nil
}

func ordinal(n int) string {
	switch n {
	case 2:
		return "second"
	case 3:
		return "third"
	}
	return fmt.Sprintf("%dth", n)
}

// Close closes what was opened, all at the same time, and returns what went wrong
// first in their order.
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

// Notes returns what was noticed about any of them, each note once.
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

// What is under way in all implementations together: so much has to be kept until
// what was asked before is answered. An implementation that has run too far ahead of
// another one comes to the end of its requests, and waits. It must not wait in the
// middle of a call: that could not end while it does.
const (
	mostAhead       = 1 << 15 // requests
	mostAheadWeight = 1 << 17
)

// weight of a request is roughly how many short tokens it is worth in memory, a
// single one being worth 4. A response that waits for an earlier one adds to it.
func weight(req conformance.Request) int {
	return 4 + len(req.Tokens) + len(req.Token)/bytesOfWeight
}

const bytesOfWeight = 64

// share is one DoAll of a pool.
type share struct {
	mu      sync.Mutex
	news    *sync.Cond // there is room again, or it has ended
	drawing sync.Mutex
	next    func() (conformance.Request, bool)
	drawn   int // requests
	lowest  int // without an answer
	settled [mostAhead]bool
	weights [mostAhead]int
	weight  int  // of everything from lowest on
	ended   bool // nothing more is to be asked
	err     error

	judging sync.Mutex
	refused bool // nobody wants further answers
	answer  func(conformance.Exchange) bool
}

// room reports whether another request may be drawn. mu is held.
func (s *share) room() bool {
	return s.drawn == s.lowest || s.drawn-s.lowest < mostAhead && s.weight < mostAheadWeight
}

// draw takes the next request with its number. It reports false if there is none, or
// none for now.
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

// judge hands on an answer, and reports whether to go on.
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

// wait waits for room, and reports false when nothing more is to be asked.
func (s *share) wait() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.ended && !s.room() {
		s.news.Wait()
	}
	return !s.ended
}

// end says that nothing more is to be asked; err is kept if it is the first.
func (s *share) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	if s.err == nil {
		s.err = err
	}
	s.news.Broadcast()
}
