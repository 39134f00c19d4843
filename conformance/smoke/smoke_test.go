package smoke

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance/wire"
)

// smoke runs an adapter, and fails if a process is left of it.
func smoke(t *testing.T, c wire.Command) (Result, string) {
	t.Helper()
	var out bytes.Buffer
	r, err := Run(t.Context(), c, &out)
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
	tick := time.NewTicker(2 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(forLong); ; <-tick.C {
		left := ""
		files, _ := filepath.Glob("/proc/[0-9]*/environ")
		for _, file := range files {
			if env, err := os.ReadFile(file); err == nil && bytes.Contains(env, mark) {
				left = filepath.Dir(file)
			}
		}
		if left == "" {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("a process is left: %s", left)
			return
		}
	}
}

func TestRightAdapters(t *testing.T) {
	for _, tt := range []struct {
		name             string
		skipped          int
		note, transcript string // parts of them, or none
	}{
		{name: "right"},
		{name: "right, with CR LF", transcript: `}\r` + "\n"},
		{name: "right, parse only", skipped: 7, transcript: "  skipped: not offered"},
		{name: "right, sweep of bytes only", skipped: 8},
		{name: "right, sweep of text only", skipped: 7},
		{name: "right, and talks on standard error", transcript: `! got a line\x1b[31m`},
		{name: "right, around a wrong library", note: `valid "K''" was answered with the wrong verdict`},
		{name: "right, without edition 1.0.0", transcript: "does not have edition 1.0.0,"},
		{name: "right, around a library with NUL", note: `the token "K\u0000" was accepted`},
		{name: "floods standard error", transcript: "earlier lines of standard error"},
		{name: "name of no op", skipped: 1, note: `hello offers "sweeps"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, out := smoke(t, command(t, tt.name))
			if !r.Right() || r.Count(Skipped) != tt.skipped || r.Count(OK)+tt.skipped != len(steps) {
				t.Errorf("%d steps are ok, %d skipped, %d a problem, want %d skipped and no problem:\n%s",
					r.Count(OK), r.Count(Skipped), r.Count(Problem), tt.skipped, out)
			}
			notes := ""
			for _, s := range r.Steps {
				notes += strings.Join(s.Notes, "\n")
			}
			if !strings.Contains(notes, tt.note) || tt.note == "" && notes != "" {
				t.Errorf("the notes are %q, want %q", notes, tt.note)
			}
			if !strings.Contains(out, tt.transcript) || !strings.Contains(out, "The adapter keeps to the protocol.") {
				t.Errorf("the output does not hold %q:\n%s", tt.transcript, out)
			}
		})
	}
}

func TestWrongAdapters(t *testing.T) {
	if testing.Short() {
		t.Skip("some forty whole runs")
	}
	const hello, one = "start and hello", "a request is answered while the input stays open"
	const end = "the end of the input"
	for _, tt := range []struct {
		name string
		step string // where it shows
		want string // part of a problem there
		only bool   // and nowhere else
		with patience
	}{
		{"banner", hello, `that is no response, "Welcome to epin\x1b[2J": write`, false, long},
		{"byte order mark", hello, "byte order mark", false, long},
		{"empty lines", one, "an empty line: write one line feed", false, long},
		{"never flushes", hello, "came only when the input ended: flush", true, shortHello},
		{"flushes hello", one, "came only when the input ended: flush", false, shortTimeout},
		{"waits for a line", "half a line, and then the rest", "came only when the input ended: flush", false, shortTimeout},
		{"wrong id", one, "the answer to the request 3 has the id 73: give the id back", false, long},
		{"string id", one, "give the id back as the integer it was, without quotes", false, long},
		{"float id", one, "give the id back as the integer it was, without quotes", false, long},
		{"32-bit ids", "large ids", "has the id 2147483647: give the id back", true, long},
		{"no id", one, "every answer holds the id of its request", false, long},
		{"answers twice", one, "was answered a second time: answer each request once", false, long},
		{"no verdict", one, "exactly one of what its operation asks for", false, long},
		{"null", "escapes in strings", "leave the key out where the library does not offer it", false, long},
		{"verdict missing", "sweep", "answer with a string of one character a token", true, long},
		{"one token", "apply with each method", "7 tokens for 8 methods", false, long},
		{"no original", "apply without methods", "original holds the string form", false, long},
		{"single quotes", one, "with a JSON library", false, long},
		{"no hello", hello, "the answer to hello did not come within 2s: answer every request", true, shortHello},
		{"protocol 2", hello, "answer with protocol 1", true, long},
		{"no name", hello, `answer with "implementation":{"name":"..."}`, true, long},
		{"ops of no use", hello, "offer at least one of parse, valid and sweep", true, long},
		{"unknown op", "an unknown operation", `,"unsupported":true}`, false, long},
		{"unknown op", "an unknown method", `,"unsupported":true}`, false, long},
		{"reads no escapes", "escapes in strings", `the token "\u004b" was answered otherwise`, false, long},
		{"drops NUL", "NUL in strings", `was not answered with "unsupported"`, true, long},
		{"drops NUL of text", "NUL in strings", "accepted as text and rejected as hexadecimal", true, long},
		{"folds case", "unknown keys", "", false, long},
		{"does not offer", "equal", "hello offers equal, and the answer to it was unsupported", true, long},
		{"dies", "many requests in one write", "the program ended (exit status 3) with ", false, long},
		{"hangs", "many requests in one write", "did not come within 2s: answer every request", false, shortTimeout | shortGrace},
		{"ends in a line", one, "in the middle of a line", false, long},
		{"no LF", hello, "has no line feed after it", true, shortHello},
		{"status 1", end, "the program ended with exit status 1: when standard input ends, exit with status 0", false, long},
		{"hangs at the end", end, "after the end of its input, and was ended: when standard input ends, exit", false, shortGrace},
		{"talks at the end", end, `a line came after the last answer, "bye"`, false, long},
		{"leaves a child", end, "something that the program had started ran on", false, shortGrace},
		{"child with the pipes", end, "something that the program had started ran on", false, shortGrace},
		{"deaf to SIGTERM", hello, "the answer to hello did not come", true, shortHello | shortGrace},
		{"floods", hello, "that is no response", true, shortGrace},
		{"a line of 64 MiB", hello, "a line is longer than 16 MiB", true, shortGrace},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, out := smoke(t, impatient(command(t, tt.name), tt.with))
			found := false
			for _, s := range r.Steps {
				if (s.Outcome == Problem) != (len(s.Problems) > 0) {
					t.Errorf("%s: the outcome is %d, with the problems %q", s.Name, s.Outcome, s.Problems)
				}
				if s.Name == tt.step {
					found = s.Outcome == Problem && strings.Contains(strings.Join(s.Problems, "\n"), tt.want)
				} else if tt.only && s.Outcome == Problem {
					t.Errorf("%s: %q, want no problem", s.Name, s.Problems)
				}
			}
			if !found || r.Right() {
				t.Errorf("%s is not found: want %q:\n%s", tt.step, tt.want, out)
			}
			if !strings.Contains(out, "What to change:\n  - ") {
				t.Errorf("the output does not say what to change:\n%s", out)
			}
		})
	}
}

// TestStderrOfTheDead: what a program says before it dies is shown.
func TestStderrOfTheDead(t *testing.T) {
	if _, out := smoke(t, command(t, "dies")); !strings.Contains(out, "  ! Traceback: at the fifth\n") {
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
	c := impatient(command(t, "deaf to SIGTERM"), shortGrace)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := Run(ctx, c, writerFunc(func(p []byte) (int, error) {
		if bytes.HasPrefix(p, []byte("  > ")) {
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
	c := command(t, "right")
	broken := errors.New("the pipe is broken")
	if _, err := Run(t.Context(), c, writerFunc(func([]byte) (int, error) { return 0, broken })); !errors.Is(err, broken) {
		t.Errorf("the error is %v, want %v", err, broken)
	}
	checkNothingLeft(t, c)
}
