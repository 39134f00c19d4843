package badadapter

import (
	"bytes"
	"os"
	"path/filepath"
)

// processesWith returns the processes whose environment holds a mark. Children inherit the
// environment, so it also finds those that have left the process group.
func processesWith(mark string) (found []string) {
	files, err := filepath.Glob("/proc/[0-9]*/environ")
	if err != nil {
		panic(err)
	}
	for _, file := range files {
		env, err := os.ReadFile(file)
		if err == nil && bytes.Contains(env, []byte("\x00"+mark+"\x00")) {
			found = append(found, filepath.Dir(file))
		}
	}
	return found
}
