package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/epin-conformance/harness/conformance/report"
	"github.com/epin-conformance/harness/conformance/report/html"
)

// formats are the forms of a report, by the names that --report takes.
var formats = map[string]func(io.Writer, report.Report, bool) error{
	"text": func(w io.Writer, r report.Report, color bool) error {
		return report.WriteText(w, r, report.TextOptions{Color: color})
	},
	"json": func(w io.Writer, r report.Report, _ bool) error { return report.WriteJSON(w, r) },
	"html": func(w io.Writer, r report.Report, _ bool) error { return html.Write(w, []report.Report{r}) },
}

func formatNames() string {
	var names []string
	for name := range formats {
		names = append(names, name)
	}
	slices.Sort(names)
	return strings.Join(names, ", ")
}

// output is a report to be written.
type output struct {
	format string
	name   string     // as it was given; "" for standard output
	file   *wholeFile // nil for standard output
}

type outputs struct {
	all    []output
	stdout io.Writer
	color  bool
}

// openOutputs reads the values of --report, and opens the files, so that one that
// cannot be written is known before anything is asked. A file appears under its name
// only when it is whole.
func openOutputs(s streams, specs []string, color bool) (o *outputs, err error) {
	o = &outputs{stdout: s.out, color: color && isTerminal(s.out) && os.Getenv("NO_COLOR") == ""}
	defer func() {
		if err != nil {
			o.discard()
		}
	}()
	if len(specs) == 0 {
		specs = []string{"text"}
	}
	for _, spec := range specs {
		format, file, named := strings.Cut(spec, "=")
		if formats[format] == nil {
			return o, fmt.Errorf("there is no report format %q: choose one of %s", format, formatNames())
		}
		if named && file == "" {
			return o, fmt.Errorf("--report %s= names no file: write %s=FILE, or %s for standard output", format, format, format)
		}
		if file == "-" {
			file = ""
		}
		if slices.ContainsFunc(o.all, func(other output) bool { return other.name == file }) {
			where := file
			if file == "" {
				where = "standard output"
			}
			return o, fmt.Errorf("two reports go to %s: give one of them another file", where)
		}
		out := output{format: format, name: file}
		if file != "" {
			if out.file, err = openWhole("the report", file); err != nil {
				return o, err
			}
		}
		o.all = append(o.all, out)
	}
	return o, nil
}

// textOnStdout reports whether a person who looks at standard output sees the verdict.
func (o *outputs) textOnStdout() bool {
	return slices.ContainsFunc(o.all, func(out output) bool { return out.format == "text" && out.name == "" })
}

// write writes every report.
func (o *outputs) write(r report.Report) error {
	for i := range o.all {
		out := &o.all[i]
		if out.name == "" {
			if err := formats[out.format](o.stdout, r, o.color); err != nil {
				return fmt.Errorf("the report cannot be written to standard output: %w", err)
			}
			continue
		}
		if err := out.file.write(func(w io.Writer) error { return formats[out.format](w, r, false) }); err != nil {
			return fmt.Errorf("the report cannot be written to %s: %w", out.name, err)
		}
	}
	return nil
}

// discard removes what was begun and not finished.
func (o *outputs) discard() {
	for _, out := range o.all {
		if out.file != nil {
			out.file.discard()
		}
	}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// lineWriter writes lines, and keeps the first error for the end.
type lineWriter struct{ *bufio.Writer }

func newLineWriter(w io.Writer) lineWriter { return lineWriter{bufio.NewWriter(w)} }

func (w lineWriter) line(s string) {
	w.WriteString(s)
	w.WriteByte('\n')
}

func (w lineWriter) flush() error {
	if err := w.Flush(); err != nil {
		return &statusError{exitUnknown, fmt.Sprintf("standard output cannot be written: %s", err)}
	}
	return nil
}
