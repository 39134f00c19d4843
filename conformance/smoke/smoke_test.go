package smoke

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
)

// kind is an adapter, and what is to be found.
type kind struct {
	adapter
	step string // the conversation with the problem
	want string // part of a problem there
	only bool   // there is no other problem
	with patience
}

const (
	one = "one at a time"
	end = "the input ends with answers due"
)

// offering restricts what hello offers.
func offering(bytes bool, ops ...conformance.Op) adapter {
	return adapter{offers: func(d *conformance.Description) { d.Ops, d.Methods, d.Bytes = ops, nil, bytes }}
}

// replacing puts one text in the place of another in the answers, those to hello or those
// to all else.
func replacing(hello bool, old, new string) adapter {
	return adapter{writes: func(n int, _, right string) string {
		if hello == (n == 0) {
			right = strings.ReplaceAll(right, old, new)
		}
		return right + "\n"
	}}
}

// misreading reads requests with one text in the place of another.
func misreading(oldnew ...string) adapter {
	return adapter{reads: strings.NewReplacer(oldnew...).Replace}
}

// writing writes what format makes of each right answer.
func writing(before, after string) adapter {
	return adapter{writes: func(_ int, _, right string) string { return before + right + after }}
}

// at does something in place of the nth answer.
func at(nth int, do func()) adapter {
	return adapter{writes: func(n int, _, right string) string {
		if n == nth {
			do()
		}
		return right + "\n"
	}}
}

func forID(pattern, new string) adapter {
	id := regexp.MustCompile(pattern)
	return adapter{writes: func(n int, _, right string) string {
		if n > 0 {
			right = id.ReplaceAllString(right, new)
		}
		return right + "\n"
	}}
}

// before writes something in front of the answer to hello.
func before(text func() string) adapter {
	return adapter{writes: func(n int, _, right string) string {
		if n == 0 {
			right = text() + right
		}
		return right + "\n"
	}}
}

// flushing writes all that it has whenever flush says so, and at the end of the input.
func flushing(flush func(n int, in *bufio.Reader) bool) adapter {
	return adapter{main: func() int {
		var a adapter
		lib, in, out := a.library(), bufio.NewReader(os.Stdin), bufio.NewWriterSize(os.Stdout, 1<<20)
		defer out.Flush()
		for n := 0; ; n++ {
			line, err := in.ReadString('\n')
			if err != nil {
				return 0
			}
			io.WriteString(out, a.output(lib, n, strings.TrimSuffix(line, "\n")))
			if flush(n, in) {
				out.Flush()
			}
		}
	}}
}

func ending(end func() int) adapter { return adapter{end: end} }

func forever() int {
	time.Sleep(time.Hour)
	return 0
}

// leave leaves a process behind, which holds stdout.
func leave(stdout *os.File) func() int {
	return func() int {
		exe, err := os.Executable()
		if err != nil {
			return 3
		}
		child := exec.Command(exe)
		child.Env = append(os.Environ(), adapterEnv+"=sleeper")
		if stdout != nil {
			child.Stdout = stdout
		}
		if child.Start() != nil {
			return 3
		}
		return 0
	}
}

func exit(stdout, stderr string, status int) func() {
	return func() {
		io.WriteString(os.Stdout, stdout)
		io.WriteString(os.Stderr, stderr)
		os.Exit(status)
	}
}

// unsupportedFor answers the requests that hold a text with unsupported.
func unsupportedFor(text string) adapter {
	return adapter{writes: func(_ int, line, right string) string {
		if strings.Contains(line, text) {
			right, _, _ = strings.Cut(right, ",")
			right += `,"unsupported":true}`
			right = strings.Replace(right, `{"id":0,`, `{"id":0,"protocol":1,"implementation":{"name":"old"},`, 1)
		}
		return right + "\n"
	}}
}

func always(text string) func() string { return func() string { return text } }

