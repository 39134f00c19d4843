package wire

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"
)

// adapterEnv is the environment variable that makes the test binary run as the named adapter.
const adapterEnv = "EPIN_WIRE_TEST_ADAPTER"

func TestMain(m *testing.M) {
	if name, ok := os.LookupEnv(adapterEnv); ok {
		os.Exit(adapters[name]())
	}
	status := m.Run()
	if stacks := leakedGoroutines(); stacks != nil {
		fmt.Fprintf(os.Stderr, "goroutines are left:\n%s\n", stacks)
		status = 1
	}
	os.Exit(status)
}

// patience is the timeout for everything that has to succeed, also on a busy machine. Tests
// of timeouts use shorter ones.
const patience = 2 * time.Minute

// command returns the test binary as one of the adapters.
func command(t testing.TB, name string) Command {
	t.Helper()
	if adapters[name] == nil {
		t.Fatalf("there is no adapter %q", name)
	}
	return Command{
		Args: os.Args[:1],
		// Without GORACE, a program with the race detector takes a second to exit.
		Env:          append(os.Environ(), "GORACE=atexit_sleep_ms=0", adapterEnv+"="+name),
		HelloTimeout: patience, Timeout: patience, Grace: patience,
	}
}

// until polls a condition that has no notification, such as the exit of a process that is
// not our child. It reports false if that takes longer than patience.
func until(condition func() bool) bool {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); !condition(); <-tick.C {
		if time.Now().After(deadline) {
			return false
		}
	}
	return true
}

// leakedGoroutines returns the stacks of goroutines of this package that do not end, other
// than the calling one.
func leakedGoroutines() []byte {
	var left []byte
	until(func() bool {
		left = nil
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		for i, stack := range bytes.Split(stacks, []byte("\n\n")) {
			if i > 0 && bytes.Contains(stack, []byte("conformance/wire.")) {
				left = append(append(left, stack...), "\n\n"...)
			}
		}
		return left == nil
	})
	return left
}
