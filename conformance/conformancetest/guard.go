package conformancetest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// defaultTimeout is the default time limit of a call of the library.
const defaultTimeout = 10 * time.Second

// mostStuck is the number of calls without a return that ends a run: Go cannot end them, and each
// may keep a core busy.
const mostStuck = 3

// lastWait is the time for a call to return when the test is over.
const lastWait = 100 * time.Millisecond

// attempt returns the result of f, which calls the library through guards. If one of its calls does
// not return, attempt abandons f and calls it again with a watch that knows this call. So calls run
// in the goroutine of f, which is much faster than another one for the library.
//
// When ctx is done, attempt does not wait for the end of a call.
func attempt[T any](ctx context.Context, timeout time.Duration, f func(context.Context, *watch) (T, error)) (T, error) {
	var past []stuck
	for {
		var result T
		var err error
		inner, abandon := context.WithCancelCause(ctx)
		w := &watch{ctx: inner, timeout: timeout, past: past, found: make(chan stuck)}
		done := make(chan struct{})
		go func() {
			defer close(done)
			result, err = f(inner, w)
		}()
		over := make(chan struct{})
		stop := context.AfterFunc(ctx, func() {
			time.AfterFunc(lastWait, func() {
				if w.calls.Load() > 0 { // no call has begun since
					close(over)
				}
			})
		})
		select {
		case <-done:
			stop()
			abandon(nil)
			return result, err
		case c := <-w.found:
			past = append(past, c)
		case <-over:
		}
		stop()
		abandon(errors.New("a call of the library did not return"))
	}
}

// watch knows the calls that did not return in earlier attempts, and gets that of this one.
type watch struct {
	ctx     context.Context
	timeout time.Duration
	past    []stuck
	found   chan stuck
	calls   atomic.Int32 // that have not returned
}

// stuck is a call that did not return. It is assumed that no request with this operation and these
// tokens returns, whatever its other fields.
type stuck struct {
	op     conformance.Op
	tokens []string // of a sweep; one of other operations; none of opOpen and opClose
	ended  bool     // whether it ended its goroutine; otherwise it hung
}

// The operations of stuck besides those of requests.
const (
	opOpen  conformance.Op = "newImplementation"
	opClose conformance.Op = "closing the implementation"
)

func stuckOn(req conformance.Request, ended bool) stuck {
	switch req.Op {
	case conformance.OpSweep:
		return stuck{req.Op, req.Tokens, ended}
	case opOpen, opClose:
		return stuck{req.Op, nil, ended}
	}
	return stuck{req.Op, []string{req.Token}, ended}
}

// report ends the attempt because of a call.
func (w *watch) report(c stuck) {
	select {
	case w.found <- c:
	case <-w.ctx.Done():
	}
}

// failed returns the error of a call besides requests that did not return in an earlier attempt.
func (w *watch) failed(op conformance.Op) error {
	for _, c := range w.past {
		switch {
		case c.op == op && c.ended:
			return fmt.Errorf("%s ended its goroutine", op)
		case c.op == op:
			return fmt.Errorf("%s did not return within %s", op, w.timeout)
		}
	}
	return nil
}

// response returns the response to a request that would not return, or that has a token of one that
// would not. An error, which ends the run, means that there are too many of them.
func (w *watch) response(req conformance.Request) (resp conformance.Response, is bool, err error) {
	this, is := stuckOn(req, false), false
	for i, c := range w.past {
		switch {
		case c.op == this.op && slices.Equal(c.tokens, this.tokens):
			if i+1 >= mostStuck {
				err = fmt.Errorf("%d calls of the library did not return within %s: the run ends here", mostStuck, w.timeout)
			}
			if c.ended {
				return crash(req, "the call ended its goroutine, as runtime.Goexit and FailNow of a test do"), true, err
			}
			resp = crash(req, fmt.Sprintf("it hung: the call did not return within %s", w.timeout))
			resp.CrashKind = conformance.CrashHung
			return resp, true, err
		case len(c.tokens) == 1 && slices.Contains(this.tokens, c.tokens[0]):
			is = true // it would probably hang too, and show the same bug
		}
	}
	return conformance.Response{NotSent: true}, is, nil
}

