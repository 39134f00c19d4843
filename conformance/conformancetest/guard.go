package conformancetest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// defaultTimeout is the default time limit of a call of the library.
const defaultTimeout = 10 * time.Second

// mostHung is the number of hanging calls that ends a run: Go cannot end them, and each may
// keep a core busy.
const mostHung = 3

// hung records the calls of a run that did not return.
type hung struct {
	mu    sync.Mutex
	calls []call
}

// call is one operation on one token. If it hangs, the guard assumes that all requests with
// this operation and token hang, whatever their other fields.
type call struct {
	op    conformance.Op
	token string
}

// callOf returns the call of a request; a sweep has one token here.
func callOf(req conformance.Request) call {
	if req.Op == conformance.OpSweep && len(req.Tokens) > 0 {
		return call{req.Op, req.Tokens[0]}
	}
	return call{req.Op, req.Token}
}

// add records a call that did not return. It returns an error, which ends the run, if there
// are too many.
func (h *hung) add(c call, timeout time.Duration) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !slices.Contains(h.calls, c) {
		h.calls = append(h.calls, c)
	}
	if len(h.calls) < mostHung {
		return nil
	}
	return fmt.Errorf("%d calls of the library did not return within %s, and still run beside this test: the run ends here", len(h.calls), timeout)
}

// knows reports whether a call hung before, and whether some call with its token did.
func (h *hung) knows(c call) (same, token bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Contains(h.calls, c), slices.ContainsFunc(h.calls, func(other call) bool { return other.token == c.token })
}

// guard wraps an implementation of this process so that it neither panics nor hangs: it
// returns a crash for a panic, and for a call that does not return in time. Calls run in
// another goroutine. After a hang, the guard abandons that goroutine and the implementation.
type guard struct {
	open    func() conformance.Implementation
	edition epin.Edition
	timeout time.Duration
	hung    *hung // of the run
	offers  conformance.Description
	impl    conformance.Implementation // nil after one was abandoned
	worker  *worker                    // nil after one was abandoned
	late    *time.Timer
}

// newGuard opens an implementation.
func newGuard(ctx context.Context, open func() conformance.Implementation, edition epin.Edition, s settings, h *hung) (*guard, error) {
	g := &guard{open: open, edition: edition, timeout: s.timeout, hung: h, late: time.NewTimer(s.timeout)}
	if err := g.start(ctx); err != nil {
		return nil, err
	}
	return g, nil
}

// answer is the result of a call.
type answer struct {
	response conformance.Response
	err      error
	panicked string // the text of a panic, or ""
	ended    bool   // whether the call ended its goroutine
}

// errLate means that a call did not return in time.
var errLate = errors.New("the call did not return in time")

// worker is a goroutine that calls functions, one after the other, until calls is closed.
type worker struct {
	calls   chan func() (conformance.Response, error)
	answers chan answer // buffered, because an abandoned call has no receiver
}

func newWorker() *worker {
	w := &worker{make(chan func() (conformance.Response, error)), make(chan answer, 1)}
	go func() {
		var a answer
		defer func() {
			if a.ended {
				w.answers <- a
			}
		}()
		for f := range w.calls {
			a = answer{ended: true}
			a.panicked = guarded(func() { a.response, a.err = f() })
			a.ended = false
			w.answers <- a
		}
	}()
	return w
}

// call calls f in the worker. It returns an error if it stopped waiting: errLate, or the cause
// of ctx. It then abandons the worker, which calls after when f returns.
func (g *guard) call(ctx context.Context, f func() (conformance.Response, error), after func()) (answer, error) {
	if g.worker == nil {
		g.worker = newWorker()
	}
	w := g.worker
	w.calls <- f
	g.late.Reset(g.timeout)
	defer g.late.Stop()
	err := errLate
	select {
	case a := <-w.answers:
		if a.ended {
			g.worker = nil
		}
		return a, nil
	case <-g.late.C:
	case <-ctx.Done():
		err = context.Cause(ctx)
	}
	g.worker = nil
	go func() {
		<-w.answers
		after()
		close(w.calls)
	}()
	return answer{}, err
}

