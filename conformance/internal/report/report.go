// Package report writes the results of a run of the suite: text and Markdown for people, badges,
// and JSON, JSON Lines and JUnit XML for programs. It also reads and compares saved reports.
package report

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// Collector builds a report from the events of one run. Make one with [NewCollector].
type Collector struct {
	command   []string
	flags     []string
	now       func() time.Time
	partBegan time.Time
	fuzzing   bool     // whether the layer fuzz is running
	rounds    int      // rounds of fuzzing, once it is done
	only      []string // the selectors
	report    result.Report
}

// NewCollector returns a collector for a run of a command; an empty command means the
// reference. flags are additional flags of the commands that repeat a check, such as
// "--timeout", "1m0s". now is the clock.
func NewCollector(command, flags []string, now func() time.Time) *Collector {
	return &Collector{command: command, flags: flags, now: now, report: result.Report{
		Format: result.Format, Times: result.Times{Started: now().UTC()},
	}}
}

// Add adds the next event.
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
		only := []string{cmp.Or(e.Failure.Single, e.Failure.Check)}
		if c.fuzzing && e.Failure.Single == "" {
			only = nil
		}
		e.Failure.Repeat = printable.Texts(c.repeat(only, e.Failure.Seeded && e.Failure.Single == ""))
		r.Failures = append(r.Failures, e.Failure)
	case suite.PartFinished:
		c.rounds, c.fuzzing = c.rounds+e.Part.Rounds, false
		r.Parts = append(r.Parts, e.Part)
		r.Times.Parts = append(r.Times.Parts, result.PartTime{Layer: e.Part.Layer, Way: e.Part.Way, Seconds: c.now().Sub(c.partBegan).Seconds()})
	case suite.RunFinished:
		parts, failures := r.Parts, r.Failures
		r.Result = e.Result
		r.Parts, r.Failures = parts, failures
		for i := range r.Findings {
			f := &r.Findings[i]
			f.SetRepeat(slices.Concat(f.Command, c.repeat(f.Only, f.Seeded && slices.Contains(f.Only, f.Check))))
		}
		r.Times.Seconds = c.now().Sub(r.Times.Started).Seconds()
	}
}

// Report returns the report of the events so far. It is complete after suite.RunFinished.
func (c *Collector) Report() result.Report { return c.report }

// repeat returns the command that tests what the selectors name. It has the seed if seeded is set, and
// no flags that are the default. Without selectors, only the whole run with its seed reproduces a failure.
func (c *Collector) repeat(only []string, seeded bool) []string {
	r, command := &c.report, "certify"
	if len(only) == 0 {
		only, seeded = c.only, true
		if c.fuzzing || c.rounds > 0 {
			command, only = "fuzz", nil
		}
	}
	args := []string{"epin", command}
	if r.Edition != epin.Current.String() {
		args = append(args, "--edition", r.Edition)
	}
	switch {
	case r.Profile == suite.Exec.String():
		args = append(args, "--exec")
	case command != "certify" || r.Profile != suite.Standard.String():
		args = append(args, "--profile", r.Profile)
	}
	if seeded {
		args = append(args, "--seed", strconv.FormatUint(r.Seed, 10))
	}
	if command == "fuzz" && c.rounds > 0 {
		args = append(args, "--rounds", strconv.Itoa(c.rounds))
	}
	args = append(args, c.flags...)
	for _, selector := range only {
		args = append(args, "--only", selector)
	}
	if len(c.command) > 0 {
		args = append(append(args, "--"), c.command...)
	}
	return args
}
