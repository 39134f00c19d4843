package wire

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/epin-conformance/harness/conformance"
)

// accept decodes a line as a response, and passes it to c if the request belongs to c. c is
// nil if no more responses are wanted. accept reports whether c wants more. If it returns an
// error, it has ended the session.
func (s *Session) accept(c *call, line []byte) (on bool, err error) {
	m := &s.message
	id, err := m.begin(line)
	if err != nil {
		return false, s.malformed(line, err, nil)
	}
	slot := s.slot(id)
	if slot == nil {
		return false, s.unexpectedID(line, id)
	}
	e := conformance.Exchange{Index: slot.index, Request: slot.request}
	if m.response(&slot.request, &e.Response); m.err != nil {
		req := slot.request
		return false, s.malformed(line, m.err, &req)
	}
	if s.log != nil {
		s.log.Answered(id, line)
	}
	wanted := slot.call == c
	s.freed += slot.size
	slot.answered, slot.call, slot.request = true, nil, conformance.Request{}
	for s.first < s.known && s.window[s.first%windowSize].answered {
		s.first++
	}
	if !wanted {
		return true, nil
	}
	c.received++
	c.refused = c.refused || !c.answer(e)
	return !c.refused, nil
}

// slot returns the slot of the unanswered request with an id, or nil.
func (s *Session) slot(id int64) *slot {
	n := id >> idNoiseBits
	if n < s.first || n >= s.known {
		return nil
	}
	if slot := &s.window[n%windowSize]; slot.id == id && !slot.answered {
		return slot
	}
	return nil
}

// malformed ends the session because a line is not a well-formed response. to is the request
// with its id, or nil if the id is not known.
func (s *Session) malformed(line []byte, err error, to *conformance.Request) error {
	return s.fail(&conformance.Failure{Kind: conformance.MalformedAnswer, What: malformedLine(line, err), Line: lineOf(line), Request: to})
}

// unexpectedID ends the session because no request in flight has the id of a response.
func (s *Session) unexpectedID(line []byte, id int64) error {
	f := &conformance.Failure{
		Kind: conformance.UnknownID,
		What: fmt.Sprintf("the adapter responded to the id %d, which no open request has: %s; return the id of the request unchanged", id, conformance.Quote(line)),
		Line: lineOf(line),
	}
	if n, ok := s.ids.request(id); ok && n < s.known {
		f.Kind = conformance.RepeatedID
		f.What = fmt.Sprintf("the adapter responded to the id %d a second time: %s; respond to each request once", id, conformance.Quote(line))
	}
	return s.fail(f)
}

// fail sets the fields of f that all kinds have in common, and ends the session.
func (s *Session) fail(f *conformance.Failure) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failLocked(f)
}

// failLocked is fail with mu held.
func (s *Session) failLocked(f *conformance.Failure) error {
	if _, req := s.due(); f.Request == nil && req != nil {
		f.Request = new(*req)
	}
	f.Stderr = s.process.tail.String()
	return s.endLocked(f)
}

// due returns the number of unanswered requests, and the earliest, or nil. mu is held. The
// caller is the goroutine that reads, or that goroutine is waiting.
func (s *Session) due() (n int, earliest *conformance.Request) {
	for i := s.tail - 1; i >= s.head; i-- {
		if slot := &s.window[i%windowSize]; !slot.answered {
			n, earliest = n+1, &slot.request
		}
	}
	return n, earliest
}

// responsesDue returns a clause such as "2 responses were due". The conditions of due hold.
func (s *Session) responsesDue() string {
	n, _ := s.due()
	return plural(n, "response was", "responses were") + " due"
}

// line returns the next line of standard output. It waits at most timeout for the complete
// line, and at most Grace if the process has exited. If it returns an error, it has ended the session.
func (s *Session) line(timeout time.Duration) ([]byte, error) {
	line, ok := s.in.next()
	if ok {
		return line, nil
	}
	s.mu.Lock()
	s.release()
	if s.process.hasExited() {
		timeout = min(timeout, s.command.Grace)
	}
	s.setDeadline(timeout)
	s.mu.Unlock()
	var err error
	for !ok && err == nil {
		if err = s.in.fill(); err == nil {
			line, ok = s.in.next()
		}
	}
	s.mu.Lock()
	s.deadline = time.Time{}
	s.known = s.tail
	s.mu.Unlock()
	if err != nil {
		return nil, s.readFailed(err)
	}
	return line, nil
}

// release removes the answered requests from the window. It wakes the sender only if at
// least half of the window is free: waking it more often is slow. mu is held.
func (s *Session) release() {
	s.head, s.dueBytes = s.first, s.dueBytes-s.freed
	s.freed = 0
	s.adapt()
	if s.tail-s.head <= s.limit/2 && s.dueBytes <= windowBytes/2 {
		s.room.Signal()
	}
}

