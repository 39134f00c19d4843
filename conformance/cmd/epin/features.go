package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/featurepage"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
)

// featuresList lists documents, and rows if the data say so.
const featuresList = `{{$rows := .Rows}}{{range $i, $d := .Documents}}{{if $i}}
{{end}}{{.Title}} (edition {{.Edition}}): {{.Says}}
{{range .Features}}  {{printf "%-30s %3d  %s" .Name (len .Scenarios) .Title}}{{with library .}} ({{.}} of the library){{end}}
{{range .Rules}}{{with .Title}}      {{.}}
{{end}}{{if $rows}}{{range .Tables}}{{range .Rows}}        {{printf "%-40s" .ID}} {{.Name}}
{{end}}{{end}}{{end}}{{end}}{{end}}{{end}}`

func featuresCommand(s streams) *cobra.Command {
	var edition editionFlag
	var scenarios bool
	cmd := &cobra.Command{
		Use:   "features",
		Short: "List, print and run the specification's tables as features",
		Args:  noCommand,
		RunE: func(_ *cobra.Command, _ []string) error {
			documents, err := documentsOf(edition.editions())
			if err != nil {
				return err
			}
			s.print(featuresList, struct {
				Documents []featurepage.Document
				Rows      bool
			}{documents, scenarios})
			return nil
		},
	}
	edition.addFilter(cmd, "features")
	cmd.Flags().BoolVar(&scenarios, "scenarios", false, "list the scenarios too, by their names for certify --only")
	cmd.AddCommand(showFeatureCommand(s), runFeaturesCommand(s))
	return cmd
}

// documentsOf returns the documents of editions.
func documentsOf(editions []*notation.Edition) ([]featurepage.Document, error) {
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

// libraryRows returns the number of scenarios about the Go packages of this module.
func libraryRows(f featurepage.Feature) (n int) {
	for _, scenario := range f.Scenarios() {
		if scenario.Library {
			n++
		}
	}
	return n
}

func showFeatureCommand(s streams) *cobra.Command {
	return &cobra.Command{
		Use:               "show NAME",
		Short:             "Print a feature, or one scenario of it",
		Args:              arguments("feature"),
		ValidArgsFunction: completed(featureWords),
		RunE: func(_ *cobra.Command, args []string) error {
			all, err := allFeatures()
			if err != nil {
				return err
			}
			return s.showFeature(all, args[0])
		},
	}
}

// allFeatures returns each feature of all editions once.
func allFeatures() ([]featurepage.Feature, error) {
	documents, err := documentsOf(notation.All())
	var all []featurepage.Feature
	for _, d := range documents {
		for _, f := range d.Features {
			if d.Edition == f.Editions[0] {
				all = append(all, f)
			}
		}
	}
	return all, err
}

// showFeature prints a feature, by its name or its file, or a scenario.
func (s streams) showFeature(all []featurepage.Feature, asked string) error {
	name := strings.TrimSuffix(strings.TrimPrefix(asked, "features/"), ".feature")
	var names []string
	for _, f := range all {
		if f.Name == name {
			s.lines.WriteString(f.Text)
			return nil
		}
		names = append(names, f.Name)
		for _, o := range f.Outlines {
			for _, row := range o.Rows {
				if row.ID == "features/"+name {
					s.showScenario(o, row)
					return nil
				}
			}
		}
	}
	return fmt.Errorf("unknown feature %q%s", asked, nearest(name, names, "`epin features` lists them"))
}

func (s streams) showScenario(o features.Outline, row features.Scenario) {
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

func runFeaturesCommand(s streams) *cobra.Command {
	var o testOptions
	var output reports
	var html string
	cmd := &cobra.Command{
		Use:   "run [flags] [-- COMMAND [ARG...]]",
		Short: "Test an implementation with the features, and nothing else",
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.runFeatures(cmd.Context(), s, &output, html, args)
		},
	}
	flagsInOrder(cmd)
	o.edition.addFlag(cmd, "edition of the specification: "+notation.Names())
	addFileFlag(cmd, &html, "html", "", "write the features, with the result of each row, to `FILE` as an HTML page")
	output.addReportFlags(cmd)
	o.addLimits(cmd)
	output.addTextFlags(cmd)
	return cmd
}

// runFeatures tests an implementation with the layer features of the suite.
func (o *testOptions) runFeatures(ctx context.Context, s streams, output *reports, html string, command []string) error {
	s.files.Start(command)
	if err := output.open(s); err != nil {
		return err
	}
	page, err := s.files.Create("the page", html)
	if err != nil {
		return err
	}
	run, passed := featurepage.Run{Edition: o.edition.Edition}, false
	o.cfg.Only = []string{result.LayerFeatures}
	o.cfg.Row = func(row features.Result) {
		run.Results = append(run.Results, row)
		passed = passed || row.Status == features.Passed
	}
	r, err := o.test(ctx, s, command)
	if err != nil {
		return err
	}
	impl := r.Implementation
	run.Implementation = conformance.Description{Name: string(impl.Name), Version: string(impl.Version), Language: string(impl.Language)}
	run.CutShort, run.When = string(r.Cut), r.Times.Started
	written := page.Finish(func(w io.Writer) error { return featurepage.Write(w, run) })
	if r.Verdict == result.NoVerdict && r.Cut == "" && passed && (r.Declined == nil || r.Declined.Validity == 0) {
		// It is inconclusive about conformance, since only the features were tested.
		return unknown(oneLine(written, output.write(r)))
	}
	return output.end(r, written)
}
