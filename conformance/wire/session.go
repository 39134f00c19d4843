//go:build !js

package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// How far requests run ahead of their responses.
const (
	windowSize  = 2048    // requests; a power of two
	windowBytes = 1 << 21 // of their lines together, and one line more
	// An adapter may answer all requests that it has read at once. So the session sends only
	// as many as the adapter answers in 1/timeoutPart of the timeout: see room.
	firstLimit  = 4 // requests, before its speed is known
	timeoutPart = 8
)

var errClosed = errors.New("wire: the session is closed")

// A Session is a running adapter: a [conformance.Implementation] behind pipes.
// [Command.Open] makes one. The caller has to close it.
//
// The first error ends the session and its process: Do and DoAll then return that
// error. An error that the program causes is a [*conformance.Failure]. A context that is
// done ends the whole session, not only the call that got it.
//
// Do, DoAll and Close must not be called by several goroutines at once.
type Session struct {
	command Command // without zero durations
	offers  conformance.Description
	process *Process
	log     Log // nil for none
	ids     ids
	message message
	window  window
	out     []byte // lines that were not passed to the process yet
	err     error  // why the session ended
	closed  bool
	notes   []string
}

// window holds the requests that were sent, from the first unanswered one on: request n is
// slots[n%windowSize].
type window struct {
	slots      [windowSize]slot
	head, tail int64 // the numbers of the first unanswered request, and of the next request
	bytes      int   // in the lines of the unanswered requests
	limit      int64 // requests in flight, from firstLimit to windowSize; see room
}

type slot struct {
	id       int64
	index    int // in its DoAll
	size     int // of its line
	request  conformance.Request
	answered bool
}

// hello sends the request hello and reads the response. An error has ended the session.
func (s *Session) hello(ctx context.Context, edition *notation.Edition) error {
	s.process.Send(fmt.Appendf(nil, `{"id":0,"op":"hello","protocol":%d,"edition":%q}`+"\n", Version, edition.String()))
	line, err := s.process.Line(ctx, s.command.HelloTimeout)
	if err != nil {
		return s.noHello(ctx, err)
	}
	if s.log != nil {
		s.log.Greeted(line)
	}
	s.offers, err = DecodeHello(edition, line)
	switch {
	case err == conformance.ErrUnsupportedEdition:
		return s.fail(&conformance.Failure{
			Kind: conformance.EditionUnsupported,
			What: "the adapter does not support edition " + edition.String() +
				": accept it in hello if the library supports it, or test another edition (" + notation.Names(edition) + ")",
			Err: err,
		})
	case FaultOf(err) == OtherVersion:
		return s.fail(&conformance.Failure{Kind: conformance.WrongVersion, What: err.Error(), Err: err})
	case err != nil:
		f := Malformed(line, err)
		f.Kind, f.What = conformance.MalformedHello, f.What+"; the response to hello was expected"
		return s.fail(f)
	}
	s.message.edition = edition
	return nil
}

// noHello ends the session because there is no response to hello.
func (s *Session) noHello(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return s.stop(stopped(ctx, "the adapter"))
	}
	names := s.command.Names
	waited := inSeconds(s.command.HelloTimeout) + " (" + names.HelloTimeout + ")"
	f := s.process.Failure(ctx, err, waited, "before it responded to hello")
	switch {
	case f.Kind == conformance.Hung:
		f.Kind = conformance.NoHello
		f.What = "the adapter did not respond to hello within " + waited + "; respond to each line at once, and flush the output"
	case f.Kind == conformance.Died:
		f.Kind = conformance.EndedBeforeHello
		if names.Env != "" {
			f.What += "; " + names.Env
		}
	}
	return s.fail(f)
}

// Describe returns the description from the adapter's hello, without methods that the
// edition does not have.
func (s *Session) Describe() conformance.Description { return s.offers }

// Stderr returns what a [conformance.Failure] has of standard error, up to now. It is
// untrusted: escape it before you show it.
func (s *Session) Stderr() string { return s.process.tail.String() }

// Do sends one request. It returns Unsupported, and sends nothing, if the adapter does not
// offer the operation or a method, or does not take the tokens.
func (s *Session) Do(ctx context.Context, req conformance.Request) (resp conformance.Response, err error) {
	err = s.DoAll(ctx, slices.Values([]conformance.Request{req}), func(e conformance.Exchange) bool {
		resp = e.Response
		return true
	})
	return resp, err
}

type call struct {
	*Session
	ctx    context.Context
	answer func(conformance.Exchange) bool
	began  time.Time
	first  int64 // the number of its first request
	done   int64 // responses
}

