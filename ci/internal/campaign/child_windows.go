package main

import (
	"errors"
	"os"
	"os/exec"

	"golang.org/x/sys/windows"
)

func tie(*exec.Cmd) {}

func interrupt(p *os.Process) error { return p.Kill() }

func killTree(*os.Process) {}

// lock takes the lock of a file, which the system gives back when the process ends.
func lock(file *os.File) (taken bool, err error) {
	err = windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, new(windows.Overlapped))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}
