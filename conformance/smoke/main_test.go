package smoke

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
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
	// adapterEnv makes the test binary an adapter: it names one.
	adapterEnv = "EPIN_SMOKE_TEST_ADAPTER"
	// runEnv marks everything that one command starts.
	runEnv = "EPIN_SMOKE_TEST_RUN"
)

func TestMain(m *testing.M) {
	if name, ok := os.LookupEnv(adapterEnv); ok {
		os.Exit(roles()[name].play())
	}
	flag.Parse()
	// Most tests wait most of the time.
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = flag.Set(f.Name, strconv.Itoa(4*runtime.GOMAXPROCS(0)))
	}
	status := m.Run()
	until(func() bool { return leakedGoroutines() == "" })
	if stacks := leakedGoroutines(); stacks != "" {
		fmt.Fprintf(os.Stderr, "goroutines are left:\n%s\n", stacks)
		status = 1
	}
	os.Exit(status)
}

// leakedGoroutines returns the stacks of goroutines of package wire.
func leakedGoroutines() (left string) {
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	for stack := range strings.SplitSeq(string(stacks), "\n\n") {
		if strings.Contains(stack, "conformance/wire.") {
			left += stack + "\n\n"
		}
	}
	return left
}

// forLong is longer than anything takes that comes at all, also on a busy machine.
const forLong = 2 * time.Minute

// until polls a condition that has no notification.
func until(condition func() bool) {
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(forLong); !condition() && time.Now().Before(deadline); <-tick.C {
	}
}

// patience says which of the waits for an adapter are short ones, because they are known
// to last to their end.
type patience int

const (
	shortHello   patience = 1 << iota
	shortTimeout          // of which some are for what comes: not too short
	shortGrace            // likewise
)

var runs atomic.Int64

// command returns the test binary as one of the adapters.
func command(t *testing.T, name string, p patience) wire.Command {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := strconv.Itoa(os.Getpid()) + "." + strconv.FormatInt(runs.Add(1), 10)
	c := wire.Command{
		Args:         []string{exe},
		Env:          append(os.Environ(), "GORACE=atexit_sleep_ms=0", adapterEnv+"="+name, runEnv+"="+run),
		HelloTimeout: forLong, Timeout: forLong, Grace: forLong,
	}
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

// adapter is one around the reference, which does everything rightly but for what is set.
type adapter struct {
	offers func(*conformance.Description)
	crash  bool                                   // the library panics at the token Z
	reads  func(line string) string               // the request as the library gets it
	writes func(n int, line, right string) string // the output for the nth line, from 0
	end    func() int                             // after the end of the input
	main   func() int                             // in place of all else
}

func (a adapter) play() int {
	if a.main != nil {
		return a.main()
	}
	lib, in := a.library(), bufio.NewReader(os.Stdin)
	for n := 0; ; n++ {
		line, err := in.ReadString('\n')
		if err != nil {
			break
		}
		io.WriteString(os.Stdout, a.output(lib, n, strings.TrimSuffix(line, "\n")))
	}
	if a.end != nil {
		return a.end()
	}
	return 0
}

// output returns what the adapter writes for a line.
func (a adapter) output(lib library, n int, line string) string {
	asked := line
	if a.reads != nil {
		asked = a.reads(line)
	}
	right := lib.answer(asked)
	if a.writes == nil {
		return right + "\n"
	}
	return a.writes(n, line, right)
}

// library answers lines as the reference does, by way of wire.Serve.
type library struct {
	requests  *io.PipeWriter
	responses *bufio.Reader
}

// described is the reference with another description.
type described struct {
	conformance.Implementation
	conformance.Description
	crash bool
}

func (d described) Describe() conformance.Description { return d.Description }

func (d described) Do(ctx context.Context, r conformance.Request) (conformance.Response, error) {
	if d.crash && (r.Token == "Z" || r.Other == "Z" || slices.Contains(r.Tokens, "Z")) {
		panic("at the end of the alphabet")
	}
	return d.Implementation.Do(ctx, r)
}

func (a adapter) library() library {
	requestsOut, requestsIn := io.Pipe()
	responsesOut, responsesIn := io.Pipe()
	go func() {
		err := wire.Serve(context.Background(), requestsOut, responsesIn, func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
			d := conformance.Describe(conformance.Reference(e), e)
			if a.offers != nil {
				a.offers(&d)
			}
			return described{conformance.Reference(e), d, a.crash}, nil
		})
		responsesIn.CloseWithError(err)
	}()
	return library{requestsIn, bufio.NewReader(responsesOut)}
}

// answer returns the right answer to a line, without its LF.
func (l library) answer(line string) string {
	_, err := io.WriteString(l.requests, line+"\n")
	response, err2 := l.responses.ReadString('\n')
	if err != nil || err2 != nil {
		panic(fmt.Sprint(err, err2))
	}
	return strings.TrimSuffix(response, "\n")
}
