package badadapter

import (
	"flag"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
)

// roleEnv is the environment variable that makes the test binary the child process, or the adapter of
// the kind, with this name, instead of running tests.
const roleEnv = "EPIN_BADADAPTER_ROLE"

func TestMain(m *testing.M) {
	name, ok := os.LookupEnv(roleEnv)
	switch child := children[name]; {
	case !ok:
		setParallel()
		debug.SetGCPercent(100) // which mostMemory assumes
		os.Exit(m.Run())
	case child != nil:
		os.Exit(child())
	}
	os.Exit(newAdapter(kindNamed(name).program).play())
}

// setParallel runs three tests per processor in parallel, unless -parallel is given: most tests
// wait most of the time.
func setParallel() {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = flag.Set(f.Name, strconv.Itoa(3*runtime.GOMAXPROCS(0)))
	}
}

// playing returns the environment in which the test binary has a role. Without GORACE, a
// program with the race detector takes a second to exit.
func playing(name string) []string {
	return append(os.Environ(), "GORACE=atexit_sleep_ms=0", "GOGC=100", "GOMAXPROCS=1", roleEnv+"="+name)
}
