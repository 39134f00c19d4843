//go:build unix

package wire

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// programOf opens a shell script as a program. A token that is an argument is $1.
func programOf(t *testing.T, p Program, script string, args ...string) conformance.Batcher {
	t.Helper()
	p.Args = append([]string{"sh", "-c", script, "sh"}, args...)
	p.Timeout, p.Grace = cmp.Or(p.Timeout, patience), cmp.Or(p.Grace, patience)
	impl, err := p.Open(t.Context(), epin.Current)
	if err != nil {
		t.Fatal(err)
	}
	return impl.(conformance.Batcher)
}

func TestProgramVerdicts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, script string
		want         conformance.Response
	}{
		{"valid", `exit 0`, conformance.Response{Outcome: conformance.Accepted}},
		{"invalid", `exit 1`, conformance.Response{Outcome: conformance.Rejected}},
		{"another status", `echo first >&2; echo "no library" >&2; exit 3`, conformance.Response{
			Outcome: conformance.Crashed, Crash: "exit status 3, which is neither 0 (valid) nor 1 (invalid); standard error ends with no library",
		}},
		{"a signal", `kill -9 $$`, conformance.Response{
			Outcome: conformance.Crashed, Crash: "signal: killed, which is neither 0 (valid) nor 1 (invalid)",
		}},
		{"a long line of standard error", `head -c 100000 /dev/zero | tr '\0' x >&2; exit 70`, conformance.Response{
			Outcome: conformance.Crashed,
			Crash:   "exit status 70, which is neither 0 (valid) nor 1 (invalid); standard error ends with " + strings.Repeat("x", 200),
		}},
		{"much output", `head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; exit 1`, conformance.Response{Outcome: conformance.Rejected}},
		{"a child that holds the pipes", `sleep 600 & exit 1`, conformance.Response{Outcome: conformance.Rejected}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := programOf(t, Program{}, tt.script, Placeholder).Do(t.Context(), valid("K"))
			if err != nil || !got.Equal(tt.want) || got.Crash != tt.want.Crash {
				t.Errorf("%+v, %v, want %+v", got, err, tt.want)
			}
		})
	}
}

