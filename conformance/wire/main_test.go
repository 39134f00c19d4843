package wire

import (
	"context"
	"log"
	"os"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/notation"
)

// adapterEnv is the environment variable that makes the test binary run as the named adapter.
const adapterEnv = "EPIN_WIRE_TEST_ADAPTER"

// adapters holds the adapters in the test binary by name. Package badadapter tests this package with
// adapters that misbehave, and that no goroutine is left.
var adapters = map[string]conformance.Factory{
	"reference": openReference,
	// Plain offers parse of text only, and accepts every string.
	"plain": double.Open(&stub{
		Func: func(context.Context, conformance.Request) (conformance.Response, error) {
			return conformance.Response{Outcome: conformance.Accepted}, nil
		},
		description: conformance.Description{Ops: []conformance.Op{conformance.OpParse}, NoNUL: true},
	}),
}

var openReference = double.Opening(conformance.Reference)

func TestMain(m *testing.M) {
	name, ok := os.LookupEnv(adapterEnv)
	if !ok {
		os.Exit(m.Run())
	}
	if err := Serve(context.Background(), os.Stdin, os.Stdout, adapters[name]); err != nil {
		log.Fatal(err)
	}
}

// patience is the timeout for everything that has to succeed, also on a busy machine. Tests
// of timeouts use shorter ones.
const patience = 2 * time.Minute

// open opens an adapter in the test binary. At the end of the test it closes the session, and fails the test
// if there is an error or a note.
func open(t *testing.T, name string, edition *notation.Edition) *Session {
	t.Helper()
	impl, err := Command{
		Args: os.Args[:1],
		// Without GORACE, a program with the race detector takes a second to exit.
		Env:          append(os.Environ(), "GORACE=atexit_sleep_ms=0", adapterEnv+"="+name),
		HelloTimeout: patience, Timeout: patience, Grace: patience,
	}.Open(context.Background(), edition)
	if err != nil {
		t.Fatal(err)
	}
	s := impl.(*Session)
	t.Cleanup(func() {
		if err := s.Close(); err != nil || len(s.Notes()) > 0 {
			t.Errorf("Close: %v, notes: %q", err, s.Notes())
		}
	})
	return s
}
