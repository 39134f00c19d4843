//go:build unix && !linux

package main

import (
	"os/exec"
	"syscall"
)

// tie gives a program a process group of its own.
func tie(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
