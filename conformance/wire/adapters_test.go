package wire

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// adapters are what the test binary can be, by the name in adapterEnv. They return
// an exit status.
var adapters map[string]func() int

func init() {
	adapters = map[string]func() int{
		"reference":   func() int { return serve(os.Stdin, os.Stdout) },
		"recorded":    recorded,
		"sleeper":     func() int { time.Sleep(time.Hour); return 0 },
		"far sleeper": farSleeper,

		// Adapters that are odd, and right.
		"CR LF":              each(func(a *adapter, r request) { a.write("%s\r\n", r.right()) }),
		"escaped":            each(func(a *adapter, r request) { a.write("%s\n", escapeAll(r.right())) }),
		"another order":      each(func(a *adapter, r request) { a.write(`{"valid":%t,"x":[{}],"id":%d}`+"\n", r.valid(), r.id) }),
		"white space":        each(func(a *adapter, r request) { a.write("\t{ \"id\" :\t%d , \"valid\" : %t }  \n", r.id, r.valid()) }),
		"backwards":          backwards,
		"byte by byte":       each(func(a *adapter, r request) { a.drip(r.right() + "\n") }),
		"stderr flood":       stderrFlood,
		"loud at the end":    atEnd(func(*adapter) int { fmt.Fprint(os.Stderr, "bye\x1b"); return 0 }),
		"status 3":           atEnd(func(*adapter) int { return 3 }),
		"stays":              atEnd(func(*adapter) int { time.Sleep(time.Hour); return 0 }),
		"leaves a child":     withChild(os.Stdout),
		"leaves a quiet one": withChild(nil),

		// Adapters that never answer hello.
		"status 0 at once": func() int { return 0 },
		"status 1 at once": func() int { fmt.Fprint(os.Stderr, "cannot find epin\x1b[0m"); return 1 },
		"silent":           func() int { _, _ = io.Copy(io.Discard, os.Stdin); return 0 },
		"half a hello":     func() int { fmt.Print(`{"id":0,"protocol":1`); return 0 },
		"banner":           func() int { fmt.Println("Welcome to \x1b[1macme"); time.Sleep(time.Hour); return 0 },
		"BOM at hello":     helloAs("\uFEFF" + rightHello),
		"hello as text":    helloAs(strings.Replace(rightHello, `"id":0`, `"id":"0"`, 1)),
		"version 2":        helloAs(`{"id":0,"protocol":2}`),
		"unsupported":      helloAs(`{"id":0,"protocol":1,"implementation":{"name":"x"},"unsupported":true}`),

		// Adapters that answer three requests, and then something else.
		"status 7":    after3(func(*adapter, request) int { fmt.Fprint(os.Stderr, "Segfault, I guess"); return 7 }),
		"status 0":    after3(func(*adapter, request) int { return 0 }),
		"half a line": after3(func(a *adapter, r request) int { a.write("%s", r.right()[:9]); return 0 }),
		"hang":        after3(func(*adapter, request) int { time.Sleep(time.Hour); return 0 }),
		"drip":        after3(func(a *adapter, _ request) int { return a.dripForEver() }),
		"skips one":   after3(func(a *adapter, _ request) int { return a.serve() }),
		"wrong id":    after3(func(a *adapter, r request) int { r.id++; return a.say(r.right()) }),
		"earlier id":  after3(func(a *adapter, r request) int { r.id = a.before; return a.say(r.right()) }),
		"hello again": after3(func(a *adapter, r request) int { return a.say(rightHello) }),
		"twice":       after3(func(a *adapter, r request) int { return a.say(r.right() + "\n" + r.right()) }),
		"unasked":     after3(func(a *adapter, r request) int { return a.say(r.right() + "\n" + `{"id":5,"valid":true}`) }),
		"float id":    after3(func(a *adapter, r request) int { return a.say(fmt.Sprintf(`{"id":%d.0,"valid":true}`, r.id)) }),
		"no id":       after3(func(a *adapter, r request) int { return a.say(`{"valid":true}`) }),
		"wrong type":  after3(func(a *adapter, r request) int { return a.say(fmt.Sprintf(`{"id":%d,"valid":1}`, r.id)) }),
		"repeated key": after3(func(a *adapter, r request) int {
			return a.say(fmt.Sprintf(`{"id":%d,"valid":true,"\u0076alid":true}`, r.id))
		}),
		"BOM":           after3(func(a *adapter, r request) int { return a.say("\uFEFF" + r.right()) }),
		"empty line":    after3(func(a *adapter, r request) int { return a.say("\n" + r.right()) }),
		"bad UTF-8":     after3(func(a *adapter, r request) int { return a.say("\xff\x1b[2J") }),
		"debug output":  after3(func(a *adapter, r request) int { return a.say("y") }),
		"two in a line": after3(func(a *adapter, r request) int { return a.say(r.right() + r.right()) }),
		"long line":     after3(func(a *adapter, r request) int { return a.longLine(64 << 20) }),
		"closes stdin": after3(func(a *adapter, r request) int {
			os.Stdin.Close()
			fmt.Fprint(os.Stderr, inputClosed)
			time.Sleep(time.Hour)
			return 0
		}),
		"closes stdout":   after3(func(a *adapter, r request) int { os.Stdout.Close(); time.Sleep(time.Hour); return 0 }),
		"dies with child": after3(func(a *adapter, r request) int { startChild(os.Stdout); return 9 }),

		// Adapters that answer everything, and then more.
		"unasked at the end":     atEnd(func(a *adapter) int { a.write(`{"id":5,"valid":true}` + "\n"); return 0 }),
		"again at the end":       atEnd(func(a *adapter) int { a.write(`{"id":%d,"valid":true}`+"\n", a.before); return 0 }),
		"noise at the end":       atEnd(func(a *adapter) int { a.write("42 requests served\n"); return 0 }),
		"half a line at the end": atEnd(func(a *adapter) int { a.write("bye"); return 0 }),
		"flood at the end":       atEnd(func(a *adapter) int { return a.longLine(1 << 40) }),
	}
}

