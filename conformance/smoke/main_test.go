package smoke

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

const (
	// adapterEnv makes the test binary an adapter: it names one of the adapters.
	adapterEnv = "EPIN_SMOKE_TEST_ADAPTER"
	// runEnv marks everything that one command starts.
	runEnv = "EPIN_SMOKE_TEST_RUN"
)

func TestMain(m *testing.M) {
	if name, ok := os.LookupEnv(adapterEnv); ok {
		os.Exit(adapters[name]())
	}
	besides()
	status := m.Run()
	if stacks := leakedGoroutines(); stacks != "" {
		fmt.Fprintf(os.Stderr, "goroutines are left:\n%s\n", stacks)
		status = 1
	}
	os.Exit(status)
}

// besides makes more tests run side by side than there are processors, if it is not said
// how many: most of them wait most of the time.
func besides() {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = flag.Set(f.Name, strconv.Itoa(4*runtime.GOMAXPROCS(0)))
	}
}

// leakedGoroutines returns the stacks of goroutines of package wire, if there are any
// that do not end.
func leakedGoroutines() (left string) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(forLong); ; <-tick.C {
		left = ""
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		for stack := range strings.SplitSeq(string(stacks), "\n\n") {
			if strings.Contains(stack, "conformance/wire.") {
				left += stack + "\n\n"
			}
		}
		if left == "" || time.Now().After(deadline) {
			return left
		}
	}
}

var runs atomic.Int64

// command returns the test binary as one of the adapters.
func command(t *testing.T, name string) wire.Command {
	t.Helper()
	if adapters[name] == nil {
		t.Fatalf("there is no adapter %q", name)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := strconv.Itoa(os.Getpid()) + "." + strconv.FormatInt(runs.Add(1), 10)
	return wire.Command{
		Args:         []string{exe},
		Env:          append(os.Environ(), "GORACE=atexit_sleep_ms=0", adapterEnv+"="+name, runEnv+"="+run),
		HelloTimeout: forLong, Timeout: forLong, Grace: forLong,
	}
}

// forLong is longer than anything takes that is not to be waited for in vain, also on a
// machine that has much else to do.
const forLong = 2 * time.Minute

// patience is which of the waits for an adapter are short ones, because they are known to
// last to their end.
type patience int

const (
	long         patience = 0
	shortHello   patience = 1 << iota
	shortTimeout          // of which some are for what comes: not too short
	shortGrace            // likewise
)

func impatient(c wire.Command, p patience) wire.Command {
	if p&shortHello != 0 {
		c.HelloTimeout = 2 * time.Second
	}
	if p&shortTimeout != 0 {
		c.Timeout = 2 * time.Second
	}
	if p&shortGrace != 0 {
		c.Grace = time.Second
	}
	return c
}

// A library answers lines as the reference does, by way of wire.Serve.
type library struct {
	requests  *io.PipeWriter
	responses *bufio.Reader
}

// only is the reference, described as a library that has less.
type only struct {
	conformance.Implementation
	conformance.Description
}

func (o only) Describe() conformance.Description { return o.Description }

func newLibrary(restrict func(*conformance.Description)) library {
	requestsOut, requestsIn := io.Pipe()
	responsesOut, responsesIn := io.Pipe()
	go func() {
		err := wire.Serve(context.Background(), requestsOut, responsesIn, func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
			d := conformance.Describe(conformance.Reference(e), e)
			if restrict != nil {
				restrict(&d)
			}
			return only{conformance.Reference(e), d}, nil
		})
		responsesIn.CloseWithError(err)
	}()
	return library{requestsIn, bufio.NewReader(responsesOut)}
}

// answer returns the right answer to a line, without its LF.
func (l library) answer(line string) string {
	if _, err := io.WriteString(l.requests, line+"\n"); err != nil {
		panic(err)
	}
	response, err := l.responses.ReadString('\n')
	if err != nil {
		panic(err)
	}
	return strings.TrimSuffix(response, "\n")
}

// around returns an adapter around the reference. reply writes the answer to the nth
// line, from 0, and end returns the exit status; both may be nil, for what is right.
func around(reply func(out io.Writer, lib library, n int, line string), end func() int) func() int {
	return restricted(nil, reply, end)
}

func restricted(restrict func(*conformance.Description), reply func(io.Writer, library, int, string), end func() int) func() int {
	return func() int {
		lib := newLibrary(restrict)
		in := bufio.NewReader(os.Stdin)
		for n := 0; ; n++ {
			line, err := in.ReadString('\n')
			if err != nil {
				break
			}
			line = strings.TrimSuffix(line, "\n")
			if reply == nil {
				io.WriteString(os.Stdout, lib.answer(line)+"\n")
				continue
			}
			reply(os.Stdout, lib, n, line)
		}
		if end != nil {
			return end()
		}
		return 0
	}
}

// replacing is an adapter in whose answers, other than to hello, a text stands for
// another.
func replacing(old, new string) func() int {
	return around(func(out io.Writer, lib library, n int, line string) {
		answer := lib.answer(line)
		if n > 0 {
			answer = strings.ReplaceAll(answer, old, new)
		}
		io.WriteString(out, answer+"\n")
	}, nil)
}

// misreading is an adapter that reads requests, other than hello, with a text in the
// place of another.
func misreading(old, new string) func() int {
	return around(func(out io.Writer, lib library, n int, line string) {
		if n > 0 {
			line = strings.ReplaceAll(line, old, new)
		}
		io.WriteString(out, lib.answer(line)+"\n")
	}, nil)
}
