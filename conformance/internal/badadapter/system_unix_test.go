//go:build unix

package badadapter

import (
	"os"
	"os/exec"
	"syscall"

	"github.com/epin-conformance/harness/conformance"
)

// outOfReach makes a command start in a new session, so that signals to the process group do
// not reach it.
func outOfReach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// kindsOfThisSystem returns kinds that stop, or leave children that a signal to the group does
// not reach.
func kindsOfThisSystem() []kind {
	leaves := func(stdout, stderr *os.File) program {
		return program{start: func(*adapter) { startChild("far sleeper", stdout, stderr) }}
	}
	return []kind{
		// No signal but SIGKILL reaches a process that has stopped.
		inconclusive("stops", diesAfter(func(*adapter, string) { _ = syscall.Kill(os.Getpid(), syscall.SIGSTOP) }),
			late, inTime(soon), graceOf(brief), fails(conformance.Hung)),
		correct("leaves a child out of reach", leaves(os.Stdout, os.Stderr), graceOf(ample),
			notes(`^a process that could not be ended held the adapter's pipes; they were closed on it$`),
			smokes("the input ends with responses due", "a process that the program started was still running after it")),
		inconclusive("exits, and its child is out of reach", exitsAfter(9, func(*adapter, string) { startChild("far sleeper", os.Stdout, nil) }),
			`exited \(exit status 9\) while \d+ responses? (was|were) due, and something that it had started still holds its standard output`,
			graceOf(brief), fails(conformance.Died)),
	}
}
