package wire

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// checkNothingLeft fails if a process is left of what a command has started. The
// environment marks them, so that one that has left its group is found too.
func checkNothingLeft(t *testing.T, c Command) {
	t.Helper()
	mark := []byte(c.Env[len(c.Env)-1])
	if !strings.HasPrefix(string(mark), runEnv) {
		t.Fatalf("the command is not marked: %s", mark)
	}
	var left []string
	gone := until(func() bool {
		left = left[:0]
		files, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, file := range files {
			env, err := os.ReadFile(file)
			if err == nil && bytes.Contains(env, append(mark, 0)) {
				left = append(left, filepath.Dir(file))
			}
		}
		return len(left) == 0
	})
	if !gone {
		t.Errorf("processes are left: %s", left)
	}
}
