package terminal

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestLine checks what a terminal shows during a run, and that nothing is left of it.
func TestLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, interrupt := context.WithCancel(t.Context())
		var out bytes.Buffer // guarded by l.mu
		out.WriteString(clearLine)
		l := show(ctx, &out, "begin")
		shows := func(after time.Duration, want string) {
			t.Helper()
			time.Sleep(after)
			synctest.Wait()
			l.mu.Lock()
			defer l.mu.Unlock()
			if want != "" {
				want = noWrap + want + wrap
			}
			if text := out.String(); text[strings.LastIndex(text, clearLine)+len(clearLine):] != want {
				t.Errorf("the terminal shows %q, want %q", text, want)
			}
			out.Reset()
			out.WriteString(clearLine)
		}
		shows(delay-time.Millisecond, "")
		shows(3*time.Second+2*time.Millisecond, "begin")
		l.Set("vectors")
		shows(time.Second, "vectors")
		interrupt()
		shows(0, "")
		l.Clear()
		l.Set("late")
		shows(time.Minute, "")
	})
}

// Colours are for a terminal, unless somebody minds.
func TestHasColors(t *testing.T) {
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil || !Is(tty) {
		t.Skipf("no terminal can be made: %v", err)
	}
	defer tty.Close()
	file, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, c := range []struct {
		out       io.Writer
		env, term string
		none      bool
		want      bool
	}{
		{tty, "", "xterm", false, true},
		{tty, "", "", false, true},
		{tty, "", "dumb", false, false},
		{tty, "", "xterm", true, false},
		{tty, "1", "xterm", false, false},
		{file, "", "xterm", false, false},
		{new(bytes.Buffer), "", "xterm", false, false},
	} {
		t.Setenv("NO_COLOR", c.env)
		t.Setenv("TERM", c.term)
		if got := HasColors(c.out, c.none); got != c.want {
			t.Errorf("coloured: %t; with NO_COLOR=%q, TERM=%q, %t to %T, want %t", got, c.env, c.term, c.none, c.out, c.want)
		}
	}
}
