package badadapter

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/internal/tests"
)

// program is an adapter around the reference. Each field that is set replaces one part of its
// behaviour; the zero value is correct.
type program struct {
	offers   []conformance.Op // nil means parse and sweep, which are enough to be conformant
	textOnly bool

	start   func(*adapter)                 // before hello is read
	reads   func(line string) string       // the request as the library gets it
	writes  func(a *adapter, right string) // writes the response to hello, or to a request; see adapter.n
	flushes func(a *adapter) bool          // whether to flush after a line was handled; nil means correctly
	end     func(*adapter) (status int)    // after the end of the input
	answer  answer
}

// answer returns another response than that of the library, or nil. It is called for each request, and
// then, for a sweep, with a request valid for each token.
type answer = func(*adapter, conformance.Request) *conformance.Response

// condition is one for the requests that the library gets.
type condition = func(conformance.Request) bool

// all is all operations that a library can offer.
var all = conformance.Ops()

type adapter struct {
	program
	in  *bufio.Reader
	out *bufio.Writer
	dir string // shared by all processes of a run

	requests  io.Writer // of the library
	responses *bufio.Reader
	library   conformance.Implementation

	id    int64 // of the current request
	n     int   // its number, from 1; 0 for hello, and -1 before it
	calls int   // number of calls of the library
}

const (
	// dirEnv names the directory that the processes of a run share.
	dirEnv = "EPIN_BADADAPTER_DIR"
	// afterEnv is the value of after.
	afterEnv = "EPIN_BADADAPTER_AFTER"
)

// after is the number of correct responses before the misbehaviour of many kinds. It is so
// large that in a run of the suite no single request reproduces the misbehaviour.
var after, _ = strconv.Atoi(cmp.Or(os.Getenv(afterEnv), "500"))

func newAdapter(p program) *adapter {
	return &adapter{
		program: p,
		in:      bufio.NewReaderSize(os.Stdin, 64<<10),
		out:     bufio.NewWriterSize(os.Stdout, 32<<10),
		dir:     os.Getenv(dirEnv),
		n:       -1,
	}
}

// statusGone is the exit status of an adapter whose runner has ended.
const statusGone = 99

func (a *adapter) play() int {
	if a.start != nil {
		a.start(a)
	}
	a.serve()
	for line, ok := a.read(); ok; line, ok = a.read() {
		a.n++
		if right := a.respond(line); a.writes != nil {
			a.writes(a, right)
		} else {
			a.say(right)
		}
	}
	a.flush()
	if a.n >= 0 && a.end != nil {
		return a.end(a)
	}
	return 0
}

// read returns the next line. It flushes the output before it waits for the line.
func (a *adapter) read() (line string, ok bool) {
	if a.flushes == nil {
		if waiting, _ := a.in.Peek(a.in.Buffered()); !bytes.Contains(waiting, []byte("\n")) {
			a.flush()
		}
	} else if a.flushes(a) {
		a.flush()
	}
	line, err := a.in.ReadString('\n')
	return strings.TrimSuffix(line, "\n"), err == nil
}

const name = "the reference, caged"

// serve serves the library to respond.
func (a *adapter) serve() {
	in, requests := io.Pipe()
	responses, out := io.Pipe()
	a.requests, a.responses = requests, bufio.NewReader(responses)
	go func() {
		out.CloseWithError(wire.Serve(context.Background(), in, out, func(_ context.Context, edition *notation.Edition) (conformance.Implementation, error) {
			a.library = conformance.Reference(edition)
			return a, nil
		}))
	}()
}

// respond returns the correct response to a request.
func (a *adapter) respond(line string) string {
	if a.reads != nil && a.n > 0 {
		line = a.reads(line)
	}
	_, _ = io.WriteString(a.requests, line+"\n")
	right := tests.Must(a.responses.ReadString('\n'))
	a.id, _ = wire.DecodeID([]byte(right)) // it is correct
	return strings.TrimSuffix(right, "\n")
}

// Describe returns what the program offers.
func (a *adapter) Describe() conformance.Description {
	d := conformance.Description{Name: name, Ops: a.offers}
	if d.Ops == nil {
		d.Ops = []conformance.Op{conformance.OpParse, conformance.OpSweep}
	}
	if !a.textOnly {
		d.Bytes = d.Ops
	}
	if d.Offers(conformance.OpApply) {
		d.Methods = conformance.MethodsOf(notation.EPIN)
	}
	return d
}

// Do returns the response of the library, or of answer.
func (a *adapter) Do(ctx context.Context, req conformance.Request) (resp conformance.Response, err error) {
	if a.answer != nil {
		if other := a.answer(a, req); other != nil {
			return *other, nil
		}
	}
	if req.Op != conformance.OpSweep {
		a.calls++
		return a.library.Do(ctx, req)
	}
	of := map[conformance.Outcome]byte{
		conformance.Accepted: conformance.VerdictYes, conformance.Rejected: conformance.VerdictNo, conformance.Crashed: conformance.VerdictCrash,
	}
	var verdicts []byte
	for _, token := range req.Tokens {
		one, err := a.Do(ctx, conformance.Request{Op: conformance.OpValid, Token: token})
		if err != nil {
			return resp, err
		}
		verdicts = append(verdicts, of[one.Outcome])
	}
	return conformance.Response{Outcome: conformance.Swept, Verdicts: string(verdicts)}, nil
}

