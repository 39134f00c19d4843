package badadapter

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// roleEnv makes the test binary something else than a test: a part and, after a
// space, what it is to play.
const roleEnv = "EPIN_BADADAPTER_ROLE"

// The parts.
const (
	roleRunner  = "runner"  // asks the kind with a name
	roleAdapter = "adapter" // is the kind with a name: see programNamed
	roleChild   = "child"   // is what a kind has started: see children
)

func TestMain(m *testing.M) {
	role, name, _ := strings.Cut(os.Getenv(roleEnv), " ")
	switch role {
	case "":
		besides()
		os.Exit(m.Run())
	case roleRunner:
		os.Exit(playRunner(kindNamed(name)))
	case roleAdapter:
		os.Exit(newAdapter(programNamed(name)).play())
	case roleChild:
		os.Exit(children[name]())
	}
	fmt.Fprintf(os.Stderr, "%s=%q: there is no such part\n", roleEnv, role)
	os.Exit(1)
}

// besides makes more kinds run side by side than there are processors, if it is not
// said how many: most of them wait most of the time.
func besides() {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = flag.Set(f.Name, strconv.Itoa(3*runtime.GOMAXPROCS(0)))
	}
}

// playing returns the environment in which the test binary plays a part. Without
// GORACE a program built with the race detector takes a second to end; with another GOGC
// than the usual one mostMemory would mean nothing.
func playing(role, name string) []string {
	return append(os.Environ(), "GORACE=atexit_sleep_ms=0", "GOGC=100", roleEnv+"="+role+" "+name)
}

// self is the test binary.
func self() string {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return exe
}
