//go:build unix

package started

import (
	"os"
	"syscall"
)

func kill(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) } // or it has ended
