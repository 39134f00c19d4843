package badadapter

import (
	"os"
	"os/exec"
)

// killItself exits: this system has no signals.
func killItself() { os.Exit(139) }

// killed is the text of the process state after killItself.
const killed = "exit status 139"

// ignoreTermination does nothing: on this system, a terminated process is killed.
func ignoreTermination() {}

// outOfReach does nothing: on this system, the runner reaches every child process.
func outOfReach(*exec.Cmd) {}

// kindsOfThisSystem returns nil: on this system, the runner reaches every child process.
func kindsOfThisSystem() []kind { return nil }
