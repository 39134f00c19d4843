package wire

import (
	"context"
	"errors"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// How far requests run ahead of their responses.
const (
	windowSize  = 4096    // requests; a power of two
	windowBytes = 1 << 20 // of their lines together; a single line may be longer
	// An adapter may answer all requests that it has read at once. So the session sends only
	// as many as the adapter answers in 1/timeoutPart of the timeout: see adapt.
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
	ids     ids
	process *process
	log     Log // nil for none
	close   func() error
	notes   []string

	// Only the goroutine in hello, Do, DoAll or Close uses these.
	in      *lines
	message message
	known   int64 // tail at the last read
	first   int64 // the value of head after release
	freed   int   // the bytes that release takes from dueBytes

	request []byte // the buffer for the next line; one goroutine sends at a time

	mu    sync.Mutex
	room  *sync.Cond    // the sender waits for room in the window
	news  *sync.Cond    // the reader waits until a response is due
	err   error         // why the session ended
	over  chan struct{} // closed when err is set
	input input

	// Requests head to tail-1 are in window, each at its number modulo windowSize.
	// Those from head to known-1 belong to the goroutine that reads; mu guards the others.
	window     [windowSize]slot
	head, tail int64
	dueBytes   int
	limit      int64 // requests in flight, from firstLimit to windowSize; see adapt
	callFirst  int64 // first at the begin of the call
	callBegan  time.Time

	killer   *time.Timer // set with err
	deadline time.Time   // of the current wait; zero if there is none
	timer    *time.Timer // calls expire
	greeted  bool        // the adapter answered hello
}

// slot holds a request that was sent.
type slot struct {
	id       int64
	call     *call
	index    int
	size     int // of its line
	request  conformance.Request
	answered bool
}

func newSession(c Command) *Session {
	s := &Session{
		command: c,
		ids:     newIDs(),
		known:   1,
		first:   1,
		head:    1, // 0 is hello
		tail:    1,
		limit:   firstLimit,
		over:    make(chan struct{}),
	}
	s.message.texts = make(map[string]string)
	s.input = newInput(&s.mu)
	s.room, s.news = sync.NewCond(&s.mu), sync.NewCond(&s.mu)
	s.close = sync.OnceValue(s.shut)
	s.timer = time.AfterFunc(time.Hour, s.expire)
	s.timer.Stop()
	return s
}

// hello sends the request hello and reads the response. If it returns an error, it has
// ended the session.
func (s *Session) hello(edition *notation.Edition) error {
	s.mu.Lock()
	s.give(append(appendHelloRequest(nil, edition.String()), '\n'))
	s.mu.Unlock()
	line, err := s.line(s.command.HelloTimeout)
	if err != nil {
		return err
	}
	if s.log != nil {
		s.log.Greeted(line)
	}
	h, err := DecodeHello(edition, line)
	if err != nil {
		return s.fail(badHello(line, err))
	}
	if h.Unsupported {
		return s.fail(&conformance.Failure{
			Kind: conformance.EditionUnsupported,
			What: "the adapter does not support edition " + edition.String() + ": accept it in hello if the library supports it, or test another edition (" + notation.Names() + ")",
			Err:  conformance.ErrUnsupportedEdition,
		})
	}
	s.offers = h.Description
	s.message.edition, s.message.announced = edition, optional[bool]{s.offers.ApplyAttributes, true}
	s.mu.Lock()
	s.greeted = true
	s.mu.Unlock()
	return nil
}

func badHello(line []byte, err error) *conformance.Failure {
	f := &conformance.Failure{Kind: conformance.MalformedHello, What: malformedLine(line, err) + "; the response to hello was expected", Line: lineOf(line), Err: err}
	if FaultOf(err) == OtherVersion {
		f.Kind, f.What = conformance.WrongVersion, err.Error()
	}
	return f
}

// Describe returns the description from the adapter's hello, without methods that the
// edition does not have.
func (s *Session) Describe() conformance.Description {
	d := s.offers
	d.Ops, d.Methods = slices.Clone(d.Ops), slices.Clone(d.Methods)
	return d
}

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

// DoAll sends the requests that requests yields, see [conformance.Batcher]. requests
// runs on a separate goroutine, some thousands ahead of the responses, and must not
// wait for a response. DoAll returns after requests has returned.
//
// After answer returns false, the adapter still answers the requests in flight. Later
// calls read these responses, check their form and drop them.
func (s *Session) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	if err := s.failure(); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return s.end(ended(ctx, "the adapter"))
	}
	defer context.AfterFunc(ctx, func() { _ = s.end(ended(ctx, "the adapter")) })()
	s.mu.Lock()
	s.callFirst, s.callBegan = s.first, time.Now()
	s.mu.Unlock()
	c := &call{session: s, answer: answer}
	var sender sync.WaitGroup
	sender.Go(func() { c.send(requests) })
	defer sender.Wait()
	defer c.stop()
	return c.receive()
}

// failure returns the error that ended the session, or nil.
func (s *Session) failure() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.err
}

// end ends the processes, wakes all waiting goroutines, and returns the error that ended
// the session: the first one, or err.
//
// It terminates the processes before it kills them: a kill does not reach a process in a
// container, or one that another program started.
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
	if f := (*conformance.Failure)(nil); s.log != nil && errors.As(err, &f) {
		s.log.Failed(f)
	}
	close(s.over)
	s.input.close()
	s.room.Broadcast()
	s.news.Broadcast()
	s.process.tree.terminate()
	s.killer = time.AfterFunc(s.command.Grace/4, s.process.tree.kill)
	s.process.stdin.Close()
	s.process.stdout.Close()
	return err
}
