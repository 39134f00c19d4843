package wire

import (
	"cmp"
	"context"
	"errors"
	"io"
	"sync"
	"time"
)

// What [Raw.Line] returns beside the errors of package io.
var (
	// ErrLate means that no complete line came in time.
	ErrLate = errors.New("wire: no complete line came in time")
	// ErrLineTooLong means that a line is beyond MaxLine. Nothing is read after it.
	ErrLineTooLong = errLineTooLong
)

// A Raw is a running adapter to which bytes are sent, and from which lines are read,
// as they are: for whoever looks at the adapter itself, and not at the library behind
// it. [Command.StartRaw] makes one; it has to be closed.
//
// Whatever the program does, a Raw holds no more of its output than one line and the
// end of standard error. Its methods are not to be called by several goroutines at
// once.
type Raw struct {
	process      *process
	grace        time.Duration
	goroutines   sync.WaitGroup
	stopWatching func() bool
	cancelled    chan struct{} // closed when the context was done
	inputEnded   time.Time

	lines   chan []byte   // closed at the end of standard output
	ignored chan struct{} // closed when nobody takes lines any more
	readErr error         // why lines was closed
	rest    []byte        // what stood behind the last line then

	mu      sync.Mutex
	work    *sync.Cond // the writer waits for something in out
	out     []byte
	closing bool // standard input is to end after out
	closed  bool
}

// Ended is how the process of a [Raw] has ended.
type Ended struct {
	// State is how the process ended, as os.ProcessState has it, such as "exit status
	// 0" or "signal: killed".
	State string
	// Success: the process ended with status 0.
	Success bool
	// Late: it had not ended Grace after the end of its input, and was ended.
	Late bool
	// Left: it had ended, and something that it had started had not; that was ended
	// too, as far as it could be reached.
	Left bool
	// Stderr is the end of what came on standard error, at most 8 KiB, as it came.
	Stderr string
}

// StartRaw starts the program, and says nothing to it. Of the durations of c only
// Grace means anything. The error is a [*Failure] of the kind CannotStart, or ctx was
// done. When ctx is done later, the processes are ended.
func (c Command) StartRaw(ctx context.Context) (*Raw, error) { return c.startRaw(ctx, "the adapter") }

// startRaw is StartRaw for a program that errors call so.
func (c Command) startRaw(ctx context.Context, called string) (*Raw, error) {
	if ctx.Err() != nil {
		return nil, ended(ctx)
	}
	r := &Raw{
		grace:     cmp.Or(c.Grace, DefaultGrace),
		cancelled: make(chan struct{}),
		lines:     make(chan []byte),
		ignored:   make(chan struct{}),
	}
	r.work = sync.NewCond(&r.mu)
	var err error
	if r.process, err = startProcess(c, called, &r.goroutines, func() {}); err != nil {
		return nil, err
	}
	r.goroutines.Go(r.write)
	r.goroutines.Go(r.read)
	r.stopWatching = context.AfterFunc(ctx, r.cancel)
	return r, nil
}

// cancel ends the processes before Close does.
func (r *Raw) cancel() {
	close(r.cancelled)
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closed {
		r.process.tree.terminate()
		r.process.stdout.Close()
	}
}

// Send sends b, after what was sent before. It does not wait for the program to read
// it, and copies it. After CloseInput it does nothing.
func (r *Raw) Send(b []byte) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closing {
		r.out = append(r.out, b...)
		r.work.Signal()
	}
}

// CloseInput ends standard input after what was sent.
func (r *Raw) CloseInput() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.closing {
		r.closing, r.inputEnded = true, time.Now()
		r.work.Signal()
	}
}

// write is the goroutine that writes to standard input, and closes it. It ends with
// the pipe, if the program does not read on.
func (r *Raw) write() {
	defer r.process.stdin.Close()
	for {
		r.mu.Lock()
		for len(r.out) == 0 && !r.closing {
			r.work.Wait()
		}
		batch := r.out
		r.out = nil
		r.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		if _, err := r.process.stdin.Write(batch); err != nil {
			return // that it reads no more shows in what it does not answer
		}
	}
}

// read is the goroutine that reads standard output. It reads no further than one line
// ahead of whoever takes them.
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
			if rest := in.rest(); len(rest) > 0 && err != errLineTooLong {
				r.readErr, r.rest = io.ErrUnexpectedEOF, append([]byte{}, rest...)
			}
			return
		}
	}
}

// Line returns the next line, without its LF, as soon as it is complete. The error is
// [ErrLate] after the timeout; io.EOF at the end of standard output, or
// io.ErrUnexpectedEOF with what came without an LF before it; [ErrLineTooLong]; or that
// of a read that the end of the context broke off. After an error other than ErrLate
// there is no further line.
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

// leftTick is how often it is looked whether what the program has started has ended:
// nothing tells of it.
const leftTick = 5 * time.Millisecond

// Close ends the input, takes no notice of further output, and waits until the program
// has ended: by itself until Grace after the end of its input, and then by being
// terminated, and a quarter of Grace later killed. When it returns, the process was
// waited for, and nothing that could be reached is left of what it had started. It is
// to be called once.
func (r *Raw) Close() Ended { return r.end(r.grace, false) }

// end is Close, but that it waits so long for the program to end. Where alone, what it leaves behind is
// ended at once: it is not waited for, and is no fault.
func (r *Raw) end(patience time.Duration, alone bool) Ended {
	p := r.process
	r.CloseInput()
	close(r.ignored)
	over := make(chan struct{})
	r.goroutines.Go(func() {
		for range r.lines { // a program that writes on is not to be held up
		}
		_, _ = io.Copy(io.Discard, p.stdout) // nor one that has written too long a line
		<-p.exited
		<-p.silent
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
		p.tree.terminate()
		if !within(r.grace/4, ended, nil) {
			p.tree.kill()
			within(r.grace, ended, nil)
		}
	}

	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.stopWatching()
	p.tree.terminate()
	p.tree.kill()
	if alone {
		within(r.grace, p.silent, nil) // its last words
	}
	p.tree.close()
	p.closePipes()
	r.goroutines.Wait()
	e.State, e.Success = p.state.String(), p.state.Success()
	e.Stderr = p.tail.String()
	return e
}

// emptied waits until nothing runs of what the program, which has ended, had started.
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
