package main

import (
	"os/exec"
	"syscall"
)

// tie gives a program a process group of its own, and its death to ours.
func tie(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
