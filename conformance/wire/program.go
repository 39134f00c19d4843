//go:build !js

package wire

import (
	"context"
	"path/filepath"
	"runtime"
	"slices"
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
//
// Timeout is for one run of the program; HelloTimeout and Log are not used.
type Program Command

// Open is a [conformance.Factory]. It starts no process, and its only error is that Args is
// empty. The Implementation offers [conformance.OpValid] only. The errors of its methods mean that ctx
// is done, or are a [*conformance.Failure] of the kind CannotStart or Hung. It can be used again after Hung.
func (p Program) Open(_ context.Context, _ *notation.Edition) (conformance.Implementation, error) {
	if len(p.Args) == 0 {
		return nil, &conformance.Failure{Kind: conformance.CannotStart, What: "the program cannot be started: none was given"}
	}
	return program{Command(p).OrDefaults(), slices.Contains(p.Args[1:], Placeholder)}, nil
}

// program is a Program without zero values.
type program struct {
	command  Command
	argument bool // whether the token replaces an argument
}

// Describe returns a Description with the name of the program. On Windows, arguments are
// text, so Bytes is empty there for a token that is an argument.
func (p program) Describe() conformance.Description {
	d := conformance.Description{
		Name:  filepath.Base(p.command.Args[0]),
		Ops:   []conformance.Op{conformance.OpValid},
		NoNUL: p.argument,
	}
	if !p.argument || runtime.GOOS != "windows" {
		d.Bytes = d.Ops
	}
	if p.argument {
		d.Longest = maxArgument
	}
	return d
}

// Do runs the program once, and ends its child processes.
func (p program) Do(ctx context.Context, req conformance.Request) (resp conformance.Response, err error) {
	if ctx.Err() != nil {
		return resp, stopped(ctx, "the program")
	}
	if !p.Describe().Answers(req) {
		return resp, nil
	}
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
		return resp, err
	}
	running.Send([]byte(input)) // the program may ignore it
	running.CloseInput()
	e := running.end(ctx, time.Now().Add(c.Timeout), true)
	running.release(&e)
	switch {
	case ctx.Err() != nil:
		return resp, stopped(ctx, "the program")
	case e.Late:
		what := "the program did not exit within " + inSeconds(c.Timeout) + " (" + c.Names.Timeout + ")"
		return resp, &conformance.Failure{Kind: conformance.Hung, What: what, Request: &req, Stderr: e.Stderr}
	}
	switch e.State.ExitCode() {
	case 0:
		resp.Outcome = conformance.Accepted
	case 1:
		resp.Outcome = conformance.Rejected
	default:
		resp.Outcome = conformance.Crashed
		resp.Crash = e.State.String() + ", which is neither 0 (valid) nor 1 (invalid)" + printable.StderrEnd(e.Stderr)
	}
	return resp, nil
}
