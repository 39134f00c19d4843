package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/epin-conformance/harness/conformance/internal/started"
)

// The exit statuses, the same for every command.
const (
	exitHolds   = 0 // success
	exitFails   = 1 // something failed
	exitUsage   = 2 // wrong usage, or an input file that cannot be read
	exitUnknown = 3 // inconclusive
)

// statusError ends the program with a status. Its message, if it has one, is written to standard
// error first.
type statusError struct {
	status  int
	message string
}

func (e *statusError) Error() string { return e.message }

// errFails means that something failed, and that the output shows it.
var errFails = &statusError{status: exitFails}

// withStatus returns the error of a command that ends with a status because of err; nil for nil.
func withStatus(status int, err error) error {
	if err == nil {
		return nil
	}
	return &statusError{status, err.Error()}
}

// unknown returns the error of a command that is inconclusive because of err; nil for nil.
func unknown(err error) error { return withStatus(exitUnknown, err) }

// statusOf returns the exit status for an error of a command. An error without a status is about
// the command line.
func statusOf(err error) int {
	var s *statusError
	switch {
	case err == nil, closedByReader(err): // the reader of the output has closed it
		return exitHolds
	case errors.As(err, &s):
		return s.status
	}
	return exitUsage
}

// stdoutError returns the error of a command that cannot write to standard output; nil for nil.
func stdoutError(err error) error {
	return unknown(explained("standard output cannot be written", err))
}

// explained returns err with what it is about before it; nil for nil.
func explained(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// oneLine joins errors in one line. It returns nil if all are nil.
func oneLine(errs ...error) error {
	joined := errors.Join(errs...)
	if joined == nil {
		return nil
	}
	return errors.New(strings.ReplaceAll(joined.Error(), "\n", "; "))
}

// interruptible returns a context that the first SIGINT, SIGTERM or SIGHUP ends, so that a
// run reports what it has found. A second signal kills the programs under test and ends the
// program, as every signal does outside a run, where the default action applies. The function,
// which is called once, ends the run.
func (s streams) interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(sig) { // as nohup does with SIGHUP
			signal.Notify(signals, sig)
		}
	}
	go func() {
		for sig := range signals {
			if ctx.Err() != nil {
				started.KillAll()
				s.files.Discard()
				signal.Stop(signals)
				endBy(sig)
			}
			cancel(fmt.Errorf("the run was stopped by a signal (%s)", sig))
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		close(signals)
		cancel(nil)
	}
}

// endBy ends the program by the default action of a signal, so that its parent sees which it was.
func endBy(s os.Signal) {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Signal(s)
	}
	if err != nil { // no signals on this system
		os.Exit(exitUnknown)
	}
	select {}
}

// catchPipe makes a write to a closed standard output an error instead of a signal that
// ends the program. The signal is caught and not ignored, because the programs under test
// would inherit that it is ignored.
func catchPipe() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
