// Command epin certifies implementations of EPIN, the Extended Piece Identifier
// Notation.
//
//	epin certify -- python3 adapter.py
//
// See `epin help`, and the README of the module.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
)

// memoryAim is what the garbage collector keeps the program to, as far as it can: a
// run that fails everywhere holds no more than one that does not.
const memoryAim = 56 << 20

// garbageBound is how much garbage there may be before it is collected, in percent of
// what is in use, which is little: an adapter on the same two cores is not to be slowed
// by collecting it often. memoryAim bounds both.
const garbageBound = 400

func main() {
	debug.SetGCPercent(garbageBound)
	debug.SetMemoryLimit(memoryAim)
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	go func() {
		s := <-signals
		signal.Stop(signals) // a second one ends the program at once
		cancel(fmt.Errorf("the run was stopped by a signal (%s)", s))
	}()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
