package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/html"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/internal/terminal"
)

func learnCommand(s streams) *cobra.Command {
	var o testOptions
	var svg, html string
	var noColor bool
	cmd := &cobra.Command{
		Use:   "learn [flags] [-- COMMAND [ARG...]]",
		Short: "Learn the language that an implementation accepts",
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.learn(cmd.Context(), s, svg, html, noColor, args)
		},
	}
	o.addFlags(cmd)
	addFileFlag(cmd, &svg, "svg", "", "write the automaton to `FILE` as a figure, with the differences marked")
	addFileFlag(cmd, &html, "html", "", "write both automata to `FILE` as an HTML page")
	addNoColorFlag(cmd, &noColor)
	return cmd
}

func (o *testOptions) learn(ctx context.Context, s streams, svg, htmlFile string, noColor bool, command []string) error {
	s.files.Start(command)
	figure, err := s.files.Create("the figure", svg)
	if err != nil {
		return err
	}
	page, err := s.files.Create("the page", htmlFile)
	if err != nil {
		return err
	}
	description, learned, err := o.learned(ctx, s, command)
	if err != nil {
		return err
	}
	r := report.LearnedReport{Edition: o.edition.Edition, Implementation: result.ImplementationOf(description, command), Learned: learned}
	if learned.Machine == nil {
		figure = nil // there is nothing to draw
	}
	err = oneLine(
		figure.Finish(func(w io.Writer) error { return report.WriteLearnedSVG(w, r) }),
		page.Finish(func(w io.Writer) error { return html.WriteLearned(w, r) }),
	)
	if err != nil {
		return unknown(err)
	}
	if err := report.WriteLearned(s.out, r, report.TextOptions{Color: terminal.HasColors(s.out) && !noColor}); err != nil {
		return stdoutError(err)
	}
	switch {
	case learned.Machine == nil:
		return &statusError{exitUnknown, r.Why.String()}
	case r.Right():
		return nil
	}
	return errFails
}

// learned learns the language of the implementation behind a command, until a signal.
func (o *testOptions) learned(ctx context.Context, s streams, command []string) (d conformance.Description, l result.Learned, err error) {
	ctx, end := s.interruptible(ctx)
	defer end()
	cfg, err := o.open(ctx, s, command)
	if err != nil {
		return d, l, err
	}
	line := terminal.Show(ctx, s.err, startingAdapter)
	cfg.Progress = func(now suite.Progress) { line.Set(progressText(now)) }
	d, l, err = suite.Learn(ctx, cfg)
	line.Clear()
	s.endOrphans()
	return d, l, runError(err)
}