// adapt limits the requests in flight to the number that the adapter answers in
// 1/timeoutPart of the timeout, at its speed in this call. mu is held.
func (s *Session) adapt() {
	answered := s.first - s.callFirst
	if answered <= 0 || s.limit == windowSize {
		return
	}
	inTime := float64(s.command.Timeout) / timeoutPart * float64(answered) / float64(max(time.Since(s.callBegan), time.Microsecond))
	s.limit = int64(min(max(inTime, firstLimit), windowSize))
}

func (s *Session) setDeadline(timeout time.Duration) {
	s.deadline = time.Now().Add(timeout)
	s.timer.Reset(timeout)
}

// noteExit is the goroutine that waits until the process has exited. The session still reads
// the output that the process wrote before. If a child holds the pipe open, the session waits
// at most Grace for it.
func (s *Session) noteExit() {
	<-s.process.exited
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.deadline.IsZero() && time.Until(s.deadline) > s.command.Grace {
		s.setDeadline(s.command.Grace)
	}
}

// expire ends the session if its deadline is over. The timer calls it.
func (s *Session) expire() {
	s.mu.Lock()
	if s.deadline.IsZero() || time.Now().Before(s.deadline) {
		s.mu.Unlock()
		return
	}
	exited := s.process.hasExited()
	if !exited {
		// An adapter that cannot read an empty line may complain and exit now. This must not
		// become the error, so mu stays locked, nor be shown as the reason.
		s.process.tail.end()
		s.probe()
	}
	_ = s.failLocked(s.late(exited))
	s.mu.Unlock()
}

// probe tests whether a process that is late has closed its standard input, before it is
// ended. Only a write can show this. mu is held.
func (s *Session) probe() {
	if !s.greeted || s.input.writing || s.input.err != nil || len(s.input.out) > 0 {
		return
	}
	// The deadline leaves room for a pause of the machine before the write.
	if s.process.stdin.SetWriteDeadline(time.Now().Add(250*time.Millisecond)) != nil {
		return // this system has no write deadlines for pipes
	}
	if _, err := s.process.stdin.WriteString("\n"); err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
		s.input.err = err
	}
}

// late returns the failure for a line that is late. exited tells whether the process had
// exited before the probe. mu is held.
func (s *Session) late(exited bool) *conformance.Failure {
	switch {
	case exited:
		return s.died(", and something that it had started still holds its standard output")
	case !s.greeted:
		return &conformance.Failure{Kind: conformance.NoHello, What: "the adapter did not respond to hello within " + inSeconds(s.command.HelloTimeout) +
			" (" + s.command.Names.HelloTimeout + "); respond to each line at once, and flush the output"}
	case s.input.err != nil:
		return &conformance.Failure{Kind: conformance.InputClosed, What: "the adapter closed its standard input while " + s.responsesDue(), Err: s.input.err}
	}
	return &conformance.Failure{Kind: conformance.Hung, What: "the adapter sent no complete response within " + inSeconds(s.command.Timeout) + " (" + s.command.Names.Timeout + ") while " + s.responsesDue()}
}

// died returns the failure for a process that has exited. mu is held.
func (s *Session) died(how string) *conformance.Failure {
	f := &conformance.Failure{Kind: conformance.Died, State: s.process.state.String()}
	if s.greeted {
		f.What = fmt.Sprintf("the adapter exited (%s) while %s%s", f.State, s.responsesDue(), how)
	} else {
		f.Kind = conformance.EndedBeforeHello
		f.What = fmt.Sprintf("the adapter exited (%s) before it responded to hello%s", f.State, how)
		if env := s.command.Names.Env; env != "" {
			f.What += "; " + env
		}
	}
	return f
}

// readFailed ends the session because reading standard output failed.
func (s *Session) readFailed(err error) error {
	if err := s.failure(); err != nil {
		return err // the session ended before, and so reading failed
	}
	rest := bytes.Clone(s.in.rest())
	if errors.Is(err, ErrLineTooLong) {
		return s.fail(&conformance.Failure{Kind: conformance.LineTooLong, Line: lineOf(rest),
			What: "the adapter wrote a line longer than 16 MiB: " + conformance.Quote(rest)})
	}
	// Wait up to Grace for the exit of the process, and for the end of standard error.
	deadline := time.Now().Add(s.command.Grace)
	if within(s.command.Grace, s.process.exited, s.over) {
		within(time.Until(deadline), s.process.stderrEnded, s.over)
	}
	how := ""
	if len(rest) > 0 {
		how = ", within a line: " + conformance.Quote(rest)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	f := &conformance.Failure{Kind: conformance.OutputClosed, What: "the adapter closed its standard output, but did not exit" + how, Err: err}
	if s.process.hasExited() {
		f = s.died(how)
	}
	f.Line = lineOf(rest)
	return s.failLocked(f)
}
