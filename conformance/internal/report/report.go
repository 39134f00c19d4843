// Package report turns the events of a run of the suite into something to read: text and
// Markdown for people, badges, and JSON, JSON Lines and JUnit's XML for programs. It reads
// saved reports back, and compares them.
package report

import (
	"time"

	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// Collector puts the events of one run together. Make one with [NewCollector].
type Collector struct {
	command   []string
	flags     []string
	now       func() time.Time
	partBegan time.Time
	fuzzing   bool     // whether the layer fuzz is being asked
	rounds    int      // of it, when it is done
	only      []string // the selectors
	report    result.Report
}

// NewCollector returns a collector for a run of a command, which is empty for the
// reference. flags are what else a command that repeats a check needs, such as
// "--timeout", "1m0s". now is the clock.
func NewCollector(command, flags []string, now func() time.Time) *Collector {
	return &Collector{command: command, flags: flags, now: now, report: result.Report{
		Format: result.Format, Times: result.Times{Started: now().UTC()},
	}}
}

// Add takes the next event.
func (c *Collector) Add(event suite.Event) {
	r := &c.report
	switch e := event.(type) {
	case suite.RunStarted:
		r.Head = e.Head
		r.Implementation.Command = printable.Texts(c.command)
		for i, selector := range e.Only {
			c.only = append(c.only, string(selector))
			r.Only[i] = selector.Cut()
		}
	case suite.PartStarted:
		c.partBegan, c.fuzzing = c.now(), e.Layer == result.LayerFuzz
	case suite.CheckFailed:
		e.Failure.Repeat = printable.Texts(c.repeat(e.Failure))
		r.Failures = append(r.Failures, e.Failure)
	case suite.PartFinished:
		c.rounds += e.Part.Rounds
		r.Parts = append(r.Parts, e.Part)
		r.Times.Parts = append(r.Times.Parts, result.PartTime{Layer: e.Part.Layer, Way: e.Part.Way, Seconds: c.now().Sub(c.partBegan).Seconds()})
	case suite.RunFinished:
		parts, failures := r.Parts, r.Failures
		r.Result = e.Result
		r.Parts, r.Failures = parts, failures
		for i := range r.Findings {
			r.Findings[i].SetRepeat(c.repeatFinding(r.Findings[i]))
		}
		r.Times.Seconds = c.now().Sub(r.Times.Started).Seconds()
	}
}

// Report returns the report of the events so far; it is whole after
// suite.RunFinished.
func (c *Collector) Report() result.Report { return c.report }
