package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
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
	complete   wishFlag
	exhaustive wishFlag
	jobs       int
	waits      wire.Command // how long it is waited for
	env        environment  // what it gets of the environment
	maxTime    time.Duration
	chosen     []string        // a note on the edition, where it was found out
	exec       bool            // whether the command answers one question, by its exit status
	log        func() wire.Log // of what the certified processes are asked; nil for none
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

// durationFlag is the value of a flag that, where it is given, goes before what the
// profile says.
type durationFlag struct{ d *time.Duration }

func (f *durationFlag) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return fmt.Errorf("%q is no time: write it as in 30s or 5m", text)
	}
	f.d = &d
	return nil
}

func (f *durationFlag) String() string {
	if f.d == nil {
		return ""
	}
	return f.d.String()
}

func (f *durationFlag) Type() string { return "duration" }

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

func (o *askOptions) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	addEditionFlag(cmd, &o.edition, "edition of the specification: 1.0.0, 1.0.0-initial, or auto for the one that the implementation has", autoEdition)
	f.Var(&o.profile, "profile", "how much is asked: quick, standard or thorough")
	f.Var(&o.complete, "complete", "ask the complete test suite for `N` extra states, whatever the profile says")
	f.Var(&o.exhaustive, "exhaustive", "ask every byte string of length up to `N`, whatever the profile says")
	addJobsFlag(cmd, o)
	addWaitFlags(cmd, &o.waits)
	o.env.addFlags(cmd)
	addMaxTimeFlag(cmd, o)
}

// addJobsFlag adds --jobs.
func addJobsFlag(cmd *cobra.Command, o *askOptions) {
	f := cmd.Flags()
	f.IntVar(&o.jobs, "jobs", runtime.NumCPU(), "ask `N` processes side by side")
	f.Lookup("jobs").DefValue = "as many as there are cores"
}

// addMaxTimeFlag adds --max-time.
func addMaxTimeFlag(cmd *cobra.Command, o *askOptions) {
	cmd.Flags().DurationVar(&o.maxTime, "max-time", defaultMaxTime, "how long the whole run may take")
}

// defaultWaits is how long an adapter is waited for where no flag says it.
var defaultWaits = wire.Command{HelloTimeout: wire.DefaultHelloTimeout, Timeout: wire.DefaultTimeout, Grace: wire.DefaultGrace}

// addWaitFlags adds the flags for how long an adapter is waited for.
func addWaitFlags(cmd *cobra.Command, c *wire.Command) {
	c.Names = wire.Names{HelloTimeout: "--hello-timeout", Timeout: "--timeout"}
	f := cmd.Flags()
	f.DurationVar(&c.HelloTimeout, "hello-timeout", defaultWaits.HelloTimeout, "how long the adapter may take to start and answer hello")
	f.DurationVar(&c.Timeout, "timeout", defaultWaits.Timeout, "how long the adapter may take to the next answer while any is due")
	f.DurationVar(&c.Grace, "grace", defaultWaits.Grace, "how long the adapter may take to end after its input has ended")
}

// checkWaits returns what is wrong with these flags.
func checkWaits(c wire.Command) error {
	return cmp.Or(aboveZero("hello-timeout", c.HelloTimeout), aboveZero("timeout", c.Timeout), aboveZero("grace", c.Grace))
}

func aboveZero(flag string, d time.Duration) error {
	if d <= 0 {
		return fmt.Errorf("--%s is %s: give a time above zero, such as 10s", flag, d)
	}
	return nil
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
func (o *askOptions) open(ctx context.Context, command []string) (conformance.Factory, error) {
	if len(command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return nil, &statusError{exitUnknown, fmt.Sprintf("the reference cannot be started: %s", err)}
		}
		command = []string{self, "serve"}
	}
	vars, err := o.env.read()
	if err != nil {
		return nil, err
	}
	adoptOrphans()
	adapter := o.waits
	adapter.Args, adapter.Env = command, vars.passed
	detecting := vars.open(adapter.Open) // which is no part of the run
	adapter.Log = o.log
	open := vars.open(adapter.Open)
	if o.exec {
		open = vars.openProgram(wire.Program{Args: command, Env: vars.passed, Timeout: o.waits.Timeout, Grace: o.waits.Grace, Jobs: o.jobs, Names: o.waits.Names})
	}
	if !o.edition.auto {
		return open, nil
	}
	found, err := suite.Detect(ctx, detecting)
	if err != nil {
		return func(context.Context, epin.Edition) (conformance.Implementation, error) { return nil, err }, nil
	}
	o.edition.Edition = found
	o.chosen = []string{"edition " + found.String() + " was chosen by --edition auto"}
	return open, nil
}

// config is what the flags say of a run.
func (o askOptions) config(open conformance.Factory) suite.Config {
	if o.exec { // what is side by side are the processes of one implementation
		return suite.Config{Open: open, Edition: o.edition.Edition, Profile: suite.Exec, Jobs: 1, MaxTime: o.maxTime}
	}
	return suite.Config{
		Open: open, Edition: o.edition.Edition, Profile: o.profile.Profile,
		Complete: o.complete.n, Exhaustive: o.exhaustive.n, Jobs: o.jobs, MaxTime: o.maxTime,
	}
}

// run asks what cfg says, with progress on standard error and in the outputs that are
// streams, and returns its report.
func (o askOptions) run(ctx context.Context, s streams, cfg suite.Config, command []string, outputs *outputs) (result.Report, error) {
	collector := report.NewCollector(command, o.given(), time.Now)
	progress := newProgress(s.err)
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
	case r.Verdict != result.NotConformant && !outputs.textOnStdout():
		end.message = r.Verdict.String() + ": " + r.Reason.String()
	}
	return end
}

// askError is what an error of asking ends the program with: a cost that cannot be
// fulfilled is wrong usage.
func askError(err error) error {
	var selection *selector.Error
	var cost *suite.CostError
	if errors.As(err, &selection) || errors.As(err, &cost) {
		return err
	}
	return &statusError{exitUnknown, err.Error()}
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
		wish wishFlag
	}{{"--complete", o.complete}, {"--exhaustive", o.exhaustive}} {
		if w.wish.n != nil {
			flags = append(flags, w.flag, w.wish.String())
		}
	}
	return flags
}
