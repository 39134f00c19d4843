package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/fuzzing"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/html"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/internal/terminal"
	"github.com/epin-conformance/harness/conformance/internal/wholefile"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// certifyOptions are the flags of certify, and of fuzz, which has some of them.
type certifyOptions struct {
	testOptions
	output     reports
	subjects   subjectOptions
	knownFile  string // names of files and folders; "" for none
	writeKnown string // known failures are written to it
	keep       string // the conversation is kept in it
	corpus     string // of fuzzing
	replays    string // requests that reproduce findings are written to it
	list       bool
	fuzzTime   time.Duration
}

func certifyCommand(s streams) *cobra.Command {
	var o certifyOptions
	cmd := &cobra.Command{
		Use:   "certify [flags] [-- COMMAND [ARG...]]",
		Short: "Test an implementation, and report whether it conforms",
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case o.exec && o.output.has(formatStatement):
				return errors.New("--report intoto is for an adapter: leave it out with --exec, since the program gives no name and version")
			case o.exec && len(args) == 0 && !o.list:
				return errors.New("--exec needs a program: write it after `--`, with {} in place of the token")
			case !o.exec && slices.Contains(args, "{}"):
				s.note("{} stands for the token only with --exec; an adapter reads tokens from standard input")
			}
			if err := o.expandOnly(cmd, s); err != nil {
				return err
			}
			if cmd.Flags().Changed("fuzz-time") {
				o.cfg.Fuzz = &suite.Fuzz{Time: o.fuzzTime}
			}
			if (o.knownFile != "" || o.writeKnown != "") && !cmd.Flags().Changed("seed") {
				o.seed = 1 // so that each run sends the same requests
			}
			if o.list {
				return o.listChecks(s)
			}
			return o.certify(cmd.Context(), s, args)
		},
	}
	o.addFlags(cmd)
	o.output.addFlags(cmd, "report", "")
	f := cmd.Flags()
	f.BoolVar(&o.exec, "exec", false, "COMMAND exits 0 if valid, 1 if invalid")
	o.subjects.addFlags(cmd)
	f.StringArrayVar(&o.cfg.Only, "only", nil, "test only `ID`: a requirement, a layer, a check, a request or @FILE; may be repeated")
	f.StringVar(&o.knownFile, "known-failures", "", "known failures: `FILE` of --write-known-failures")
	f.StringVar(&o.writeKnown, "write-known-failures", "", "write the failures to `FILE`, as known failures")
	f.StringVar(&o.keep, "transcript", "", "keep every request and response in `FILE`, for epin judge")
	f.BoolVar(&o.list, "list", false, "list the checks, and run none")
	o.addSeed(cmd, "; 1 with known failures")
	f.DurationVar(&o.fuzzTime, "fuzz-time", 0,
		"time for random requests at the end; 0s for none (default 1m0s in profile thorough, none in the others)")
	f.BoolVar(&o.cfg.FailFast, "fail-fast", false, "end at the first failed check that, before shrinking, is not in the list of known failures")
	cmd.MarkFlagsMutuallyExclusive("write-known-failures", "only")
	for _, flag := range []string{"profile", "complete", "exhaustive", "fuzz-time", "hello-timeout", "transcript"} {
		cmd.MarkFlagsMutuallyExclusive("exec", flag) // they are for an adapter
	}
	return cmd
}

