package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/term"

	"github.com/epin-conformance/harness/conformance/report"
)

// formats are the forms of a report, by the names that --report takes.
var formats = map[string]func(io.Writer, report.Report, bool) error{
	"text": func(w io.Writer, r report.Report, color bool) error {
		return report.WriteText(w, r, report.TextOptions{Color: color})
	},
	"json": func(w io.Writer, r report.Report, _ bool) error { return report.WriteJSON(w, r) },
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
	name   string   // as it was given; "" for standard output
	file   string   // where a link leads to
	temp   *os.File // takes the place of file when it is whole
	direct *os.File // a device or a pipe, which nothing takes the place of
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
			if err := out.open(); err != nil {
				return o, fmt.Errorf("the report cannot be written to %s: %w", file, err)
			}
		}
		o.all = append(o.all, out)
	}
	return o, nil
}

// open opens what a report is written to.
func (out *output) open() (err error) {
	out.file = out.name
	if target, err := filepath.EvalSymlinks(out.name); err == nil {
		out.file = target
	}
	info, err := os.Stat(out.file)
	switch {
	case err == nil && info.IsDir():
		return errors.New("it is a folder")
	case err == nil && !info.Mode().IsRegular():
		out.direct, err = os.OpenFile(out.file, os.O_WRONLY, 0)
		return err
	}
	out.temp, err = os.CreateTemp(filepath.Dir(out.file), ".epin-report-*")
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		// The name of the temporary file means nothing to anybody.
		return fmt.Errorf("no file can be made in its folder: %w", pathError.Err)
	}
	return err
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
		if err := out.commit(r); err != nil {
			return fmt.Errorf("the report cannot be written to %s: %w", out.name, err)
		}
	}
	return nil
}

func (out *output) commit(r report.Report) error {
	if out.direct != nil {
		return errors.Join(formats[out.format](out.direct, r, false), out.direct.Close())
	}
	if err := formats[out.format](out.temp, r, false); err != nil {
		return err
	}
	// CreateTemp makes files that only their owner can read; a report is no secret.
	if err := out.temp.Chmod(0o644); err != nil {
		return err
	}
	if err := out.temp.Close(); err != nil {
		return err
	}
	if err := os.Rename(out.temp.Name(), out.file); err != nil {
		return err
	}
	out.temp = nil
	return nil
}

// discard removes what was begun and not finished.
func (o *outputs) discard() {
	for i := range o.all {
		if temp := o.all[i].temp; temp != nil {
			temp.Close()
			os.Remove(temp.Name())
			o.all[i].temp = nil
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
