//go:build unix

package wire

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// programOf opens a shell script as a program. A token that is an argument is $1.
func programOf(t *testing.T, p Program, script string, args ...string) conformance.Implementation {
	t.Helper()
	p.Args = append([]string{"sh", "-c", script, "sh"}, args...)
	p.Timeout, p.Grace = cmp.Or(p.Timeout, patience), cmp.Or(p.Grace, patience)
	impl, err := p.Open(t.Context(), notation.EPIN)
	if err != nil {
		t.Fatal(err)
	}
	return impl
}

// TestProgramVerdicts tests exit statuses, and which tokens can be an argument.
func TestProgramVerdicts(t *testing.T) {
	t.Parallel()
	const neither = ", which is neither 0 (valid) nor 1 (invalid)"
	crashed := func(text string) conformance.Response {
		return conformance.Response{Outcome: conformance.Crashed, Crash: text}
	}
	accepted, rejected := conformance.Response{Outcome: conformance.Accepted}, conformance.Response{Outcome: conformance.Rejected}
	for _, tt := range []struct {
		script, token string
		want          conformance.Response
	}{
		{`exit 0`, "K", accepted},
		{`exit 1`, "K", rejected},
		{
			`echo first >&2; echo "no library" >&2; exit 3`, "K",
			crashed("exit status 3" + neither + "; standard error ends with no library"),
		},
		{`kill -9 $$`, "K", crashed("signal: killed" + neither)},
		{
			`head -c 100000 /dev/zero | tr '\0' x >&2; exit 70`, "K",
			crashed("exit status 70" + neither + "; standard error ends with " + strings.Repeat("x", 200)),
		},
		{`head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; exit 1`, "K", rejected},
		{`sleep 600 & exit 1`, "K", rejected}, // a child holds the pipes
		{`exit 0`, strings.Repeat("K", maxArgument), accepted},
		{`exit 0`, strings.Repeat("K", maxArgument+1), conformance.Response{}},
		{`exit 0`, "K\x00", conformance.Response{}},
	} {
		got, err := programOf(t, Program{}, tt.script, Placeholder).Do(t.Context(), valid(tt.token))
		if err != nil || !got.Equal(tt.want) || got.Crash != tt.want.Crash {
			t.Errorf("%s of %d bytes: %+v, %v, want %+v", tt.script, len(tt.token), got, err, tt.want)
		}
	}
}

// TestProgramToken tests that the program gets exactly the token, as an argument and on
// standard input.
func TestProgramToken(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "token")
	argument := programOf(t, Program{}, `printf %s. "$1" >"$3" && printf %s. "$2" >>"$3" && cat >>"$3"`, Placeholder, Placeholder, file)
	input := programOf(t, Program{}, `cat >"$1"`, file)
	for _, token := range []string{"K^'", "", "-K", "K\n", "\n\nK", "K\xff\xfe", "{}", "$(false)", strings.Repeat("é", 10_000)} {
		for _, tt := range []struct {
			p           conformance.Implementation
			token, want string
		}{{argument, token, token + "." + token + "."}, {input, token + "\x00", token + "\x00"}} {
			resp, err := tt.p.Do(t.Context(), valid(tt.token))
			got, errRead := os.ReadFile(file)
			if err != nil || errRead != nil || resp.Outcome != conformance.Accepted || string(got) != tt.want {
				t.Errorf("%q came as %q, %v, %v, %v", tt.token, got, resp, err, errRead)
			}
		}
	}
}

// TestProgramEnded tests that a hang, and a context that is done, kill a program and its child
// processes.
func TestProgramEnded(t *testing.T) {
	t.Parallel()
	// The FIFO is open as long as one of the processes runs.
	const hangs = `trap "" TERM; exec 3>"$2"; sleep 600 & wait; wait`
	why := errors.New("nobody waits any more")
	for _, timeout := range []time.Duration{time.Second, patience} { // the second program is cancelled
		fifo := filepath.Join(t.TempDir(), "fifo")
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		started, gone := make(chan struct{}), make(chan struct{})
		go func() {
			f, err := os.Open(fifo) // waits for the program
			close(started)
			if timeout == patience {
				cancel(why)
			}
			if _, readErr := io.Copy(io.Discard, f); err != nil || readErr != nil {
				t.Error(err, readErr)
			}
			close(gone)
		}()
		// The program has to start before it hangs, which takes long on a busy machine.
		for longer := timeout; !isClosed(started); longer *= 2 {
			p := programOf(t, Program{Timeout: longer, Grace: 20 * time.Millisecond}, hangs, Placeholder, fifo)
			_, err := p.Do(ctx, valid("K"))
			f, hung := errors.AsType[*conformance.Failure](err)
			if hung {
				hung = f.Kind == conformance.Hung && f.What == "the program did not exit within "+inSeconds(longer)+" (Timeout)"
			}
			if hung != (timeout < patience) || hung == errors.Is(err, why) {
				t.Errorf("%v with the timeout %s, want a hang, or that the context is done", err, longer)
			}
		}
		if !within(t.Context(), patience, gone) {
			t.Error("processes are left")
		}
	}
}