// wrong are the adapters that do not keep to the protocol.
var wrong = map[string]kind{
	"banner":           {before(always("Welcome to epin\x1b[2J\n")), "hello", `that is no response, "Welcome to epin\x1b[2J": write`, false, 0},
	"byte order mark":  {before(always("\ufeff\n")), "hello", "byte order mark", false, 0},
	"empty lines":      {writing("", "\n\n"), one, "an empty line: write one line feed", false, 0},
	"never flushes":    {flushing(func(int, *bufio.Reader) bool { return false }), "hello", "only when the input ended: flush", true, shortHello},
	"flushes hello":    {flushing(func(n int, _ *bufio.Reader) bool { return n == 0 }), one, "only when the input ended: flush", false, shortTimeout},
	"waits for a line": {flushing(func(_ int, in *bufio.Reader) bool { return in.Buffered() == 0 }), "half a line", "only when the input ended: flush", false, shortTimeout},
	"wrong id":         {replacing(false, `{"id":`, `{"id":900000`), one, "an id that no open request has: give each id back", false, 0},
	"string id":        {forID(`^\{"id":([0-9]+)`, `{"id":"$1"`), one, "the id is not an integer from 0 to 2^53-1, written as one", false, 0},
	"float id":         {forID(`^\{"id":([0-9]+)`, `{"id":$1.0`), one, "the id is not an integer from 0 to 2^53-1, written as one", false, 0},
	"32-bit ids":       {forID(`^\{"id":[0-9]{10,}`, `{"id":2147483647`), "identifiers", "an id that no open request has: give each id back", true, 0},
	"no id":            {forID(`^\{"id":([0-9]+)`, `{"number":$1`), one, "(no id): write it like the expected one", false, 0},
	"answers twice":    {adapter{writes: func(_ int, _, right string) string { return right + "\n" + right + "\n" }}, one, "a second time: answer each request once", false, 0},
	"no verdict":       {replacing(false, `"valid":`, `"ok":`), one, "not exactly one of valid, crash and unsupported", false, 0},
	"null":             {replacing(false, `"native":true`, `"native":null`), one, "native is neither true nor false", false, 0},
	"verdict missing":  {replacing(false, `"valid":"11000011"`, `"valid":"1100001"`), "sweep of bytes", "valid is not one of 1, 0 and ! for each of 8 tokens", true, 0},
	"one token":        {replacing(false, `"tokens":["R'",`, `"tokens":[`), "apply", "2 tokens for 3 methods", false, 0},
	"no original":      {replacing(false, `,"original":`, `,"first":`), "apply", "an accepted apply without original", false, 0},
	"single quotes":    {replacing(false, `"`, `'`), one, "write it with a JSON library", false, 0},
	"no hello":         {adapter{writes: func(int, string, string) string { return "" }}, "hello", "the answer to hello (id 0) did not come within 2s: answer every request", true, shortHello},
	"protocol 2":       {replacing(true, `"protocol":1`, `"protocol":2`), "hello", "the adapter speaks version 2", true, 0},
	"no name":          {replacing(true, `"name"`, `"nom"`), "hello", "no name in implementation", true, 0},
	"ops of no use":    {replacing(true, `"parse","valid","apply","equal","sweep"`, `"apply","check"`), "hello", "ops holds none of parse, valid, sweep", true, 0},
	"unknown op":       {replacing(false, `"unsupported":true`, `"valid":false`), "unknown operations", `was not answered with "unsupported":true`, false, 0},
	"unknown method":   {replacing(false, `"unsupported":true`, `"valid":false`), "unknown methods", `was not answered with "unsupported":true`, false, 0},
	"reads no escapes": {misreading(`\u`, `u`), "escaped keys", "the program ended", false, 0},
	"drops NUL":        {misreading(`\u0000",`, `",`), "unknown operations", `was not answered with "unsupported":true`, true, 0},
	"does not offer":   {unsupportedFor(`"op":"equal"`), "equal", "hello offers equal, and an answer to it is unsupported", false, 0},
	"no edition":       {unsupportedFor(`"op":"hello"`), "hello", "unsupported for both editions", true, 0},
	"dies":             {at(20, exit("", "Traceback\x1b[31m\n", 3)), "many at once", "the program ended (exit status 3), and the answer to parse (id ", false, 0},
	"hangs":            {at(20, func() { forever() }), "many at once", "did not come within 2s: answer every request", false, shortTimeout | shortGrace},
	"ends in a line":   {at(1, exit(`{"id":`, "", 0)), one, "in the middle of a line", false, 0},
	"no LF":            {writing("", ""), "hello", "has no line feed after it", true, shortHello},
	"status 1":         {ending(func() int { return 1 }), end, "the program ended with exit status 1: when standard input ends, exit with status 0", false, 0},
	"hangs at the end": {ending(forever), end, "after the end of its input, and was ended: when standard input ends, exit", false, shortGrace},
	"talks at the end": {ending(func() int { io.WriteString(os.Stdout, "bye\n"); return 0 }), end, `a line came after the last answer, "bye"`, false, 0},
	"leaves a child":   {ending(leave(nil)), end, "something that the program had started ran on", false, shortGrace},
	"leaves its pipes": {ending(leave(os.Stdout)), end, "something that the program had started ran on", false, shortGrace},
	"deaf to SIGTERM":  {adapter{main: func() int { signal.Ignore(syscall.SIGTERM); return forever() }}, "hello", "the answer to hello (id 0) did not come", true, shortHello | shortGrace},
	"floods":           {adapter{main: flood}, "hello", "that is no response", true, shortGrace},
	"a line of 64 MiB": {before(func() string { return strings.Repeat("x", 64<<20) + "\n" }), "hello", "a line is longer than 16 MiB", true, shortGrace},
}

