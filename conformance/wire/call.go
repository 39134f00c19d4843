package wire

import (
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/epin-conformance/harness/conformance"
)

// call is one DoAll.
type call struct {
	session *Session
	answer  func(conformance.Exchange) bool

	// Guarded by the session's mu.
	sent    int                    // requests
	local   []conformance.Exchange // answers that the adapter is not asked for
	sendErr error                  // a request that cannot be sent
	blocked bool                   // the window has no room for the next request
	allSent bool
	stopped bool

	received int // answers; only the receiving goroutine looks
	refused  bool
}

// run asks everything that requests yields, which it draws on a goroutine of its own.
func (c *call) run(requests iter.Seq[conformance.Request]) error {
	var sender sync.WaitGroup
	sender.Go(func() { c.send(requests) })
	defer sender.Wait()
	defer c.stop()
	return c.receive()
}

// send sends everything that requests yields, and ends early when the session or
// the call does.
func (c *call) send(requests iter.Seq[conformance.Request]) {
	var (
		err   error
		index int
	)
	for req := range requests {
		var on bool
		if c.session.canAsk(&req) {
			on, err = c.sendOne(index, &req)
		} else {
			on = c.answerLocally(conformance.Exchange{Index: index, Request: req})
		}
		if !on || err != nil {
			break
		}
		index++
	}
	c.sentAll(err)
}

// sentAll notes that nothing else is sent; err is why, if it is an error.
func (c *call) sentAll(err error) {
	s := c.session
	s.mu.Lock()
	c.allSent, c.sendErr = true, err
	s.news.Signal()
	s.mu.Unlock()
}

// canAsk reports whether the adapter can be asked req at all.
func (s *Session) canAsk(req *conformance.Request) bool {
	return s.offers.Answers(*req)
}

// over reports whether nothing more is to be sent. mu is held.
func (c *call) over() bool { return c.stopped || c.session.err != nil }

// answerLocally answers a request that the adapter is not asked. It reports
// whether to go on.
func (c *call) answerLocally(e conformance.Exchange) bool {
	s := c.session
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(c.local) >= windowSize && !c.over() {
		s.room.Wait()
	}
	if c.over() {
		return false
	}
	c.local = append(c.local, e)
	s.news.Signal()
	return true
}

// sendOne gives a request to the writer, as soon as the window has room for it. It
// reports whether to go on.
func (c *call) sendOne(index int, req *conformance.Request) (bool, error) {
	s := c.session
	n := s.tail // nobody else changes it
	if n > maxRequests {
		return false, fmt.Errorf("wire: no ids are left after %d requests; open another session", maxRequests)
	}
	id := s.ids.id(n)
	line, err := appendRequest(s.request[:0], id, req, s.offers.Bytes)
	if err != nil {
		return false, err
	}
	line = append(line, '\n')

	s.mu.Lock()
	defer s.mu.Unlock()
	for (s.tail-s.head >= s.limit || s.dueBytes > 0 && s.dueBytes+len(line) > windowBytes) && !c.over() {
		c.blocked = true
		s.news.Signal()
		s.room.Wait()
		c.blocked = false
	}
	if c.over() {
		return false, nil
	}
	s.window[n%windowSize] = slot{id: id, call: c, index: index, size: len(line), request: *req}
	s.tail++
	s.dueBytes += len(line)
	if s.log != nil {
		s.log.Sent(id, line[:len(line)-1])
	}
	s.give(line)
	c.sent++
	s.work.Signal()
	s.news.Signal()
	return true, nil
}

// give gives a line to the writer. It was made in request, and is not to be used again.
// mu is held.
func (s *Session) give(line []byte) {
	if len(s.out) == 0 {
		s.out, s.request = line, s.out // a long one is not copied
		return
	}
	if cap(s.out)-len(s.out) < len(line) {
		// To twice as much: append would grow it by a quarter, again and again.
		s.out = slices.Grow(s.out, max(len(line), cap(s.out)))
	}
	s.out, s.request = append(s.out, line...), line[:0]
}

// stop makes send return.
func (c *call) stop() {
	s := c.session
	s.mu.Lock()
	c.stopped = true
	s.room.Broadcast()
	s.mu.Unlock()
}

// receive hands out answers until all have come.
func (c *call) receive() error {
	s := c.session
	for {
		local, due, err := c.next()
		if err != nil {
			return err
		}
		for _, e := range local {
			if !c.answer(e) {
				return nil
			}
		}
		if !due {
			if local == nil {
				return c.sendErr
			}
			continue
		}
		line, err := s.line(s.command.Timeout)
		for ok := err == nil; ok; line, ok = s.in.next() {
			if err = s.accept(c, line); err != nil || c.refused {
				break
			}
		}
		if err != nil || c.refused {
			return err
		}
	}
}

// next waits until there is something to do: local answers to hand out, answers
// due from the adapter, neither when everything is answered, or an error. Answers
// that nobody wants any more are due, too, when nothing can be sent before them.
func (c *call) next() (local []conformance.Exchange, due bool, err error) {
	s := c.session
	s.mu.Lock()
	defer s.mu.Unlock()
	s.release()
	for s.err == nil && len(c.local) == 0 && !c.isDue() && !c.allSent {
		s.news.Wait()
	}
	local, c.local = c.local, nil
	if local != nil {
		s.room.Signal()
	}
	return local, c.isDue(), s.err
}

// isDue reports whether there is an answer to wait for. mu is held.
func (c *call) isDue() bool {
	return c.sent > c.received || c.blocked && c.session.head < c.session.tail
}
