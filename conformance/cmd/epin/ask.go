package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// askOptions are the flags of the commands that ask an implementation: what is asked,
// and how long it may take.
type askOptions struct {
	edition    certifiedEdition
	profile    profileFlag
	complete   optional[int]
	exhaustive optional[int]
	jobs       int
	waits      wire.Command // how long it is waited for
	env        environment  // what it gets of the environment
	maxTime    time.Duration
	chosen     []string        // a note on the edition, where it was found out
	exec       bool            // whether the command answers one question, by its exit status
	log        func() wire.Log // of what the certified processes are asked; nil for none
}

func (o *askOptions) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	addEditionFlag(cmd, &o.edition, "1.0.0, 1.0.0-initial or auto")
	f.Var(&o.profile, "profile", "quick, standard or thorough")
	addOptional(cmd, &o.complete, "complete", "N",
		"run the complete test suite for `N` extra states, whatever the profile", parseNumber)
	addOptional(cmd, &o.exhaustive, "exhaustive", "N",
		"test every byte string of length up to `N`, whatever the profile", parseNumber)
	addJobsFlag(cmd, o)
	addWaitFlags(cmd, &o.waits)
	o.env.addFlags(cmd)
	addMaxTimeFlag(cmd, o)
}

// check returns what is wrong with the flags.
func (o askOptions) check() error {
	if err := checkWaits(o.waits); err != nil {
		return err
	}
	if err := aboveZero("max-time", o.maxTime); err != nil {
		return err
	}
	if o.jobs < 1 {
		return fmt.Errorf("--jobs is %d: give a number from 1 on", o.jobs)
	}
	return nil
}

// open returns what opens the implementation behind a command, or the reference behind
// this program, and finds out the edition where that is to be found out. Where it
// cannot be, opening says so, as it does of everything that goes wrong.
func (o *askOptions) open(ctx context.Context, s streams, command []string) (conformance.Factory, error) {
	if len(command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, unknown(fmt.Errorf("the reference cannot be started: %w", err))
		}
		command = []string{self, "serve"}
	}
	vars, err := o.env.read()
	if err != nil {
		return nil, err
	}
	adoptOrphans(ctx)
	adapter := o.waits
	adapter.Args, adapter.Env = command, vars.passed
	detecting := vars.open(adapter.Open) // which is no part of the run
	adapter.Log = o.log
	open := vars.open(adapter.Open)
	if o.exec {
		open = vars.openProgram(wire.Program{Args: command, Env: vars.passed, Timeout: o.waits.Timeout, Grace: o.waits.Grace, Jobs: o.jobs, Names: o.waits.Names})
		detecting = open
	}
	if !o.edition.auto {
		return open, nil
	}
	progress := newProgress(ctx, s.err, o.helloWait())
	found, err := suite.Detect(ctx, detecting)
	progress.clear()
	if err != nil {
		return func(context.Context, epin.Edition) (conformance.Implementation, error) { return nil, err }, nil
	}
	o.edition.Edition = found
	o.chosen = []string{"edition " + found.String() + " was chosen by --edition auto"}
	return open, nil
}

// helloWait returns how long the run waits for hello; 0 for a program without hello.
func (o askOptions) helloWait() time.Duration {
	if o.exec {
		return 0
	}
	return o.waits.HelloTimeout
}

// config is what the flags say of a run.
func (o askOptions) config(open conformance.Factory) suite.Config {
	if o.exec { // what is side by side are the processes of one implementation
		return suite.Config{Open: open, Edition: o.edition.Edition,
			Profile: suite.Exec, Jobs: 1, MaxTime: o.maxTime, Names: flagNames}
	}
	return suite.Config{
		Open: open, Edition: o.edition.Edition, Profile: o.profile.Profile,
		Complete: o.complete.value, Exhaustive: o.exhaustive.value, Jobs: o.jobs, MaxTime: o.maxTime, Names: flagNames,
	}
}

// ask asks the implementation behind a command what configure returns, until a signal, and
// returns its report.
func (o *askOptions) ask(ctx context.Context, s streams, command []string, outputs *outputs,
	configure func(conformance.Factory) (suite.Config, error),
) (result.Report, error) {
	ctx, end := interruptible(ctx)
	defer end()
	open, err := o.open(ctx, s, command)
	if err != nil {
		return result.Report{}, err
	}
	cfg, err := configure(open)
	if err != nil {
		return result.Report{}, err
	}
	return o.run(ctx, s, cfg, command, outputs)
}

// run asks what cfg says, with progress on standard error and in the outputs that are
// streams, and returns its report.
func (o askOptions) run(ctx context.Context, s streams, cfg suite.Config, command []string, outputs *outputs) (result.Report, error) {
	collector := report.NewCollector(command, o.given(), time.Now)
	progress := newProgress(ctx, s.err, o.helloWait())
	cfg.Planned = progress.planned
	_, err := suite.Run(ctx, cfg, func(e suite.Event) {
		collector.Add(e)
		outputs.add(e, collector)
		progress.add(e)
	})
	progress.clear()
	notes := endOrphans()
	if err != nil {
		return result.Report{}, askError(err)
	}
	r := collector.Report()
	r.Notes = slices.Concat(r.Notes, printable.Texts(o.chosen), printable.Texts(notes))
	return r, nil
}

// endOf is what a run ends the program with, once its reports are written: nothing where
// what was asked holds. Where nobody sees why there is no better verdict, it says so.
func endOf(r result.Report, outputs *outputs) error {
	end := &statusError{status: verdictStatus(r.Verdict)}
	switch {
	case end.status == exitHolds:
		return nil
	case outputs.textOnStdout():
	case r.Verdict == result.NoVerdict:
		end.message = "inconclusive: " + r.Reason.String()
	case r.Verdict == result.OutOfDate:
		end.message = r.Verdict.String() + ": " + r.Reason.String()
	}
	return end
}

// askError is what an error of asking ends the program with: a cost that cannot be
// fulfilled is wrong usage.
func askError(err error) error {
	var selection *selector.Error
	var cost *suite.CostError
	switch {
	case errors.As(err, &selection) && selection.Unknown:
		return fmt.Errorf("%w; %s", err, seeNames)
	case errors.As(err, &selection), errors.As(err, &cost):
		return err
	}
	return unknown(err)
}

// given are the flags that are not the defaults: a command that repeats a check needs
// them too. The edition and the profile it has anyway.
func (o askOptions) given() []string {
	var flags []string
	for _, w := range []struct {
		flag         string
		is, standard time.Duration
	}{
		{"--hello-timeout", o.waits.HelloTimeout, defaultWaits.HelloTimeout},
		{"--timeout", o.waits.Timeout, defaultWaits.Timeout},
		{"--grace", o.waits.Grace, defaultWaits.Grace},
	} {
		if w.is != w.standard {
			flags = append(flags, w.flag, w.is.String())
		}
	}
	flags = append(flags, o.env.given()...)
	for _, w := range []struct {
		flag string
		is   *int
	}{{"--complete", o.complete.value}, {"--exhaustive", o.exhaustive.value}} {
		if w.is != nil {
			flags = append(flags, w.flag, strconv.Itoa(*w.is))
		}
	}
	return flags
}
