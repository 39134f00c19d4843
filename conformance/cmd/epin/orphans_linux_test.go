package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Two programs that only Linux has: `leaving KIND N ALIVE REPORT`, an adapter that leaves a
// chain of N processes behind, each in a session of its own, and then is the reference, or
// another one; and orphan, which is one of them.
func init() {
	doubles["leaving"] = serveLeaving
	doubles["orphan"] = orphaned
}

func serveLeaving() {
	kind, chain := os.Args[1], os.Args[2:]
	pid := leave(chain)
	serving(func(d *double) error {
		switch kind {
		case "dying":
			d.do = dying
		case "interrupting":
			d.do = interrupting
		case "waiting": // until what it has left is no process any more
			for syscall.Kill(pid, 0) == nil {
				time.Sleep(time.Millisecond)
			}
		}
		return nil
	})()
}

// leave starts an orphan and returns its id, when all of its chain run.
func leave(chain []string) (pid int) {
	ready, theirs, err := os.Pipe()
	check(err)
	parent := exec.Command("orphan", append([]string{"parent"}, chain...)...)
	parent.ExtraFiles = []*os.File{theirs}
	out, err := parent.Output()
	check(err)
	theirs.Close()
	_, err = io.Copy(io.Discard, ready) // until each of them has closed its end
	check(err)
	pid, err = strconv.Atoi(strings.TrimSpace(string(out)))
	check(err)
	return pid
}

// orphaned runs `orphan [parent] N ALIVE REPORT`. The parent starts one, prints its id, and
// ends. An orphan starts the next of the chain, ignores SIGTERM, has a name that is no text,
// and holds the pipe ALIVE open. When there is a file REPORT, it overwrites it and ends. With
// N = 0 it ends at once.
func orphaned() {
	ready := os.NewFile(3, "ready")
	if os.Args[1] == "parent" {
		fmt.Println(startOrphan(os.Args[2:], ready))
		return
	}
	n, err := strconv.Atoi(os.Args[1])
	check(err)
	alive, report := os.Args[2], os.Args[3]
	if n == 0 {
		return
	}
	signal.Ignore(syscall.SIGTERM)
	check(os.WriteFile("/proc/self/comm", []byte("a) R 1 1\n\x1b["+os.Args[1]), 0))
	held, err := os.OpenFile(alive, os.O_WRONLY, 0)
	check(err)
	defer held.Close()
	if n > 1 {
		startOrphan([]string{strconv.Itoa(n - 1), alive, report}, ready)
	}
	ready.Close()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if _, err := os.Stat(report); err == nil {
			check(os.WriteFile(report, []byte("FULLY CONFORMANT\n"), 0o600))
			return
		}
	}
}

func startOrphan(args []string, ready *os.File) (pid int) {
	cmd := exec.Command("orphan", args...)
	cmd.ExtraFiles = []*os.File{ready}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	check(cmd.Start())
	return cmd.Process.Pid
}
