package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/epin-conformance/harness/conformance/internal/certificate"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/html"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// format is a form of a report.
type format struct {
	name  string // as --report takes it
	write func(io.Writer, result.Report, formatOptions) error
	// stream begins a form that is written while the run goes on; nil for the others.
	stream func(io.Writer) *report.Stream
}

// formatOptions are what a form needs besides the report. The zero value does for each.
type formatOptions struct {
	text  report.TextOptions
	about certificate.About // of a statement
}

// formatStatement is the name of the form whose statement can also be made later, by certificate
// create.
const formatStatement = "intoto"

// formats are the forms of a report.
var formats = []format{
	{name: "text", write: func(w io.Writer, r result.Report, o formatOptions) error {
		return report.WriteText(w, r, o.text)
	}},
	{name: "json", write: plainly(report.WriteJSON)},
	{name: "jsonl", write: plainly(report.WriteJSONL), stream: report.NewStream},
	{name: "junit", write: plainly(report.WriteJUnit)},
	{name: "markdown", write: plainly(report.WriteMarkdown)},
	{name: "html", write: plainly(func(w io.Writer, r result.Report) error { return html.Write(w, []result.Report{r}, nil) })},
	{name: "github", write: plainly(report.WriteGitHub)},
	{name: "badge", write: plainly(report.WriteBadge)},
	{name: "badge-json", write: plainly(report.WriteBadgeJSON)},
	{name: formatStatement, write: func(w io.Writer, r result.Report, o formatOptions) error { return writeStatement(w, r, o.about) }},
}

// plainly returns a form that needs only the report.
func plainly(write func(io.Writer, result.Report) error) func(io.Writer, result.Report, formatOptions) error {
	return func(w io.Writer, r result.Report, _ formatOptions) error { return write(w, r) }
}

// formatNamed returns the form of a name, or nil.
func formatNamed(name string) *format {
	if i := slices.IndexFunc(formats, func(f format) bool { return f.name == name }); i >= 0 {
		return &formats[i]
	}
	return nil
}

// formatNames names the forms, "or" before the last.
func formatNames() string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// addReportFlag adds --report.
func addReportFlag(cmd *cobra.Command, reports *[]string) {
	cmd.Flags().StringArrayVar(reports, "report", nil, "`FORMAT[=FILE]`: "+formatNames()+"; may be repeated (default text)")
}

// output is a report to be written.
type output struct {
	*format
	file   *wholeFile     // nil for standard output
	stream *report.Stream // of a form that is written while the run goes on; otherwise nil
}

type outputs struct {
	all    []output
	stdout io.Writer
	text   report.TextOptions // of standard output
	about  certificate.About  // of statements
}

// openOutputs reads the values of a flag such as --report, and opens the files, so that
// an error of a file is found before the first request. A file appears under its
// name only when it is whole.
func openOutputs(s streams, flag string, specs []string, text textFlags) (*outputs, error) {
	o := &outputs{stdout: s.out, text: text.options(s.out)}
	if len(specs) == 0 {
		specs = []string{"text"}
	}
	for _, spec := range specs {
		name, file, named := strings.Cut(spec, "=")
		format := formatNamed(name)
		if format == nil {
			return nil, fmt.Errorf("there is no report format %q: choose %s", name, formatNames())
		}
		if named && file == "" {
			return nil, fmt.Errorf("--%s %s= names no file: write %s=FILE, or %s for standard output", flag, name, name, name)
		}
		out, to := output{format: format}, s.out
		var err error
		if file == "" || file == "-" {
			err = o.useStdout(s)
		} else if out.file, err = openWhole(s, "the report", file); err == nil && format.stream != nil {
			to, err = out.file.begin()
		}
		if err != nil {
			return nil, err
		}
		if format.stream != nil {
			out.stream = format.stream(to)
		}
		o.all = append(o.all, out)
	}
	return o, nil
}

// useStdout notes that a report goes to standard output, which may be a file with a name.
func (o *outputs) useStdout(s streams) error {
	if slices.ContainsFunc(o.all, func(other output) bool { return other.file == nil }) {
		return errors.New("two reports go to standard output: give one of them another file")
	}
	if f, ok := s.out.(*os.File); ok {
		if info, err := f.Stat(); err == nil {
			return s.files.add(usedFile{"the report", "standard output", "", info, true})
		}
	}
	return nil
}