// DoAll sends the requests that requests yields, see [conformance.Batcher]. It sends them in blocks, up
// to some thousands ahead of the responses, and calls answer between two requests. A request that the
// adapter does not offer gets its response at once.
//
// After answer returns false, the adapter still answers the requests in flight. Later
// calls read these responses, check their form and drop them.
func (s *Session) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	if s.err == nil && ctx.Err() != nil {
		_ = s.stop(stopped(ctx, "the adapter"))
	}
	if s.err != nil {
		return s.err
	}
	c := &call{Session: s, ctx: ctx, answer: answer, began: time.Now(), first: s.window.tail}
	more, index := true, 0
	var err, invalid error
	for req := range requests {
		if !s.offers.Answers(req) {
			more = answer(conformance.Exchange{Index: index, Request: req})
		} else if more, err = c.room(); more {
			if invalid = c.send(index, &req); invalid != nil {
				break
			}
		}
		if !more {
			return err
		}
		index++
	}
	for more && c.done < c.window.tail-c.first {
		more, err = c.receive()
	}
	if more {
		return invalid
	}
	return err
}

// room waits until there is room for a request in the window. A quarter of a full window is first emptied, so
// that requests are written in blocks. Then room limits the requests in flight to the number that the adapter
// answers in 1/timeoutPart of the timeout, at its speed in this call.
func (c *call) room() (more bool, err error) {
	w := &c.window
	if w.tail-w.head < w.limit && w.bytes <= windowBytes {
		return true, nil
	}
	for w.tail-w.head > w.limit*3/4 || w.bytes > windowBytes*3/4 {
		if more, err := c.receive(); !more {
			return false, err
		}
	}
	if w.limit < windowSize && c.done > 0 {
		rate := float64(c.done) / float64(max(time.Since(c.began), time.Microsecond))
		inTime := rate * float64(c.command.Timeout) / timeoutPart
		w.limit = int64(min(max(inTime, firstLimit), windowSize))
	}
	return true, nil
}

// send appends the line of a request to out, and passes out to the process if it is long.
func (c *call) send(index int, req *conformance.Request) error {
	w, begin := &c.window, len(c.out)
	if w.tail > maxRequests {
		return fmt.Errorf("wire: no ids are left after %d requests; open another session", maxRequests)
	}
	id := c.ids.id(w.tail)
	line, err := AppendRequest(c.out, id, *req, c.offers.Bytes)
	if err != nil {
		return err
	}
	if c.log != nil {
		c.log.Sent(id, line[begin:])
	}
	c.out = append(line, '\n')
	size := len(c.out) - begin
	w.slots[w.tail%windowSize] = slot{id: id, index: index, size: size, request: *req}
	w.tail++
	w.bytes += size
	if unsent := len(c.out); unsent > min(flushSize, w.bytes-unsent) { // at first the adapter has little to do
		c.flush()
	}
	return nil
}

func (s *Session) flush() {
	if len(s.out) == 0 {
		return
	}
	if s.out = s.process.input.add(s.out); cap(s.out) > mostKept {
		s.out = nil
	}
}

// receive reads one response, and passes it to answer if its request belongs to this call. It reports
// whether answer wants more.
func (c *call) receive() (more bool, err error) {
	line, ok := c.process.output.next()
	if !ok {
		c.flush()
		line, err = c.process.Line(c.ctx, c.command.Timeout)
		switch {
		case c.ctx.Err() != nil:
			return false, c.stop(stopped(c.ctx, "the adapter"))
		case err != nil:
			return false, c.fail(c.failure(c.ctx, err))
		}
	}
	x, n, err := c.accept(line)
	if err != nil || n < c.first {
		return err == nil, err
	}
	c.done++
	return c.answer(x), nil
}

// failure returns the failure for an error of [Process.Line] while responses are due.
func (s *Session) failure(ctx context.Context, err error) *conformance.Failure {
	n, _ := s.due()
	due := fmt.Sprintf("while %d responses were due", n)
	if n == 1 {
		due = "while 1 response was due"
	}
	f := s.process.Failure(ctx, err, inSeconds(s.command.Timeout)+" ("+s.command.Names.Timeout+")", due)
	if f.Kind == conformance.Hung {
		s.process.tail.ended.Store(true) // what the process writes from now on is not the reason
		if s.process.input.isBroken() {
			f.Kind, f.What = conformance.InputClosed, "the adapter closed its standard input "+due
		}
	}
	return f
}

