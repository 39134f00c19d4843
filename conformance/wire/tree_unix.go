//go:build unix

package wire

import (
	"errors"
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// tree is a process with its child processes: a process group whose id is the id of the
// process.
type tree struct {
	group int
	mu    sync.Mutex
	gone  bool // the group is empty, and the system may reuse its id
}

// inNewTree makes a command start in a separate tree.
func inNewTree(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func newTree(p *os.Process) (*tree, error) { return &tree{group: p.Pid}, nil }

func (t *tree) signal(sig syscall.Signal) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.gone = t.gone || errors.Is(syscall.Kill(-t.group, sig), syscall.ESRCH)
	return !t.gone
}

func (t *tree) terminate() { t.signal(syscall.SIGTERM) }

func (t *tree) kill() { t.signal(syscall.SIGKILL) }

// alive reports whether the tree has a process. It must be called once right after the
// first process was waited for: from then on the system may reuse the id of an empty group.
func (t *tree) alive() bool { return t.signal(0) }

// close releases the resources of the tree: there are none on this system.
func (t *tree) close() {}

// errFormat means that a file is not a program of this system.
const errFormat = syscall.ENOEXEC