func flood() int {
	for {
		if _, err := io.WriteString(os.Stdout, strings.Repeat("flood\n", 1000)); err != nil {
			return 1
		}
	}
}

// right are the adapters that keep to the protocol.
var right = map[string]struct {
	adapter
	has         []string
	skipped     int
	note, shows string // parts of them; without note there is none
}{
	"right":             {has: []string{"attributes", "editions"}, skipped: 5},
	"crashes at Z":      {adapter: adapter{crash: true}, has: []string{"attributes", "editions", "crash"}, skipped: 6},
	"text":              {adapter: adapter{offers: func(d *conformance.Description) { d.Bytes = false }}, has: []string{"attributes", "editions"}, skipped: 9},
	"no NUL":            {adapter: adapter{offers: func(d *conformance.Description) { d.NoNUL = true }}, skipped: 9},
	"CR LF":             {adapter: writing("", "\r\n"), skipped: 4, shows: "... (303 bytes)\n"},
	"parse":             {adapter: offering(false, conformance.OpParse), skipped: 31, shows: ": skipped, hello does not offer equal\n"},
	"valid":             {adapter: offering(false, conformance.OpValid), skipped: 31},
	"sweep of bytes":    {adapter: offering(true, conformance.OpSweep), skipped: 29},
	"sweep of text":     {adapter: offering(false, conformance.OpSweep), skipped: 29},
	"wrong library":     {adapter: wrongLibrary, skipped: 4, note: `valid "" was answered with another value than expected`},
	"crashing library":  {adapter: replacing(false, `"valid":false`, `"crash":"no"`), skipped: 4, note: "with a crash: if the library raises this to reject a token"},
	"only initial":      {adapter: unsupportedFor(`"edition":"1.0.0"`), skipped: 7, shows: "does not have edition 1.0.0,"},
	"drops NUL of text": {adapter: misreading(`"token":"K\u0000"`, `"token":"K"`), skipped: 4, note: `parse "K\x00" was answered with another value`},
	"folds case":        {adapter: misreading(`"token":"K","ID"`, `"token":"!","ID"`), skipped: 4, note: `parse "K" was answered with another value`},
	"misspells sweep":   {adapter: replacing(true, `"sweep"`, `"sweeps"`), skipped: 8, note: `hello offers "sweeps"`},
	"methods, no apply": {adapter: replacing(true, `"apply",`, ``), skipped: 21, note: "offers one of apply and methods"},
	"talks": {adapter: ending(func() int {
		io.WriteString(os.Stderr, strings.Repeat(strings.Repeat("e", 99)+"\n", 10000))
		return 0
	}), skipped: 4},
}

// wrongLibrary has a check that accepts everything.
var wrongLibrary = adapter{writes: func(_ int, line, right string) string {
	if strings.Contains(line, `"op":"valid"`) {
		right = strings.Replace(right, "false", "true", 1)
	}
	return right + "\n"
}}

// roles returns what the test binary can be.
func roles() map[string]adapter {
	all := map[string]adapter{"sleeper": {main: forever}}
	for name, k := range wrong {
		all[name] = k.adapter
	}
	for name, k := range right {
		all[name] = k.adapter
	}
	maps.Copy(all, ofThisSystem)
	return all
}

// ofThisSystem are adapters that not every system has.
var ofThisSystem = map[string]adapter{}

