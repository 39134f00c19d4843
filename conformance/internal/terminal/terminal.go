// Package terminal writes to a terminal, or to what standard output is in its place. The command calls it.
package terminal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"
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

// Is reports whether w is a terminal.
func Is(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// Width returns the width of a terminal; 0 for anything else.
func Width(w io.Writer) (width int) {
	if Is(w) {
		width, _, _ = term.GetSize(int(w.(*os.File).Fd()))
	}
	return width
}

// HasColors reports whether text to w has colours: on a terminal that supports them, unless none
// or NO_COLOR is set.
func HasColors(w io.Writer, none bool) bool {
	return !none && Is(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// ClosedByReader reports whether an error of writing means that the reader closed the pipe. On
// Windows that is ERROR_BROKEN_PIPE or ERROR_NO_DATA.
func ClosedByReader(err error) bool {
	var code syscall.Errno
	return errors.As(err, &code) && (code == syscall.EPIPE || runtime.GOOS == "windows" && (code == 109 || code == 232))
}

// StdoutClosed reports whether w is standard output, and was closed when this program began: the
// Go runtime has then opened /dev/null in its place, to read and to write. Some programs that
// discard output open it so, too: if standard error is like that as well, nobody wants to read
// either. On Windows, writing to a closed standard output is an error.
func StdoutClosed(w io.Writer) bool {
	isNull := func(f *os.File) bool {
		is, err := f.Stat()
		null, errNull := os.Stat(os.DevNull)
		if err != nil || errNull != nil || !os.SameFile(is, null) {
			return false
		}
		_, err = f.Read(make([]byte, 1))
		return err == io.EOF // and not that it is only for writing
	}
	return w == io.Writer(os.Stdout) && runtime.GOOS != "windows" && isNull(os.Stdout) && !isNull(os.Stderr)
}
