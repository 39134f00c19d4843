package wire

import (
	"bytes"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"
)

// adapterEnv makes the test binary an adapter: it names one of the adapters.
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

// patience is longer than anything takes that is not to be waited for in vain, also on a
// machine that has much else to do. What is, and ends only because the time is up, gets
// less.
const patience = 2 * time.Minute

// command returns the test binary as one of the adapters.
func command(t testing.TB, name string) Command {
	t.Helper()
	if adapters[name] == nil {
		t.Fatalf("there is no adapter %q", name)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Command{
		Args: []string{exe},
		// Without GORACE a program built with the race detector takes a
		// second to end.
		Env:          append(os.Environ(), "GORACE=atexit_sleep_ms=0", adapterEnv+"="+name),
		HelloTimeout: patience, Timeout: patience, Grace: patience,
	}
}

// until waits until a condition holds that nothing tells of, such as the end of a
// process that is not ours, and reports false when that takes too long.
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

// leakedGoroutines returns the stacks of goroutines of this package, other than
// the one that asks, if there are any that do not end.
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