func (o *certifyOptions) certify(ctx context.Context, s streams, command []string) (err error) {
	var list knownfailures.List // without a file its Lines are nil
	if o.knownFile != "" {
		if list, err = wholefile.Read(s.files, knownFailures, o.knownFile, wholefile.AtMost(mostKnown, knownfailures.Parse)); err != nil {
			return err
		}
		o.cfg.Known = list.Lines
	}
	if o.output.artifacts, err = o.subjects.resources(ctx, s); err != nil {
		return err
	}
	if len(o.output.artifacts) > 0 && !o.output.has(formatStatement) {
		return errors.New("--artifact and --git are for a statement: add --report intoto=FILE, or leave them out")
	}
	if err := wholefile.CheckFolder(o.corpus); err != nil {
		return fmt.Errorf("the inputs cannot be kept in %s: %w", o.corpus, err)
	}
	inputs, err := fuzzing.ReadFolder(o.corpus)
	if err != nil {
		return fmt.Errorf("the inputs cannot be read: %w", err)
	}
	if o.corpus != "" {
		o.cfg.Fuzz.Inputs, o.cfg.Fuzz.Keep = inputs.Inputs, inputs.Keep
	}
	if err := wholefile.CheckFolder(o.replays); err != nil {
		return fmt.Errorf("--replays cannot be written to %s: %w: name another folder, or none with --replays ''", o.replays, err)
	}
	s.files.Start(command)
	if err := o.output.open(s); err != nil {
		return err
	}
	known, err := s.files.Create(knownFailures, o.writeKnown)
	if err != nil {
		return err
	}
	kept, err := s.files.Create("the transcript", o.keep)
	if err != nil {
		return err
	}
	if kept != nil {
		o.transcript = &keptTranscript{file: kept}
	}
	r, err := o.test(ctx, s, command)
	if err != nil {
		return err
	}
	if inputs.Skipped > 0 {
		s.note(fmt.Sprintf("%d inputs in %s were skipped: too long, or too many", inputs.Skipped, inputs.Dir))
	}
	replays := o.writeReplays(r, command)
	// An error of one file does not prevent the others.
	return o.output.end(r, o.transcript.end(r), writeKnown(known, list, r), replays, inputs.Err)
}

func (o *certifyOptions) listChecks(s streams) error {
	if o.edition.auto {
		return errors.New("--list starts no adapter, so --edition auto cannot detect the edition: name an edition")
	}
	cfg := o.config(nil)
	checks, err := suite.Checks(cfg)
	if err != nil {
		return err
	}
	none := true
	for id := range checks {
		none = false
		if _, err := fmt.Fprintln(s.lines, id); err != nil {
			break // it comes again when lines are flushed
		}
	}
	if none {
		return fmt.Errorf("%s names no check of profile %s", strings.Join(o.cfg.Only, ", "), cfg.Profile)
	}
	return nil
}

// expandOnly replaces each @FILE of --only with the selectors in the file. The edition, the profile
// and the seed of a file are the defaults of their flags; a contradicting flag is an error.
func (o *certifyOptions) expandOnly(cmd *cobra.Command, s streams) error {
	given := o.cfg.Only
	o.cfg.Only = nil
	for _, text := range given {
		name, ok := strings.CutPrefix(text, "@")
		if !ok {
			o.cfg.Only = append(o.cfg.Only, text)
			continue
		}
		if name == "" {
			return errors.New("--only @ names no file: write its name after @")
		}
		parse := func(data []byte) (suite.SelectorFile, error) {
			file, err := suite.ParseSelectorFile(data)
			if err == nil && file.Run != nil {
				err = o.adoptRun(cmd, *file.Run)
			}
			for i := 0; err == nil && i < len(file.Selectors); i++ {
				err = explained(fmt.Sprintf("line %d", file.Lines[i]), o.checkSelector(file.Selectors[i]))
			}
			return file, err
		}
		file, err := wholefile.Read(s.files, "the selectors", name, wholefile.AtMost(suite.MaxSelectorFileBytes, parse))
		if err != nil {
			return err
		}
		o.cfg.Only = append(o.cfg.Only, file.Selectors...)
		o.only = given
	}
	// Those of files were checked with their lines, but a file may have set the edition.
	return cmp.Or(each(o.cfg.Only, o.checkSelector)...)
}

// checkSelector returns the error of a selector, with similar names if it names nothing. It
// returns nil while the edition is not known.
func (o *certifyOptions) checkSelector(text string) error {
	if o.edition.auto {
		return nil
	}
	_, err := selector.Parse(o.edition.Edition, text)
	if wrong, ok := errors.AsType[*selector.Error](err); !ok || !wrong.Unknown {
		return err
	}
	requirements := each(requirement.Of(o.edition.Edition), func(r requirement.Requirement) string { return r.ID })
	layer, _, _ := strings.Cut(text, "/") // perhaps of a check in a misspelt layer
	near := cmp.Or(nearest(text, append(result.Layers(), requirements...)), nearest(layer, result.Layers()))
	if near != "" {
		return fmt.Errorf("%s names no requirement, layer or check%s", selector.Quoted(text), near)
	}
	return runError(err)
}

