//go:build !js

package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Command describes how to start an adapter, and how long to wait for it. A zero
// duration means the default.
type Command struct {
	Args []string // the program, found as package os/exec does, and its arguments
	Dir  string   // its working directory; empty for the current directory
	Env  []string // its environment, as "key=value"; nil for that of this process

	HelloTimeout time.Duration // for the response to hello; by default 30 s
	Timeout      time.Duration // for the next complete response, while a request is in flight; by default 10 s
	Grace        time.Duration // from the end of standard input to the exit of the process; by default 2 s

	Names Names      // the words of errors
	Log   func() Log // returns the Log of a new session; nil means no log
}

// Names holds the names of HelloTimeout and Timeout in errors, such as the flags of a command
// that set them. An empty name means the name of the field. Env is a clause about the environment
// that ends the error of a program that exits before it responds to hello.
type Names struct{ HelloTimeout, Timeout, Env string }

// OrDefaults returns c with the default in place of each zero duration and name.
func (c Command) OrDefaults() Command {
	c.HelloTimeout = cmp.Or(c.HelloTimeout, 30*time.Second)
	c.Timeout = cmp.Or(c.Timeout, 10*time.Second)
	c.Grace = cmp.Or(c.Grace, 2*time.Second)
	c.Names.HelloTimeout = cmp.Or(c.Names.HelloTimeout, "HelloTimeout")
	c.Names.Timeout = cmp.Or(c.Names.Timeout, "Timeout")
	return c
}

// Log records the lines of one session, without their LF, in the order in which the session
// sends or receives them. A line is valid only during the call.
type Log interface {
	Greeted(line []byte)            // the response to hello, well formed or not
	Sent(id int64, line []byte)     // a request
	Answered(id int64, line []byte) // a well-formed response
	Failed(f *conformance.Failure)  // the session failed; no response follows
}

// Open starts the program and sends hello with the edition. It is a
// [conformance.Factory]; the Implementation is a [*Session].
//
// ctx bounds the start: if it is done before the program answers hello, Open ends the
// processes. It does not bound the lifetime of the session, which Close ends. An error that
// the program causes is a [*conformance.Failure]. After an error no process is left.
func (c Command) Open(ctx context.Context, edition *notation.Edition) (conformance.Implementation, error) {
	c = c.OrDefaults()
	if ctx.Err() != nil {
		return nil, stopped(ctx, "the adapter")
	}
	s := &Session{command: c, ids: newIDs(), window: window{head: 1, tail: 1, limit: firstLimit}} // 0 is hello
	s.message.texts = make(map[string]string)
	if c.Log != nil {
		s.log = c.Log()
	}
	var err error
	if s.process, err = c.Start(); err != nil {
		if f, ok := errors.AsType[*conformance.Failure](err); ok && s.log != nil {
			s.log.Failed(f)
		}
		return nil, err
	}
	if err := s.hello(ctx, edition); err != nil {
		_ = s.Close() // err is the cause
		return nil, err
	}
	return s, nil
}

// stopped returns the error for a program that was ended because ctx is done. called is its name.
func stopped(ctx context.Context, called string) error {
	return fmt.Errorf("wire: %s was stopped: %w", called, context.Cause(ctx))
}
