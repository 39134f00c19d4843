package badadapter

import (
	"os"
	"os/exec"
)

// killItself ends the program by a signal, or as near to that as the system has.
func killItself() { os.Exit(139) }

// killed is how that is told.
const killed = "exit status 139"

// ignoreTermination makes the program deaf to a polite end, which this system does not
// have: what is terminated is killed.
func ignoreTermination() {}

// outOfReach makes a command start out of the runner's reach, which nothing that a
// program starts is here.
func outOfReach(*exec.Cmd) {}

// reserve takes memory that counts as soon as it is touched.
func reserve(n int) []byte { return make([]byte, n) }

// kindsOfThisSystem are none: nothing that a program starts is out of reach here.
func kindsOfThisSystem() []kind { return nil }
