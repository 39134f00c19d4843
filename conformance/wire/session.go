package wire

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// How far requests run ahead of their answers.
const (
	windowSize  = 4096    // requests; a power of two
	windowBytes = 4 << 20 // of their lines together, unless it is a single one
	// An adapter may answer everything that it has read at once, so no more is sent
	// than it answers in a part of the time that it has: see adapt.
	firstLimit  = 4 // requests, before anything is known of it
	timeoutPart = 8 // of the timeout
)

var errClosed = errors.New("wire: the session is closed")

// A Session is a running adapter: an [conformance.Implementation] behind a pipe.
// [Command.Open] makes one; it has to be closed.
//
// After the first error nothing is answered any more, and every method returns that
// error: the process is being ended by then. An error that the program is the
// cause of is a [*Failure]. A context that is done ends the whole session, not only
// the call it was given to.
//
// Do, DoAll and Close are not to be called by several goroutines at once.
type Session struct {
	command    Command // without zero durations
	edition    epin.Edition
	offers     conformance.Description
	ids        ids
	process    *process
	log        Log // nil for none
	goroutines sync.WaitGroup
	closeOnce  sync.Once
	closeErr   error
	notes      []string

	// What only the goroutine that asks hello, or is in Do, DoAll or Close, uses.
	in      *lines
	message message
	known   int64 // tail, when something was last read
	first   int64 // head, as it will be
	freed   int   // to take from dueBytes

	request []byte // what the goroutine that sends makes a line in; one does at a time

	mu       sync.Mutex
	work     *sync.Cond    // the writer waits for something in out
	room     *sync.Cond    // whoever sends waits for room in the window
	news     *sync.Cond    // whoever reads waits for something to be due
	err      error         // why nothing is answered any more
	over     chan struct{} // closed with err
	closing  bool          // standard input is to end
	writing  bool
	writeErr error
	out      []byte // lines for the writer

	// Requests head to tail-1 are in window, each at its number modulo windowSize.
	// Those from head to known belong to the goroutine that reads, the rest to whoever
	// holds mu.
	window     [windowSize]slot
	head, tail int64
	dueBytes   int
	limit      int64 // requests under way, from 1 to windowSize; see adapt
	callFirst  int64 // first, when the call began
	callBegan  time.Time

	killer   *time.Timer // set with err
	deadline time.Time   // of the wait under way; zero where there is none
	timer    *time.Timer // calls expire
	greeted  bool        // hello was answered
}

// slot is a request that was sent.
type slot struct {
	id       int64
	call     *call
	index    int
	size     int // of its line
	request  conformance.Request
	answered bool
}

func newSession(c Command, edition epin.Edition) *Session {
	s := &Session{
		command: c,
		edition: edition,
		ids:     newIDs(c.IDSeed),
		known:   1,
		first:   1,
		head:    1, // 0 is hello
		tail:    1,
		limit:   firstLimit,
		over:    make(chan struct{}),
	}
	s.message.texts = new(texts)
	s.work, s.room, s.news = sync.NewCond(&s.mu), sync.NewCond(&s.mu), sync.NewCond(&s.mu)
	s.timer = time.AfterFunc(time.Hour, s.expire)
	s.timer.Stop()
	return s
}

// hello asks hello. An error has ended the session.
func (s *Session) hello() error {
	s.mu.Lock()
	s.out = append(appendHelloRequest(s.out, s.edition.String()), '\n')
	s.work.Signal()
	s.mu.Unlock()
	line, err := s.line(s.command.HelloTimeout)
	if err != nil {
		return err
	}
	if s.log != nil {
		s.log.Greeted(line)
	}
	h, err := DecodeHello(line)
	if err != nil {
		return s.end(s.fail(badHello(line, err)))
	}
	if h.Unsupported {
		return s.end(s.fail(&Failure{
			Kind: EditionUnsupported,
			What: "the adapter answered that its library cannot do edition " + s.edition.String() + "; ask it for another one",
			Err:  ErrUnsupportedEdition,
		}))
	}
	h.Description.Methods = slices.DeleteFunc(h.Description.Methods, func(m conformance.Method) bool {
		return !slices.Contains(conformance.MethodsOf(s.edition), m)
	})
	s.offers = h.Description
	s.mu.Lock()
	s.greeted = true
	s.mu.Unlock()
	return nil
}

