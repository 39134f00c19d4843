package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// interruptible returns a context that the first SIGINT, SIGTERM or SIGHUP ends, so that a
// run reports what it has found. A second signal ends the program, as every signal does
// outside a run, where the default action applies. The function ends the run.
func interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	signals := make(chan os.Signal, 1)
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP} {
		if !signal.Ignored(s) { // as nohup does with SIGHUP
			signal.Notify(signals, s)
		}
	}
	go func() {
		select {
		case s := <-signals:
			signal.Stop(signals)
			cancel(fmt.Errorf("the run was stopped by a signal (%s)", s))
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// catchPipe makes a write to a closed standard output an error instead of a signal that
// ends the program. The signal is caught and not ignored, because the programs under test
// would inherit that it is ignored.
func catchPipe() { signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) }
