package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/report"
	"github.com/epin-conformance/harness/conformance/suite"
)

// certifyOptions are the flags of certify.
type certifyOptions struct {
	askOptions
	reports  []string
	only     []string
	list     bool
	seed     seedFlag
	failFast bool
	noColor  bool
}

func certifyCommand(s streams) *cobra.Command {
	var o certifyOptions
	cmd := &cobra.Command{
		Use:   "certify [flags] [-- COMMAND [ARG...]]",
		Short: "Ask an implementation everything, and say whether it conforms",
		Long: `Ask an implementation everything, and say whether it conforms.

COMMAND starts an adapter: a program around the implementation that answers requests
on standard input with responses on standard output. Without a command the built-in
reference is certified, by starting this program as an adapter.

--only takes a requirement (epin/6/anchoring), a layer (vectors) or a check
(exhaustive/sweep/4b0a), or a leading part of one (epin/9.4); it may be repeated.
single/OPERATION/HEX asks one thing, whatever the layers ask: single/parse/4b0a,
single/apply/flip-derive/4b, single/equal/4b/6b, and "empty" for the empty string;
several are asked in their order, by one process. What is only partly asked is never
called conformant.

Exit status: 0 conformant, 1 not conformant, 2 wrong usage, 3 no verdict.`,
		Example: `  epin certify
  epin certify -- python3 adapter.py
  epin certify --report text --report json=report.json -- ./adapter
  epin certify --edition 1.0.0-initial -- ruby adapter.rb
  epin certify --only vectors/parse/4b0a -- ./adapter`,
		Args: adapterCommand,
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("seed") {
				o.seed = seedFlag(rand.Uint32())
			}
			if o.list {
				if o.edition.auto {
					return errors.New("--list asks nothing, so --edition auto finds nothing out: name an edition")
				}
				return listChecks(s, o)
			}
			return certify(cmd.Context(), s, o, args)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	o.addFlags(cmd)
	f.StringArrayVar(&o.reports, "report", nil, "write a report, `FORMAT[=FILE]`: text or json; may be repeated (default text)")
	f.StringArrayVar(&o.only, "only", nil, "ask only this requirement, layer or check, an `ID`; may be repeated")
	f.BoolVar(&o.list, "list", false, "list the checks that would be asked, and ask nothing")
	f.Var(&o.seed, "seed", "everything random comes from this number (default another one each time, which is printed)")
	f.Lookup("seed").DefValue = "" // another one each time
	f.BoolVar(&o.failFast, "fail-fast", false, "end at the first failure")
	f.BoolVar(&o.noColor, "no-color", false, "no colours, also on a terminal (NO_COLOR does the same)")
	return cmd
}

// config is what the flags say of a run.
func (o certifyOptions) config(open conformance.Factory) suite.Config {
	cfg := o.askOptions.config(open)
	cfg.Seed, cfg.Only, cfg.FailFast = uint64(o.seed), o.only, o.failFast
	return cfg
}

func listChecks(s streams, o certifyOptions) error {
	checks, err := suite.Checks(o.config(nil))
	if err != nil {
		return err
	}
	w := newLineWriter(s.out)
	any := false
	for id := range checks {
		any = true
		w.line(id)
	}
	if !any {
		return fmt.Errorf("%s names no check of profile %s", strings.Join(o.only, ", "), o.profile)
	}
	return w.flush()
}

func certify(ctx context.Context, s streams, o certifyOptions, command []string) error {
	if err := o.check(); err != nil {
		return err
	}
	outputs, err := openOutputs(s, o.reports, !o.noColor)
	if err != nil {
		return err
	}
	defer outputs.discard()
	open, err := o.open(ctx, command)
	if err != nil {
		return err
	}
	collector := report.NewCollector(command, o.given(), time.Now)
	progress := newProgress(s.err)
	result, err := suite.Run(ctx, o.config(open), func(e suite.Event) {
		collector.Add(e)
		progress.add(e)
	})
	progress.clear()
	if err != nil {
		return askError(err)
	}
	r := collector.Report()
	if err := outputs.write(r); err != nil {
		return &statusError{exitUnknown, err.Error()}
	}
	end := &statusError{status: verdictStatus(result.Verdict)}
	switch {
	case end.status == exitHolds:
		return nil
	case end.status == exitUnknown && !outputs.textOnStdout():
		end.message = "no verdict: " + r.Reason
	}
	return end
}
