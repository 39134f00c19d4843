package wire

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"github.com/epin-conformance/harness/conformance/internal/number"
)

// The lines of standard error that are kept: many runtimes print the message of an exception first,
// others last. A longer line is cut after maxTailLine bytes.
const (
	firstLines  = 5
	lastLines   = 10
	maxTailLine = 512
)

// tail is a writer that keeps the first and the last lines. The zero value is ready for use by
// several goroutines.
type tail struct {
	mu    sync.Mutex
	kept  [firstLines + lastLines][]byte // the first lines, then a ring of the last ones
	lines int                            // complete ones
	line  []byte                         // the incomplete one
	ended bool
}

// at returns the place of a complete line.
func (t *tail) at(line int) *[]byte {
	if line >= firstLines {
		line = firstLines + (line-firstLines)%lastLines
	}
	return &t.kept[line]
}

// end makes t ignore what is written from now on.
func (t *tail) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for rest := p; len(rest) > 0 && !t.ended; {
		line, after, whole := bytes.Cut(rest, []byte{'\n'})
		t.line = append(t.line, line[:min(len(line), maxTailLine-len(t.line))]...)
		if rest = after; whole {
			kept := t.at(t.lines)
			*kept, t.line = t.line, (*kept)[:0]
			t.lines++
		}
	}
	return len(p), nil
}

// String returns the lines, with the number of those that were left out between them.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	left := t.lines - firstLines - lastLines
	for i := 0; i < t.lines; i++ {
		if i == firstLines && left > 0 {
			fmt.Fprintf(&b, "(%s left out)\n", number.Counted(left, "line"))
			i += left
		}
		fmt.Fprintf(&b, "%s\n", *t.at(i))
	}
	return b.String() + string(t.line)
}
