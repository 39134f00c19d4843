package conformancetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// defaultTimeout is how long a call of the library may take.
const defaultTimeout = 10 * time.Second

// mostHung is how many calls that do not return a run puts up with: none of them can
// be ended, and each may keep a core busy.
const mostHung = 3

// hung is what is known of the calls of a run that did not return.
type hung struct {
	mu     sync.Mutex
	calls  map[call]bool
	tokens map[string]bool
}

// call is one operation on one token. What hangs on it hangs whatever else the request
// holds, as far as anybody wants to know.
type call struct {
	op    conformance.Op
	token string
}

// callOf returns the call that a request is; sweeps are of one token here.
func callOf(req conformance.Request) call {
	if req.Op == conformance.OpSweep && len(req.Tokens) > 0 {
		return call{req.Op, req.Tokens[0]}
	}
	return call{req.Op, req.Token}
}

// add notes a call that did not return.
func (h *hung) add(c call) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.calls == nil {
		h.calls, h.tokens = map[call]bool{}, map[string]bool{}
	}
	h.calls[c] = true
	h.tokens[c.token] = true
}

// err ends a run in which too many calls hung.
func (h *hung) err(timeout time.Duration) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if len(h.calls) < mostHung {
		return nil
	}
	return fmt.Errorf("%d calls of the library did not return within %s, and run on beside this test: nothing more is asked of it", len(h.calls), timeout)
}

// knows reports whether a call is known not to return, and whether its token is known
// to bring that about in another one.
func (h *hung) knows(c call) (same, token bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.calls[c], h.tokens[c.token]
}

// guard is an implementation of this process that neither panics nor hangs: a panic is
// a crash, and so is a call that does not return in time. The call runs in a goroutine
// of its own, which is left behind then.
type guard struct {
	open    func() conformance.Implementation
	edition epin.Edition
	timeout time.Duration
	hung    *hung // of the run
	offers  conformance.Description
	worker  *worker // nil after one was left behind
	alarm   alarm
}

// alarm says when a call has taken too long.
type alarm interface {
	set(time.Duration) <-chan time.Time
	clear()
}

// timer is the alarm by the clock; tests have another.
type timer struct{ *time.Timer }

func newTimer() alarm { return timer{time.NewTimer(time.Hour)} }

func (t timer) set(d time.Duration) <-chan time.Time {
	t.Reset(d)
	return t.C
}

func (t timer) clear() { t.Stop() }

// newGuard opens an implementation. The error says why it could not be.
func newGuard(ctx context.Context, open func() conformance.Implementation, edition epin.Edition, s settings, h *hung) (*guard, error) {
	g := &guard{open: open, edition: edition, timeout: s.timeout, hung: h, alarm: s.alarm()}
	g.alarm.clear()
	if err := g.start(ctx); err != nil {
		return nil, err
	}
	return g, nil
}

// start makes a worker with an implementation that was asked nothing.
func (g *guard) start(ctx context.Context) error {
	w := &worker{requests: make(chan conformance.Request), answers: make(chan answer, 1), ended: make(chan error, 1)}
	opened := make(chan answer, 1)
	go w.work(g.open, g.edition, opened)
	a, err := g.wait(ctx, opened)
	switch {
	case errors.Is(err, errLate):
		return fmt.Errorf("newImplementation did not return within %s", g.timeout)
	case err != nil:
		return err
	case a.err != nil:
		return a.err
	}
	g.worker, g.offers = w, a.offers
	return nil
}

// errLate is that nothing came in time.
var errLate = errors.New("nothing came in time")

// wait waits for an answer.
func (g *guard) wait(ctx context.Context, answers chan answer) (answer, error) {
	late := g.alarm.set(g.timeout)
	defer g.alarm.clear()
	select {
	case a := <-answers:
		return a, nil
	case <-late:
		return answer{}, errLate
	case <-ctx.Done():
		return answer{}, context.Cause(ctx)
	}
}

// Describe returns what the implementation says of itself.
func (g *guard) Describe() conformance.Description { return g.offers }

// Do asks one thing.
func (g *guard) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Op == conformance.OpSweep && len(req.Tokens) != 1 {
		return g.sweep(ctx, req)
	}
	c := callOf(req)
	switch same, token := g.hung.knows(c); {
	case same:
		return g.late(req), nil
	case token:
		return conformance.Response{}, nil // it would take as long, and say the same
	}
	resp, err := g.ask(ctx, req)
	if errors.Is(err, errLate) {
		g.hung.add(c)
		return g.late(req), g.hung.err(g.timeout)
	}
	return resp, err
}

// late is the answer of a call that did not return, in the words of package suite.
func (g *guard) late(req conformance.Request) conformance.Response {
	resp := crash(req, fmt.Sprintf("it hung: the call did not return within %s", g.timeout))
	resp.CrashKind = conformance.CrashHung
	return resp
}

// ask asks one thing; errLate is that it took too long. Then the worker is left behind.
func (g *guard) ask(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if g.worker == nil {
		if err := g.start(ctx); err != nil {
			return conformance.Response{}, err
		}
	}
	g.worker.requests <- req // it is at rest
	a, err := g.wait(ctx, g.worker.answers)
	if err != nil {
		g.leave()
		return conformance.Response{}, err
	}
	if a.gone {
		g.worker = nil
	}
	return a.response, a.err
}

