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
	local   []conformance.Exchange // responses to requests that are not sent to the adapter
	sendErr error                  // why a request cannot be sent
	blocked bool                   // the window has no room for the next request
	allSent bool
	stopped bool

	received int  // responses; only the receiving goroutine uses it
	refused  bool // answer returned false
}

// run performs all requests. It iterates them on a separate goroutine.
func (c *call) run(requests iter.Seq[conformance.Request]) error {
	var sender sync.WaitGroup
	sender.Go(func() { c.send(requests) })
	defer sender.Wait()
	defer c.stop()
	return c.receive()
}

// send sends all requests. It returns early when the session or the call ends.
func (c *call) send(requests iter.Seq[conformance.Request]) {
	var (
		err   error
		index int
	)
	for req := range requests {
		var on bool
		if c.session.canSend(&req) {
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

// sentAll records that no more requests follow. err is the error that stopped them, or nil.
func (c *call) sentAll(err error) {
	s := c.session
	s.mu.Lock()
	c.allSent, c.sendErr = true, err
	s.news.Signal()
	s.mu.Unlock()
}

// canSend reports whether req can be sent to the adapter.
func (s *Session) canSend(req *conformance.Request) bool {
	return s.offers.Answers(*req)
}

// over reports whether sending has to stop. mu is held.
func (c *call) over() bool { return c.stopped || c.session.err != nil }

// answerLocally queues the response to a request that is not sent to the adapter. It
// reports whether to continue.
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

// sendOne waits until the window has room for a request, and queues it for the writer. It
// reports whether to continue.
func (c *call) sendOne(index int, req *conformance.Request) (bool, error) {
	s := c.session
	n := s.tail // only this goroutine changes it
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

// give queues a line for the writer. The line was built in s.request; callers do not use
// it again. mu is held.
func (s *Session) give(line []byte) {
	if len(s.out) == 0 {
		s.out, s.request = line, s.out // avoids copying a long line
		return
	}
	if cap(s.out)-len(s.out) < len(line) {
		// Double the capacity: append would grow it by a quarter each time.
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

// receive passes responses to c.answer until all have arrived.
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

// next waits until there is something to do. It returns the local responses, and whether
// a response of the adapter is due. It returns neither if all requests are answered.
// A response that a stopped call left is also due if it keeps the window full.
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

// isDue reports whether there is a response to wait for. mu is held.
func (c *call) isDue() bool {
	return c.sent > c.received || c.blocked && c.session.head < c.session.tail
}
