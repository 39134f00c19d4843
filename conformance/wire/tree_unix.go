//go:build unix

package wire

import (
	"errors"
	"os"
	"os/exec"
	"sync"
	"syscall"
)

// tree is a process with everything it has started: a process group of its own,
// whose number is that of the process.
type tree struct {
	group int
	mu    sync.Mutex
	gone  bool // the group is empty, and its number may be another's by now
}

// apart makes a command start as a tree of its own.
func apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

func newTree(p *os.Process) (*tree, error) { return &tree{group: p.Pid}, nil }

func (t *tree) signal(sig syscall.Signal) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.gone {
		t.gone = errors.Is(syscall.Kill(-t.group, sig), syscall.ESRCH)
	}
}

// terminate asks every process of the tree to end.
func (t *tree) terminate() { t.signal(syscall.SIGTERM) }

// kill ends every process of the tree.
func (t *tree) kill() { t.signal(syscall.SIGKILL) }

// alive reports whether the tree has a process. It is to be called once as soon as
// the first process was waited for: from then on an empty group loses its number.
func (t *tree) alive() bool {
	t.signal(0)
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.gone
}

// close lets go of the tree.
func (t *tree) close() {}

// notExecutable reports whether err says that a file is there, and is no program.
func notExecutable(err error) bool {
	return errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.ENOEXEC)
}
