//go:build unix

package wire

import (
	"syscall"
	"testing"

	"github.com/epin-conformance/harness/epin"
)

// TestReaped tests that no zombie process and no process group is left.
func TestReaped(t *testing.T) {
	c := command(t, "stays")
	c.Grace = 1
	s := open(t, c, epin.Current)
	group := s.process.tree.group
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := syscall.Kill(group, 0); err != syscall.ESRCH {
		t.Errorf("the process is still there: %v", err)
	}
	if !until(func() bool { return syscall.Kill(-group, 0) == syscall.ESRCH }) {
		t.Error("its group is still there")
	}
}
