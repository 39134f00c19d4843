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

// reserve returns memory that takes space only when it is touched.
func reserve(n int) []byte { return make([]byte, n) }

// kindsOfThisSystem returns nil: on this system, the runner reaches every child process.
func kindsOfThisSystem() []kind { return nil }
