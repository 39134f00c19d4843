package badadapter

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"
)

// roleEnv is the environment variable that gives the test binary another role than running
// tests: the role and, after a space, a name.
const roleEnv = "EPIN_BADADAPTER_ROLE"

// The roles.
const (
	roleAdapter = "adapter" // is the adapter of the kind with the name
	roleChild   = "child"   // is the child process with the name: see children
)

func TestMain(m *testing.M) {
	role, name, _ := strings.Cut(os.Getenv(roleEnv), " ")
	switch role {
	case "":
		setParallel()
		debug.SetGCPercent(100) // which mostMemory assumes
		os.Exit(m.Run())
	case roleAdapter:
		os.Exit(newAdapter(kindNamed(name).program).play())
	case roleChild:
		os.Exit(children[name]())
	}
	fmt.Fprintf(os.Stderr, "%s=%q: there is no such part\n", roleEnv, role)
	os.Exit(1)
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
func playing(role, name string) []string {
	return append(os.Environ(), "GORACE=atexit_sleep_ms=0", "GOGC=100", roleEnv+"="+role+" "+name)
}

// self returns the path of the test binary.
func self() string {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	return exe
}
