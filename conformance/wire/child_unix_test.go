//go:build unix

package wire

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

func init() {
	adapters["kills itself"] = after3(func(*adapter, request) int {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
		return 0
	})
	adapters["killed at the end"] = atEnd(func(*adapter) int {
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		time.Sleep(time.Hour)
		return 0
	})
	adapters["ignores SIGTERM"] = func() int {
		signal.Ignore(syscall.SIGTERM)
		return adapters["stays"]()
	}
	adapters["leaves a far child"] = func() int {
		childIsFar = true
		return withChild(os.Stdout)()
	}
	adapters["dies with far child"] = func() int {
		childIsFar = true
		return adapters["dies with child"]()
	}
}

// childIsFar makes a child start in a session of its own, out of reach of a signal
// to the group. As nobody ends it, it ends by itself, see farSleeper.
var childIsFar bool

func prepareChild(cmd *exec.Cmd) {
	if childIsFar {
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		cmd.Env = append(cmd.Env, adapterEnv+"=far sleeper")
	}
}
