//go:build !js

package wire

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/started"
)

// ErrLate means that no complete line arrived before the timeout.
var ErrLate = errors.New("wire: no complete line came in time")

// A Process is a running program whose caller sends bytes and reads lines. [Command.Start] makes one, and
// the caller has to close it. Its methods must not be called by several goroutines at once.
type Process struct {
	// Our ends of the pipes. They are files, not pipes of package os/exec: closing a file always wakes a
	// goroutine that waits for it, even if an unknown process holds the other end.
	stdin, stdout, stderr *os.File

	tree       *tree
	grace      time.Duration
	input      *input
	output     output
	tail       tail          // of standard error
	stderrDone chan struct{} // closed at the end of standard error
	exited     chan struct{} // closed when the process has exited and was waited for
	state      *os.ProcessState
	goroutines sync.WaitGroup
}

// Start starts the program, and sends nothing to it. It ignores HelloTimeout and Timeout of c. The error
// is a [*conformance.Failure] of the kind CannotStart.
func (c Command) Start() (*Process, error) { return c.start("the adapter") }

// start is Start for a program with the name called in errors.
func (c Command) start(called string) (*Process, error) {
	f := &conformance.Failure{Kind: conformance.CannotStart, What: called + " cannot be started: no program was given"}
	if len(c.Args) > 0 {
		p, err := c.run()
		if err == nil {
			return p, nil
		}
		f.What, f.Err = called+" cannot be started: "+whyNotStarted(c, err), err
	}
	return nil, f
}

