//go:build unix

package smoke

import (
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

func init() {
	adapters["far child"] = around(nil, func() int {
		exe, err := os.Executable()
		if err != nil {
			return 3
		}
		child := exec.Command(exe)
		child.Env = append(os.Environ(), adapterEnv+"=short sleeper")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if child.Start() != nil {
			return 3
		}
		return 0
	})
	// Nobody can end it, so it ends by itself, later than it is waited for.
	adapters["short sleeper"] = func() int {
		time.Sleep(3 * time.Second)
		return 0
	}
}

// TestOutOfReach: a process that left the tree, and holds the pipes, does not hold up
// the run.
func TestOutOfReach(t *testing.T) {
	r, out := smoke(t, impatient(command(t, "far child"), shortGrace))
	if r.Right() || !strings.Contains(out, "something that the program had started ran on after it") {
		t.Errorf("it is not found:\n%s", out)
	}
}
