package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/epin-conformance/harness/conformance"
)

// Two programs that only Linux has: `leaving KIND N ALIVE REPORT`, an adapter that leaves a
// chain of N processes behind, each in a session of its own, and then is the reference, or
// another one; and orphan, which is one of them.
func init() {
	programs["leaving"] = leaving
	programs["orphan"] = orphan
}

func leaving() {
	pid := leave(os.Args[2:])
	do := map[string]doing{"dying": dying, "interrupting": interrupting, "reference": unchanged, "waiting": unchanged}[os.Args[1]]
	serve("", func(ctx context.Context, impl conformance.Implementation, req conformance.Request) (conformance.Response, error) {
		// Until what it has left is no process any more.
		for os.Args[1] == "waiting" && syscall.Kill(pid, 0) == nil {
			time.Sleep(time.Millisecond)
		}
		return do(ctx, impl, req)
	})
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

// orphan runs `orphan [parent] N ALIVE REPORT`. The parent starts one, prints its id, and
// ends. An orphan starts the next of the chain, ignores SIGTERM, has a name that is no text,
// and holds the pipe ALIVE open. When there is a file REPORT, it overwrites it and ends. With
// N = 0 it ends at once.
func orphan() {
	ready, args := os.NewFile(3, "ready"), os.Args[1:]
	start := func(args ...string) int {
		cmd := exec.Command("orphan", args...)
		cmd.ExtraFiles = []*os.File{ready}
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		check(cmd.Start())
		return cmd.Process.Pid
	}
	if args[0] == "parent" {
		fmt.Println(start(args[1:]...))
		return
	}
	n, err := strconv.Atoi(args[0])
	check(err)
	if n == 0 {
		return
	}
	signal.Ignore(syscall.SIGTERM)
	check(os.WriteFile("/proc/self/comm", []byte("a) R 1 1\n\x1b["+args[0]), 0))
	held, err := os.OpenFile(args[1], os.O_WRONLY, 0)
	check(err)
	defer held.Close()
	if n > 1 {
		start(strconv.Itoa(n-1), args[1], args[2])
	}
	ready.Close()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if _, err := os.Stat(args[2]); err == nil {
			check(os.WriteFile(args[2], []byte("FULLY CONFORMANT\n"), 0o600))
			return
		}
	}
}
