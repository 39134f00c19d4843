package wire

import (
	"context"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Placeholder is the argument of a [Program] in whose place the token stands.
const Placeholder = "{}"

// maxArgument is the longest token that is handed over as an argument, in bytes: what
// every system takes.
const maxArgument = 30_000

// A Program is a library behind a program that knows nothing of the protocol: it is
// started once for each token, and says by its exit status whether it is one.
//
// The token stands in the place of each argument that is [Placeholder]; where there is
// none, it is the whole of standard input, with nothing behind it. The exit status 0 is a
// yes and 1 a no. Any other, and a signal, is a crash of the program. What it writes is
// thrown away, but for the end of standard error, which is shown with a crash.
//
// A token that cannot be an argument, since it holds a NUL or is longer than 30,000
// bytes, is answered Unsupported, as Describe announces.
type Program struct {
	Args []string // the program, found as package os/exec does, and its arguments
	Dir  string   // where it runs; empty for the current directory
	Env  []string // its environment, as "key=value"; nil for that of this process

	Timeout time.Duration // for an answer; 0 means DefaultTimeout
	Grace   time.Duration // from being asked to end to being killed; 0 means DefaultGrace
	Jobs    int           // processes side by side; 0 is 1
}

// Open is a [conformance.Factory]. It starts nothing yet, and fails only where no program
// was given. What it returns offers [conformance.OpValid] alone, and is a
// [conformance.Batcher]. Its errors are those of a ctx that is done, and a [*Failure] of
// the kind CannotStart, or Hung: then it may be asked again.
func (p Program) Open(_ context.Context, _ epin.Edition) (conformance.Implementation, error) {
	if len(p.Args) == 0 {
		return nil, &Failure{Kind: CannotStart, What: "the program cannot be started: none was given"}
	}
	p.Timeout, p.Grace, p.Jobs = orDefault(p.Timeout, DefaultTimeout), orDefault(p.Grace, DefaultGrace), max(p.Jobs, 1)
	return program{p, slices.Contains(p.Args[1:], Placeholder)}, nil
}

// program is a Program without zero durations.
type program struct {
	Program
	argument bool // whether the token is an argument
}

// Describe returns the name of the program, which says nothing else of itself. An
// argument is text on Windows.
func (p program) Describe() conformance.Description {
	d := conformance.Description{
		Name:  filepath.Base(p.Args[0]),
		Ops:   []conformance.Op{conformance.OpValid},
		Bytes: !p.argument || runtime.GOOS != "windows",
		NoNUL: p.argument,
	}
	if p.argument {
		d.Longest = maxArgument
	}
	return d
}

// Do asks one thing.
func (p program) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if ctx.Err() != nil {
		return conformance.Response{}, p.ended(ctx)
	}
	if !p.Describe().Answers(req) {
		return conformance.Response{}, nil
	}
	return p.ask(ctx, req)
}

// DoAll asks everything, Jobs at a time, see [conformance.Batcher].
func (p program) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next, stop := iter.Pull(requests)
	defer stop()
	var (
		mu       sync.Mutex // for all that follows, and next
		drawn    int
		over     bool // nothing more is to be asked
		answered sync.Mutex
		first    error
	)
	draw := func() (x conformance.Exchange, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if over {
			return x, false
		}
		if x.Request, ok = next(); ok {
			x.Index = drawn
			drawn++
		}
		return x, ok
	}
	end := func(err error) {
		mu.Lock()
		defer mu.Unlock()
		if !over {
			over, first = true, err
			cancel(err)
		}
	}
	var workers sync.WaitGroup
	for range p.Jobs {
		workers.Go(func() {
			for {
				x, ok := draw()
				if !ok {
					return
				}
				var err error
				if x.Response, err = p.Do(ctx, x.Request); err != nil {
					end(err)
					return
				}
				answered.Lock()
				mu.Lock()
				on := !over
				mu.Unlock()
				on = on && answer(x)
				answered.Unlock()
				if !on {
					end(nil)
					return
				}
			}
		})
	}
	workers.Wait()
	return first
}

// ended is the error of what ctx has ended.
func (p program) ended(ctx context.Context) error {
	return fmt.Errorf("wire: the program was ended: %w", context.Cause(ctx))
}

// ask runs the program once, and leaves nothing of it.
func (p program) ask(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	c := Command{Args: slices.Clone(p.Args), Dir: p.Dir, Env: p.Env}
	input := req.Token
	if p.argument {
		input = ""
		for i := range c.Args[1:] {
			if c.Args[i+1] == Placeholder {
				c.Args[i+1] = req.Token
			}
		}
	}
	var goroutines sync.WaitGroup
	run, err := startProcess(c, &goroutines, func() {})
	if err != nil {
		return conformance.Response{}, &Failure{Kind: CannotStart, What: whyNotStarted(c, "the program", err), Err: err}
	}
	goroutines.Go(func() {
		_, _ = io.WriteString(run.stdin, input) // a program need not read it
		run.stdin.Close()
	})
	goroutines.Go(func() { _, _ = io.Copy(io.Discard, run.stdout) })
	timeout := time.NewTimer(p.Timeout)
	defer timeout.Stop()
	hung := false
	select {
	case <-run.exited:
	case <-ctx.Done():
		p.stop(run)
	case <-timeout.C:
		hung = true
		p.stop(run)
	}
	// What it has started ends with it, and so does what that would write.
	run.tree.kill()
	closedWithin(p.Grace, run.silent)
	run.tree.close()
	run.closePipes()
	goroutines.Wait()

	switch {
	case hung:
		return conformance.Response{}, &Failure{
			Kind: Hung, What: "the program had not ended " + inSeconds(p.Timeout) + " (--timeout) after it was started",
			Request: &req, Stderr: run.tail.String(),
		}
	case ctx.Err() != nil:
		return conformance.Response{}, p.ended(ctx)
	}
	return verdictOf(run.state, run.tail.String()), nil
}

// stop ends a program that does not end, and waits for it.
func (p program) stop(run *process) {
	run.tree.terminate()
	if !closedWithin(p.Grace/4, run.exited) {
		run.tree.kill()
		<-run.exited
	}
}

// closedWithin reports whether done is closed in so much time.
func closedWithin(d time.Duration, done <-chan struct{}) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

// verdictOf is what the end of a program says.
func verdictOf(state *os.ProcessState, stderr string) conformance.Response {
	switch state.ExitCode() {
	case 0:
		return conformance.Response{Outcome: conformance.Accepted}
	case 1:
		return conformance.Response{Outcome: conformance.Rejected}
	}
	crash := state.String() + ", which is neither 0 (yes) nor 1 (no)"
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	if last := lines[len(lines)-1]; last != "" {
		crash += ", after " + last[:min(len(last), 200)]
	}
	return conformance.Response{Outcome: conformance.Crashed, Crash: crash}
}
