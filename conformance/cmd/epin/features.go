package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/featurepage"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

func featuresCommand(s streams) *cobra.Command {
	var edition editionFlag
	var scenarios bool
	cmd := &cobra.Command{
		Use:   "features",
		Short: "List, print and run the specification's tables as features",
		Long: `List the specification's tables as features: text to read and to run.

Each feature has a name, a number of scenarios, and rules.`,
		Example: `  epin features
  epin features show epin/invalid-tokens
  epin features run --html specification.html -- python3 adapter.py`,
		Args: noCommand,
		RunE: func(_ *cobra.Command, _ []string) error {
			documents, err := documentsOf(edition.editions())
			if err != nil {
				return err
			}
			for i, d := range documents {
				if i > 0 {
					s.line("")
				}
				s.line("%s (edition %s): %s", d.Title, d.Edition, d.Says)
				for _, f := range d.Features {
					listFeature(s, f, scenarios)
				}
			}
			return nil
		},
	}
	addEditionFilter(cmd, &edition, "features")
	cmd.Flags().BoolVar(&scenarios, "scenarios", false, "list the scenarios too, by their names for certify --only")
	cmd.AddCommand(showFeatureCommand(s), runFeaturesCommand(s))
	return cmd
}

// documentsOf returns the documents of editions.
func documentsOf(editions []epin.Edition) ([]featurepage.Document, error) {
	var all []featurepage.Document
	for _, e := range editions {
		documents, err := featurepage.Documents(e)
		if err != nil {
			return nil, unknown(err)
		}
		all = append(all, documents...)
	}
	return all, nil
}

func listFeature(s streams, f featurepage.Feature, scenarios bool) {
	all, note := f.Scenarios(), ""
	if rest := slices.DeleteFunc(f.Scenarios(), func(s features.Scenario) bool { return s.Library }); len(rest) < len(all) {
		note = fmt.Sprintf(" (%d of the library)", len(all)-len(rest))
	}
	s.line("  %-30s %3d  %s%s", f.Name, len(all), f.Title, note)
	for _, rule := range f.Rules {
		if rule.Title != "" {
			s.line("      %s", rule.Title)
		}
		for _, table := range rule.Tables {
			for _, row := range table.Rows {
				if scenarios {
					s.line("        %-40s %s", row.ID, row.Name)
				}
			}
		}
	}
}

func showFeatureCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "show NAME",
		Short: "Print a feature, or one scenario of it",
		Example: `  epin features show epin/invalid-tokens
  epin features show epin/invalid-tokens/3`,
		Args:              arguments("feature"),
		ValidArgsFunction: completed(featureWords),
		RunE: func(_ *cobra.Command, args []string) error {
			documents, err := documentsOf(epin.Editions())
			if err != nil {
				return err
			}
			return showFeature(s, documents, args[0])
		},
	}
}

// showFeature prints a feature, by its name or its file, or a scenario.
func showFeature(s streams, documents []featurepage.Document, asked string) error {
	name := strings.TrimSuffix(strings.TrimPrefix(asked, "features/"), ".feature")
	var names []string
	for _, d := range documents {
		for _, f := range d.Features {
			if f.Name == name {
				s.lines.WriteString(f.Text)
				return nil
			}
			names = append(names, f.Name)
			for _, o := range f.Outlines {
				for _, row := range o.Rows {
					if row.ID == "features/"+name {
						showScenario(s, o, row)
						return nil
					}
				}
			}
		}
	}
	return fmt.Errorf("unknown feature %q%s", asked, nearest(name, names, "`epin features` lists them"))
}

func showScenario(s streams, o features.Outline, row features.Scenario) {
	s.line("# %s:%d", row.File, row.Line)
	for _, id := range row.Requirements {
		s.line("@%s", id)
	}
	s.line("Scenario: %s", row.Name)
	var columns []string // and values
	for _, c := range row.Cells {
		columns = append(columns, "<"+c.Column+">", c.Value)
	}
	for _, step := range o.Steps {
		s.line("  %s", strings.NewReplacer(columns...).Replace(step))
	}
}