// adoptRun sets the flags to the run that a selector file belongs to.
func (o *certifyOptions) adoptRun(cmd *cobra.Command, run suite.SelectorRun) error {
	if o.exec {
		return fmt.Errorf("it belongs to profile %s, which --exec does not run: take out its first line", run.Profile)
	}
	for _, given := range [][2]string{
		{"edition", run.Edition.String()}, {"profile", run.Profile.String()}, {"seed", fmt.Sprint(run.Seed)},
	} {
		name, value := given[0], given[1]
		flag := cmd.Flags().Lookup(name)
		if flag.Changed && flag.Value.String() != value {
			return fmt.Errorf("it belongs to %s %s, not %s, as --%s or another file says", name, value, flag.Value, name)
		}
		if err := cmd.Flags().Set(name, value); err != nil { // so that another file has to agree
			return err
		}
	}
	return nil
}

const (
	knownFailures = "the list of known failures" // in errors
	mostKnown     = 16 << 20                     // bytes of a list
)

// writeKnown writes the list of known failures after a run that was not cut short.
func writeKnown(file *wholefile.File, old knownfailures.List, r result.Report) error {
	for _, incomplete := range [][2]string{{"the run was cut short", r.Cut.String()}, {"shrinking ended early", r.Unshrunk}} {
		if file != nil && incomplete[1] != "" {
			return fmt.Errorf("%s is not written to %s, since %s: %s", knownFailures, file.Name, incomplete[0], incomplete[1])
		}
	}
	return file.Finish(func(w io.Writer) error {
		_, err := w.Write(knownAfter(old, r))
		return err
	})
}

// knownAfter returns the list of known failures that matches the run: the lines of the given list that
// failed, and the failures that it lacks. New lines have a placeholder for the reason: the list is
// invalid until the user replaces it.
func knownAfter(old knownfailures.List, r result.Report) []byte {
	var added []knownfailures.Line
	for _, f := range r.Findings {
		if !slices.ContainsFunc(added, func(l knownfailures.Line) bool { return l.ID == f.ID }) {
			added = append(added, knownfailures.Line{ID: f.ID, Reason: printable.Text("? " + f.Sentence())})
		}
	}
	comment, dropped := "", map[int]bool{}
	if k := r.KnownFailures; k == nil {
		comment = fmt.Sprintf(`# Known failures of %s: edition %s, profile %s, seed %d, harness %s.
# Replace each question mark and the text after it with a reason: until then the list is refused.
# A line for a requirement hides every further bug that violates only listed requirements.
`, r.Implementation.String(), r.Edition, r.Profile, r.Seed, r.Harness.Version)
	} else {
		for _, l := range k.Lines {
			dropped[l.Number] = l.Result != result.KnownFailed
		}
	}
	return append([]byte(comment), old.Updated(dropped, added)...)
}

func fuzzCommand(s streams) *cobra.Command {
	var o certifyOptions
	o.cfg.Fuzz = &suite.Fuzz{}
	cmd := &cobra.Command{
		Use:   "fuzz [flags] [-- COMMAND [ARG...]]",
		Short: "Test with random requests for as long as you like",
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.cfg.Fuzz.Rounds > 0 && !cmd.Flags().Changed("time") {
				o.cfg.Fuzz.Time = 0
			}
			if !cmd.Flags().Changed("max-time") {
				o.cfg.MaxTime += o.cfg.Fuzz.Time
			}
			if o.cfg.Fuzz.Rounds < 0 || o.cfg.Fuzz.Rounds == 0 && o.cfg.Fuzz.Time <= 0 {
				return fmt.Errorf("--time is %s, and --rounds is %d: one of them has to be above zero", o.cfg.Fuzz.Time, o.cfg.Fuzz.Rounds)
			}
			return o.certify(cmd.Context(), s, args)
		},
	}
	o.addFlags(cmd)
	f := cmd.Flags()
	f.Lookup("max-time").DefValue = "30m0s in addition to --time"
	f.DurationVar(&o.cfg.Fuzz.Time, "time", time.Minute, "time for random requests")
	f.IntVar(&o.cfg.Fuzz.Rounds, "rounds", 0, "end after `N` rounds of random requests (default when the time is over)")
	o.addSeed(cmd, "")
	f.StringVar(&o.corpus, "corpus", "", "start with the inputs in `DIR`, and add new ones")
	f.StringVar(&o.replays, "replays", "replays",
		"write the requests of each finding to a file in the folder `DIR`; --replays '' writes none")
	o.output.addFlags(cmd, "report", "")
	return cmd
}