func (a *adapter) say(line string) { a.write(line + "\n") }

func (a *adapter) write(text string) { exitOnError(a.out.WriteString(text)) }

func (a *adapter) now(text string) {
	a.write(text)
	a.flush()
}

func (a *adapter) flush() { exitOnError(0, a.out.Flush()) }

// exitOnError ends the program if a write fails, because no one reads the output any more.
func exitOnError[T any](_ T, err error) {
	if err != nil {
		os.Exit(statusGone)
	}
}

func (a *adapter) exit(status int) {
	a.flush()
	os.Exit(status)
}

// tooLong is longer than any runner of these adapters runs. Programs that hang exit then, so
// that a failed runner leaves no process behind for ever.
const tooLong = 10 * time.Minute

// hang flushes the output and does nothing more.
func (a *adapter) hang() {
	a.flush()
	stop()
}

func stop() {
	time.Sleep(tooLong)
	os.Exit(statusGone)
}

// drip writes a byte every few milliseconds until the runner stops reading.
func (a *adapter) drip() {
	for deadline := time.Now().Add(tooLong); time.Now().Before(deadline); time.Sleep(3 * time.Millisecond) {
		a.now(" ")
	}
	os.Exit(statusGone)
}

func (a *adapter) flood(n int64, text string) {
	a.flush()
	block := strings.Repeat(text, 1+(64<<10)/len(text))
	for ; n > 0; n -= int64(len(block)) {
		exitOnError(os.Stdout.WriteString(block[:min(n, int64(len(block)))]))
	}
}

// firstTime reports whether this is the first call in all processes of the run.
func (a *adapter) firstTime() bool { return os.Mkdir(filepath.Join(a.dir, "called"), 0o700) == nil }

// at calls then instead of writing the response to the n-th request, or to hello.
func at(n int, then func(a *adapter, right string)) func(*adapter, string) {
	return func(a *adapter, right string) {
		if a.n == n {
			then(a, right)
			return
		}
		a.say(right)
	}
}

// gets returns a condition: the library gets a token for which at holds.
func gets(at func(token string) bool) condition {
	return func(req conformance.Request) bool {
		return req.Op != conformance.OpSweep && slices.Contains(all, req.Op) &&
			(at(req.Token) || req.Op == conformance.OpEqual && at(req.Other))
	}
}

// is is gets for one token.
func is(token string) condition { return gets(func(got string) bool { return got == token }) }

func answers(resp conformance.Response, when condition) answer {
	return func(_ *adapter, req conformance.Request) *conformance.Response {
		if when(req) {
			return &resp
		}
		return nil
	}
}

func crashes(text string, when condition) answer {
	return answers(conformance.Response{Outcome: conformance.Crashed, Crash: text}, when)
}

// calls returns an answer that calls then before the response to the requests with a token.
func calls(token string, then func(*adapter)) answer {
	return func(a *adapter, req conformance.Request) *conformance.Response {
		if is(token)(req) {
			then(a)
		}
		return nil
	}
}

// instead writes other lines instead of the response to the n-th request, or to hello. In them ID stands
// for the id, and RIGHT for the correct response.
func instead(n int, lines ...string) program {
	return program{writes: at(n, func(a *adapter, right string) {
		for _, line := range lines {
			a.now(a.fill(line, right) + "\n")
		}
	})}
}

func (a *adapter) fill(line, right string) string {
	return strings.NewReplacer("RIGHT", right, "ID", fmt.Sprint(a.id)).Replace(line)
}

func replacing(oldnew ...string) program {
	replace := strings.NewReplacer(oldnew...).Replace
	return program{offers: all, writes: func(a *adapter, right string) { a.say(replace(right)) }}
}

// children holds the child processes that a kind can start, by name.
var children = map[string]func() int{
	// Sleeper does not exit.
	"sleeper": func() int { stop(); return 0 },
	// Far sleeper exits at the end of the run. It is for children that a signal does not reach.
	"far sleeper": func() int {
		for deadline := time.Now().Add(tooLong); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
			if _, err := os.Stat(filepath.Join(os.Getenv(dirEnv), runEnded)); err == nil {
				return 0
			}
		}
		return 1
	},
}

// runEnded is the file in the directory of a run that marks its end.
const runEnded = "ended"

// startChild starts a child that holds the files open. A signal to the process group does not reach
// a far one.
func startChild(name string, stdout, stderr *os.File) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = playing(name)
	if stdout != nil {
		cmd.Stdout = stdout
	}
	if stderr != nil {
		cmd.Stderr = stderr
	}
	if strings.HasPrefix(name, "far ") {
		outOfReach(cmd)
	}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
}
