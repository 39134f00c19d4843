package report

import (
	"io"

	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// StreamFormat is the name and the version of the format of a [Stream].
const StreamFormat = "epin-report-stream/1"

// The lines of a stream, by their member event.
const (
	runStarted   = "run-started"
	partStarted  = "part-started"
	progress     = "progress"
	checkFailed  = "check-failed"
	partFinished = "part-finished"
	runFinished  = "run-finished"
)

type runStartedLine struct {
	Event  string `json:"event"`
	Format string `json:"format"`
	result.Head
}

type partStartedLine struct {
	Event  string `json:"event"`
	Layer  string `json:"layer"`
	Way    string `json:"way"`
	Checks int    `json:"checks"`
}

type progressLine struct {
	Event string `json:"event"`
	Done  int    `json:"done"`
}

type checkFailedLine struct {
	Event   string         `json:"event"`
	Failure result.Failure `json:"failure"`
}

type partFinishedLine struct {
	Event string      `json:"event"`
	Part  result.Part `json:"part"`
}

type runFinishedLine struct {
	Event  string        `json:"event"`
	Report result.Report `json:"report"`
}

func startOf(r result.Report) runStartedLine {
	return runStartedLine{runStarted, StreamFormat, r.Head}
}

// Stream writes the events of a run as JSON Lines, each as soon as it occurs. [StreamSchema]
// describes the lines. The last line contains the report, so a stream without it is incomplete.
// Make one with [NewStream].
type Stream struct {
	w     io.Writer
	began bool
	err   error // the first error, after which nothing is written
}

// NewStream returns a stream that writes to w.
func NewStream(w io.Writer) *Stream { return &Stream{w: w} }

// Add writes an event that c already has. For the last event, use [Stream.Finish].
func (s *Stream) Add(event suite.Event, c *Collector) {
	r := &c.report
	switch e := event.(type) {
	case suite.RunStarted:
		s.line(startOf(*r))
	case suite.PartStarted:
		s.line(partStartedLine{partStarted, e.Layer, e.Way, e.Checks})
	case suite.Progress:
		s.line(progressLine{progress, e.Done})
	case suite.CheckFailed:
		s.line(checkFailedLine{checkFailed, r.Failures[len(r.Failures)-1]})
	case suite.PartFinished:
		s.line(partFinishedLine{partFinished, r.Parts[len(r.Parts)-1]})
	}
}

// Finish writes the last line, with the report of the run. If no event was added, it first
// writes the other lines from the report, without starts of parts and progress. It returns the
// first write error.
func (s *Stream) Finish(r result.Report) error {
	if !s.began {
		s.line(startOf(r))
		for _, f := range r.Failures {
			s.line(checkFailedLine{checkFailed, f})
		}
		for _, p := range r.Parts {
			s.line(partFinishedLine{partFinished, p})
		}
	}
	s.line(runFinishedLine{runFinished, r})
	return s.err
}

func (s *Stream) line(line any) {
	s.began = true
	if s.err == nil {
		_, s.err = s.w.Write(compact(line))
	}
}

// compact returns a value as a line of JSON.
func compact(value any) []byte {
	line, err := printable.JSON(value)
	if err != nil {
		panic(err) // cannot happen: all values of a report can be encoded
	}
	return append(line, '\n')
}

// WriteJSONL writes the report of a finished run in the format of a [Stream].
func WriteJSONL(w io.Writer, r result.Report) error { return NewStream(w).Finish(r) }
