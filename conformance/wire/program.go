package wire

import (
	"context"
	"iter"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Placeholder is the argument of a [Program] that the token replaces.
const Placeholder = "{}"

// maxArgument is the longest token that is passed as an argument, in bytes. Every supported
// system takes it.
const maxArgument = 30_000

// A Program tests a library through a program that does not know the protocol. It starts
// the program once for each token. The exit status is the verdict: 0 means valid, 1 means
// invalid. Any other status, and a signal, is a crash.
//
// The token replaces each argument that is [Placeholder]. If there is no such argument, the
// token is the whole standard input, without a line feed after it. The output is discarded,
// except the tail of standard error, which is shown with a crash.
//
// A token with a NUL, or longer than 30,000 bytes, cannot be an argument. The response to
// it is Unsupported, as Describe announces.
type Program struct {
	Command Command // Timeout is for one run of the program; HelloTimeout and Log are not used
	Jobs    int     // processes at the same time; 0 means 1
}

// Open is a [conformance.Factory]. It starts no process, and its only error is that Args is
// empty. The Implementation offers [conformance.OpValid] only, and is a
// [conformance.Batcher]. The errors of its methods mean that ctx is done, or are a
// [*conformance.Failure] of the kind CannotStart or Hung. It can be used again after Hung.
func (p Program) Open(_ context.Context, _ *notation.Edition) (conformance.Implementation, error) {
	if len(p.Command.Args) == 0 {
		return nil, &conformance.Failure{Kind: conformance.CannotStart, What: "the program cannot be started: none was given"}
	}
	return program{p.Command.orDefaults(), max(p.Jobs, 1), slices.Contains(p.Command.Args[1:], Placeholder)}, nil
}

// program is a Program without zero values.
type program struct {
	command  Command
	jobs     int
	argument bool // whether the token replaces an argument
}

// Describe returns a Description with the name of the program. On Windows, arguments are
// text, so Bytes is false there for a token that is an argument.
func (p program) Describe() conformance.Description {
	d := conformance.Description{
		Name:  filepath.Base(p.command.Args[0]),
		Ops:   []conformance.Op{conformance.OpValid},
		Bytes: !p.argument || runtime.GOOS != "windows",
		NoNUL: p.argument,
	}
	if p.argument {
		d.Longest = maxArgument
	}
	return d
}

// Do sends one request.
func (p program) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if ctx.Err() != nil {
		return conformance.Response{}, stopped(ctx, "the program")
	}
	if !p.Describe().Answers(req) {
		return conformance.Response{}, nil
	}
	return p.run(ctx, req)
}

// DoAll performs all requests, Jobs at a time, see [conformance.Batcher].
func (p program) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var (
		running sync.WaitGroup
		slots   = make(chan struct{}, p.jobs)
		mu      sync.Mutex // guards over and first, and calls of answer
		over    bool       // no further response is wanted
		first   error
	)
	index := 0
	for req := range requests {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		x := conformance.Exchange{Index: index, Request: req}
		index++
		running.Go(func() {
			defer func() { <-slots }()
			var err error
			x.Response, err = p.Do(ctx, x.Request)
			mu.Lock()
			defer mu.Unlock()
			if !over && (err != nil || !answer(x)) {
				over, first = true, err
				cancel(err)
			}
		})
	}
	running.Wait()
	if !over && ctx.Err() != nil {
		return stopped(ctx, "the program")
	}
	return first
}

// run runs the program once, and ends its child processes.
func (p program) run(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	c, input := p.command, req.Token
	if p.argument {
		c.Args, input = slices.Clone(c.Args), ""
		for i := range c.Args[1:] {
			if c.Args[i+1] == Placeholder {
				c.Args[i+1] = req.Token
			}
		}
	}
	running, err := c.start("the program")
	if err != nil {
		return conformance.Response{}, err
	}
	running.Send([]byte(input)) // the program may ignore it
	running.CloseInput()
	e := running.end(ctx, time.Now().Add(c.Timeout), true)
	running.release(&e)
	switch {
	case ctx.Err() != nil:
		return conformance.Response{}, stopped(ctx, "the program")
	case e.Late:
		return conformance.Response{}, &conformance.Failure{
			Kind: conformance.Hung, What: "the program did not exit within " + inSeconds(c.Timeout) + " (" + c.Names.Timeout + ")",
			Request: &req, Stderr: e.Stderr,
		}
	case e.State.ExitCode() == 0:
		return conformance.Response{Outcome: conformance.Accepted}, nil
	case e.State.ExitCode() == 1:
		return conformance.Response{Outcome: conformance.Rejected}, nil
	}
	crash := e.State.String() + ", which is neither 0 (valid) nor 1 (invalid)" + printable.StderrEnd(e.Stderr)
	return conformance.Response{Outcome: conformance.Crashed, Crash: crash}, nil
}
