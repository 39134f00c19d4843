package started

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// orphan is a child of this process that it did not start.
type orphan struct {
	pid, parent, group, session int
	name                        string // any bytes, as the process has chosen them
}

// The state between Adopt and EndOrphans, which mu guards.
var (
	earlier map[int]bool // children that this process had before, which are left alone; nil if none is adopted
	failed  error        // why orphans are not adopted
)

const (
	pause = 10 * time.Millisecond // the longest time between two looks for orphans
	// dyingTime is how long an orphan may take to end by itself, after all sessions are
	// closed: package wire has killed the process groups of the adapters a moment before.
	dyingTime   = 200 * time.Millisecond
	killingTime = 5 * time.Second // how long orphans are killed that have started others meanwhile
	mostNames   = 5               // of a note
)

// Adopt makes each process that a program leaves behind a child of this one, until EndOrphans. It is
// called before a program is started. The orphans run on, since a program may need them. Once ctx
// is done no program is started, so it adopts none.
func Adopt(ctx context.Context) {
	if ctx.Err() != nil {
		return
	}
	mu.Lock()
	defer mu.Unlock()
	before, err := children()
	if err == nil {
		err = os.NewSyscallError("prctl", unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))
	}
	if earlier, failed = nil, err; err != nil {
		return
	}
	earlier = map[int]bool{}
	for _, c := range before {
		earlier[c.pid] = true
	}
	ended := make(chan os.Signal, 1)
	signal.Notify(ended, unix.SIGCHLD)
	go func() {
		for range ended {
			time.Sleep(pause) // meanwhile package os/exec takes the processes that it waits for
			mu.Lock()
			var info unix.Siginfo
			err := unix.Waitid(unix.P_ALL, 0, &info, unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
			if earlier != nil && err == nil && info.Signo != 0 { // nobody has waited for a child that has ended
				_, _, _, _ = sweep(false) // an error comes again in EndOrphans
			}
			mu.Unlock()
		}
	}()
}

// EndOrphans kills the orphans, and those that their ends make orphans, until there are none. It is
// called when all sessions are closed, and before a report is written, which they could change.
// It returns notes: which processes were killed, and which could not be.
func EndOrphans() (notes []string) {
	const what = " that the program under test had left running"
	mu.Lock()
	defer mu.Unlock()
	err := failed
	var killed, left []orphan
	began := time.Now()
	for wait, some := time.Millisecond, earlier != nil; some && err == nil; wait = min(2*wait, pause) {
		since := time.Since(began)
		if since > killingTime {
			break
		}
		var now []orphan
		some, now, left, err = sweep(since >= dyingTime)
		killed = append(killed, now...)
		time.Sleep(wait)
	}
	earlier, failed = nil, nil
	if n := len(killed); n > 0 {
		count := fmt.Sprintf("ended %d processes", n)
		if n == 1 {
			count = "ended 1 process"
		}
		notes = append(notes, count+what+namesOf(killed))
	}
	if len(left) > 0 {
		notes = append(notes, "could not end every process"+what+namesOf(left))
	}
	if err != nil {
		notes = append(notes, printable.Said(fmt.Sprintf("could not look for processes%s: %v", what, err)))
	}
	return notes
}

// sweep waits for the orphans that have ended. With kill it kills the others before. In a session
// other than that of this process, which a descendant must have made, it kills the whole process
// group: a process that starts another one and ends at once is found too late each time. It
// reports whether there were orphans, since the end of one can make others.
func sweep(kill bool) (some bool, killed, left []orphan, err error) {
	all, err := children()
	own, _ := unix.Getsid(0) // it has a session
	for _, o := range all {
		if earlier[o.pid] || running[o.pid] != nil {
			continue
		}
		some = true
		target := o.pid
		if o.session != own && o.group > 1 {
			target = -o.group
		}
		if kill {
			_ = unix.Kill(target, unix.SIGKILL) // where it fails, the orphan is left
		}
		var status unix.WaitStatus
		switch pid, _ := unix.Wait4(o.pid, &status, unix.WNOHANG, nil); {
		case pid == 0:
			left = append(left, o)
		case pid == o.pid && kill && status.Signal() == unix.SIGKILL:
			killed = append(killed, o)
		}
	}
	return some, killed, left, err
}

func children() ([]orphan, error) {
	entries, err := os.ReadDir("/proc")
	var all []orphan
	for _, e := range entries {
		// "4711 (name) S parent group session ...", where the name may hold any bytes
		stat, _ := os.ReadFile("/proc/" + e.Name() + "/stat")
		open, end := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
		if open < 0 || end < open {
			continue // it has ended, or is no process
		}
		o := orphan{name: string(stat[open+1 : end])}
		_, err := fmt.Sscan(string(stat[:open])+string(stat[end+1:]), &o.pid, new(string), &o.parent, &o.group, &o.session)
		if err == nil && o.parent == os.Getpid() {
			all = append(all, o)
		}
	}
	return all, err
}

// namesOf names processes, each name once, after a colon.
func namesOf(all []orphan) string {
	var names []string
	for _, o := range all {
		if name := fmt.Sprintf("%+q", o.name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > mostNames {
		names = append(names[:mostNames], "and others")
	}
	return printable.Said(": " + strings.Join(names, ", "))
}
