package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

func learnCommand(s streams) *cobra.Command {
	var o testOptions
	var svg, html string
	var noColor bool
	cmd := &cobra.Command{
		Use:   "learn [flags] [-- COMMAND [ARG...]]",
		Short: "Learn the language that an implementation accepts",
		Long: `Learn the language that an implementation accepts. Show it as a regular expression, a
table and a figure, beside the language of the specification.

COMMAND starts an adapter, as for certify. Only verdicts are requested, by the fastest
operation: the checks of the profile, and then strings that tell automata apart. A crash
counts as not accepted. There is no result if verdicts change, or if the automaton is too
large.

Exit status: 0 it accepts what the specification defines, 1 it does not, or it crashes,
2 wrong usage, 3 inconclusive.`,
		Example: `  epin learn -- python3 adapter.py
  epin learn --svg automaton.svg -- ./adapter
  epin learn --profile quick --html automaton.html -- ./adapter`,
		Args: withAdapter(),
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

func (o *testOptions) learn(ctx context.Context, s streams, svg, html string, noColor bool, command []string) error {
	s.readCommand(command)
	figure, err := s.create("the figure", svg)
	if err != nil {
		return err
	}
	page, err := s.create("the page", html)
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
		figure.write(func(w io.Writer) error { return report.WriteLearnedSVG(w, r) }),
		page.write(func(w io.Writer) error { return report.WriteLearnedPage(w, r) }),
	)
	if err != nil {
		return unknown(err)
	}
	if err := report.WriteLearned(s.out, r, report.TextOptions{Color: colored(s.out, noColor)}); err != nil {
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
	ctx, end := interruptible(ctx)
	defer end()
	cfg, err := o.open(ctx, s, command)
	if err != nil {
		return d, l, err
	}
	progress := newProgress(ctx, s.err)
	cfg.Progress = progress.run
	d, l, err = suite.Learn(ctx, cfg)
	progress.clear()
	s.endOrphans()
	return d, l, runError(err)
}
