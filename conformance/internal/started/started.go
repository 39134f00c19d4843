// Package started keeps the programs that this one has started and not waited for yet, and ends them, and
// their orphans: what a program leaves running when it has ended, in whatever session it is. Package wire
// registers adapters, and the command ends them.
package started

import (
	"os/exec"
	"sync"
)

var (
	mu      sync.Mutex
	running = map[int]*exec.Cmd{} // by process id
)

// Start starts cmd. [Wait] has to be called for it, in place of its own Wait.
func Start(cmd *exec.Cmd) error {
	mu.Lock()
	defer mu.Unlock()
	if err := cmd.Start(); err != nil {
		return err
	}
	running[cmd.Process.Pid] = cmd
	return nil
}

// Wait waits for cmd, which [Start] has started.
func Wait(cmd *exec.Cmd) error {
	err := cmd.Wait()
	mu.Lock()
	defer mu.Unlock()
	if pid := cmd.Process.Pid; running[pid] == cmd { // the id may be another's by now
		delete(running, pid)
	}
	return err
}

// KillAll kills the processes that [Start] has started and [Wait] has not waited for, with the
// process group of each on systems that have them. It lets no process start or be waited for any
// more: it is for a program that ends at once.
func KillAll() {
	mu.Lock()
	for _, cmd := range running {
		kill(cmd.Process)
	}
}
