// Package terminal writes to a terminal, or to what standard output is in its place.
package terminal

import (
	"context"
	"fmt"
	"io"
	"os"
	"sync"
	"time"
)

const (
	delay     = time.Second // a shorter run shows nothing
	step      = 200 * time.Millisecond
	clearLine = "\r\x1b[K"
	noWrap    = "\x1b[?7l"   // so that one line stays one line on a narrow terminal
	wrap      = "\x1b[?7h\r" // and the ^C of an interrupt stays on it
)

// Line is a line of a terminal. It is safe for concurrent use.
type Line struct {
	mu    sync.Mutex
	out   io.Writer // nil to show nothing, and after Clear
	shown bool
	text  string
}

// Show shows a line until Clear, or until ctx is done: then the first Ctrl-C has ended the run, and
// the second one leaves nothing on the screen. It shows nothing unless w is a terminal.
func Show(ctx context.Context, w io.Writer, text string) *Line {
	if !Is(w) || os.Getenv("TERM") == "dumb" {
		return &Line{}
	}
	return show(ctx, w, text)
}

func show(ctx context.Context, w io.Writer, text string) *Line {
	l := &Line{out: w, text: text}
	context.AfterFunc(ctx, l.Clear)
	time.AfterFunc(delay, l.draw)
	return l
}

// draw draws the line, and again after step, until Clear is called.
func (l *Line) draw() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.out != nil {
		l.shown = true
		_, _ = fmt.Fprint(l.out, clearLine+noWrap+l.text+wrap) // a line that cannot be drawn does not end a run
		time.AfterFunc(step, l.draw)
	}
}

// Set changes the text.
func (l *Line) Set(text string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = text
}

// Clear removes the line from the screen, for good.
func (l *Line) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.shown {
		_, _ = fmt.Fprint(l.out, clearLine)
	}
	l.out, l.shown = nil, false
}
