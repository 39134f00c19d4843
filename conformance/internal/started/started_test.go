package started_test

import (
	"os"
	"os/exec"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/started"
)

func TestUnless(t *testing.T) {
	called := func(pid int) (yes bool) {
		started.Unless(pid, func() { yes = true })
		return yes
	}
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	if err := started.Start(cmd); err != nil {
		t.Fatal(err)
	}
	if called(cmd.Process.Pid) {
		t.Error("Unless called f for a process that runs")
	}
	if err := started.Wait(cmd); err != nil {
		t.Fatal(err)
	}
	if !called(cmd.Process.Pid) {
		t.Error("Unless did not call f for a process that was waited for")
	}
}