// smoke checks an adapter, and fails if a process is left of it. Without has, it leaves out
// long lines.
func smoke(t *testing.T, c wire.Command, has ...string) (Result, string) {
	t.Helper()
	var out bytes.Buffer
	all := conversations()
	if has == nil {
		all = slices.DeleteFunc(slices.Clone(all), func(c conversation) bool {
			return slices.ContainsFunc(c.turns, func(t turn) bool { return len(t.send) > 1<<20 })
		})
	}
	r, err := run(t.Context(), c, &out, all, has)
	if err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	checkNothingLeft(t, c)
	if text := out.String(); strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' }) {
		t.Errorf("the output holds a control character:\n%q", text)
	}
	return r, out.String()
}

// checkNothingLeft fails if a process runs that a command has started, where the system
// shows the environment that marks it.
func checkNothingLeft(t *testing.T, c wire.Command) {
	t.Helper()
	if runtime.GOOS != "linux" {
		return
	}
	mark := []byte(c.Env[len(c.Env)-1] + "\x00")
	left := ""
	until(func() bool {
		left = ""
		files, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, file := range files {
			if env, err := os.ReadFile(file); err == nil && bytes.Contains(env, mark) {
				left = filepath.Dir(file)
			}
		}
		return left == ""
	})
	if left != "" {
		t.Errorf("a process is left: %s", left)
	}
}

func TestRightAdapters(t *testing.T) {
	for name, tt := range right {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, out := smoke(t, command(t, name, 0), tt.has...)
			skipped, notes := 0, ""
			for _, s := range r.Steps {
				notes += strings.Join(s.Notes, "\n")
				if s.Skipped != "" {
					skipped++
				}
			}
			if !r.Right() || !r.Answered || skipped != tt.skipped {
				t.Errorf("%d conversations are skipped, want %d, and no problem:\n%s", skipped, tt.skipped, out)
			}
			if !strings.Contains(notes, tt.note) || tt.note == "" && notes != "" {
				t.Errorf("the notes are %q, want %q", notes, tt.note)
			}
			if !strings.Contains(out, tt.shows) || !strings.Contains(out, "The adapter keeps to the protocol.") {
				t.Errorf("the output does not hold %q:\n%s", tt.shows, out)
			}
		})
	}
}

func TestWrongAdapters(t *testing.T) {
	if testing.Short() {
		t.Skip("some forty whole runs")
	}
	for name, tt := range wrong {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, out := smoke(t, command(t, name, tt.with))
			found := false
			for _, s := range r.Steps {
				if s.Name == tt.step {
					found = strings.Contains(strings.Join(s.Problems, "\n"), tt.want)
				} else if tt.only && len(s.Problems) > 0 {
					t.Errorf("%s: %q, want no problem", s.Name, s.Problems)
				}
			}
			if !found || r.Right() {
				t.Errorf("%s is not found: want %q:\n%s", tt.step, tt.want, out)
			}
			if !strings.Contains(out, "What to change:\n  - ") || !strings.Contains(out, "does not keep to the protocol") {
				t.Errorf("the output does not say what to change:\n%s", out)
			}
		})
	}
}

// TestStderrOfTheDead: what a program says before it dies is shown, escaped.
func TestStderrOfTheDead(t *testing.T) {
	if _, out := smoke(t, command(t, "dies", 0)); !strings.Contains(out, "  ! Traceback\\x1b[31m\n") {
		t.Errorf("standard error is not shown:\n%s", out)
	}
}

func TestCannotStart(t *testing.T) {
	for _, args := range [][]string{nil, {filepath.Join(t.TempDir(), "none")}} {
		_, err := Run(t.Context(), wire.Command{Args: args}, io.Discard)
		var f *wire.Failure
		if !errors.As(err, &f) || f.Kind != wire.CannotStart {
			t.Errorf("%q: the error is %v, want that it cannot be started", args, err)
		}
	}
}

// TestContext: a run that is stopped ends, in the middle of a wait too.
func TestContext(t *testing.T) {
	c := command(t, "hangs", shortGrace)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Run(ctx, c, writerFunc(func(p []byte) (int, error) {
		if bytes.HasPrefix(p, []byte("many at once")) {
			cancel()
		}
		return len(p), nil
	}))
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v, want that it was cancelled", err)
	}
	checkNothingLeft(t, c)
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestWriterFails: what cannot be shown is an error.
func TestWriterFails(t *testing.T) {
	c := command(t, "right", 0)
	broken := errors.New("the pipe is broken")
	if _, err := Run(t.Context(), c, writerFunc(func([]byte) (int, error) { return 0, broken })); !errors.Is(err, broken) {
		t.Errorf("the error is %v, want %v", err, broken)
	}
	checkNothingLeft(t, c)
}