func openReference(_ context.Context, edition epin.Edition) (conformance.Implementation, error) {
	return conformance.Reference(edition), nil
}

func serve(r io.Reader, w io.Writer) int {
	if err := Serve(context.Background(), r, w, openReference); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// recorded is the reference, and writes what it reads and what it writes to the
// files "requests" and "responses" in the current directory.
func recorded() int {
	requests, err := os.Create("requests")
	if err != nil {
		panic(err)
	}
	responses, err := os.Create("responses")
	if err != nil {
		panic(err)
	}
	return serve(io.TeeReader(os.Stdin, requests), io.MultiWriter(os.Stdout, responses))
}

// adapter is an adapter written by hand. It offers parse, which it knows from
// valid: see request.
type adapter struct {
	in     *bufio.Reader
	before int64 // the last id that was answered
}

// request is a request parse. Its token is valid when it is one byte long.
type request struct {
	id    int64
	token string
}

func (r request) valid() bool   { return len(r.token) == 1 }
func (r request) right() string { return fmt.Sprintf(`{"id":%d,"valid":%t}`, r.id, r.valid()) }

const rightHello = `{"id":0,"protocol":1,"implementation":{"name":"by hand"}}`

func (a *adapter) write(format string, args ...any) {
	if _, err := fmt.Fprintf(os.Stdout, format, args...); err != nil {
		os.Exit(99) // the runner has gone
	}
}

// say writes a line, and goes on rightly.
func (a *adapter) say(line string) int {
	a.write("%s\n", line)
	return a.serve()
}

func (a *adapter) drip(s string) {
	for i := range len(s) {
		a.write("%c", s[i])
	}
}

// inputClosed is what "closes stdin" says on standard error when it has.
const inputClosed = "standard input is closed"

// testEnded is the file in the current directory that says to "far sleeper" that its test
// needs it no more.
const testEnded = "ended"

// farSleeper is out of reach, so it ends by itself, in the end also without its test.
func farSleeper() int {
	until(func() bool { _, err := os.Stat(testEnded); return err == nil })
	return 0
}

// endFarSleeper ends one that an adapter with a directory of its own may have started.
func endFarSleeper(t *testing.T, c Command) {
	t.Helper()
	if c.Dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(c.Dir, testEnded), nil, 0o600); err != nil {
		t.Fatal(err)
	}
}

