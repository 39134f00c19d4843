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

// Formats returns the names of the output formats: pretty and progress. They are text formats
// of godog, which writes them during the run.
func Formats() []string { return []string{"pretty", "progress"} }

// Output writes the output of godog for one or more runs, in one of [Formats]. It corrects the
// count of scenarios that were not tested, which godog counts as passed. If a run ends with an
// error, Output writes nothing more of it.
type Output struct {
	w      io.Writer
	format string
	color  bool
	err    error // the first of w
}

// NewOutput returns an Output that writes to w, with colours if color is true. It returns an
// error for an unknown format.
func NewOutput(w io.Writer, format string, color bool) (*Output, error) {
	if !slices.Contains(Formats(), format) {
		return nil, fmt.Errorf("unknown format %q: use %s", format, strings.Join(Formats(), " or "))
	}
	return &Output{w: w, format: format, color: color}, nil
}

// Err returns the first write error.
func (o *Output) Err() error { return o.err }

func (o *Output) print(s string) {
	if o.err == nil {
		_, o.err = io.WriteString(o.w, s)
	}
}

// textOutput passes the output of godog for a run, up to the error that ends the run. It
// replaces the line that counts scenarios.
type textOutput struct {
	*Output
	run  *run
	line []byte // the beginning of a line that may be that count
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

// counted returns the number of scenarios with each status. It also names those that were not
// tested, because godog only distinguishes them by colour.
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
