package wire

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

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
	kept  [][]byte    // complete lines
	left  int         // complete lines after the first ones that are not kept
	line  []byte      // the incomplete one
	ended atomic.Bool // whether further output is ignored
}

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for rest := p; len(rest) > 0 && !t.ended.Load(); {
		line, after, whole := bytes.Cut(rest, []byte{'\n'})
		t.line = append(t.line, line[:min(len(line), maxTailLine-len(t.line))]...)
		if rest = after; !whole {
			break
		}
		t.kept = append(t.kept, t.line)
		t.line = nil
		if len(t.kept) > firstLines+lastLines {
			t.line = t.kept[firstLines][:0]
			t.kept = slices.Delete(t.kept, firstLines, firstLines+1)
			t.left++
		}
	}
	return len(p), nil
}

// String returns the lines, with the number of those that were left out between them.
func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	var b strings.Builder
	for i, line := range t.kept {
		if i == firstLines && t.left > 0 {
			fmt.Fprintf(&b, "(%s left out)\n", number.Counted(t.left, "line"))
		}
		fmt.Fprintf(&b, "%s\n", line)
	}
	return b.String() + string(t.line)
}
