package main

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// scheduleAsBatch asks the kernel not to interrupt a program under test as soon as it has written something
// that the command can read: the policy SCHED_BATCH, see sched(7). On two cores, a run with the adapter for
// Go takes 6 % less time. The threads and programs that this process starts inherit it. Errors are ignored.
func scheduleAsBatch() {
	threads, _ := os.ReadDir("/proc/self/task")
	for _, thread := range threads {
		id, _ := strconv.Atoi(thread.Name()) // each name is the id of a thread
		attr, err := unix.SchedGetAttr(id, 0)
		if err == nil && attr.Policy == unix.SCHED_NORMAL {
			attr.Policy = unix.SCHED_BATCH
			_ = unix.SchedSetAttr(id, attr, 0)
		}
	}
}
