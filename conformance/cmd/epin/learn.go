package main

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// learnOptions are the flags of learn.
type learnOptions struct {
	askOptions
	svg     string
	html    string
	noColor bool
}

func learnCommand(s streams) *cobra.Command {
	var o learnOptions
	cmd := &cobra.Command{
		Use:   "learn [flags] [-- COMMAND [ARG...]]",
		Short: "Show the automaton that an implementation really is",
		Long: `Show the automaton that an implementation really is: which strings it accepts, as a
regular expression, as a table and as a figure, beside what the specification accepts.

COMMAND starts an adapter, as for certify. It is asked for verdicts only, by the fastest
way that it offers: what certify asks of the profile, and whatever tells automata apart.
What it crashes on it does not accept.
An implementation whose verdicts depend on more than the string, or are those of no
small automaton, has none to show.

Exit status: 0 it accepts what the specification says, 1 it does not, or crashes, 2 wrong
usage, 3 it could not be found out.`,
		Example: `  epin learn -- python3 adapter.py
  epin learn --svg automaton.svg -- ./adapter
  epin learn --profile quick --html automaton.html -- ./adapter`,
		Args: adapterCommand,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := namesFile(cmd, "svg", "html"); err != nil {
				return err
			}
			return learn(cmd.Context(), s, o, args)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	o.addFlags(cmd)
	f.StringVar(&o.svg, "svg", "", "write the automaton to `FILE`, as a figure in which what differs is marked")
	f.StringVar(&o.html, "html", "", "write it and that of the specification to `FILE`, as a page to look at")
	addNoColorFlag(cmd, &o.noColor)
	return cmd
}

func learn(ctx context.Context, s streams, o learnOptions, command []string) error {
	if err := o.check(); err != nil {
		return err
	}
	figure, err := openWhole(s, "the figure", o.svg)
	if err != nil {
		return err
	}
	page, err := openWhole(s, "the page", o.html)
	if err != nil {
		return err
	}
	ctx, end := interruptible(ctx)
	defer end()
	open, err := o.open(ctx, s, command)
	if err != nil {
		return err
	}
	progress := newProgress(ctx, s.err, o.helloWait())
	cfg := o.config(open)
	cfg.Planned = progress.planned
	description, learned, err := suite.Learn(ctx, cfg, progress.add)
	progress.clear()
	s.tellOrphans()
	end()
	if err != nil {
		return askError(err)
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
	if err := report.WriteLearned(s.out, r, report.TextOptions{Color: colored(s.out, o.noColor)}); err != nil {
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