// TestProgramToken tests that the program gets exactly the token, as an argument and on
// standard input.
func TestProgramToken(t *testing.T) {
	t.Parallel()
	for _, token := range []string{"K^'", "", "-K", "K\n", "\n\nK", "K\xff\xfe", "{}", "$(false)", strings.Repeat("é", 10_000)} {
		file := filepath.Join(t.TempDir(), "token")
		p := programOf(t, Program{}, `printf %s. "$1" >"$3" && printf %s. "$2" >>"$3" && cat >>"$3"`, Placeholder, Placeholder, file)
		if got, err := p.Do(t.Context(), valid(token)); err != nil || got.Outcome != conformance.Accepted {
			t.Errorf("%q: %+v, %v", token, got, err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != token+"."+token+"." {
			t.Errorf("as an argument, %q came as %q, %v", token, got, err)
		}
		token += "\x00"
		p = programOf(t, Program{}, `cat >"$1"`, file)
		if got, err := p.Do(t.Context(), valid(token)); err != nil || got.Outcome != conformance.Accepted {
			t.Errorf("%q: %+v, %v", token, got, err)
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != token {
			t.Errorf("on standard input, %q came as %q, %v", token, got, err)
		}
	}
}

// TestProgramUnasked tests that the response is Unsupported if the program cannot get the
// request.
func TestProgramUnasked(t *testing.T) {
	t.Parallel()
	if _, err := (Program{}).Open(t.Context(), epin.Current); err == nil {
		t.Error("Open returns no error without a program")
	}
	p := programOf(t, Program{}, `exit 0`, Placeholder)
	for _, req := range []conformance.Request{
		valid("K\x00"),
		valid(strings.Repeat("K", maxArgument+1)),
		{Op: conformance.OpParse, Token: "K"},
		{Op: conformance.OpSweep, Tokens: []string{"K"}},
	} {
		if got, err := p.Do(t.Context(), req); err != nil || got.Outcome != conformance.Unsupported {
			t.Errorf("%s: %+v, %v, want unsupported", show(req), got, err)
		}
	}
	if got, err := p.Do(t.Context(), valid(strings.Repeat("K", maxArgument))); err != nil || got.Outcome != conformance.Accepted {
		t.Errorf("the longest argument: %+v, %v", got, err)
	}
}

// TestProgramEnded tests that a program that hangs is ended, with its child processes.
func TestProgramEnded(t *testing.T) {
	t.Parallel()
	gone := func(t *testing.T, pids string) {
		t.Helper()
		read, err := os.ReadFile(pids)
		if err != nil {
			t.Fatal(err)
		}
		for _, field := range strings.Fields(string(read)) {
			pid, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			if !until(func() bool { return syscall.Kill(pid, 0) == syscall.ESRCH }) {
				t.Errorf("process %d is left", pid)
			}
		}
	}
	const hangs = `trap "" TERM; sleep 600 & echo $$ $! >"$2.new" && mv "$2.new" "$2"; wait; wait`

	t.Run("hung", func(t *testing.T) {
		t.Parallel()
		pids := filepath.Join(t.TempDir(), "pids")
		// The program has to start before it hangs, which takes long on a busy machine.
		for timeout := time.Second; timeout < patience; timeout *= 2 {
			p := programOf(t, Program{Timeout: timeout, Grace: 20 * time.Millisecond}, hangs, Placeholder, pids)
			_, err := p.Do(t.Context(), valid("K"))
			var f *Failure
			if !errors.As(err, &f) || f.Kind != Hung || f.What != "the program did not exit within "+inSeconds(timeout)+" (Timeout)" {
				t.Errorf("%v, want a hang", err)
			}
			if _, err := os.Stat(pids); err == nil {
				break
			}
		}
		gone(t, pids)
	})
	t.Run("by a context", func(t *testing.T) {
		t.Parallel()
		pids := filepath.Join(t.TempDir(), "pids")
		p := programOf(t, Program{Grace: 20 * time.Millisecond}, hangs, Placeholder, pids)
		ctx, cancel := context.WithCancelCause(t.Context())
		why := errors.New("nobody waits any more")
		go func() {
			until(func() bool { _, err := os.Stat(pids); return err == nil })
			cancel(why)
		}()
		if _, err := p.Do(ctx, valid("K")); !errors.Is(err, why) {
			t.Errorf("%v, want %v", err, why)
		}
		gone(t, pids)
	})
}

// TestProgramAll runs many programs at the same time, and stops when answer returns false.
func TestProgramAll(t *testing.T) {
	t.Parallel()
	p := programOf(t, Program{Jobs: 4}, `case $1 in [A-M]) exit 0;; *) exit 1;; esac`, Placeholder)
	letters := strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")
	var requests []conformance.Request
	for _, letter := range letters {
		requests = append(requests, valid(letter))
	}
	answers := make([]conformance.Outcome, len(requests))
	err := p.DoAll(t.Context(), slices.Values(requests), func(x conformance.Exchange) bool {
		if x.Request.Token != letters[x.Index] || answers[x.Index] != 0 {
			t.Errorf("the exchange %d is about %q, or came twice", x.Index, x.Request.Token)
		}
		answers[x.Index] = x.Response.Outcome
		return true
	})
	if err != nil {
		t.Error(err)
	}
	for i, got := range answers {
		want := conformance.Rejected
		if letters[i] <= "M" {
			want = conformance.Accepted
		}
		if got != want {
			t.Errorf("%s: %v, want %v", letters[i], got, want)
		}
	}
	n := 0
	err = p.DoAll(t.Context(), slices.Values(requests), func(conformance.Exchange) bool { n++; return n < 3 })
	if err != nil || n != 3 {
		t.Errorf("%d answers, %v, want 3", n, err)
	}

	// A program that hangs ends the others, and DoAll returns its error. The timeout is long
	// enough for the others on a busy machine.
	var f *Failure
	for timeout := 500 * time.Millisecond; timeout < patience; timeout *= 2 {
		p = programOf(t, Program{Jobs: 2, Timeout: timeout, Grace: 20 * time.Millisecond},
			`case $1 in C) exec sleep 600;; *) exit 1;; esac`, Placeholder)
		err = p.DoAll(t.Context(), func(yield func(conformance.Request) bool) {
			for yield(valid("A")) && yield(valid("C")) {
			}
		}, func(conformance.Exchange) bool { return true })
		if !errors.As(err, &f) || f.Kind != Hung || f.Request == nil || f.Request.Token != "A" {
			break
		}
	}
	if f == nil || f.Kind != Hung || f.Request == nil || f.Request.Token != "C" {
		t.Errorf("%v, want the hang on C", err)
	}
}
