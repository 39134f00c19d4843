package main

import (
	"bytes"
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
)

// formatStatement is the name of the form whose statement epin certificate verify reads.
const formatStatement = "intoto"

// formats are the forms of a report, as --report takes them.
var formats = []string{"text", "json", "junit", "markdown", "html", "github", "badge-json", formatStatement}

// writers write the forms that need no more than the report: see [reports.open] for the others.
var writers = map[string]func(io.Writer, result.Report) error{
	"json":       report.WriteJSON,
	"junit":      report.WriteJUnit,
	"markdown":   report.WriteMarkdown,
	"html":       func(w io.Writer, r result.Report) error { return html.Write(w, []result.Report{r}, nil) },
	"github":     report.WriteGitHub,
	"badge-json": report.WriteBadgeJSON,
}

// output is a report to be written.
type output struct {
	format string
	write  func(io.Writer, result.Report) error
	file   *wholeFile // nil for standard output
}

// reports are the reports of a run: the flags for them and for text, and what open opens.
type reports struct {
	name             string   // of the flag that chooses forms and files
	specs            []string // FORMAT or FORMAT=FILE
	noColor, verbose bool
	quiet            bool // no text on standard output that no spec asks for

	all       []output
	artifacts []certificate.Resource // of statements
}

// addFlag adds the flag that chooses forms. verb begins its usage.
func (f *reports) addFlag(cmd *cobra.Command, name, verb string) {
	f.name = name
	cmd.Flags().StringArrayVar(&f.specs, name, nil, verb+"`FORMAT[=FILE]`: "+strings.Join(formats, ", ")+"; may be repeated (default text)")
}

// addReportFlags adds the flags that choose the reports of a run.
func (f *reports) addReportFlags(cmd *cobra.Command) {
	f.addFlag(cmd, "report", "")
	cmd.Flags().BoolVarP(&f.quiet, "quiet", "q", false, "no text report on standard output")
}

// addTextFlags adds the flags for text.
func (f *reports) addTextFlags(cmd *cobra.Command) {
	addNoColorFlag(cmd, &f.noColor)
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "all requirements, parts and details in text")
}

// has reports whether a report in a format is to be written.
func (f reports) has(format string) bool {
	return slices.ContainsFunc(f.specs, func(spec string) bool { return spec == format || strings.HasPrefix(spec, format+"=") })
}

// open opens the files of the reports, and adds the text report on standard output, unless
// another one goes there. It opens them before a run, so that an error of a file is found before the first
// request. A file appears under its name only when it is whole.
func (f *reports) open(s streams) error {
	goesToStdout := func(spec string) bool {
		_, file, named := strings.Cut(spec, "=")
		return !named || file == "-"
	}
	if !f.quiet && !slices.ContainsFunc(f.specs, goesToStdout) {
		f.specs = append([]string{"text"}, f.specs...)
	}
	for _, spec := range f.specs {
		name, file, named := strings.Cut(spec, "=")
		if !slices.Contains(formats, name) {
			return fmt.Errorf("there is no report format %q: choose %s", name, strings.Join(formats, ", "))
		}
		if named && file == "" {
			return fmt.Errorf("--%s %s= names no file: write %s=FILE, or %s for standard output", f.name, name, name, name)
		}
		out, text := output{format: name, write: writers[name]}, report.TextOptions{Verbose: f.verbose}
		var err error
		if file == "" || file == "-" {
			text.Color = colored(s.out, f.noColor)
			text.Width, err = f.useStdout(s)
		} else {
			out.file = openWhole(s, "the report", file)
			err = s.files.err
		}
		if err != nil {
			return err
		}
		switch name {
		case "text":
			out.write = func(w io.Writer, r result.Report) error { return report.WriteText(w, r, text) }
		case formatStatement:
			out.write = func(w io.Writer, r result.Report) error { return writeStatement(w, r, f.artifacts) }
		}
		f.all = append(f.all, out)
	}
	if stdout, ok := s.out.(*os.File); ok && len(f.all) == 1 && f.all[0].file == nil && isClosed(stdout) {
		return stdoutError(errors.New("it is closed, or /dev/null opened to be read too: redirect it, or use --quiet"))
	}
	return nil
}

// useStdout notes that a report goes to standard output, which may be a file with a name. It returns
// the width of a terminal.
func (f reports) useStdout(s streams) (width int, err error) {
	if slices.ContainsFunc(f.all, func(other output) bool { return other.file == nil }) {
		return 0, errors.New("two reports go to standard output: give one of them another file")
	}
	if file, ok := s.out.(*os.File); ok {
		width, _, _ = term.GetSize(int(file.Fd())) // 0 if it is not a terminal
		err = s.files.add(usedFile{"the report", "standard output", file.Name(), true})
	}
	return width, err
}

// textOnStdout reports whether a person who looks at standard output sees the verdict.
func (f reports) textOnStdout() bool {
	return slices.ContainsFunc(f.all, func(out output) bool { return out.format == "text" && out.file == nil })
}

// write writes all reports, also after an error: a run may have taken long.
func (f reports) write(s streams, r result.Report) error {
	var failed []error
	for _, out := range f.all {
		if out.file == nil {
			failed = append(failed, explained("the report cannot be written to standard output", out.write(s.out, r)))
		} else {
			failed = append(failed, out.file.write(func(w io.Writer) error { return out.write(w, r) }))
		}
	}
	return oneLine(failed...)
}

// writeStatement writes the statement of a report, whatever its verdict.
func writeStatement(w io.Writer, r result.Report, artifacts []certificate.Resource) error {
	var file bytes.Buffer
	if err := report.WriteJSON(&file, r); err != nil {
		return err
	}
	return certificate.New(r, file.Bytes(), artifacts).Write(w)
}

// addNoColorFlag adds --no-color.
func addNoColorFlag(cmd *cobra.Command, noColor *bool) {
	cmd.Flags().BoolVar(noColor, "no-color", false, "no colours, also on a terminal (NO_COLOR does the same)")
	advanced(cmd, "no-color")
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
