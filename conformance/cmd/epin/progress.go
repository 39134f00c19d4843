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

	startingAdapter = "starting the adapter" // what a run begins with
)

// progress shows on one line of a terminal how far a run is. It is safe for concurrent use.
type progress struct {
	mu     sync.Mutex
	out    io.Writer // nil to show nothing
	shown  bool
	name   string // of the current part
	checks int    // of the current part
	done   int    // of them; the number of requests of the layer fuzz
	before int    // checks of the parts before
	total  int    // checks of all parts; 0 while unknown
}

// newProgress shows progress until clear, or until ctx is done: then the first Ctrl-C has ended
// the run, and the second one leaves nothing on the screen. name is what the run begins with.
func newProgress(ctx context.Context, w io.Writer, name string) *progress {
	if !isTerminal(w) || os.Getenv("TERM") == "dumb" {
		w = nil
	}
	return startProgress(ctx, w, name)
}

func startProgress(ctx context.Context, w io.Writer, name string) *progress {
	p := &progress{name: name, out: w}
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
	_, _ = fmt.Fprint(p.out, clearLine+noWrap+p.line()+wrap) // a line that cannot be drawn does not end a run
	time.AfterFunc(progressStep, p.draw)
}

func (p *progress) line() string {
	what := p.name
	if p.name == result.LayerFuzz {
		what = "fuzz, " + number.Counted(p.done, "random request")
	}
	if p.total == 0 || p.name == startingAdapter {
		return what
	}
	done := min(p.before+min(p.done, p.checks), p.total)
	bar := strings.Repeat("#", barWidth*done/p.total)
	return fmt.Sprintf("%3d %%  [%-*s]  %s", 100*done/p.total, barWidth, bar, what)
}

// run sets the progress of a run.
func (p *progress) run(now suite.Progress) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total, p.before, p.checks, p.done = now.Planned, now.Before, now.Checks, now.Done
	switch {
	case now.Layer == "":
		p.name = "analysing the results"
	case now.Way == "":
		p.name = now.Layer
	default:
		p.name = now.Layer + " by " + now.Way
	}
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