func (c Command) run() (*Process, error) {
	cmd := exec.Command(c.Args[0], c.Args[1:]...)
	cmd.Dir = c.Dir
	cmd.Env = c.Env
	inNewTree(cmd)
	var opened []*os.File
	for range 3 {
		r, w, err := os.Pipe()
		if err != nil {
			closeAll(opened...)
			return nil, err
		}
		opened = append(opened, r, w)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = opened[0], opened[3], opened[5]
	if err := started.Start(cmd); err != nil {
		closeAll(opened...)
		return nil, err
	}
	closeAll(opened[0], opened[3], opened[5])
	widen(opened[1])
	p := &Process{
		stdin: opened[1], stdout: opened[2], stderr: opened[4],
		input:      &input{pipe: opened[1]},
		output:     output{lines: lines{r: opened[2]}, blocks: make(chan []byte)},
		grace:      c.OrDefaults().Grace,
		stderrDone: make(chan struct{}),
		exited:     make(chan struct{}),
	}
	p.input.work.L = &p.input.mu
	tree, err := newTree(cmd.Process)
	if err != nil {
		closeAll(p.stdin, p.stdout, p.stderr)
		return nil, errors.Join(err, cmd.Process.Kill(), started.Wait(cmd))
	}
	p.tree = tree
	p.goroutines.Go(p.input.write)
	p.goroutines.Go(p.output.read)
	p.goroutines.Go(func() {
		defer close(p.stderrDone)
		_, _ = io.Copy(&p.tail, p.stderr) // ends when either side is closed
	})
	p.goroutines.Go(func() {
		_ = started.Wait(cmd) // the state holds the result
		p.tree.alive()        // records whether the process group still exists
		p.state = cmd.ProcessState
		close(p.exited)
	})
	return p, nil
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// Send queues b for standard input, and does not wait for the program to read it. The caller must not
// change b any more. After CloseInput it does nothing.
func (p *Process) Send(b []byte) { p.input.add(b) }

// CloseInput closes standard input after all queued bytes are written.
func (p *Process) CloseInput() { p.input.close(false) }

// Line returns the next line, without its LF, as soon as it is complete. The line is valid until the
// next call. Line waits at most timeout, and at most Grace after the exit of the program, whose child
// processes may still hold standard output.
//
// The error is [ErrLate], io.EOF at the end of standard output, [ErrLineTooLong], or the cause of ctx. If
// bytes without an LF precede the end, Line returns them with io.ErrUnexpectedEOF, and the beginning of
// the line with ErrLineTooLong. After an error other than ErrLate no line follows.
func (p *Process) Line(ctx context.Context, timeout time.Duration) ([]byte, error) {
	if line, ok := p.output.next(); ok {
		return line, nil
	}
	timer, exited := time.NewTimer(timeout), p.exited
	defer timer.Stop()
	deadline := time.Now().Add(timeout)
	for {
		select {
		case block, ok := <-p.output.blocks:
			if !ok {
				return p.output.lines.rest, p.output.err
			}
			p.output.block = block
			line, _ := p.output.next()
			return line, nil
		case <-exited:
			exited = nil
			timer.Reset(min(time.Until(deadline), p.grace))
		case <-timer.C:
			return nil, ErrLate
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// output is the queue from standard output. One goroutine reads, at most a block ahead.
type output struct {
	lines  lines // belongs to the goroutine until blocks is closed
	blocks chan []byte
	err    error  // why blocks was closed
	block  []byte // the lines that were read and not returned yet
}

func (out *output) read() {
	defer close(out.blocks)
	for {
		block, err := out.lines.block()
		if err != nil {
			if out.err = err; err != ErrLineTooLong && len(out.lines.rest) > 0 {
				out.err = io.ErrUnexpectedEOF
			}
			return
		}
		out.blocks <- block
	}
}

func (out *output) next() (line []byte, ok bool) {
	if len(out.block) > 0 {
		line, out.block, _ = bytes.Cut(out.block, []byte{'\n'})
		return line, true
	}
	return nil, false
}

// Ended describes how a [Process] ended.
type Ended struct {
	State *os.ProcessState
	// Late reports that the process had not exited Grace after the end of its input, and
	// was ended.
	Late bool
	// Left reports that the process exited and left child processes or open pipes behind.
	// Close ended those that it could reach. A Session tests the pipes only.
	Left bool
	// Stderr is what a [conformance.Failure] has of standard error, unescaped.
	Stderr string

	// how is what was done to end the processes: "terminated", "killed", or "" if nothing was done.
	how string
	// unreachable reports that a process holds the pipes that could not be ended.
	unreachable bool
}

// Close closes the input, discards further output, and waits for the program to exit. It
// terminates the program Grace after the end of its input, or when ctx is done, and kills it a quarter
// of Grace later. When Close returns, the process has been waited for. The child processes
// that Close could reach have been ended. Callers call it once.
func (p *Process) Close(ctx context.Context) Ended {
	p.CloseInput()
	deadline := p.input.closed.Add(p.grace)
	if least := time.Now().Add(p.grace / 4); deadline.Before(least) {
		deadline = least
	}
	e := p.end(ctx, deadline, false)
	if !e.Late && !e.Left {
		tick := time.NewTicker(5 * time.Millisecond) // nothing notifies of the end of child processes
		defer tick.Stop()
		for ; p.tree.alive() && !e.Left; <-tick.C {
			e.Left = time.Now().After(deadline) || ctx.Err() != nil
		}
	}
	p.release(&e)
	return e
}

// end is Close up to the end of the process and, unless alone is true, of all that hold its pipes. It waits
// until the deadline.
func (p *Process) end(ctx context.Context, deadline time.Time, alone bool) (e Ended) {
	over := make(chan struct{})
	p.goroutines.Go(func() {
		for range p.output.blocks { // lets a program go on that still writes
		}
		_, _ = io.Copy(io.Discard, p.stdout) // and one that wrote a line that is too long
		<-p.exited
		<-p.stderrDone
		close(over)
	})
	ended := over
	if alone {
		ended = p.exited
	}
	if within(ctx, time.Until(deadline), ended) {
		return e
	}
	e.Late = !isClosed(p.exited)
	e.Left = !e.Late
	reachable := e.Late || p.tree.alive()
	if reachable {
		e.how = "terminated"
		p.tree.terminate()
	}
	if !within(context.Background(), p.grace/4, ended) && reachable {
		e.how = "killed"
		p.tree.kill()
		within(context.Background(), p.grace, ended)
	}
	e.unreachable = !isClosed(ended)
	return e
}

// release ends the remaining processes, waits for the goroutines, and sets the other fields of e.
func (p *Process) release(e *Ended) {
	p.tree.terminate()
	p.tree.kill()
	if !e.unreachable {
		within(context.Background(), p.grace, p.stderrDone) // for the tail of standard error
	}
	p.tree.close()
	closeAll(p.stdin, p.stdout, p.stderr)
	p.goroutines.Wait()
	e.State, e.Stderr = p.state, p.tail.String()
}

// input is the queue for standard input. One goroutine writes what the pipe has no room for, so that no other one
// blocks.
type input struct {
	pipe    *os.File
	mu      sync.Mutex // guards the fields below
	work    sync.Cond  // the goroutine waits for something to do
	out     []byte
	closed  time.Time // when close was called; the goroutine closes standard input after out
	writing bool
	err     error // why the goroutine has stopped before that
}

// add queues b, which must not be used again, and returns memory for other bytes.
func (in *input) add(b []byte) []byte {
	in.mu.Lock()
	defer in.mu.Unlock()
	switch {
	case !in.closed.IsZero():
	case len(in.out) == 0 && !in.writing:
		n := writeNow(in.pipe, b) // to wake the goroutine takes longer
		if n == len(b) {
			return b[:0]
		}
		in.out = append(in.out, b[n:]...)
	case len(in.out) == 0:
		in.out, b = b, in.out
	default:
		in.out = append(in.out, b...)
	}
	in.work.Signal()
	return b[:0]
}

// close makes the goroutine close standard input. If drop is true, it first removes what was not written yet.
func (in *input) close(drop bool) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if drop {
		in.out = nil
	}
	if in.closed.IsZero() {
		in.closed = time.Now()
		in.work.Signal()
	}
}

func (in *input) write() {
	defer in.pipe.Close()
	in.mu.Lock()
	defer in.mu.Unlock()
	var batch []byte
	for in.err == nil {
		for len(in.out) == 0 && in.closed.IsZero() {
			in.work.Wait()
		}
		if len(in.out) == 0 {
			return
		}
		batch, in.out, in.writing = in.out, batch[:0], true
		in.mu.Unlock()
		_, err := in.pipe.Write(batch)
		if cap(batch) > mostKept {
			batch = nil // before a wait, which can be long
		}
		in.mu.Lock()
		in.writing, in.err = false, err
	}
}

// isBroken reports whether the process has closed its standard input. Only a write can show this: if
// everything was written, isBroken writes an empty line, which the protocol does not permit. So it is
// for a process that is to be ended.
func (in *input) isBroken() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.writing || in.err != nil || len(in.out) > 0 {
		return in.err != nil
	}
	// The deadline leaves room for a pause of the machine before the write.
	if in.pipe.SetWriteDeadline(time.Now().Add(250*time.Millisecond)) != nil {
		return false // this system has no write deadlines for pipes
	}
	_, err := in.pipe.WriteString("\n")
	return err != nil && !errors.Is(err, os.ErrDeadlineExceeded)
}

// within waits until over is closed, at most for patience or until ctx is done. It reports whether over is.
func within(ctx context.Context, patience time.Duration, over <-chan struct{}) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case <-over:
	case <-ctx.Done():
	}
	return isClosed(over)
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