// featureFormats are the values of --format of features run.
var featureFormats = []string{"pretty", "progress"}

func runFeaturesCommand(s streams) *cobra.Command {
	var o askOptions
	var format, html string
	cmd := &cobra.Command{
		Use:   "run [flags] [-- COMMAND [ARG...]]",
		Short: "Test an implementation with the features, and nothing else",
		Long: `Test an implementation with the features, and nothing else.

COMMAND starts an adapter, as for certify; without COMMAND, the built-in reference is
tested. A scenario that needs what the implementation does not offer is not tested, which
is never a pass. Library scenarios are about what no adapter can express. They are not
run: the tests of this project test its own Go packages with them.

The format progress writes a character for each scenario: . passed, F failed, - not
tested. pretty writes the text of each scenario, with its status.

This certifies nothing: epin certify tests the features with all other layers, or with
--only a feature or a single scenario.`,
		Example: `  epin features run
  epin features run --format pretty -- ./adapter
  epin features run --html specification.html -- python3 adapter.py`,
		Args: adapterCommand(),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runFeatures(cmd.Context(), s, o, format, html, args)
		},
	}
	f := flagsInOrder(cmd)
	f.Var(&o.edition, "edition", "edition of the specification: 1.0.0 or 1.0.0-initial")
	f.StringVar(&format, "format", "progress", "write to standard output in this `FORMAT`: "+strings.Join(featureFormats, " or "))
	o.env.addFlags(cmd)
	addFileFlag(cmd, &html, "html", "", "write the features, with the result of each row, to `FILE` as an HTML page")
	addNoColorFlag(cmd, &o.output.noColor)
	return cmd
}

func runFeatures(ctx context.Context, s streams, o askOptions, format, html string, command []string) error {
	if !slices.Contains(featureFormats, format) {
		return fmt.Errorf("unknown format %q: use %s", format, strings.Join(featureFormats, " or "))
	}
	adapter, err := o.env.command(defaultWaits, command)
	if err != nil {
		return err
	}
	page := openWhole(s, "the page", html)
	if s.files.err != nil {
		return s.files.err
	}
	ctx, end := interruptible(ctx)
	defer end()
	run, err := askFeatures(ctx, o.edition.Edition, adapter)
	s.tellOrphans()
	end()
	if run == nil {
		return unknown(err)
	}
	if err != nil {
		run.CutShort = err.Error()
	}
	if err := page.write(func(w io.Writer) error { return featurepage.Write(w, *run) }); err != nil {
		return unknown(err)
	}
	var text bytes.Buffer // since a closed standard output is an error here
	printed := newStreams(nil, &text, nil)
	if err := printFeatures(printed, *run, format == "pretty", colored(s.out, o.output.noColor)); err != nil {
		return err
	}
	printed.lines.Flush()
	if err := stdoutError(writes(&text)(s.out)); err != nil {
		return err
	}
	return featuresStatus(s.err, run.Results, err)
}

// printFeatures prints the results of a run, and counts them unless it was cut short.
func printFeatures(s streams, run featurepage.Run, pretty, color bool) error {
	paint := func(status features.Status, text string) string {
		if !color {
			return text
		}
		return fmt.Sprintf("\x1b[%dm%s\x1b[0m", [...]int{features.NotExercised: 33, features.Passed: 32, features.Failed: 31}[status], text)
	}
	if pretty {
		if err := printScenarios(s, run, paint); err != nil {
			return err
		}
	} else {
		const perLine = 70
		for line := range slices.Chunk(run.Results, perLine) {
			for _, r := range line {
				s.lines.WriteString(paint(r.Status, [...]string{features.NotExercised: "-", features.Passed: ".", features.Failed: "F"}[r.Status]))
			}
			s.line("")
		}
		s.line("")
	}
	count := map[features.Status]int{}
	for _, r := range run.Results {
		count[r.Status]++
		if r.Status != features.Passed {
			s.line("%s: %s: %s", paint(r.Status, r.Status.String()), r.ID, r.Message)
		}
	}
	if run.CutShort != "" {
		return nil
	}
	var parts []string
	for _, status := range []features.Status{features.Passed, features.Failed, features.NotExercised} {
		if count[status] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[status], status))
		}
	}
	s.line("%s (%s)", number.Counted(len(run.Results), "scenario"), strings.Join(parts, ", "))
	return nil
}

