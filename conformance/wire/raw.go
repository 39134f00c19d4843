package wire

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// The errors of [Raw.Line], beside those of package io.
var (
	// ErrLate means that no complete line arrived before the timeout.
	ErrLate = errors.New("wire: no complete line came in time")
	// ErrLineTooLong means that a line is longer than MaxLine. It is returned before the line
	// ends. No line follows it.
	ErrLineTooLong = errors.New("a line is longer than 16 MiB")
)

// A Raw is a running adapter whose caller sends bytes and reads lines itself. It is for
// tests of the adapter, not of the library behind it. [Command.StartRaw] makes one. The
// caller has to close it.
//
// A Raw buffers at most one line of standard output and the first and the last lines of standard error. Its
// methods must not be called by several goroutines at once.
type Raw struct {
	process      *process
	grace        time.Duration
	stopWatching func() bool
	cancelled    <-chan struct{} // closed when the context is done
	inputEnded   time.Time

	lines   chan []byte   // closed at the end of standard output
	ignored chan struct{} // closed when no more lines are wanted
	readErr error         // why lines was closed
	rest    []byte        // the bytes after the last line

	mu     sync.Mutex
	input  input
	closed bool
}

// Ended describes how the process of a [Raw] ended.
type Ended struct {
	// State is the text of os.ProcessState, such as "exit status 0" or "signal: killed".
	State string
	// Success reports whether the process exited with status 0.
	Success bool
	// Late reports that the process had not exited Grace after the end of its input, and
	// was ended.
	Late bool
	// Left reports that the process exited and left child processes or open pipes behind.
	// Close ended those that it could reach.
	Left bool
	// Stderr is what a [conformance.Failure] has of standard error, unescaped.
	Stderr string
}

// StartRaw starts the program, and sends nothing to it. It ignores HelloTimeout and
// Timeout of c. The error is a [*conformance.Failure] of the kind CannotStart, or means that ctx is
// done. When ctx is done later, the processes are ended.
func (c Command) StartRaw(ctx context.Context) (*Raw, error) { return c.startRaw(ctx, "the adapter") }

// startRaw is StartRaw for a program with the name called in errors.
func (c Command) startRaw(ctx context.Context, called string) (*Raw, error) {
	if ctx.Err() != nil {
		return nil, ended(ctx, called)
	}
	r := &Raw{
		grace:     cmp.Or(c.Grace, DefaultGrace),
		cancelled: ctx.Done(),
		lines:     make(chan []byte),
		ignored:   make(chan struct{}),
	}
	r.input = newInput(&r.mu)
	var err error
	if r.process, err = startProcess(c, called); err != nil {
		return nil, err
	}
	r.process.goroutines.Go(func() { r.input.write(r.process.stdin) })
	r.process.goroutines.Go(r.read)
	r.stopWatching = context.AfterFunc(ctx, r.cancel)
	return r, nil
}

// cancel ends the processes when the context is done before Close.
func (r *Raw) cancel() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.process.tree.terminate()
		r.process.stdout.Close()
	}
}

// Send copies b and queues it for standard input. It does not wait for the program to
// read it. After CloseInput it does nothing.
func (r *Raw) Send(b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.input.closing {
		r.input.out = append(r.input.out, b...)
		r.input.work.Signal()
	}
}

// CloseInput closes standard input after all queued bytes are written.
func (r *Raw) CloseInput() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.input.closing {
		r.input.closing, r.inputEnded = true, time.Now()
		r.input.work.Signal()
	}
}

// read is the goroutine that reads standard output. It reads at most one line ahead of
// the caller of Line.
func (r *Raw) read() {
	defer close(r.lines)
	in := newLines(r.process.stdout)
	for {
		if line, ok := in.next(); ok {
			select {
			case r.lines <- append([]byte{}, line...):
			case <-r.ignored:
			}
			continue
		}
		if err := in.fill(); err != nil {
			r.readErr = err
			if rest := in.rest(); len(rest) > 0 && err != ErrLineTooLong {
				r.readErr, r.rest = io.ErrUnexpectedEOF, append([]byte{}, rest...)
			}
			return
		}
	}
}

// Line returns the next line, without its LF, as soon as it is complete. The error is
// [ErrLate] after the timeout, io.EOF at the end of standard output, [ErrLineTooLong], or
// the error of a read that ended because the context is done. If bytes without an LF
// precede the end, Line returns them with io.ErrUnexpectedEOF. After an error other than
// ErrLate no line follows.
func (r *Raw) Line(timeout time.Duration) ([]byte, error) {
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case line, ok := <-r.lines:
		if !ok {
			return r.rest, r.readErr
		}
		return line, nil
	case <-timer.C:
		return nil, ErrLate
	}
}

// leftTick is the interval for polling whether child processes have ended: there is no
// notification.
const leftTick = 5 * time.Millisecond

// Close closes the input, discards further output, and waits for the program to exit. It
// terminates the program Grace after the end of its input, and kills it a quarter of
// Grace later. When Close returns, the process has been waited for. The child processes
// that Close could reach have been ended. Callers call it once.
func (r *Raw) Close() Ended { return r.end(r.grace, false) }

// end is Close with another timeout, patience. If alone is true, it does not wait for child
// processes, ends them at once, and does not report them in Left.
func (r *Raw) end(patience time.Duration, alone bool) Ended {
	p := r.process
	r.CloseInput()
	close(r.ignored)
	over := make(chan struct{})
	p.goroutines.Go(func() {
		for range r.lines { // lets a program go on that still writes
		}
		_, _ = io.Copy(io.Discard, p.stdout) // and one that wrote a line that is too long
		<-p.exited
		<-p.stderrEnded
		close(over)
	})
	ended := over
	if alone {
		ended = p.exited
	}

	var e Ended
	deadline := r.inputEnded.Add(patience)
	if least := time.Now().Add(r.grace / 4); deadline.Before(least) {
		deadline = least
	}
	if within(time.Until(deadline), ended, r.cancelled) {
		e.Left = !alone && !r.emptied(deadline)
	} else {
		e.Late = !p.hasExited()
		e.Left = !e.Late
		p.stop(ended, r.grace)
	}

	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.stopWatching()
	p.tree.terminate()
	p.tree.kill()
	if alone {
		within(r.grace, p.stderrEnded, nil) // for the tail of standard error
	}
	p.close()
	e.State, e.Success = p.state.String(), p.state.Success()
	e.Stderr = p.tail.String()
	return e
}

// emptied waits until no process of the tree is left. The program itself has exited. It
// reports false after the deadline or when the context is done.
func (r *Raw) emptied(deadline time.Time) bool {
	tick := time.NewTicker(leftTick)
	defer tick.Stop()
	for ; r.process.tree.alive(); <-tick.C {
		if time.Now().After(deadline) || isClosed(r.cancelled) {
			return false
		}
	}
	return true
}
