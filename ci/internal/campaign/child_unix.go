//go:build unix

package main

import (
	"errors"
	"os"
	"syscall"
)

func interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }

// killTree kills what is left of a program's process group.
func killTree(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// lock takes the lock of a file, which the system gives back when the process ends.
func lock(file *os.File) (taken bool, err error) {
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}
