package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

const (
	progressDelay = time.Second // a shorter run shows no progress
	progressStep  = 200 * time.Millisecond
	barWidth      = 20
	clearLine     = "\r\x1b[K"
	noWrap        = "\x1b[?7l"   // so that one line stays one line on a narrow terminal
	wrap          = "\x1b[?7h\r" // and the ^C of an interrupt stays on it
)

// progress shows on one line of a terminal how far a run is. It is safe for concurrent use.
type progress struct {
	mu    sync.Mutex
	out   io.Writer // nil to show nothing
	shown bool
	now   suite.Progress
}

// newProgress shows progress until clear, or until ctx is done: then the first Ctrl-C has ended
// the run, and the second one leaves nothing on the screen.
func newProgress(ctx context.Context, w io.Writer) *progress {
	if !isTerminal(w) || os.Getenv("TERM") == "dumb" {
		w = nil
	}
	return startProgress(ctx, w)
}

func startProgress(ctx context.Context, w io.Writer) *progress {
	p := &progress{out: w}
	if w != nil {
		context.AfterFunc(ctx, p.clear)
		time.AfterFunc(progressDelay, p.draw)
	}
	return p
}

// draw draws the line, and again after progressStep, until clear is called.
func (p *progress) draw() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.out == nil {
		return
	}
	p.shown = true
	_, _ = fmt.Fprint(p.out, clearLine+noWrap+lineOf(p.now)+wrap) // a line that cannot be drawn does not end a run
	time.AfterFunc(progressStep, p.draw)
}

func lineOf(now suite.Progress) string {
	what := now.Layer
	switch {
	case now == (suite.Progress{}):
		return "starting the adapter"
	case now.Layer == "":
		what = "analysing the results"
	case now.Layer == result.LayerFuzz:
		what += ", " + number.Counted(now.Done, "random request")
	case now.Way != "":
		what += " by " + now.Way
	}
	if now.Planned == 0 {
		return what
	}
	done := min(now.Before+min(now.Done, now.Checks), now.Planned)
	bar := strings.Repeat("#", barWidth*done/now.Planned)
	return fmt.Sprintf("%3d %%  [%-*s]  %s", 100*done/now.Planned, barWidth, bar, what)
}

// run sets the progress of a run.
func (p *progress) run(now suite.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.now = now
}

// clear removes the line from the screen and ends the progress.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.shown {
		_, _ = fmt.Fprint(p.out, clearLine)
	}
	p.out, p.shown = nil, false
}
