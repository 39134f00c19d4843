//go:build unix

package wire

import (
	"cmp"
	"syscall"
	"testing"
	"time"
)

func TestDeathByItself(t *testing.T) {
	t.Parallel()
	checkFourth(t, command(t, "kills itself"), 3, Died,
		`the adapter ended (signal: killed) while 1 answer was due (the request: parse "a")`, "signal: killed")
}

// commandIn is command in a directory of its own, for what starts a far sleeper.
func commandIn(t *testing.T, name string) Command {
	t.Helper()
	c := command(t, name)
	c.Dir = t.TempDir()
	return c
}

func TestDeathWithFarChild(t *testing.T) {
	t.Parallel()
	checkFourth(t, commandIn(t, "dies with far child"), 3, Died,
		`the adapter ended (exit status 9) while 1 answer was due, and something that it had started still holds its standard output (the request: parse "a")`, "exit status 9")
}

func TestUnixEnds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		grace time.Duration
		notes []string
	}{
		{"killed at the end", 0, []string{"the adapter ended with signal: killed after its last answer"}},
		{"ignores SIGTERM", used, []string{"the adapter had not ended 3 s after the end of standard input, and was killed"}},
		{"leaves a far child", used, []string{"a process that could not be ended held the adapter's pipes; they were closed on it"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := commandIn(t, tt.name)
			c.Grace = cmp.Or(tt.grace, c.Grace)
			checkEnd(t, c, tt.notes)
		})
	}
}

// TestReaped: no zombie is left, and no group.
func TestReaped(t *testing.T) {
	c := command(t, "stays")
	c.Grace = 1
	s := open(t, c, 0)
	group := s.process.tree.group
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if err := syscall.Kill(group, 0); err != syscall.ESRCH {
		t.Errorf("the process is still there: %v", err)
	}
	if !until(func() bool { return syscall.Kill(-group, 0) == syscall.ESRCH }) {
		t.Error("its group is still there")
	}
}
