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

	// Guarded by the session's mu.
	sent    int   // requests
	sendErr error // why a request cannot be sent
	blocked bool  // the window has no room for the next request
	allSent bool
	stopped bool

	received int // responses; only the receiving goroutine uses it

	answering sync.Mutex // guards the fields below, and calls of answer
	answer    func(conformance.Exchange) bool
	refused   bool // answer returned false
}

// send sends all requests. It returns early when the session or the call ends. A request that
// the adapter does not offer gets its response here.
func (c *call) send(requests iter.Seq[conformance.Request]) {
	s := c.session
	var err error
	index := 0
	for req := range requests {
		var on bool
		if s.offers.Answers(req) {
			on, err = c.sendOne(index, &req)
		} else {
			on = s.failure() == nil && c.answerLocally(conformance.Exchange{Index: index, Request: req})
		}
		if !on {
			break
		}
		index++
	}
	s.mu.Lock()
	c.allSent, c.sendErr = true, err
	s.news.Signal()
	s.mu.Unlock()
}

// answerLocally passes a response to answer, unless answer has returned false. It reports
// whether to continue.
func (c *call) answerLocally(e conformance.Exchange) bool {
	c.answering.Lock()
	defer c.answering.Unlock()
	c.refused = c.refused || !c.answer(e)
	return !c.refused
}

// over reports whether sending has to stop. mu is held.
func (c *call) over() bool { return c.stopped || c.session.err != nil }

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
	s.news.Signal()
	return true, nil
}

// give queues a line for the writer. The line was built in s.request; callers do not use
// it again. mu is held.
func (s *Session) give(line []byte) {
	s.input.work.Signal()
	out := s.input.out
	if len(out) == 0 {
		s.input.out, s.request = line, out // avoids copying a long line
		return
	}
	if cap(out)-len(out) < len(line) {
		// Double the capacity: append would grow it by a quarter each time.
		out = slices.Grow(out, max(len(line), cap(out)))
	}
	s.input.out, s.request = append(out, line...), line[:0]
}

// stop makes send return.
func (c *call) stop() {
	s := c.session
	s.mu.Lock()
	c.stopped = true
	s.room.Broadcast()
	s.mu.Unlock()
}

// receive passes the responses of the adapter to answer until all have arrived.
func (c *call) receive() error {
	s := c.session
	for {
		if due, err := c.next(); err != nil || !due {
			return err
		}
		line, err := s.line(s.command.Timeout)
		if err != nil {
			return err
		}
		if on, err := c.acceptAll(line); err != nil || !on {
			return err
		}
	}
}

// acceptAll accepts a line and those that were read with it. It reports whether to continue.
func (c *call) acceptAll(line []byte) (on bool, err error) {
	c.answering.Lock() // not for each line, which is slow
	defer c.answering.Unlock()
	for ok := true; ok; line, ok = c.session.in.next() {
		if on, err = c.session.accept(c, line); err != nil || !on {
			break
		}
	}
	return on, err
}

// next waits until a response of the adapter is due. If there is none to come, it reports
// false, with the error of the sender. A response that a stopped call left is also due if it
// keeps the window full.
func (c *call) next() (due bool, err error) {
	s := c.session
	s.mu.Lock()
	defer s.mu.Unlock()
	s.release()
	for {
		due := c.sent > c.received || c.blocked && s.head < s.tail
		switch {
		case s.err != nil:
			return false, s.err
		case due:
			return true, nil
		case c.allSent:
			return false, c.sendErr
		}
		s.news.Wait()
	}
}
