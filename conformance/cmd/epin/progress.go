package main

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// progressDelay is how long a run lasts before its progress is shown.
const progressDelay = time.Second

// progress shows how far a run is, where somebody can see it.
type progress struct {
	out   io.Writer // nil for nobody
	began time.Time
	name  string
	total int
	bar   *progressbar.ProgressBar
}

func newProgress(w io.Writer) *progress {
	p := &progress{began: time.Now()}
	if isTerminal(w) {
		p.out = w
	}
	return p
}

func (p *progress) add(event suite.Event) {
	if p.out == nil {
		return
	}
	switch e := event.(type) {
	case suite.PartStarted:
		name, total := e.Layer, e.Checks
		if e.Layer == result.LayerFuzz {
			total = -1 // nobody knows
		}
		if e.Way != "" {
			name += " by " + e.Way
		}
		p.start(name, total)
	case suite.Progress:
		p.done(e.Done)
	}
}

// start begins something of which there is so much.
func (p *progress) start(name string, total int) {
	p.clear()
	p.name, p.total = name, total
}

// done says how much of it is done.
func (p *progress) done(n int) {
	if p.out == nil {
		return
	}
	if p.bar == nil {
		if time.Since(p.began) < progressDelay {
			return
		}
		p.bar = progressbar.NewOptions(p.total,
			progressbar.OptionSetWriter(p.out),
			progressbar.OptionSetDescription(p.name),
			progressbar.OptionShowCount(),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(),
		)
	}
	// A bar that cannot be drawn is no reason to end a run.
	_ = p.bar.Set(n)
}

// clear takes the bar off the screen.
func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
		p.bar = nil
	}
}