// accept decodes a line as a response. n is the number of the request. An error has ended the session.
func (s *Session) accept(line []byte) (x conformance.Exchange, n int64, err error) {
	m, w := &s.message, &s.window
	id, err := m.begin(line)
	if err != nil {
		return x, 0, s.fail(Malformed(line, err))
	}
	n = id >> idNoiseBits
	slot := &w.slots[n%windowSize]
	if n < w.head || n >= w.tail || slot.id != id || slot.answered {
		return x, 0, s.fail(Unexpected(line, id, n < w.tail && s.ids.id(n) == id))
	}
	x.Index, x.Request = slot.index, slot.request
	if decodeResponse(m, &slot.request, &x.Response, s.offers.ApplyAttributes); m.err != nil {
		f := Malformed(line, m.err)
		f.Request = new(slot.request)
		return x, 0, s.fail(f)
	}
	if s.log != nil {
		s.log.Answered(id, line)
	}
	w.bytes -= slot.size
	slot.answered, slot.request = true, conformance.Request{}
	for w.head < w.tail && w.slots[w.head%windowSize].answered {
		w.head++
	}
	return x, n, nil
}

// due returns the number of unanswered requests, and the earliest, or nil.
func (s *Session) due() (n int, earliest *conformance.Request) {
	w := &s.window
	for i := w.tail - 1; i >= w.head; i-- {
		if slot := &w.slots[i%windowSize]; !slot.answered {
			n, earliest = n+1, &slot.request
		}
	}
	return n, earliest
}

// fail ends the session with a failure, and sets the fields that all kinds have in common.
func (s *Session) fail(f *conformance.Failure) error {
	if _, req := s.due(); f.Request == nil && req != nil {
		f.Request = new(*req)
	}
	s.process.tail.ended.Store(true)
	f.Stderr = s.process.tail.String()
	if s.log != nil {
		s.log.Failed(f)
	}
	return s.stop(f)
}

// stop ends the session, and terminates the processes. Close kills them: a kill does not reach a
// process in a container, or one that another program started.
func (s *Session) stop(err error) error {
	s.err = err
	s.process.tree.terminate()
	s.process.stdin.Close()
	return err
}

// Close ends the adapter: it closes standard input, and reads standard output to its end. It waits,
// terminates and kills as [Process.Close] does. No goroutine of the session is left.
//
// The error is a [*conformance.Failure] if the adapter wrote anything after the last response that is
// not a response due, and nil otherwise. An unusual exit is not an error: see Notes.
func (s *Session) Close() (err error) {
	if s.closed {
		return nil
	}
	s.closed = true
	s.process.input.close(true)
	deadline := time.Now().Add(s.command.Grace)
	if s.err == nil {
		err = s.drain(deadline)
	}
	if s.err != nil {
		deadline = time.Now() // they were terminated
	}
	e := s.process.end(context.Background(), deadline, false)
	s.process.release(&e)
	s.note(e)
	s.err = cmp.Or(s.err, errClosed)
	return err
}

// drain reads and checks the remaining responses, to the end of standard output or to a deadline.
func (s *Session) drain(deadline time.Time) error {
	for {
		line, err := s.process.Line(context.Background(), time.Until(deadline))
		switch {
		case err == ErrLineTooLong:
			return s.fail(s.failure(context.Background(), err))
		case err == io.ErrUnexpectedEOF && s.window.head == s.window.tail: // not the beginning of a response that is due
			return s.fail(Malformed(line, errors.New("it has no line feed")))
		case err != nil:
			return nil
		}
		if _, _, err := s.accept(line); err != nil {
			return err
		}
	}
}

// note adds the notes about an unusual end.
func (s *Session) note(e Ended) {
	late := inSeconds(s.command.Grace) + " after the end of standard input"
	switch {
	case s.err != nil: // it was ended
	case e.Late:
		s.notes = append(s.notes, "the adapter was still running "+late+", and was "+e.how)
	case e.Left && e.how != "":
		s.notes = append(s.notes, "a process that the adapter had started held its pipes "+late+", and was "+e.how)
	case !e.State.Success() && !e.Left:
		s.notes = append(s.notes, "the adapter exited with "+e.State.String()+" after its last response")
	}
	if e.unreachable {
		s.notes = append(s.notes, "a process that could not be ended held the adapter's pipes; they were closed on it")
	}
}

// Notes returns sentences about an unusual end of the adapter, after Close: it exited with another status
// than 0, the session had to kill it, or a child held its pipes. They say nothing about the library.
func (s *Session) Notes() []string { return slices.Clone(s.notes) }
