package features

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// The forms of godog's that a run can be written in.
const (
	formatPretty   = "pretty"
	formatProgress = "progress"
	formatJUnit    = "junit"
	formatCucumber = "cucumber"
)

// Formats returns the names of the forms that a run can be written in: pretty and
// progress, which are text and written while the run is under way, and junit and
// cucumber, which are XML and JSON.
func Formats() []string { return []string{formatPretty, formatProgress, formatJUnit, formatCucumber} }

// Output writes runs as godog does, in one of [Formats], but for what godog says of
// scenarios that were not exercised: it counts them as passed.
//
// Several runs may be written, one after the other: junit and cucumber have them all
// in one document. What comes after the end of a run that was cut short is not written,
// and of such a run no document.
type Output struct {
	w      io.Writer
	format string
	color  bool

	whole bytes.Buffer // of the run that is under way, where the form is a document
	junit junitSuites
	cuke  []map[string]any
	cut   bool
	err   error // the first of w
}

// NewOutput returns an Output that writes to w, in colours if they are asked for and
// the form has any. Close ends it.
func NewOutput(w io.Writer, format string, color bool) (*Output, error) {
	if !slices.Contains(Formats(), format) {
		return nil, fmt.Errorf("there is no form %q: choose one of %s", format, strings.Join(Formats(), ", "))
	}
	return &Output{w: w, format: format, color: color}, nil
}

// Close writes what is written at the end. The error is the first that there was in
// writing.
func (o *Output) Close() error {
	if o.cut || o.err != nil {
		return o.err
	}
	switch o.format {
	case formatJUnit:
		text, err := xml.MarshalIndent(o.junit, "", "  ")
		if err != nil {
			return err
		}
		o.print(xml.Header + string(text) + "\n")
	case formatCucumber:
		text, err := json.MarshalIndent(o.cuke, "", "    ")
		if err != nil {
			return err
		}
		o.print(string(text) + "\n")
	}
	return o.err
}

func (o *Output) print(s string) {
	if o.err == nil {
		_, o.err = io.WriteString(o.w, s)
	}
}

// isText reports whether the form is written while the run is under way.
func (o *Output) isText() bool { return o.format == formatPretty || o.format == formatProgress }

// begin returns what godog writes a run to.
func (o *Output) begin(r *run, ofLibrary bool) io.Writer {
	o.whole.Reset()
	if !o.isText() {
		return &o.whole
	}
	if ofLibrary {
		o.print("\nThe Go packages of this project, about what no adapter can be asked:\n\n")
	}
	return &textOutput{Output: o, run: r}
}

// end adds the run that began, which ended with an error or without.
func (o *Output) end(err error, ofLibrary bool) error {
	switch {
	case err != nil:
		o.cut = true
		if o.isText() {
			o.print("\n")
		}
	case o.format == formatJUnit:
		return o.junit.add(o.whole.Bytes(), ofLibrary)
	case o.format == formatCucumber:
		written, err := cucumberFeatures(o.whole.Bytes(), ofLibrary)
		o.cuke = append(o.cuke, written...)
		return err
	}
	return nil
}

// ofLibraryMark stands behind the title of a feature that the library was asked.
const ofLibraryMark = " (library)"

// cucumberFeatures returns the features of a document that godog wrote. It leaves out
// the tags of rules and examples, so those of the library are marked otherwise.
func cucumberFeatures(document []byte, ofLibrary bool) ([]map[string]any, error) {
	var written []map[string]any
	if err := json.Unmarshal(document, &written); err != nil {
		return nil, fmt.Errorf("features: godog writes no JSON: %w", err)
	}
	if ofLibrary {
		for _, f := range written {
			f["name"] = fmt.Sprint(f["name"], ofLibraryMark)
		}
	}
	return written, nil
}

// textOutput lets through what godog writes, but for the line that counts scenarios,
// up to the error that a run ends with.
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
	count := map[Status]int{}
	for _, result := range r.results {
		count[result.Status]++
		if result.Status == NotExercised {
			fmt.Fprintf(&b, "%s: %s: %s\n", result.Status, result.ID, result.Message)
		}
	}
	var parts []string
	for _, s := range []Status{Passed, Failed, NotExercised} {
		if count[s] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[s], s))
		}
	}
	fmt.Fprintf(&b, "%d scenarios (%s)", len(r.results), strings.Join(parts, ", "))
	return b.String()
}

// errChosen is the error of a run that cannot be written as it is asked for.
var errChosen = errors.New("features: Output shows all scenarios of an edition: leave out Only")