// writeReplays writes a selector file for each finding that can be reproduced, and names it
// in the report. Where the selectors are too long for a command line, the command that
// reproduces the finding reads the file.
func (o *certifyOptions) writeReplays(r result.Report, command []string) error {
	const mostOnCommandLine = 200 // bytes of selectors
	if o.replays == "" {
		return nil
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		file := suite.SelectorFile{
			Run:       &suite.SelectorRun{Edition: o.edition.Edition, Profile: o.cfg.Profile, Seed: uint64(o.seed)},
			Comments:  []string{r.Implementation.String() + ": " + f.Sentence()},
			Selectors: suite.SelectorsOf(*f),
		}
		text := file.Bytes()
		if len(file.Selectors) == 0 || len(text) > suite.MaxSelectorFileBytes {
			continue
		}
		// The same requests to the same library have the same name in every run.
		sum := sha256.Sum256([]byte(file.Comments[0] + "\n" + strings.Join(file.Selectors, "\n")))
		name := filepath.Join(o.replays, fmt.Sprintf("%x.txt", sum[:8]))
		if err := errors.Join(os.MkdirAll(o.replays, 0o755), os.WriteFile(name, text, 0o644)); err != nil {
			return fmt.Errorf("a file that reproduces a finding cannot be written: %w", err)
		}
		f.Replay = printable.Text(name)
		if only := strings.Join(f.Only, " "); only == "" || len(only) > mostOnCommandLine {
			again := append([]string{"epin", "certify", "--only", "@" + name}, o.given()...)
			if len(command) > 0 {
				again = append(append(again, "--"), command...)
			}
			f.SetRepeat(again)
		}
	}
	return nil
}

func learnCommand(s streams) *cobra.Command {
	var o testOptions
	var svg, page string
	var noColor bool
	cmd := &cobra.Command{
		Use:   "learn [flags] [-- COMMAND [ARG...]]",
		Short: "Learn the language that an implementation accepts",
		RunE: func(cmd *cobra.Command, args []string) error {
			s.files.Start(args)
			figure, err := s.files.Create("the figure", svg)
			if err != nil {
				return err
			}
			written, err := s.files.Create("the page", page)
			if err != nil {
				return err
			}
			r, err := o.learned(cmd.Context(), s, args)
			if err != nil {
				return err
			}
			if r.Machine == nil {
				figure = nil // there is nothing to draw
			}
			err = unknown(
				figure.Finish(func(w io.Writer) error { return report.WriteLearnedSVG(w, r) }),
				written.Finish(func(w io.Writer) error { return html.WriteLearned(w, r) }),
				stdoutError(report.WriteLearned(s.out, r, report.TextOptions{Color: terminal.HasColors(s.out, noColor)})),
			)
			switch {
			case err != nil:
				return err
			case r.Machine == nil:
				return &statusError{exitUnknown, r.Why.String()}
			case r.Right():
				return nil
			}
			return errFails
		},
	}
	o.addFlags(cmd)
	addFileFlag(cmd, &svg, "svg", "", "write the automaton to `FILE` as a figure, with the differences marked")
	addFileFlag(cmd, &page, "html", "", "write both automata to `FILE` as an HTML page")
	addNoColorFlag(cmd, &noColor)
	return cmd
}

func (o *testOptions) learned(ctx context.Context, s streams, command []string) (r report.LearnedReport, err error) {
	ctx, end := s.interruptible(ctx)
	defer end()
	cfg, err := o.open(ctx, s, command)
	if err != nil {
		return r, err
	}
	line := showProgress(ctx, s, &cfg)
	d, learned, err := suite.Learn(ctx, cfg)
	line.Clear()
	s.endOrphans()
	return report.LearnedReport{Edition: cfg.Edition, Implementation: result.ImplementationOf(d, command), Learned: learned}, runError(err)
}
