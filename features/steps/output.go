package steps

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/features"
)

// Formats returns the names of the formats that a run can be written in: pretty and
// progress. They are godog's, are text, and are written while the run is under way.
func Formats() []string { return []string{"pretty", "progress"} }

// Output writes runs as godog does, in one of [Formats], except for scenarios that were
// not exercised: godog counts them as passed. Several runs may be written, one after the
// other. What comes after the end of a run that was cut short is not written.
type Output struct {
	w      io.Writer
	format string
	color  bool
	err    error // the first of w
}

// NewOutput returns an Output that writes to w, in colours if they are asked for.
func NewOutput(w io.Writer, format string, color bool) (*Output, error) {
	if !slices.Contains(Formats(), format) {
		return nil, fmt.Errorf("unknown format %q: use %s", format, strings.Join(Formats(), " or "))
	}
	return &Output{w: w, format: format, color: color}, nil
}

// Err returns the first error of writing.
func (o *Output) Err() error { return o.err }

func (o *Output) print(s string) {
	if o.err == nil {
		_, o.err = io.WriteString(o.w, s)
	}
}

// textOutput lets through what godog writes of a run, but for the line that counts
// scenarios, up to the error that the run ends with.
type textOutput struct {
	*Output
	run  *run
	line []byte // what has been written of a line that may be the one
}

var countOfScenarios = regexp.MustCompile(`^[0-9]+ scenarios \(.*\)$`)

func (t *textOutput) Write(p []byte) (int, error) {
	if t.run.err != nil {
		return len(p), nil
	}
	t.line = append(t.line, p...)
	for {
		line, rest, ended := bytes.Cut(t.line, []byte("\n"))
		if !ended {
			break
		}
		if countOfScenarios.Match(line) {
			line = []byte(t.run.counted())
		}
		t.print(string(line) + "\n")
		t.line = rest
	}
	if len(t.line) > 0 && (t.line[0] < '0' || t.line[0] > '9') {
		t.print(string(t.line))
		t.line = nil
	}
	return len(p), nil
}

// counted says what came of the scenarios of a run. Those that were not exercised, which
// godog tells from others by a colour alone, are named.
func (r *run) counted() string {
	var b strings.Builder
	count := map[features.Status]int{}
	for _, result := range r.results {
		count[result.Status]++
		if result.Status == features.NotExercised {
			fmt.Fprintf(&b, "%s: %s: %s\n", result.Status, result.ID, result.Message)
		}
	}
	var parts []string
	for _, s := range []features.Status{features.Passed, features.Failed, features.NotExercised} {
		if count[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[s], s))
		}
	}
	fmt.Fprintf(&b, "%d scenarios (%s)", len(r.results), strings.Join(parts, ", "))
	return b.String()
}