func badHello(line []byte, err error) *Failure {
	f := &Failure{Kind: MalformedHello, What: whatIsWrong(line, err) + "; the answer to hello was due", Line: lineOf(line), Err: err}
	if FaultOf(err) == OtherVersion {
		f.Kind, f.What = WrongVersion, err.Error()
	}
	return f
}

// Describe returns what the adapter announced of its library. Methods that the edition
// does not have are left out.
func (s *Session) Describe() conformance.Description {
	d := s.offers
	d.Ops, d.Methods = slices.Clone(d.Ops), slices.Clone(d.Methods)
	return d
}

// Stderr returns the end of what the adapter has written to standard error so far,
// at most 8 KiB, as it came: escape it wherever it is shown.
func (s *Session) Stderr() string { return s.process.tail.String() }

// Do asks one thing. What the adapter does not offer, and what has no form in the
// protocol that it can take, is answered Unsupported without asking it.
func (s *Session) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	var resp conformance.Response
	c := &call{session: s, answer: func(e conformance.Exchange) bool {
		resp = e.Response
		return true
	}}
	err := s.during(ctx, func() error {
		if !s.canAsk(&req) {
			return nil
		}
		if !s.idle() {
			return c.run(func(yield func(conformance.Request) bool) { yield(req) })
		}
		// There is room for it, so it needs no goroutine that waits for room.
		_, err := c.sendOne(0, &req)
		c.sentAll(err)
		return c.receive()
	})
	return resp, err
}

// idle reports whether nothing is under way.
func (s *Session) idle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.release()
	return s.head == s.tail
}

// DoAll asks everything that requests yields, see [conformance.Batcher]. requests
// runs on a goroutine of its own, some thousand ahead of the answers; it must not
// wait for one of them. DoAll returns when it has returned.
//
// What was under way when answer returned false is still answered by the adapter,
// and judged as to its form, while later requests are.
func (s *Session) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	c := &call{session: s, answer: answer}
	return s.during(ctx, func() error { return c.run(requests) })
}

// during calls ask, during which the session ends when ctx does.
func (s *Session) during(ctx context.Context, ask func() error) error {
	if err := s.failure(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return s.end(ended(ctx))
	}
	defer s.watch(ctx)()
	s.mu.Lock()
	s.callFirst, s.callBegan = s.first, time.Now()
	s.mu.Unlock()
	return ask()
}

// watch ends the session when ctx is done, until the function that it returns was
// called.
func (s *Session) watch(ctx context.Context) (stop func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	unregister := context.AfterFunc(ctx, func() { s.end(ended(ctx)) })
	return func() { unregister() }
}

// failure returns why nothing is answered any more, if so.
func (s *Session) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// end ends the processes, wakes everybody who waits for them, and returns why the
// session has ended: err, or what was first.
//
// The processes are terminated, and killed only after that: what runs in a
// container, or by way of another program, is out of reach of a kill.
func (s *Session) end(err error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.endLocked(err)
}

// endLocked is end with mu held.
func (s *Session) endLocked(err error) error {
	if s.err != nil {
		return s.err
	}
	s.err = err
	if f := (*Failure)(nil); s.log != nil && errors.As(err, &f) {
		s.log.Failed(f)
	}
	close(s.over)
	s.work.Broadcast()
	s.room.Broadcast()
	s.news.Broadcast()
	s.process.tree.terminate()
	s.killer = time.AfterFunc(s.command.Grace/4, s.process.tree.kill)
	s.process.stdin.Close()
	s.process.stdout.Close()
	return err
}

// write is the goroutine that writes to standard input, and closes it. It is the
// only one that can be made to wait by an adapter that does not read, and nobody
// waits for it.
func (s *Session) write() {
	defer s.process.stdin.Close()
	var batch []byte
	for {
		s.mu.Lock()
		s.writing = false
		for len(s.out) == 0 && !s.closing && s.err == nil {
			s.work.Wait()
		}
		if s.closing || s.err != nil {
			s.mu.Unlock()
			return
		}
		batch, s.out = s.out, batch[:0]
		s.writing = true
		s.mu.Unlock()
		if _, err := s.process.stdin.Write(batch); err != nil {
			s.mu.Lock()
			s.writeErr = err
			s.mu.Unlock()
			return
		}
		if cap(batch) > 2*windowBytes {
			batch = nil
		}
	}
}
