package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/report"
	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// certifyOptions are the flags of certify.
type certifyOptions struct {
	edition      certifiedEdition
	profile      profileFlag
	reports      []string
	only         []string
	list         bool
	seed         seedFlag
	helloTimeout time.Duration
	timeout      time.Duration
	grace        time.Duration
	maxTime      time.Duration
	jobs         int
	complete     wishFlag
	exhaustive   wishFlag
	failFast     bool
	noColor      bool
}

// profileFlag is the value of --profile.
type profileFlag struct{ suite.Profile }

func (f *profileFlag) Set(text string) (err error) {
	f.Profile, err = suite.ParseProfile(text)
	return err
}

func (f *profileFlag) Type() string { return "profile" }

// wishFlag is the value of a flag that, where it is given, goes before what the
// profile says.
type wishFlag struct{ n *int }

func (f *wishFlag) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil {
		return fmt.Errorf("%q is no number", text)
	}
	f.n = &n
	return nil
}

func (f *wishFlag) String() string {
	if f.n == nil {
		return ""
	}
	return strconv.Itoa(*f.n)
}

func (f *wishFlag) Type() string { return "N" }

// certifiedEdition is the value of --edition of certify, which may also be auto.
type certifiedEdition struct {
	editionFlag
	auto bool
}

const autoEdition = "auto"

func (f *certifiedEdition) Set(text string) error {
	if f.auto = text == autoEdition; f.auto {
		return nil
	}
	if err := f.editionFlag.Set(text); err != nil {
		return fmt.Errorf("%w, or %s", err, autoEdition)
	}
	return nil
}

func (f *certifiedEdition) String() string {
	if f.auto {
		return autoEdition
	}
	return f.editionFlag.String()
}

const defaultMaxTime = 30 * time.Minute

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
(exhaustive/sweep/4b0a), or a leading part of one (epin/9.4); it may be repeated. What
is only partly asked is never called conformant.

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
	addEditionFlag(cmd, &o.edition, "edition of the specification: 1.0.0, 1.0.0-initial, or auto for the one that the implementation has", autoEdition)
	f.Var(&o.profile, "profile", "how much is asked: quick, standard or thorough")
	f.StringArrayVar(&o.reports, "report", nil, "write a report, `FORMAT[=FILE]`: text or json; may be repeated (default text)")
	f.StringArrayVar(&o.only, "only", nil, "ask only this requirement, layer or check, an `ID`; may be repeated")
	f.BoolVar(&o.list, "list", false, "list the checks that would be asked, and ask nothing")
	f.Var(&o.seed, "seed", "everything random comes from this number (default another one each time, which is printed)")
	f.Lookup("seed").DefValue = "" // another one each time
	f.DurationVar(&o.helloTimeout, "hello-timeout", wire.DefaultHelloTimeout, "how long the adapter may take to start and answer hello")
	f.DurationVar(&o.timeout, "timeout", wire.DefaultTimeout, "how long the adapter may take to the next answer while any is due")
	f.DurationVar(&o.grace, "grace", wire.DefaultGrace, "how long the adapter may take to end after its input has ended")
	f.DurationVar(&o.maxTime, "max-time", defaultMaxTime, "how long the whole run may take")
	f.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "how many processes are asked side by side, `N`")
	f.Lookup("jobs").DefValue = "as many as there are cores"
	f.Var(&o.complete, "complete", "ask the complete test suite for `N` extra states, whatever the profile")
	f.Var(&o.exhaustive, "exhaustive", "ask every byte string of length up to `N`, whatever the profile")
	f.BoolVar(&o.failFast, "fail-fast", false, "end at the first failure")
	f.BoolVar(&o.noColor, "no-color", false, "no colours, also on a terminal (NO_COLOR does the same)")
	return cmd
}

// waits are the flags about time that are not the defaults: a command that repeats a
// check needs them too.
func (o certifyOptions) waits() []string {
	var flags []string
	for _, w := range []struct {
		flag         string
		is, standard time.Duration
	}{
		{"--hello-timeout", o.helloTimeout, wire.DefaultHelloTimeout},
		{"--timeout", o.timeout, wire.DefaultTimeout},
		{"--grace", o.grace, wire.DefaultGrace},
	} {
		if w.is != w.standard {
			flags = append(flags, w.flag, w.is.String())
		}
	}
	return flags
}

func listChecks(s streams, o certifyOptions) error {
	checks, err := suite.Checks(suite.Config{
		Edition: o.edition.Edition, Profile: o.profile.Profile, Only: o.only, Complete: o.complete.n, Exhaustive: o.exhaustive.n,
	})
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
	for _, d := range []struct {
		flag string
		d    time.Duration
	}{{"hello-timeout", o.helloTimeout}, {"timeout", o.timeout}, {"grace", o.grace}, {"max-time", o.maxTime}} {
		if d.d <= 0 {
			return fmt.Errorf("--%s is %s: give a time above zero, such as 10s", d.flag, d.d)
		}
	}
	if o.jobs < 1 {
		return fmt.Errorf("--jobs is %d: give a number from 1 on", o.jobs)
	}
	outputs, err := openOutputs(s, o.reports, !o.noColor)
	if err != nil {
		return err
	}
	defer outputs.discard()
	adapter := command
	if len(adapter) == 0 {
		self, err := os.Executable()
		if err != nil {
			return &statusError{exitUnknown, fmt.Sprintf("the reference cannot be started: %s", err)}
		}
		adapter = []string{self, "serve"}
	}
	var open conformance.Factory = wire.Command{
		Args: adapter, HelloTimeout: o.helloTimeout, Timeout: o.timeout, Grace: o.grace,
	}.Open
	if o.edition.auto {
		found, err := suite.Detect(ctx, open)
		if err != nil {
			// The report says so, as it does of everything that cannot be found out.
			open = func(context.Context, epin.Edition) (conformance.Implementation, error) { return nil, err }
		}
		o.edition.Edition = found
	}
	collector := report.NewCollector(command, o.waits(), time.Now)
	progress := newProgress(s.err)
	result, err := suite.Run(ctx, suite.Config{
		Open:    open,
		Edition: o.edition.Edition, Profile: o.profile.Profile, Seed: uint64(o.seed), Only: o.only,
		Jobs: o.jobs, Complete: o.complete.n, Exhaustive: o.exhaustive.n,
		FailFast: o.failFast, MaxTime: o.maxTime,
	}, func(e suite.Event) {
		collector.Add(e)
		progress.add(e)
	})
	progress.clear()
	if err != nil {
		var selection *suite.SelectionError
		var wish *suite.WishError
		if errors.As(err, &selection) || errors.As(err, &wish) {
			return err
		}
		return &statusError{exitUnknown, err.Error()}
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
