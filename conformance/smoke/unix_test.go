//go:build unix

package smoke

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// testEnded is the file in the current directory that says to a far sleeper that its test
// needs it no more.
const testEnded = "ended"

func init() {
	ofThisSystem["far child"] = ending(func() int {
		exe, err := os.Executable()
		if err != nil {
			return 3
		}
		child := exec.Command(exe)
		child.Env = append(os.Environ(), adapterEnv+"=far sleeper")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if child.Start() != nil {
			return 3
		}
		return 0
	})
	// Nobody can end it, so it ends by itself, when its test is over, or after a long time.
	ofThisSystem["far sleeper"] = adapter{main: func() int {
		until(func() bool { _, err := os.Stat(testEnded); return err == nil })
		return 0
	}}
}

// TestOutOfReach: a process that left the tree, and holds the pipes, does not hold up
// the run.
func TestOutOfReach(t *testing.T) {
	t.Parallel()
	c := command(t, "far child", shortGrace)
	c.Dir = t.TempDir()
	var out bytes.Buffer
	r, err := run(t.Context(), c, &out, conversations()[:1], nil)
	if err := errors.Join(err, os.WriteFile(filepath.Join(c.Dir, testEnded), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	checkNothingLeft(t, c)
	if r.Right() || !strings.Contains(out.String(), "something that the program had started ran on after it") {
		t.Errorf("it is not found:\n%s", out.String())
	}
}
