package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/certificate"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/html"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/internal/terminal"
	"github.com/epin-conformance/harness/conformance/internal/transcript"
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/corpus"
)

func reportConvertCommand(s streams) *cobra.Command {
	var o reports
	cmd := &cobra.Command{
		Use:   "convert [--to FORMAT[=FILE]]... FILE",
		Short: "Convert a saved report to other formats",
		Args:  arguments("report"),
		RunE: func(cmd *cobra.Command, args []string) error {
			saved, err := readReports(s, args)
			if err != nil {
				return err
			}
			o.quiet = len(o.specs) > 0 // text without --to
			if err := o.open(s); err != nil {
				return err
			}
			return unknown(o.write(saved[0]))
		},
	}
	o.addFlags(cmd, "to", "write ")
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
			saved, err := readReports(s, args)
			if err != nil {
				return err
			}
			worse, err := report.WriteDifference(s.out, saved[0], saved[1], report.TextOptions{Color: terminal.HasColors(s.out, noColor)})
			if err == nil && worse {
				return errFails
			}
			return stdoutError(err)
		},
	}
	addNoColorFlag(cmd, &noColor)
	return cmd
}

func reportHTMLCommand(s streams) *cobra.Command {
	file, site := "-", ""
	cmd := &cobra.Command{
		Use:   "html FILE... | --site DIR FOLDER...",
		Short: "Show saved reports as an HTML page",
		Args:  cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no report is named: write the files of --report json=FILE")
			}
			switch {
			case site != "" && file != "-":
				return errors.New("--output and --site are both given: leave one of them out")
			case site != "":
				return writeResults(s, site, args)
			}
			saved, err := readReports(s, args)
			if err != nil {
				return err
			}
			page, err := s.create("the page", file)
			if err != nil {
				return err
			}
			return unknown(page.Finish(func(w io.Writer) error { return html.Write(w, saved, args) }))
		},
	}
	addFileFlag(cmd, &file, "output", "o", "write the page to `FILE` (default standard output)")
	addFileFlag(cmd, &site, "site", "", "write a page of results, with all reports and index.json, to the folder `DIR`")
	return cmd
}

