package terminal

import (
	"bytes"
	"context"
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
