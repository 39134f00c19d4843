package wire

import (
	"errors"
	"slices"
)

// Close ends the adapter: it closes standard input, and reads standard output to
// its end. It waits Grace for the program to end, then terminates its process
// group, and a quarter of Grace later kills it. When it returns, the process has
// been waited for, and no goroutine of the session is left.
//
// The error is nil, or a [*Failure] where what came after the last answer was no
// answer to anything. How the program ended is none: that stands in the notes.
func (s *Session) Close() error {
	s.closeOnce.Do(func() { s.closeErr = s.shut() })
	return s.closeErr
}

// Notes returns, after Close, what was out of the ordinary about the end of the
// adapter and says nothing about the library, a sentence each: another exit status
// than 0, a signal, that it had to be killed, that a child held the pipes.
func (s *Session) Notes() []string { return slices.Clone(s.notes) }

var errNoLineFeed = errors.New("it has no line feed")

func (s *Session) shut() error {
	p := s.process
	failed := s.failure() != nil
	s.mu.Lock()
	s.closing, s.out = true, nil
	s.known = s.tail
	s.work.Signal()
	s.mu.Unlock()

	over, escalated := make(chan struct{}), make(chan []string)
	go func() { escalated <- s.escalate(over) }()
	var err error
	if failed {
		p.closePipes() // the processes are being ended
	} else {
		err = s.drain()
	}
	<-p.exited
	<-p.silent
	close(over)
	s.notes = <-escalated
	if s.failure() == nil {
		err = s.judgeEnd()
	}

	_ = s.end(errClosed) // and with it children that held no pipe
	s.timer.Stop()
	s.killer.Stop()
	p.tree.kill()
	p.tree.close()
	p.closePipes()
	s.goroutines.Wait()
	return err
}

// drain judges what still comes, to the end of standard output.
func (s *Session) drain() error {
	for {
		line, ok := s.in.next()
		if ok {
			if err := s.accept(nil, line); err != nil {
				return err
			}
			continue
		}
		switch err := s.in.fill(); err {
		case nil:
		case errLineTooLong:
			return s.readFailed(err)
		default: // the end, or a pipe that escalate or the end of a context has closed
			return nil
		}
	}
}

// judgeEnd looks at how the adapter has ended, which nobody has helped it to if
// there are no notes yet.
func (s *Session) judgeEnd() error {
	if len(s.notes) > 0 {
		return nil
	}
	if state := s.process.state; !state.Success() {
		s.notes = append(s.notes, "the adapter ended with "+state.String()+" after its last answer")
	}
	s.mu.Lock()
	dropped := s.due() > 0 // and an answer to one of them may have been cut off
	s.mu.Unlock()
	if rest := s.in.rest(); len(rest) > 0 && !dropped {
		return s.malformed(rest, errNoLineFeed, nil)
	}
	return nil
}

// escalate ends what does not end, in steps, until over is closed. It returns what
// there is to note about it.
func (s *Session) escalate(over <-chan struct{}) (notes []string) {
	p, grace := s.process, s.command.Grace
	if within(grace, over, nil) {
		return nil
	}
	exited, after := p.hasExited(), inSeconds(grace)+" after the end of standard input"
	if !exited || p.tree.alive() {
		p.tree.terminate()
		how := "terminated"
		done := within(grace/4, over, nil)
		if !done {
			p.tree.kill()
			how = "killed"
		}
		if exited {
			notes = append(notes, "a process that the adapter had started held its pipes "+after+", and was "+how)
		} else {
			notes = append(notes, "the adapter had not ended "+after+", and was "+how)
		}
		if done || within(grace, over, nil) {
			return notes
		}
	}
	p.closePipes()
	return append(notes, "a process that could not be ended held the adapter's pipes; they were closed on it")
}