// printScenarios prints the scenarios that were run, with their features and their statuses.
func printScenarios(s streams, run featurepage.Run, paint func(features.Status, string) string) error {
	all, err := features.Of(run.Edition)
	if err != nil {
		return unknown(err)
	}
	results := map[string]features.Result{}
	for _, r := range run.Results {
		results[r.ID] = r
	}
	for _, f := range all {
		title := fmt.Sprintf("Feature: %s\n%s\n\n", f.Title, f.Description)
		for _, o := range f.Outlines {
			for _, row := range o.Rows {
				r, was := results[row.ID]
				if !was {
					continue
				}
				s.lines.WriteString(title)
				title = ""
				showScenario(s, o, row)
				s.line("  %s\n", paint(r.Status, strings.TrimSuffix(r.Status.String()+": "+r.Message, ": ")))
			}
		}
	}
	return nil
}

// featuresStatus returns the exit status of a run as an error. A failed scenario decides it,
// however the run ended. Declined validity is inconclusive, as it is for
// epin certify; other declined requests are noted on stderr.
func featuresStatus(stderr io.Writer, results []features.Result, err error) error {
	end := &statusError{status: exitUnknown}
	passed, validity, declined, first := false, false, 0, ""
	for _, r := range results {
		if r.Declined {
			declined++
			first = cmp.Or(first, r.Message)
			validity = validity || r.Request.Op != conformance.OpApply && r.Request.Op != conformance.OpEqual
		}
		if r.Status == features.Failed {
			end.status = exitFails
		}
		passed = passed || r.Status == features.Passed
	}
	notTested := fmt.Sprintf("%s not tested; the first: %s", number.Counted(declined, "row"), first)
	switch {
	case err != nil:
		end.message = err.Error()
	case end.status == exitFails:
	case validity:
		end.message = "inconclusive: " + notTested
	case !passed:
		end.message = "inconclusive: the implementation offers nothing that the features need"
	case declined > 0:
		fmt.Fprintf(stderr, "epin: %s\n", notTested)
		return nil
	default:
		return nil
	}
	return end
}

// askFeatures tests an adapter, or the reference if it has no Args, with the features of an
// edition. A nil Run means that no scenario ran. With a Run, an error says why it was cut short.
func askFeatures(ctx context.Context, edition epin.Edition, adapter wire.Command) (run *featurepage.Run, err error) {
	impl := conformance.Reference(edition)
	if len(adapter.Args) > 0 {
		adoptOrphans(ctx)
		if impl, err = adapter.Open(ctx, edition); err != nil {
			return nil, stopped(ctx, err)
		}
	}
	run = &featurepage.Run{Edition: edition, Implementation: conformance.Describe(impl, edition), When: time.Now()}
	run.Results, err = features.Run(ctx, impl, features.Options{Edition: edition})
	if session, ok := impl.(*wire.Session); ok {
		err = cmp.Or(err, session.Close())
	}
	return run, stopped(ctx, err)
}

// stopped returns the reason of an error: the signal, if there was one, or the error with the
// last line of the adapter's standard error; nil for nil.
func stopped(ctx context.Context, err error) error {
	var failure *wire.Failure
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.As(err, &failure):
		if lines := strings.Split(strings.TrimSpace(failure.Stderr), "\n"); lines[len(lines)-1] != "" {
			return fmt.Errorf("%w (standard error: %+.300q)", err, lines[len(lines)-1])
		}
	}
	return err
}
