package wire

import (
	"cmp"
	"context"
	crand "crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Command is an adapter: a program to start, and how long to wait for it. A zero
// duration means the default.
type Command struct {
	Args []string // the program, found as package os/exec does, and its arguments
	Dir  string   // where it runs; empty for the current directory
	Env  []string // its environment, as "key=value"; nil for that of this process

	HelloTimeout time.Duration // for the answer to hello
	Timeout      time.Duration // for the next complete answer, while any is due
	Grace        time.Duration // from the end of standard input to the end of the process

	// Names are what errors call the durations.
	Names Names

	// IDSeed is what the ids follow from; 0 for ids that nobody can repeat.
	IDSeed uint64

	// Log returns what is told what goes over the pipes of a session; nil for nothing.
	Log func() Log
}

// Names are what errors call HelloTimeout and Timeout, such as the flags of a command that set
// them. An empty name stands for that of the field.
type Names struct{ HelloTimeout, Timeout string }

func (n Names) orFields() Names {
	return Names{cmp.Or(n.HelloTimeout, "HelloTimeout"), cmp.Or(n.Timeout, "Timeout")}
}

// Log is told what goes over the pipes of one session: the lines without their LF, good
// for the time of the call, in the order in which they are sent or taken. Its methods are
// called by several goroutines at once.
type Log interface {
	Greeted(line []byte)            // the answer to hello, well formed or not
	Sent(id int64, line []byte)     // a request
	Answered(id int64, line []byte) // its answer, which is well formed
	Failed(f *Failure)              // the session has failed; nothing follows
}

// Open starts the program and asks hello for the edition. It is a
// [conformance.Factory]; the Implementation is a [*Session].
//
// ctx bounds the start: when it is done before hello was answered, the processes are ended.
// It does not bound the life of the session, which Close ends. An error of the program's
// doing is a [*Failure], and there is no process left then.
func (c Command) Open(ctx context.Context, edition epin.Edition) (conformance.Implementation, error) {
	c.HelloTimeout = cmp.Or(c.HelloTimeout, DefaultHelloTimeout)
	c.Timeout = cmp.Or(c.Timeout, DefaultTimeout)
	c.Grace = cmp.Or(c.Grace, DefaultGrace)
	c.Names = c.Names.orFields()
	if err := ctx.Err(); err != nil {
		return nil, ended(ctx)
	}
	s := newSession(c, edition)
	if c.Log != nil {
		s.log = c.Log()
	}
	var err error
	if s.process, err = startProcess(c, "the adapter", &s.goroutines, s.processExited); err != nil {
		if f := (*Failure)(nil); s.log != nil && errors.As(err, &f) {
			s.log.Failed(f)
		}
		return nil, err
	}
	s.goroutines.Go(s.write)
	s.in = newLines(s.process.stdout)
	stopWatching := s.watch(ctx)
	err = s.hello()
	stopWatching()
	if err != nil {
		_ = s.Close() // there is nothing to say beside err
		return nil, err
	}
	return s, nil
}

// ended is the error of whatever ctx has ended.
func ended(ctx context.Context) error {
	return fmt.Errorf("wire: the adapter was ended: %w", context.Cause(ctx))
}

// newIDs returns the ids that follow from a seed, or from none.
func newIDs(seed uint64) ids {
	if seed != 0 {
		return ids{seed, 0}
	}
	var b [16]byte
	crand.Read(b[:])
	return ids{binary.NativeEndian.Uint64(b[:8]), binary.NativeEndian.Uint64(b[8:])}
}