// start opens a fresh implementation.
func (g *guard) start(ctx context.Context) error {
	var impl conformance.Implementation
	var offers conformance.Description
	a, err := g.call(ctx, func() (conformance.Response, error) {
		if impl = g.open(); impl != nil {
			offers = conformance.Describe(impl, g.edition)
		}
		return conformance.Response{}, nil
	}, func() {})
	switch {
	case errors.Is(err, errLate):
		return fmt.Errorf("newImplementation did not return within %s", g.timeout)
	case err != nil:
		return err
	case a.panicked != "":
		return errors.New("newImplementation panicked: " + a.panicked)
	case a.ended:
		return errors.New("newImplementation ended its goroutine")
	case impl == nil:
		return errors.New("newImplementation returned nil")
	}
	g.impl, g.offers = impl, offers
	return nil
}

// Describe returns the description of the implementation.
func (g *guard) Describe() conformance.Description { return g.offers }

// Do performs a request.
func (g *guard) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if req.Op == conformance.OpSweep && len(req.Tokens) != 1 {
		return g.sweep(ctx, req)
	}
	c := callOf(req)
	switch same, token := g.hung.knows(c); {
	case same:
		return g.lateOn(req), nil
	case token:
		return conformance.Response{}, nil // it would probably hang too, and show the same bug
	}
	resp, err := g.ask(ctx, req)
	if errors.Is(err, errLate) {
		return g.lateOn(req), g.hung.add(c, g.timeout)
	}
	return resp, err
}

// lateOn returns the response for a call that did not return, with the text of package suite.
func (g *guard) lateOn(req conformance.Request) conformance.Response {
	resp := crash(req, fmt.Sprintf("it hung: the call did not return within %s", g.timeout))
	resp.CrashKind = conformance.CrashHung
	return resp
}

// ask performs a request in the worker. It returns errLate if that took too long.
func (g *guard) ask(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if g.impl == nil {
		if err := g.start(ctx); err != nil {
			return conformance.Response{}, err
		}
	}
	impl := g.impl
	a, err := g.call(ctx, func() (conformance.Response, error) { return impl.Do(context.Background(), req) }, func() { _ = closed(impl) })
	if err != nil || a.ended {
		g.impl = nil
	}
	switch {
	case err != nil:
		return conformance.Response{}, err
	case a.ended:
		return crash(req, "the call ended its goroutine, as runtime.Goexit and FailNow of a test do"), nil
	case a.panicked != "":
		return crash(req, a.panicked), nil
	}
	return a.response, a.err
}

// sweep performs a sweep of several tokens. If it crashes or is late, sweep tests the tokens
// one by one, so that each has its own verdict.
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
	if g.impl == nil {
		return nil
	}
	impl := g.impl
	g.impl = nil
	a, err := g.call(context.Background(), func() (conformance.Response, error) { return conformance.Response{}, closed(impl) }, func() {})
	if g.worker != nil {
		close(g.worker.calls)
		g.worker = nil
	}
	if err != nil {
		return fmt.Errorf("closing the implementation did not return within %s", g.timeout)
	}
	if a.ended {
		return errors.New("closing the implementation ended its goroutine")
	}
	return a.err
}

// closed closes an implementation that can be closed. A panic is an error.
func closed(impl conformance.Implementation) (err error) {
	if c, ok := impl.(io.Closer); ok {
		if panicked := guarded(func() { err = c.Close() }); panicked != "" {
			err = errors.New("closing the implementation panicked: " + panicked)
		}
	}
	return err
}

// crash returns the response for a request on which the library crashed.
func crash(req conformance.Request, text string) conformance.Response {
	if req.Op == conformance.OpSweep && len(req.Tokens) == 1 {
		return conformance.Response{Outcome: conformance.Swept, Verdicts: string(conformance.VerdictCrash), Crash: text}
	}
	return conformance.Response{Outcome: conformance.Crashed, Crash: text}
}

// longestPanic is the maximum length of the text of a panic, in bytes.
const longestPanic = 300

// guarded calls f, and returns the text of a panic, or "".
func guarded(f func()) (panicked string) {
	defer func() {
		if value := recover(); value != nil {
			panicked = panicText(value) + placeOfPanic()
		}
	}()
	f()
	return ""
}

// panicText returns a panic value as text. Its first word is the kind of the panic, which
// package suite uses to distinguish crashes.
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

// placeOfPanic returns the function that panicked: the first outside the runtime. It must be
// called during recovery.
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
