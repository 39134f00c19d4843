package main

import (
	"testing"

	"golang.org/x/sys/unix"
)

func TestScheduleAsBatch(t *testing.T) {
	before, err := unix.SchedGetAttr(0, 0)
	if err != nil || before.Policy != unix.SCHED_NORMAL {
		t.Skipf("the policy of the tests is not SCHED_NORMAL: %v, error %v", before, err)
	}
	scheduleAsBatch()
	after, err := unix.SchedGetAttr(0, 0)
	if err != nil || after.Policy != unix.SCHED_BATCH || after.Nice != before.Nice {
		t.Errorf("the policy is %v, error %v; before, it was %v", after, err, before)
	}
}
