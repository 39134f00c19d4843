//go:build unix

package main

import (
	"syscall"
	"time"
)

// cpuTime returns how long processors have worked for this program, and for those that it
// started and that have ended.
func cpuTime() time.Duration {
	var all time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var usage syscall.Rusage
		if err := syscall.Getrusage(who, &usage); err != nil {
			panic(err) // the arguments are right
		}
		all += time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
	}
	return all
}
