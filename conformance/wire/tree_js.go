package wire

import (
	"errors"
	"os"
	"os/exec"
)

// tree is a process with its child processes. A browser starts none.
type tree struct{}

func inNewTree(*exec.Cmd)                {}
func newTree(*os.Process) (*tree, error) { return nil, errors.ErrUnsupported }
func notExecutable(error) bool           { return false }
func (*tree) terminate()                 {}
func (*tree) kill()                      {}
func (*tree) alive() bool                { return false }
func (*tree) close()                     {}
