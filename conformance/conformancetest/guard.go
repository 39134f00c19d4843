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
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// guard wraps an implementation of this process so that it does not panic: a panic is a crash.
type guard struct {
	impl   conformance.Implementation
	offers conformance.Description
}

func newGuard(open func(*notation.Edition) conformance.Implementation, edition *notation.Edition) (*guard, error) {
	g := &guard{}
	panicked := call("newImplementation", func() {
		if g.impl = open(edition); g.impl != nil {
			g.offers = conformance.Describe(g.impl, edition)
		}
	})
	switch {
	case panicked != "":
		return nil, fmt.Errorf("newImplementation panicked: %s", panicked)
	case g.impl == nil:
		return nil, errors.New("newImplementation returned nil")
	}
	return g, nil
}

// call calls f, and returns the text of a panic, or "". If f ends its goroutine, as FailNow of a
// test does, the program ends, because the suite would wait for f forever.
func call(name conformance.Op, f func()) (panicked string) {
	returned := false
	defer func() {
		if value := recover(); value != nil {
			panicked = panicText(value) + placeOfPanic()
		} else if !returned {
			panic(fmt.Sprintf("conformancetest: %s ended its goroutine, as runtime.Goexit and FailNow of a test do: let the library return", name))
		}
	}()
	f()
	returned = true
	return ""
}

func (g *guard) Describe() conformance.Description { return g.offers }

func (g *guard) Do(ctx context.Context, req conformance.Request) (resp conformance.Response, err error) {
	if ctx.Err() != nil {
		return resp, context.Cause(ctx)
	}
	switch panicked := call(req.Op, func() { resp, err = g.impl.Do(ctx, req) }); {
	case panicked == "":
		return resp, err
	case req.Op != conformance.OpSweep:
		return conformance.Response{Outcome: conformance.Crashed, Crash: panicked}, nil
	case len(req.Tokens) == 1:
		return conformance.Response{Outcome: conformance.Swept, Verdicts: string(conformance.VerdictCrash), Crash: panicked}, nil
	}
	// Each token by itself has its own verdict.
	whole := conformance.Response{Outcome: conformance.Swept}
	for _, token := range req.Tokens {
		one, err := g.Do(ctx, conformance.Request{Op: req.Op, Tokens: []string{token}})
		if err != nil {
			return one, err
		}
		whole.Verdicts += cmp.Or(one.Verdicts, string(conformance.VerdictNone))
		whole.Crash = cmp.Or(one.Crash, whole.Crash)
	}
	return whole, nil
}

func (g *guard) Close() error {
	c, ok := g.impl.(io.Closer)
	if !ok {
		return nil
	}
	var err error
	if panicked := call("Close", func() { err = c.Close() }); panicked != "" {
		return fmt.Errorf("closing the implementation panicked: %s", panicked)
	}
	return err
}

const longestPanic = 300 // bytes of the text of a panic

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
	for frame, more := frames.Next(); more; frame, more = frames.Next() { // the last one is of the runtime
		if frame.Function == "runtime.gopanic" {
			panicking = true
		} else if panicking && !strings.HasPrefix(frame.Function, "runtime.") {
			return fmt.Sprintf(", in %s (%s:%d)", path.Base(frame.Function), filepath.Base(frame.File), frame.Line)
		}
	}
	return ""
}
