// Command epin certifies implementations of EPIN, the Extended Piece Identifier
// Notation.
//
//	epin certify -- python3 adapter.py
//
// See `epin help`, and the README of the module.
package main

import (
	"context"
	"os"
	"runtime/debug"
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
	catchPipe()
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
