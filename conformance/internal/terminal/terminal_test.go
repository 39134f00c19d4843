package terminal_test

import (
	"bytes"
	"io"
	"os"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/terminal"
)

// Colours are for a terminal, unless somebody minds.
func TestHasColors(t *testing.T) {
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil || !terminal.Is(tty) {
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
		if got := terminal.HasColors(c.out, c.none); got != c.want {
			t.Errorf("coloured: %t; with NO_COLOR=%q, TERM=%q, %t to %T, want %t", got, c.env, c.term, c.none, c.out, c.want)
		}
	}
}