// leave lets the worker end when it can.
func (g *guard) leave() {
	if g.worker != nil {
		close(g.worker.requests)
		g.worker = nil
	}
}

// sweep asks a sweep of several tokens, and one by one where that crashes or is late:
// a sweep has a verdict on each token, whatever becomes of the others.
func (g *guard) sweep(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	resp, err := g.ask(ctx, req)
	switch {
	case err != nil && !errors.Is(err, errLate):
		return resp, err
	case err == nil && resp.Outcome != conformance.Crashed:
		return resp, nil
	}
	whole := conformance.Response{Outcome: conformance.Swept}
	verdicts := make([]byte, 0, len(req.Tokens))
	for _, token := range req.Tokens {
		one, err := g.Do(ctx, conformance.Request{Op: req.Op, Tokens: []string{token}})
		if err != nil {
			return conformance.Response{}, err
		}
		verdict := byte(conformance.VerdictNone)
		if one.Outcome == conformance.Swept && len(one.Verdicts) == 1 {
			verdict = one.Verdicts[0]
		}
		if one.Crash != "" {
			whole.Crash, whole.CrashKind = one.Crash, one.CrashKind
		}
		verdicts = append(verdicts, verdict)
	}
	whole.Verdicts = string(verdicts)
	return whole, nil
}

// Close closes the implementation, where it can be closed.
func (g *guard) Close() error {
	if g.worker == nil {
		return nil
	}
	ended := g.worker.ended
	g.leave()
	late := g.alarm.set(g.timeout)
	defer g.alarm.clear()
	select {
	case err := <-ended:
		return err
	case <-late:
		return fmt.Errorf("closing the implementation did not return within %s", g.timeout)
	}
}

// worker calls an implementation, in a goroutine of its own.
type worker struct {
	requests chan conformance.Request
	answers  chan answer // has room for one: nobody waits for that of a worker left behind
	ended    chan error  // likewise
}

type answer struct {
	response conformance.Response
	offers   conformance.Description // of the one that opening gives
	err      error
	gone     bool // the worker has ended
}

// work opens an implementation and asks it, until there are no more requests.
func (w *worker) work(open func() conformance.Implementation, edition epin.Edition, opened chan<- answer) {
	var impl conformance.Implementation
	var offers conformance.Description
	panicked := guarded(func() {
		if impl = open(); impl != nil {
			offers = conformance.Describe(impl, edition)
		}
	})
	switch {
	case panicked != "":
		opened <- answer{err: errors.New("newImplementation panicked: " + panicked)}
		return
	case impl == nil:
		opened <- answer{err: errors.New("newImplementation returned nil")}
		return
	}
	opened <- answer{offers: offers}
	var asked conformance.Request
	atRest := true
	defer func() {
		if !atRest { // and cannot go on
			w.answers <- answer{response: crash(asked, "the call ended its goroutine, as runtime.Goexit and FailNow of a test do"), gone: true}
		}
	}()
	for asked = range w.requests {
		var a answer
		atRest = false
		if panicked := guarded(func() { a.response, a.err = impl.Do(context.Background(), asked) }); panicked != "" {
			a = answer{response: crash(asked, panicked)}
		}
		atRest = true
		w.answers <- a
	}
	var err error
	if c, ok := impl.(io.Closer); ok {
		if panicked := guarded(func() { err = c.Close() }); panicked != "" {
			err = errors.New("closing the implementation panicked: " + panicked)
		}
	}
	w.ended <- err
}

// crash is the answer of a library that crashed on a request.
func crash(req conformance.Request, text string) conformance.Response {
	if req.Op == conformance.OpSweep && len(req.Tokens) == 1 {
		return conformance.Response{Outcome: conformance.Swept, Verdicts: string(conformance.VerdictCrash), Crash: text}
	}
	return conformance.Response{Outcome: conformance.Crashed, Crash: text}
}

// longestPanic is how much of a panic's text is kept, in bytes.
const longestPanic = 300

// guarded calls f, and says what it panicked with, if it did.
func guarded(f func()) (panicked string) {
	defer func() {
		if value := recover(); value != nil {
			panicked = panicText(value) + placeOfPanic()
		}
	}()
	f()
	return ""
}

// panicText says what a panic was. Its first word tells kinds of panics apart, for
// package suite.
func panicText(value any) string {
	text := fmt.Sprintf("panic: %v", value)
	if err, ok := value.(error); ok {
		text = fmt.Sprintf("%T: %v", err, err)
	}
	if len(text) > longestPanic {
		text = text[:longestPanic] + "…"
	}
	return strings.TrimPrefix(text, "*")
}

// placeOfPanic names the function that panicked, while the panic is being recovered
// from: the first that is not of the runtime.
func placeOfPanic() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	panicking := false
	for {
		frame, more := frames.Next()
		if frame.Function == "runtime.gopanic" {
			panicking = true
		} else if panicking && !strings.HasPrefix(frame.Function, "runtime.") {
			return fmt.Sprintf(", in %s (%s:%d)", frame.Function, filepath.Base(frame.File), frame.Line)
		}
		if !more {
			return ""
		}
	}
}
