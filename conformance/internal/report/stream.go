package report

import (
	_ "embed"
	"encoding/json"
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

// line is a line of a stream with the members of its event. The lines of part-started and progress
// have others, which nothing reads.
type line struct {
	Event  string `json:"event"`
	Format string `json:"format,omitempty"`
	*result.Head
	Failure *result.Failure `json:"failure,omitempty"`
	Part    *result.Part    `json:"part,omitempty"`
	Report  *result.Report  `json:"report,omitempty"`
}

// Stream writes the events of a run as JSON Lines, each as soon as it occurs. The last line contains the report, so a stream without it is incomplete.
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
		s.write(line{Event: runStarted, Format: StreamFormat, Head: &r.Head})
	case suite.PartStarted:
		s.write(struct {
			Event  string `json:"event"`
			Layer  string `json:"layer"`
			Way    string `json:"way"`
			Checks int    `json:"checks"`
		}{partStarted, e.Layer, e.Way, e.Checks})
	case suite.Progress:
		s.write(struct {
			Event string `json:"event"`
			Done  int    `json:"done"`
		}{progress, e.Done})
	case suite.CheckFailed:
		s.write(line{Event: checkFailed, Failure: &r.Failures[len(r.Failures)-1]})
	case suite.PartFinished:
		s.write(line{Event: partFinished, Part: &r.Parts[len(r.Parts)-1]})
	}
}

// Finish writes the last line, with the report of the run. If no event was added, it first
// writes the other lines from the report, without starts of parts and progress. It returns the
// first write error.
func (s *Stream) Finish(r result.Report) error {
	if !s.began {
		s.write(line{Event: runStarted, Format: StreamFormat, Head: &r.Head})
		for i := range r.Failures {
			s.write(line{Event: checkFailed, Failure: &r.Failures[i]})
		}
		for i := range r.Parts {
			s.write(line{Event: partFinished, Part: &r.Parts[i]})
		}
	}
	s.write(line{Event: runFinished, Report: &r})
	return s.err
}

func (s *Stream) write(line any) {
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

var (
	//go:embed schema/report.schema.json
	reportSchema []byte
	// streamSchema describes each line of a stream. It refers to the other as report.schema.json.
	//go:embed schema/stream.schema.json
	streamSchema []byte
)

// WriteJSON writes a report as one indented JSON object that schema/report.schema.json describes.
func WriteJSON(w io.Writer, r result.Report) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}