// readReports reads saved reports; "-" is standard input.
func readReports(s streams, names []string) ([]result.Report, error) {
	all := make([]result.Report, len(names))
	for i, name := range names {
		var err error
		if name == "-" {
			all[i], err = report.Read(s.in)
			err = explained("the saved report cannot be read: standard input", err)
		} else {
			all[i], err = wholefile.Read(s.files, "the saved report", name, report.Read)
		}
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}

// formatStatement is the name of the form whose statement epin certificate verify reads.
const formatStatement = "intoto"

var formats = []string{"text", "json", "junit", "markdown", "html", "github", "badge-json", formatStatement}

// reports are the reports of a run: the flags for them and for text, and what open opens.
type reports struct {
	name             string   // of the flag that chooses forms and files
	specs            []string // FORMAT or FORMAT=FILE
	noColor, verbose bool
	quiet            bool // no text on standard output that no spec asks for

	all       []func(result.Report) error // write the reports
	stdout    string                      // the form on standard output, or ""
	artifacts []certificate.Resource      // of statements
}

// addFlags adds the flags of reports. name and usage are those of the flag that chooses forms.
func (f *reports) addFlags(cmd *cobra.Command, name, usage string) {
	f.name = name
	flags := cmd.Flags()
	flags.StringArrayVar(&f.specs, name, nil, usage+"`FORMAT[=FILE]`: "+strings.Join(formats, ", ")+"; may be repeated (default text)")
	if name == "report" {
		flags.BoolVarP(&f.quiet, "quiet", "q", false, "no text report on standard output")
	}
	flags.BoolVarP(&f.verbose, "verbose", "v", false, "all requirements, parts and details in text")
	addNoColorFlag(cmd, &f.noColor)
}

func (f *reports) has(format string) bool {
	return slices.ContainsFunc(f.specs, func(spec string) bool { return spec == format || strings.HasPrefix(spec, format+"=") })
}

// open opens the files of the reports, before the first request of a run, and adds the text report on
// standard output, unless another one goes there.
func (f *reports) open(s streams) (err error) {
	for i := 0; err == nil && i < len(f.specs); i++ {
		err = f.add(s, f.specs[i])
	}
	if err == nil && !f.quiet && f.stdout == "" {
		err = f.add(s, "text")
	}
	if err == nil && len(f.all) == 1 && f.stdout != "" && terminal.StdoutClosed(s.out) {
		err = stdoutError(errors.New("it is closed, or /dev/null opened to be read too: redirect it, or use --quiet"))
	}
	return err
}

func (f *reports) add(s streams, spec string) error {
	format, name, named := strings.Cut(spec, "=")
	switch {
	case !slices.Contains(formats, format):
		return fmt.Errorf("there is no report format %q: choose %s", format, strings.Join(formats, ", "))
	case named && name == "":
		return fmt.Errorf("--%s %s= names no file: write %s=FILE, or %s for standard output", f.name, format, format, format)
	}
	text := report.TextOptions{Verbose: f.verbose}
	if name = cmp.Or(name, "-"); name == "-" {
		if f.stdout != "" {
			return errors.New("two reports go to standard output: give one of them another file")
		}
		f.stdout, text.Color, text.Width = format, terminal.HasColors(s.out, f.noColor), terminal.Width(s.out)
	}
	file, err := s.create("the report", name)
	f.all = append(f.all, func(r result.Report) error {
		return file.Finish(func(w io.Writer) error { return f.writeForm(w, r, format, text) })
	})
	return err
}

// writers write the forms that need nothing but the report.
var writers = map[string]func(io.Writer, result.Report) error{
	"json": report.WriteJSON, "junit": report.WriteJUnit, "markdown": report.WriteMarkdown, "github": report.WriteGitHub,
	"badge-json": report.WriteBadgeJSON,
	"html":       func(w io.Writer, r result.Report) error { return html.Write(w, []result.Report{r}, nil) },
}

func (f *reports) writeForm(w io.Writer, r result.Report, format string, text report.TextOptions) error {
	switch format {
	case "text":
		return report.WriteText(w, r, text)
	case formatStatement:
		var file bytes.Buffer
		if err := report.WriteJSON(&file, r); err != nil {
			return err
		}
		return certificate.New(r, file.Bytes(), f.artifacts).Write(w)
	}
	return writers[format](w, r)
}

// write writes all reports, also after an error: a run may have taken long.
func (f *reports) write(r result.Report) error {
	return errors.Join(each(f.all, func(write func(result.Report) error) error { return write(r) })...)
}

// end writes all reports, and returns the exit status of the run as an error; nil for success. It has
// the reason of the verdict if standard output does not show it. others are errors of other files.
func (f *reports) end(r result.Report, others ...error) error {
	if err := unknown(append(others, f.write(r))...); err != nil {
		return err
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

func addNoColorFlag(cmd *cobra.Command, noColor *bool) {
	cmd.Flags().BoolVar(noColor, "no-color", false, "no colours, even on a terminal (NO_COLOR does the same)")
}

// keptTranscript is the transcript of a run that is being written; nil for none.
type keptTranscript struct {
	file *wholefile.File
	*transcript.Writer
	mutex        sync.Mutex // processes are opened ahead
	environments []string   // the names of those that were tested
}

// begin writes the header: the configuration of the run. It makes the run note the environments
// in which it tests the implementation.
func (k *keptTranscript) begin(cfg *suite.Config, o testOptions, command []string) error {
	open := cfg.OpenIn
	cfg.OpenIn = func(ctx context.Context, in suite.Environment, edition *notation.Edition) (conformance.Implementation, error) {
		impl, err := open(ctx, in, edition)
		k.mutex.Lock()
		defer k.mutex.Unlock()
		if err == nil && !slices.Contains(k.environments, in.Name) {
			k.environments = append(k.environments, in.Name)
		}
		return impl, err
	}
	var err error
	k.Writer, err = transcript.NewWriter(k.file, transcript.Header{
		Version: conformance.Version, Corpus: corpus.Digest(),
		Edition: cfg.Edition.String(), Profile: cfg.Profile.String(), Seed: cfg.Seed,
		Complete: cfg.Complete, Exhaustive: cfg.Exhaustive, Fuzz: cfg.Fuzzes(),
		Only: append([]string{}, cfg.Only...), Command: append([]string{}, command...),
		Adapter: transcript.Adapter{
			HelloTimeout: o.waits.HelloTimeout, Timeout: o.waits.Timeout, Grace: o.waits.Grace, Selection: o.env,
		},
	})
	return unknown(explained("the transcript cannot be written", err))
}

// end writes how the run ended, and gives the file its name.
func (k *keptTranscript) end(r result.Report) error {
	if k == nil {
		return nil
	}
	return k.file.Finish(func(io.Writer) error {
		end := transcript.End{Cut: r.Cut.String(), Environments: k.environments}
		for _, p := range r.Parts {
			end.Rounds += p.Rounds
		}
		return k.Close(end)
	})
}

func judgeCommand(s streams) *cobra.Command {
	var o testOptions
	var output reports
	cmd := &cobra.Command{
		Use:   "judge [flags] TRANSCRIPT",
		Short: "Judge a transcript again, without the library",
		Args:  arguments("transcript"),
		RunE: func(cmd *cobra.Command, args []string) error {
			// The content of a transcript does not fit into the memory limit of main.
			debug.SetMemoryLimit(1 << 30)
			debug.SetGCPercent(75)
			t, err := wholefile.Read(s.files, "the transcript", args[0], transcript.Read)
			if err != nil {
				return err
			}
			o.edition.Edition, _ = notation.Named(t.Header.Edition) // Read has found no error
			if o.cfg.Profile, err = suite.ParseProfile(t.Header.Profile); err != nil {
				return explained("the transcript cannot be read", err)
			}
			// Commands that reproduce a finding need these too.
			o.cfg.Complete, o.cfg.Exhaustive = t.Header.Complete, t.Header.Exhaustive
			o.waits = wire.Command{HelloTimeout: t.Header.HelloTimeout, Timeout: t.Header.Timeout, Grace: t.Header.Grace}
			o.env = t.Header.Selection
			o.cfg.Jobs, o.seed, o.cfg.Only = 1, uint32(t.Header.Seed), t.Header.Only
			o.cfg.Fuzz = &suite.Fuzz{Rounds: t.End.Rounds} // 0 without the layer fuzz
			o.cfg.OpenIn = func(ctx context.Context, in suite.Environment, edition *notation.Edition) (conformance.Implementation, error) {
				if !slices.Contains(t.End.Environments, in.Name) {
					return nil, errors.New("the run of the transcript did not test it there")
				}
				return t.Open(ctx, edition)
			}
			cfg, began := o.config(t.Open), time.Now()
			cfg.Now = func() time.Time { return began } // the time of a replay means nothing
			if err := output.open(s); err != nil {
				return err
			}
			ctx, end := s.interruptible(cmd.Context()) // from here on: before, a signal ends the program
			defer end()
			r, err := o.run(ctx, s, cfg, t.Header.Command)
			if err != nil {
				return err
			}
			r.Notes = append(r.Notes, printable.Text(fmt.Sprintf("the responses are those of a transcript of suite %s", t.Header.Version)))
			return output.end(r)
		},
	}
	output.addFlags(cmd, "report", "")
	o.addMaxTime(cmd)
	return cmd
}

// subjectOptions are the flags that name what was tested.
type subjectOptions struct {
	artifacts []string
	tree      string
}

func (o *subjectOptions) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringArrayVar(&o.artifacts, "artifact", nil,
		"a `FILE` of the library as you release it, identified by its SHA-256 digest; may be repeated")
	f.StringVar(&o.tree, "git", "", "the library's source tree in `DIR`, identified by its commit")
}

func (o subjectOptions) resources(ctx context.Context, s streams) (all []certificate.Resource, err error) {
	for _, name := range o.artifacts {
		digest := func(f io.Reader) (certificate.Resource, error) { return certificate.FileResource(name, f) }
		r, err := wholefile.Read(s.files, "the artifact", name, digest)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	if o.tree != "" {
		tree, err := certificate.TreeResource(ctx, o.tree)
		return append(all, tree), explained("the source tree cannot be read", err)
	}
	return all, nil
}

func verifyCommand(s streams) *cobra.Command {
	var o testOptions
	var subjects subjectOptions
	cmd := &cobra.Command{
		Use:   "verify [flags] STATEMENT [-- COMMAND [ARG...]]",
		Short: "Verify a statement of conformance, and perhaps test again",
		Args:  arguments("statement"),
		RunE: func(cmd *cobra.Command, args []string) error {
			command := args[1:]
			given, err := subjects.resources(cmd.Context(), s)
			if err != nil {
				return err
			}
			statement, err := wholefile.Read(s.files, "the statement", args[0], wholefile.AtMost(1<<20, certificate.Read))
			if err != nil {
				return err
			}
			derived, err := statement.Predicate.Check()
			for _, artifact := range given {
				if err == nil && !artifact.In(statement.Subject) {
					err = fmt.Errorf("%s is not one of its subjects", artifact.Name)
				}
			}
			switch {
			case errors.Is(err, certificate.ErrUnknown):
				return unknown(err)
			case err != nil:
				return &statusError{exitFails, "the statement is refused: " + err.Error()}
			case len(command) > 0:
				if err := o.again(cmd.Context(), s, statement.Predicate, command); err != nil {
					return err
				}
			}
			s.line("VERIFIED: the report below follows from the counts and the plan. The statement says what was tested:\n  %s", derived.Implementation)
			for _, r := range statement.Subject {
				compared := map[bool]string{true: "compared", false: "not compared: not given"}[r.In(given)]
				s.line("%s", conformance.Visible(fmt.Sprintf("  %s %s%s (%s)", r.Name, r.Digest["sha256"], r.Digest["gitCommit"], compared), ""))
			}
			if len(command) > 0 {
				s.line("A new run confirms it.")
			}
			s.line("")
			return stdoutError(report.WriteText(s.lines, derived, report.TextOptions{Verbose: true}))
		},
	}
	subjects.addFlags(cmd)
	o.addLimits(cmd)
	return cmd
}

// again repeats the run of a statement, and compares the results.
func (o *testOptions) again(ctx context.Context, s streams, was certificate.Predicate, command []string) error {
	jobs, most := o.cfg.Jobs, o.cfg.MaxTime
	o.cfg, _ = was.Config() // Check has found no error
	o.cfg.Jobs, o.cfg.MaxTime, o.edition.Edition, o.seed = jobs, most, o.cfg.Edition, uint32(o.cfg.Seed)
	r, err := o.test(ctx, s, command)
	if err != nil {
		return err
	}
	for _, note := range r.Notes {
		s.note(note.String())
	}
	if r.Verdict == result.NoVerdict {
		return &statusError{exitUnknown, "the new run is inconclusive: " + r.Reason.String()}
	}
	if err := was.Agrees(certificate.New(r, nil, nil).Predicate); err != nil {
		return &statusError{exitFails, "the statement is refused: a new run contradicts it: " + err.Error()}
	}
	return nil
}
