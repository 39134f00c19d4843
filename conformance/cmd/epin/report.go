package main

import (
	"bytes"
	"cmp"
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
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
)

func reportCommand(s streams) *cobra.Command {
	return group(&cobra.Command{
		Use:   "report",
		Short: "Convert and compare saved reports",
	}, reportConvertCommand(s), reportDiffCommand(s), reportHTMLCommand(s))
}

func reportConvertCommand(s streams) *cobra.Command {
	var o reports
	cmd := &cobra.Command{
		Use:   "convert [--to FORMAT[=FILE]]... FILE",
		Short: "Convert a saved report to other formats",
		Args:  arguments("report"),
		RunE: func(cmd *cobra.Command, args []string) error {
			r, err := readReport(s, args[0])
			if err != nil {
				return err
			}
			o.quiet = len(o.specs) > 0 // text without --to
			if err := o.open(s); err != nil {
				return err
			}
			return unknown(o.write(r))
		},
	}
	flagsInOrder(cmd)
	o.addFlag(cmd, "to", "write ")
	o.addTextFlags(cmd)
	return cmd
}

func reportDiffCommand(s streams) *cobra.Command {
	var noColor bool
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Compare two reports, and find what got worse",
		Args:  arguments("report", "second report"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if args[0] == "-" && args[1] == "-" {
				return errors.New("both reports are standard input: name a file for one of them")
			}
			old, err := readReport(s, args[0])
			if err != nil {
				return err
			}
			now, err := readReport(s, args[1])
			if err != nil {
				return err
			}
			c := report.Diff(old, now)
			if err := report.WriteDifference(s.out, c, report.TextOptions{Color: colored(s.out, noColor)}); err != nil {
				return stdoutError(err)
			}
			if len(c.Worse) > 0 {
				return errFails
			}
			return nil
		},
	}
	addNoColorFlag(cmd, &noColor)
	return cmd
}

func reportHTMLCommand(s streams) *cobra.Command {
	file := "-"
	cmd := &cobra.Command{
		Use:   "html FILE...",
		Short: "Show saved reports as an HTML page",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no report is named: write the files of --report json=FILE")
			}
			var reports []result.Report
			for _, name := range args {
				r, err := readReport(s, name)
				if err != nil {
					return err
				}
				reports = append(reports, r)
			}
			page, err := s.create("the page", file)
			if err != nil {
				return err
			}
			return unknown(page.Finish(func(w io.Writer) error { return html.Write(w, reports, args) }))
		},
	}
	addFileFlag(cmd, &file, "output", "o", "write the page to `FILE` (default standard output)")
	return cmd
}

// readReport reads a saved report; "-" is standard input.
func readReport(s streams, name string) (result.Report, error) {
	if name == "-" {
		r, err := report.Read(s.in)
		return r, explained("the saved report cannot be read: standard input", err)
	}
	return wholefile.Read(s.files, "the saved report", name, report.Read)
}

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
	write func(io.Writer, result.Report) error
	file  *wholefile.File
}

// reports are the reports of a run: the flags for them and for text, and what open opens.
type reports struct {
	name             string   // of the flag that chooses forms and files
	specs            []string // FORMAT or FORMAT=FILE
	noColor, verbose bool
	quiet            bool // no text on standard output that no spec asks for

	all       []output
	stdout    string                 // the form on standard output, or ""
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
func (f *reports) has(format string) bool {
	return slices.ContainsFunc(f.specs, func(spec string) bool { return spec == format || strings.HasPrefix(spec, format+"=") })
}

// open opens the files of the reports, and adds the text report on standard output, unless
// another one goes there. It opens them before a run, so that an error of a file is found before
// the first request.
func (f *reports) open(s streams) error {
	for _, spec := range f.specs {
		if err := f.add(s, spec); err != nil {
			return err
		}
	}
	if !f.quiet && f.stdout == "" {
		if err := f.add(s, "text"); err != nil {
			return err
		}
	}
	if stdout, ok := s.out.(*os.File); ok && len(f.all) == 1 && f.stdout != "" && isClosed(stdout) {
		return stdoutError(errors.New("it is closed, or /dev/null opened to be read too: redirect it, or use --quiet"))
	}
	return nil
}

// add opens the file of a report.
func (f *reports) add(s streams, spec string) (err error) {
	format, name, named := strings.Cut(spec, "=")
	switch {
	case !slices.Contains(formats, format):
		return fmt.Errorf("there is no report format %q: choose %s", format, strings.Join(formats, ", "))
	case named && name == "":
		return fmt.Errorf("--%s %s= names no file: write %s=FILE, or %s for standard output", f.name, format, format, format)
	}
	out, text := output{write: writers[format]}, report.TextOptions{Verbose: f.verbose}
	if name = cmp.Or(name, "-"); name == "-" {
		if f.stdout != "" {
			return errors.New("two reports go to standard output: give one of them another file")
		}
		f.stdout, text.Color = format, colored(s.out, f.noColor)
		if file, ok := s.out.(*os.File); ok {
			text.Width, _, _ = term.GetSize(int(file.Fd())) // 0 for what is no terminal
		}
	}
	if out.file, err = s.create("the report", name); err != nil {
		return err
	}
	switch format {
	case "text":
		out.write = func(w io.Writer, r result.Report) error { return report.WriteText(w, r, text) }
	case formatStatement:
		out.write = func(w io.Writer, r result.Report) error { return writeStatement(w, r, f.artifacts) }
	}
	f.all = append(f.all, out)
	return nil
}

// write writes all reports, also after an error: a run may have taken long.
func (f *reports) write(r result.Report) error {
	var failed []error
	for _, out := range f.all {
		failed = append(failed, out.file.Finish(func(w io.Writer) error { return out.write(w, r) }))
	}
	return oneLine(failed...)
}

// end writes all reports, and returns the exit status of the run as an error; nil for success. The
// error has the reason of the verdict if standard output does not show it. others are errors of
// other files.
func (f *reports) end(r result.Report, others ...error) error {
	if err := oneLine(append(others, f.write(r))...); err != nil {
		return unknown(err)
	}
	end := &statusError{status: exitFails}
	switch {
	case r.Verdict.Positive():
		return nil
	case r.Verdict == result.NoVerdict:
		end.status, end.message = exitUnknown, "inconclusive: "+r.Reason.String()
	case r.Verdict == result.OutOfDate:
		end.message = r.Verdict.String() + ": " + r.Reason.String()
	}
	if f.stdout == "text" {
		end.message = ""
	}
	return end
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
