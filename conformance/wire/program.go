package wire

import (
	"cmp"
	"context"
	"fmt"
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
	Names   Names         // what errors call Timeout
}

// Open is a [conformance.Factory]. It starts nothing yet, and fails only where no program
// was given. What it returns offers [conformance.OpValid] alone, and is a
// [conformance.Batcher]. Its errors are those of a ctx that is done, and a [*Failure] of
// the kind CannotStart, or Hung: then it may be asked again.
func (p Program) Open(_ context.Context, _ epin.Edition) (conformance.Implementation, error) {
	if len(p.Args) == 0 {
		return nil, &Failure{Kind: CannotStart, What: "the program cannot be started: none was given"}
	}
	p.Timeout, p.Grace, p.Jobs = cmp.Or(p.Timeout, DefaultTimeout), cmp.Or(p.Grace, DefaultGrace), max(p.Jobs, 1)
	p.Names = p.Names.orFields()
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
	var goroutines sync.WaitGroup
	drawn := make(chan conformance.Exchange)
	goroutines.Go(func() {
		defer close(drawn)
		i := 0
		for req := range requests {
			select {
			case drawn <- conformance.Exchange{Index: i, Request: req}:
				i++
			case <-ctx.Done():
				return
			}
		}
	})
	var (
		mu    sync.Mutex // for what follows, and answer
		over  bool       // no further answer is wanted
		first error
	)
	for range p.Jobs {
		goroutines.Go(func() {
			for x := range drawn {
				var err error
				x.Response, err = p.Do(ctx, x.Request)
				mu.Lock()
				if !over && (err != nil || !answer(x)) {
					over, first = true, err
					cancel(err)
				}
				mu.Unlock()
			}
		})
	}
	goroutines.Wait()
	if !over && ctx.Err() != nil {
		return p.ended(ctx)
	}
	return first
}

// ended is the error of what ctx has ended.
func (p program) ended(ctx context.Context) error {
	return fmt.Errorf("wire: the program was ended: %w", context.Cause(ctx))
}

// ask runs the program once, and leaves nothing of it.
func (p program) ask(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	args, input := slices.Clone(p.Args), req.Token
	if p.argument {
		input = ""
		for i := range args[1:] {
			if args[i+1] == Placeholder {
				args[i+1] = req.Token
			}
		}
	}
	r, err := Command{Args: args, Dir: p.Dir, Env: p.Env, Grace: p.Grace}.startRaw(ctx, "the program")
	if err != nil {
		return conformance.Response{}, err
	}
	r.Send([]byte(input)) // a program need not read it
	switch e := r.end(p.Timeout, true); {
	case ctx.Err() != nil:
		return conformance.Response{}, p.ended(ctx)
	case e.Late:
		return conformance.Response{}, &Failure{
			Kind: Hung, What: "the program had not ended " + inSeconds(p.Timeout) + " (" + p.Names.Timeout + ") after it was started",
			Request: &req, Stderr: e.Stderr,
		}
	default:
		return verdictOf(r.process.state, e.Stderr), nil
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
