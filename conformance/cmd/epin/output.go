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
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// formatStatement is the name of the form whose statement can also be made later, by certificate
// create.
const formatStatement = "intoto"

// format is a form of a report.
type format struct {
	name  string                               // as --report takes it
	write func(io.Writer, result.Report) error // nil for a form that needs more: see [outputs.write]
}

// formats are the forms of a report.
var formats = []format{
	{"text", nil},
	{"json", report.WriteJSON},
	{"jsonl", nil},
	{"junit", report.WriteJUnit},
	{"markdown", report.WriteMarkdown},
	{"html", func(w io.Writer, r result.Report) error { return html.Write(w, []result.Report{r}, nil) }},
	{"github", report.WriteGitHub},
	{"badge", report.WriteBadge},
	{"badge-json", report.WriteBadgeJSON},
	{formatStatement, nil},
}

// formatNames names the forms, "or" before the last.
func formatNames() string {
	names := wordsOf(formats, func(f format) string { return f.name })
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// output is a report to be written.
type output struct {
	format
	file   *wholeFile     // nil for standard output
	stream *report.Stream // of jsonl, which is written while the run goes on; otherwise nil
}

type outputs struct {
	all    []output
	stdout io.Writer
	text   report.TextOptions // of standard output
	about  certificate.About  // of statements
}

// reportFlags are the flags for the reports of a run, and for text.
type reportFlags struct {
	name             string   // of the flag that chooses forms and files
	reports          []string // FORMAT or FORMAT=FILE
	noColor, verbose bool
}

// addFlag adds the flag that chooses forms. verb begins its usage.
func (f *reportFlags) addFlag(cmd *cobra.Command, name, verb string) {
	f.name = name
	cmd.Flags().StringArrayVar(&f.reports, name, nil, verb+"`FORMAT[=FILE]`: "+formatNames()+"; may be repeated (default text)")
}

// addTextFlags adds the flags for text.
func (f *reportFlags) addTextFlags(cmd *cobra.Command) {
	addNoColorFlag(cmd, &f.noColor)
	cmd.Flags().BoolVarP(&f.verbose, "verbose", "v", false, "all requirements, parts and details in text")
}

// has reports whether a report in a format is to be written.
func (f reportFlags) has(format string) bool {
	return slices.ContainsFunc(f.reports, func(spec string) bool { return spec == format || strings.HasPrefix(spec, format+"=") })
}

// open opens the files of the reports, so that an error of a file is found before the first
// request. A file appears under its name only when it is whole.
func (f reportFlags) open(s streams) (*outputs, error) {
	o := &outputs{stdout: s.out, text: report.TextOptions{Color: colored(s.out, f.noColor), Verbose: f.verbose}}
	if file, ok := s.out.(*os.File); ok {
		o.text.Width, _, _ = term.GetSize(int(file.Fd())) // 0 if it is not a terminal
	}
	if len(f.reports) == 0 {
		f.reports = []string{"text"}
	}
	for _, spec := range f.reports {
		name, file, named := strings.Cut(spec, "=")
		i := slices.IndexFunc(formats, func(f format) bool { return f.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no report format %q: choose %s", name, formatNames())
		}
		if named && file == "" {
			return nil, fmt.Errorf("--%s %s= names no file: write %s=FILE, or %s for standard output", f.name, name, name, name)
		}
		out, to := output{format: formats[i]}, s.out
		var err error
		if file == "" || file == "-" {
			err = o.useStdout(s)
		} else if out.file, err = openWhole(s, "the report", file); err == nil && name == "jsonl" {
			to, err = out.file.begin()
		}
		if err != nil {
			return nil, err
		}
		if name == "jsonl" {
			out.stream = report.NewStream(to)
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
	return slices.ContainsFunc(o.all, func(out output) bool { return out.name == "text" && out.file == nil })
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
			switch text := o.text; {
			case out.stream != nil:
				return out.stream.Finish(r)
			case out.name == formatStatement:
				return writeStatement(w, r, o.about)
			case out.name != "text":
				return out.write(w, r)
			case out.file != nil:
				return report.WriteText(w, r, report.TextOptions{Verbose: text.Verbose})
			default:
				return report.WriteText(w, r, text)
			}
		}
		if out.file != nil {
			failed = append(failed, out.file.write(write))
		} else {
			failed = append(failed, explained("the report cannot be written to standard output", write(o.stdout)))
		}
	}
	return oneLine(failed...)
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
	return writes(s)(w)
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