// textOnStdout reports whether a person who looks at standard output sees the verdict.
func (o *outputs) textOnStdout() bool {
	return slices.ContainsFunc(o.all, func(out output) bool { return out.format.name == "text" && out.file == nil })
}

// add adds an event of the run, after the collector.
func (o *outputs) add(event suite.Event, c *report.Collector) {
	for _, out := range o.all {
		if out.stream != nil {
			out.stream.Add(event, c)
		}
	}
}

// write writes all reports, also after an error: a run may have taken long.
func (o *outputs) write(r result.Report) error {
	var failed []error
	for _, out := range o.all {
		write := func(w io.Writer) error {
			if out.stream != nil {
				return out.stream.Finish(r)
			}
			text := o.text
			if out.file != nil {
				text = report.TextOptions{Verbose: text.Verbose}
			}
			return out.format.write(w, r, formatOptions{text: text, about: o.about})
		}
		if out.file != nil {
			failed = append(failed, out.file.write(write))
		} else if err := write(o.stdout); err != nil {
			failed = append(failed, fmt.Errorf("the report cannot be written to standard output: %w", err))
		}
	}
	return oneLine(failed...)
}

// describe computes the subjects of the statement of a run, before the first request.
func (o *outputs) describe(ctx context.Context, s streams, subjects subjectOptions, command []string) (err error) {
	if !slices.ContainsFunc(o.all, func(out output) bool { return out.format.name == formatStatement }) {
		if len(subjects.artifacts) > 0 || subjects.tree != "" {
			return errors.New("--artifact and --git are for a statement: add --report intoto=FILE, or leave them out")
		}
		return nil
	}
	if o.about.Artifacts, err = subjects.resources(ctx, s); err != nil {
		return err
	}
	if o.about.Adapter, err = certificate.AdapterFiles(command); err != nil {
		return fmt.Errorf("the adapter cannot be read: %w", err)
	}
	return nil
}

// writeStatement writes the statement of a report, whatever its verdict.
func writeStatement(w io.Writer, r result.Report, about certificate.About) error {
	var file bytes.Buffer
	if err := report.WriteJSON(&file, r); err != nil {
		return err
	}
	s, err := certificate.New(r, file.Bytes(), about)
	if err != nil {
		return err
	}
	_, err = s.WriteTo(w)
	return err
}

// textFlags are the flags of a report as text.
type textFlags struct{ noColor, verbose bool }

func (f *textFlags) add(cmd *cobra.Command) {
	addNoColorFlag(cmd, &f.noColor)
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "all requirements, parts and details in text")
}

// options returns the options of a report for out.
func (f textFlags) options(out io.Writer) report.TextOptions {
	o := report.TextOptions{Color: colored(out, f.noColor), Verbose: f.verbose}
	if file, ok := out.(*os.File); ok {
		o.Width, _, _ = term.GetSize(int(file.Fd())) // 0 if it is not a terminal
	}
	return o
}

// addNoColorFlag adds --no-color.
func addNoColorFlag(cmd *cobra.Command, noColor *bool) {
	cmd.Flags().BoolVar(noColor, "no-color", false, "no colours, also on a terminal (NO_COLOR does the same)")
}

// colored reports whether text to w has colours: on a terminal that supports them, unless --no-color
// or NO_COLOR is set.
func colored(w io.Writer, noColor bool) bool {
	return !noColor && isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// lineWriter writes lines, and keeps the first error for the end.
type lineWriter struct{ *bufio.Writer }

func newLineWriter(w io.Writer) lineWriter { return lineWriter{bufio.NewWriter(w)} }

// line writes a line. It returns an error if writing fails.
func (w lineWriter) line(s string) error {
	w.WriteString(s)
	return w.WriteByte('\n')
}

// flush ends the output of a command that only prints. A closed reader is not an error.
func (w lineWriter) flush() error {
	if err := w.Flush(); !closedByReader(err) {
		return stdoutError(err)
	}
	return nil
}
