package wire

import (
	"errors"
	"slices"
)

// Close ends the adapter: it closes standard input, and reads standard output to
// its end. It waits Grace for the program to exit, then terminates its process
// group, and a quarter of Grace later kills it. When it returns, the process has
// been waited for, and no goroutine of the session is left.
//
// The error is a [*conformance.Failure] if the adapter wrote anything after the last response that is
// not a response due, and nil otherwise. An unusual exit is not an error: see Notes.
func (s *Session) Close() error {
	return s.close()
}

// Notes returns sentences about an unusual end of the adapter, after Close: it exited with
// another status than 0 or by a signal, the session had to kill it, or a child held its
// pipes. Notes say nothing about the library.
func (s *Session) Notes() []string { return slices.Clone(s.notes) }

var errNoLineFeed = errors.New("it has no line feed")

func (s *Session) shut() error {
	p := s.process
	failed := s.failure() != nil
	s.mu.Lock()
	s.input.close()
	s.known = s.tail
	s.mu.Unlock()

	over := make(chan struct{})
	var err error
	p.goroutines.Go(func() {
		defer close(over)
		if failed {
			p.closePipes() // end has already terminated the processes
		} else {
			err = s.drain()
		}
		<-p.exited
		<-p.stderrEnded
	})
	s.notes = s.escalate(over)
	<-over
	if s.failure() == nil {
		err = s.checkEnd()
	}

	_ = s.end(errClosed) // also ends children that hold no pipe
	s.timer.Stop()
	s.killer.Stop()
	p.close()
	return err
}

// drain reads and checks the remaining responses, to the end of standard output.
func (s *Session) drain() error {
	for {
		line, ok := s.in.next()
		if ok {
			if _, err := s.accept(nil, line); err != nil {
				return err
			}
			continue
		}
		switch err := s.in.fill(); err {
		case nil:
		case ErrLineTooLong:
			return s.readFailed(err)
		default: // the end, or a pipe that escalate or a context that is done has closed
			return nil
		}
	}
}

// checkEnd notes an unusual exit status, and checks that the output ends with a line. If
// there are notes already, escalate ended the adapter, and there is nothing to check.
func (s *Session) checkEnd() error {
	if len(s.notes) > 0 {
		return nil
	}
	if state := s.process.state; !state.Success() {
		s.notes = append(s.notes, "the adapter exited with "+state.String()+" after its last response")
	}
	s.mu.Lock()
	dropped, _ := s.due() // an incomplete response to one of them is possible
	s.mu.Unlock()
	if rest := s.in.rest(); len(rest) > 0 && dropped == 0 {
		return s.malformed(rest, errNoLineFeed, nil)
	}
	return nil
}

// escalate waits until over is closed. If that takes too long, it terminates the processes,
// then kills them, then closes the pipes. It returns notes about these steps.
func (s *Session) escalate(over <-chan struct{}) (notes []string) {
	p, grace := s.process, s.command.Grace
	if within(grace, over, nil) {
		return nil
	}
	exited, after := p.hasExited(), inSeconds(grace)+" after the end of standard input"
	if !exited || p.tree.alive() {
		how := p.stop(over, grace)
		if exited {
			notes = append(notes, "a process that the adapter had started held its pipes "+after+", and was "+how)
		} else {
			notes = append(notes, "the adapter was still running "+after+", and was "+how)
		}
		if isClosed(over) {
			return notes
		}
	}
	p.closePipes()
	return append(notes, "a process that could not be ended held the adapter's pipes; they were closed on it")
}