func (a *adapter) dripForEver() int {
	for {
		a.write("%s", " ")
		time.Sleep(10 * time.Millisecond)
	}
}

func (a *adapter) longLine(n int64) int {
	if _, err := io.CopyN(os.Stdout, endless{}, n); err != nil {
		return 99
	}
	return a.serve()
}

// startChild leaves a process behind that holds stdout, if that is not nil.
func startChild(stdout *os.File) {
	exe, err := os.Executable()
	if err != nil {
		panic(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), adapterEnv+"=sleeper")
	if stdout != nil {
		cmd.Stdout = stdout
	}
	prepareChild(cmd)
	if err := cmd.Start(); err != nil {
		panic(err)
	}
}

// withChild starts a child, answers everything rightly, and leaves it behind.
func withChild(stdout *os.File) func() int {
	return func() int {
		startChild(stdout)
		return atEnd(func(*adapter) int { return 0 })()
	}
}

func (a *adapter) hello() {
	if _, err := a.in.ReadString('\n'); err != nil {
		os.Exit(98)
	}
	a.write("%s\n", rightHello)
}

func (a *adapter) next() (request, bool) {
	line, err := a.in.ReadBytes('\n')
	if err != nil {
		return request{}, false
	}
	id, req, err := DecodeRequest(line[:len(line)-1], false)
	if err != nil {
		panic(err)
	}
	return request{id, req.Token}, true
}

// serve answers rightly to the end of the input.
func (a *adapter) serve() int {
	for {
		r, ok := a.next()
		if !ok {
			return 0
		}
		a.write("%s\n", r.right())
		a.before = r.id
	}
}

func newAdapter() *adapter { return &adapter{in: bufio.NewReader(os.Stdin)} }

// each answers every request in the same way.
func each(answer func(*adapter, request)) func() int {
	return func() int {
		a := newAdapter()
		a.hello()
		for {
			r, ok := a.next()
			if !ok {
				return 0
			}
			answer(a, r)
		}
	}
}

// helloAs answers hello with a line, and everything else rightly.
func helloAs(line string) func() int {
	return func() int {
		a := newAdapter()
		if _, err := a.in.ReadString('\n'); err != nil {
			return 98
		}
		return a.say(line)
	}
}

// after3 answers three requests rightly, and then does something to the fourth.
func after3(then func(*adapter, request) int) func() int {
	return func() int {
		a := newAdapter()
		a.hello()
		for range 3 {
			r, _ := a.next()
			a.write("%s\n", r.right())
			a.before = r.id
		}
		r, ok := a.next()
		if !ok {
			return 0
		}
		return then(a, r)
	}
}

// atEnd answers everything rightly, and does something when the input has ended.
func atEnd(then func(*adapter) int) func() int {
	return func() int {
		a := newAdapter()
		a.hello()
		a.serve()
		return then(a)
	}
}

// backwards answers what is there, up to a hundred, the last of them first.
func backwards() int {
	a := newAdapter()
	a.hello()
	for {
		var block []request
		for len(block) < 100 {
			r, ok := a.next()
			if !ok {
				return 0
			}
			block = append(block, r)
			if a.in.Buffered() == 0 {
				break
			}
		}
		for i := range block {
			a.write("%s\n", block[len(block)-1-i].right())
		}
	}
}

// stderrFlood writes 50 MB to standard error before it answers anything.
func stderrFlood() int {
	line := strings.Repeat("warning: deprecated\n", 1000)
	for range 50_000_000 / len(line) {
		fmt.Fprint(os.Stderr, line)
	}
	fmt.Fprint(os.Stderr, "the end\n")
	a := newAdapter()
	a.hello()
	return a.serve()
}

// escapeAll writes every character of the strings of a line as an escape.
func escapeAll(line string) string {
	var b strings.Builder
	inside := false
	for _, c := range line {
		switch {
		case c == '"':
			inside = !inside
			b.WriteRune(c)
		case inside:
			fmt.Fprintf(&b, `\u%04X`, c)
		default:
			b.WriteRune(c)
		}
	}
	return b.String()
}
