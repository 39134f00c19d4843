//go:build unix

package badadapter

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
)

// killItself ends the program by a signal, or as near to that as the system has.
func killItself() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	stop()
}

// killed is how that is told.
const killed = "signal: killed"

// ignoreTermination makes the program deaf to a polite end.
func ignoreTermination() { signal.Ignore(syscall.SIGTERM) }

// outOfReach makes a command start in a session of its own.
func outOfReach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

// reserve takes memory that counts as soon as it is touched. It does not come from
// the heap: the race detector would keep four times as much beside it.
func reserve(n int) []byte {
	b, err := syscall.Mmap(-1, 0, n, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		panic(err)
	}
	return b
}
