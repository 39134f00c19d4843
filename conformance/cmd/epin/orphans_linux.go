package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/started"
)

// orphan is a child of this process that it did not start: a process that a program under test,
// or one of its descendants, has left behind.
type orphan struct {
	pid, parent, group, session int
	name                        string // any bytes, as the process has chosen them
}

// adoption is the state between adoptOrphans and endOrphans.
var adoption struct {
	mu      sync.Mutex
	on      bool
	earlier map[int]bool // children that this process had before, which are left alone
	err     error        // why orphans are not adopted
}

const (
	// reapPause is how often orphans that have ended are reaped. Meanwhile package os/exec
	// takes the processes that it waits for.
	reapPause = 10 * time.Millisecond
	// dyingTime is how long an orphan may take to end by itself, after all sessions are
	// closed: package wire has killed the process groups of the adapters a moment before.
	dyingTime = 200 * time.Millisecond
	// killingTime is how long orphans are killed that have started others meanwhile.
	killingTime = 5 * time.Second
	// mostOrphanNames is how many names a note has.
	mostOrphanNames = 5
)

// adoptOrphans makes each process that a program under test leaves behind a child of this
// one, in whatever session it is. It is called before a program is started; from then on
// package wire alone starts processes. The orphans run on until endOrphans, since a program
// may need them. Once ctx is done no program is started, so it adopts none.
func adoptOrphans(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	a := &adoption
	a.mu.Lock()
	defer a.mu.Unlock()
	a.earlier = map[int]bool{}
	if child, _ := childOf(unix.P_ALL, 0); child {
		var earlier []orphan
		earlier, a.err = orphans()
		for _, c := range earlier {
			a.earlier[c.pid] = true
		}
	}
	if a.err == nil {
		a.err = os.NewSyscallError("prctl", unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
	}
	if a.on = a.err == nil; !a.on {
		return
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, unix.SIGCHLD)
	go func() {
		for range ended {
			time.Sleep(reapPause)
			a.mu.Lock()
			if _, zombie := childOf(unix.P_ALL, 0); a.on && zombie {
				all, _ := orphans() // an error comes again in endOrphans
				for _, o := range all {
					o.reap(false)
				}
			}
			a.mu.Unlock()
		}
	}()
}

// endOrphans kills the orphans, and those that their ends make orphans, until there are
// none. It is called when all sessions are closed, and before a report is written, which
// they could change. It returns notes: which processes were killed, and which could not be.
func endOrphans() []string {
	a := &adoption
	a.mu.Lock()
	defer a.mu.Unlock()
	err := a.err
	var killed, left []orphan
	late := false
	began, pause := time.Now(), time.Millisecond
	for a.on && err == nil {
		child, _ := childOf(unix.P_ALL, 0)
		since := time.Since(began)
		if late = child && since > killingTime; late || !child {
			break
		}
		var all []orphan
		all, err = orphans()
		left = left[:0]
		for _, o := range all {
			switch status, ended := o.reap(since >= dyingTime); {
			case !ended:
				left = append(left, o)
			case since >= dyingTime && status.Signal() == unix.SIGKILL:
				killed = append(killed, o)
			}
		}
		if len(left) == 0 && len(a.earlier) > 0 {
			break
		}
		time.Sleep(pause)
		pause = min(2*pause, reapPause)
	}
	a.on, a.err = false, nil
	var notes []string
	if len(killed) > 0 {
		count := number.Thousands(len(killed)) + " processes"
		if len(killed) == 1 {
			count = "1 process"
		}
		notes = append(notes, "ended "+count+leftRunning+namesOf(killed))
	}
	if late {
		notes = append(notes, "could not end every process"+leftRunning+namesOf(left))
	}
	if err != nil {
		notes = append(notes, printable.Said(fmt.Sprintf("could not look for processes%s: %v", leftRunning, err)))
	}
	return notes
}

// reap waits for the orphan if it has ended; before that, with kill, it kills it. In a
// session other than that of this process, which one of its descendants must have made, it
// kills the whole process group: a process that starts another one and ends at once is
// found too late each time.
func (o orphan) reap(kill bool) (status unix.WaitStatus, ended bool) {
	ended = true // unless it is a child that nobody else waits for, and so keeps its id
	started.Unless(o.pid, func() {
		if child, _ := childOf(unix.P_PID, o.pid); !child {
			return
		}
		if kill {
			target := o.pid
			if own, err := unix.Getsid(0); err == nil && o.session != own && o.group > 1 {
				target = -o.group
			}
			_ = unix.Kill(target, unix.SIGKILL) // where it fails, the orphan is left
		}
		pid, err := unix.Wait4(o.pid, &status, unix.WNOHANG, nil)
		ended = err == nil && pid == o.pid
	})
	return status, ended
}

// childOf reports whether this process has a child that a call of waitid names, and whether
// such a child has ended and was not waited for.
func childOf(idType, id int) (child, zombie bool) {
	var info unix.Siginfo
	err := unix.Waitid(idType, id, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
	return err != unix.ECHILD, err == nil && info.Signo != 0
}

// orphans returns the children of this process, without those it had before adoptOrphans and,
// which [orphan.reap] leaves alone, with those that package wire has started.
func orphans() ([]orphan, error) {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil, err
	}
	var all []orphan
	for _, e := range entries {
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue // it has ended, or is no process
		}
		if o, ok := parseStat(stat); ok && o.parent == os.Getpid() && !adoption.earlier[o.pid] {
			all = append(all, o)
		}
	}
	return all, nil
}

// parseStat reads the file stat of a process, whose name may hold any bytes:
// "4711 (name) S parent group session ...".
func parseStat(stat []byte) (o orphan, ok bool) {
	open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if open < 0 || end < open {
		return o, false
	}
	o.name = string(stat[open+1 : end])
	_, err := fmt.Sscan(string(stat[:open])+string(stat[end+1:]), &o.pid, new(string), &o.parent, &o.group, &o.session)
	return o, err == nil
}

// leftRunning is the part of a note that describes the processes.
const leftRunning = " that the program under test had left running"

// namesOf names processes, each name once, after a colon.
func namesOf(all []orphan) string {
	if len(all) == 0 {
		return ""
	}
	var names []string
	for _, o := range all {
		if name := fmt.Sprintf("%+q", o.name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > mostOrphanNames {
		names = append(names[:mostOrphanNames], "and others")
	}
	return printable.Said(": " + strings.Join(names, ", "))
}
