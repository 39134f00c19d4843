package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

// peakInterval is how often a process is looked at. What it says is the most that it
// has had so far, so that only what it takes in its last moment is missed.
const peakInterval = 20 * time.Millisecond

// watchPeak looks at a process of which the caller will see the end. What it returns
// ends that, and gives the most memory that the process itself has had (its resident
// set, without its children), in bytes; 0 where the system is not Linux.
//
// The usage that wait(2) gives is no help: it is the most of the process, of the
// children that it has waited for, and of this program when it forked.
func watchPeak(pid int) func() int64 {
	stop, result := make(chan struct{}), make(chan int64)
	go func() {
		tick := time.NewTicker(peakInterval)
		defer tick.Stop()
		var peak int64
		for {
			if now, ok := peakOf(pid); ok {
				peak = now
			}
			select {
			case <-tick.C:
			case <-stop:
				result <- peak
				return
			}
		}
	}()
	return func() int64 {
		close(stop)
		return <-result
	}
}

// peakOf returns the most memory that a running process has had.
func peakOf(pid int) (bytes int64, ok bool) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, false
	}
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, "VmHWM:"); found {
			kib, err := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(value), " kB"), 10, 64)
			return kib << 10, err == nil
		}
	}
	return 0, false // it has ended
}
