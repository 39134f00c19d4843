package started

import (
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"
)

// A program that was started is no orphan, even if it has ended.
func TestSweepLeavesStartedPrograms(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := Start(cmd); err != nil {
		t.Fatal(err)
	}
	if err := unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	some, _, _, err := sweep(true)
	mu.Unlock()
	if err != nil || some || Wait(cmd) != nil {
		t.Errorf("orphans: %t; errors %v, %v", some, err, cmd.ProcessState)
	}
}
