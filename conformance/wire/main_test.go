package wire

import (
	"os"
	"testing"
	"time"
)

// adapterEnv is the environment variable that makes the test binary run as the named adapter.
const adapterEnv = "EPIN_WIRE_TEST_ADAPTER"

// TestMain also runs the adapters. Package badadapter tests that no goroutine is left.
func TestMain(m *testing.M) {
	if name, ok := os.LookupEnv(adapterEnv); ok {
		os.Exit(adapters[name]())
	}
	os.Exit(m.Run())
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

// until polls a condition that has no notification, such as what another process has written. It gives up
// after patience.
func until(condition func() bool) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); !condition() && time.Now().Before(deadline); <-tick.C {
	}
}