// guard wraps an implementation of this process so that it does not panic: a panic is a crash. It
// reports calls that do not return to its watch.
type guard struct {
	watch  *watch
	impl   conformance.Implementation
	offers conformance.Description
}

// newGuard opens an implementation.
func newGuard(w *watch, open func() conformance.Implementation, edition epin.Edition) (*guard, error) {
	if err := cmp.Or(w.failed(opOpen), context.Cause(w.ctx)); err != nil {
		return nil, err
	}
	g := &guard{watch: w}
	panicked := g.call(conformance.Request{Op: opOpen}, func() {
		if g.impl = open(); g.impl != nil {
			g.offers = conformance.Describe(g.impl, edition)
		}
	})
	switch {
	case panicked != "":
		return nil, fmt.Errorf("%s panicked: %s", opOpen, panicked)
	case g.impl == nil:
		return nil, fmt.Errorf("%s returned nil", opOpen)
	}
	return g, nil
}

// call calls f, and returns the text of a panic, or "". If f does not return in time, or ends the
// goroutine, the attempt is abandoned.
func (g *guard) call(req conformance.Request, f func()) (panicked string) {
	late := time.AfterFunc(g.watch.timeout, func() { g.watch.report(stuckOn(req, false)) })
	g.watch.calls.Add(1)
	returned := false
	defer func() {
		late.Stop()
		if value := recover(); value != nil {
			panicked = panicText(value) + placeOfPanic()
		} else if !returned {
			g.watch.report(stuckOn(req, true))
			<-g.watch.ctx.Done()
		}
		g.watch.calls.Add(-1)
	}()
	f()
	returned = true
	return ""
}

// Describe returns the description of the implementation.
func (g *guard) Describe() conformance.Description { return g.offers }

// Do performs a request.
func (g *guard) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if len(g.watch.past) > 0 {
		resp, is, err := g.watch.response(req)
		switch {
		case err != nil, is && len(req.Tokens) < 2:
			return resp, err
		case is:
			return g.sweep(ctx, req)
		}
	}
	if ctx.Err() != nil {
		return conformance.Response{}, context.Cause(ctx)
	}
	var resp conformance.Response
	var err error
	switch panicked := g.call(req, func() { resp, err = g.impl.Do(context.Background(), req) }); {
	case g.watch.ctx.Err() != nil: // the call was late, or the test is over
		return conformance.Response{}, context.Cause(g.watch.ctx)
	case panicked == "":
		return resp, err
	case len(req.Tokens) > 1:
		return g.sweep(ctx, req)
	default:
		return crash(req, panicked), nil
	}
}

// sweep performs a sweep that crashes or does not return token by token, so that each has its own
// verdict.
func (g *guard) sweep(ctx context.Context, req conformance.Request) (conformance.Response, error) {
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
	c, ok := g.impl.(io.Closer)
	if !ok {
		return nil
	}
	if err := g.watch.failed(opClose); err != nil {
		return err
	}
	var err error
	if panicked := g.call(conformance.Request{Op: opClose}, func() { err = c.Close() }); panicked != "" {
		return fmt.Errorf("%s panicked: %s", opClose, panicked)
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

// placeOfPanic returns the function that panicked, with the last element of its package's path: the
// first function outside the runtime. It must be called during recovery.
func placeOfPanic() string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	panicking := false
	for {
		frame, more := frames.Next()
		if frame.Function == "runtime.gopanic" {
			panicking = true
		} else if panicking && !strings.HasPrefix(frame.Function, "runtime.") {
			return fmt.Sprintf(", in %s (%s:%d)", path.Base(frame.Function), filepath.Base(frame.File), frame.Line)
		}
		if !more {
			return ""
		}
	}
}
