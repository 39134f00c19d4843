package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/childenv"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/internal/started"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/internal/terminal"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

// testOptions are the flags of the commands that test an implementation. Each has some of them.
type testOptions struct {
	cfg     suite.Config // without Open, Edition and Seed
	edition editionFlag
	seed    uint32
	waits   wire.Command       // the time limits of responses
	env     childenv.Selection // the environment that it gets
	exec    bool               // whether the command tests one token, by its exit status
	only    []string           // the selectors as reports show them; nil for those of cfg

	notes      []printable.Text // on the edition that was detected
	transcript *keptTranscript  // of the certified processes; nil for none
}

func (o *testOptions) addFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	o.edition.detects = true
	o.edition.addFlag(cmd, "such as pin/1.0.0, or auto")
	editions := func() []cobra.Completion { return append(flagWords["edition"](), autoEdition) }
	_ = cmd.RegisterFlagCompletionFunc("edition", completed(editions)) // there is this flag
	f.Var((*profileFlag)(&o.cfg.Profile), "profile", "quick, standard or thorough")
	f.Var(optional{&o.cfg.Complete}, "complete", "run the complete test suite for `N` extra states, whatever the profile")
	f.Var(optional{&o.cfg.Exhaustive}, "exhaustive", "test every byte string of length up to `N`, whatever the profile")
	o.addLimits(cmd)
}

func (o *testOptions) addLimits(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&o.cfg.Jobs, "jobs", min(runtime.NumCPU(), mostJobs), "let `N` processes work at a time, where a profile spreads requests")
	f.Lookup("jobs").DefValue = "the number of cores"
	addWaitFlags(cmd, &o.waits)
	addEnvironmentFlags(cmd, &o.env)
	o.addMaxTime(cmd)
}

func (o *testOptions) addMaxTime(cmd *cobra.Command) {
	cmd.Flags().DurationVar(&o.cfg.MaxTime, "max-time", 30*time.Minute, "time limit of the whole run")
}

// addSeed adds --seed. usage describes the default.
func (o *testOptions) addSeed(cmd *cobra.Command, usage string) {
	f := cmd.Flags()
	f.Uint32Var(&o.seed, "seed", newSeed(), "the seed `N` of all random choices (default a new one each time, which is printed"+usage+")")
	f.Lookup("seed").DefValue = "0" // which help does not show
}

// open returns the configuration of a run of the implementation behind a command, or of the
// reference behind this program. It detects the edition for --edition auto. If that fails, the run
// has the error, like all others of the implementation.
func (o *testOptions) open(ctx context.Context, s streams, command []string) (suite.Config, error) {
	if len(command) == 0 {
		self, err := os.Executable()
		if err != nil {
			return suite.Config{}, unknown(fmt.Errorf("the reference cannot be started: %w", err))
		}
		command = []string{self, "serve"}
	}
	adapter, err := withEnvironment(o.waits, o.env, command)
	if err != nil {
		return suite.Config{}, err
	}
	started.Adopt(ctx)
	detecting := adapter.Open // not a part of the run
	if o.transcript != nil {
		adapter.Log = func() wire.Log { return o.transcript.Log() }
	}
	open := adapter.Open
	o.cfg.OpenIn = openIn(adapter)
	if o.exec {
		open = wire.Program(adapter).Open
		o.cfg.OpenIn, detecting = nil, open
	}
	if o.edition.auto {
		line := showProgress(ctx, s, &o.cfg)
		found, err := suite.Detect(ctx, o.edition.Edition, detecting)
		line.Clear()
		if err != nil {
			open = func(context.Context, *notation.Edition) (conformance.Implementation, error) { return nil, err }
		} else {
			o.notes = printable.Texts([]string{fmt.Sprintf("Edition %s was chosen by --edition %s.", found, &o.edition)})
			o.edition.Edition = found
		}
	}
	return o.config(open), nil
}

func (o *testOptions) config(open conformance.Factory) suite.Config {
	cfg := o.cfg
	cfg.Open, cfg.Edition, cfg.Seed = open, o.edition.Edition, uint64(o.seed)
	cfg.Names.MaxTime, cfg.Names.FailFast = "--max-time", "--fail-fast"
	if o.exec { // every request starts a process, so all parts are spread
		cfg.Profile, cfg.Spread = suite.Exec, 1
	}
	return cfg
}

// test tests the implementation behind a command, until a signal, and returns the report.
func (o *testOptions) test(ctx context.Context, s streams, command []string) (result.Report, error) {
	ctx, end := s.interruptible(ctx)
	defer end()
	cfg, err := o.open(ctx, s, command)
	if err == nil && o.transcript != nil {
		err = o.transcript.begin(&cfg, *o, command)
	}
	if err != nil {
		return result.Report{}, err
	}
	return o.run(ctx, s, cfg, command)
}

func showProgress(ctx context.Context, s streams, cfg *suite.Config) *terminal.Line {
	line := terminal.Show(ctx, s.err, progressText(suite.Progress{}))
	cfg.Progress = func(now suite.Progress) { line.Set(progressText(now)) }
	return line
}

// run tests with cfg, and returns the report. It shows progress on standard error.
func (o *testOptions) run(ctx context.Context, s streams, cfg suite.Config, command []string) (result.Report, error) {
	line := showProgress(ctx, s, &cfg)
	r, err := suite.Run(ctx, cfg)
	line.Clear()
	notes := started.EndOrphans()
	if err != nil {
		return result.Report{}, runError(err)
	}
	if o.only != nil {
		r.Only = printable.Texts(o.only)
	}
	report.AddCommands(&r, command, o.given())
	r.Notes = slices.Concat(r.Notes, o.notes, printable.Texts(notes))
	return r, nil
}

// runError returns the error of a run with its exit status; nil for nil. Some are wrong usage.
func runError(err error) error {
	selection, selected := errors.AsType[*selector.Error](err)
	switch {
	case selected && selection.Unknown:
		return fmt.Errorf("%w; see `epin requirements` and `epin certify --list`", err)
	case selected:
		return err
	}
	return unknown(err)
}

// given returns the flags that differ from the defaults, for a command that reproduces a check.
// The edition and the profile are not among them, since that command always has them.
func (o *testOptions) given() (flags []string) {
	add := func(flag string, differs bool, value any) {
		if differs {
			flags = append(flags, flag, fmt.Sprint(value))
		}
	}
	add("--hello-timeout", o.waits.HelloTimeout != defaultWaits.HelloTimeout, o.waits.HelloTimeout)
	add("--timeout", o.waits.Timeout != defaultWaits.Timeout, o.waits.Timeout)
	add("--grace", o.waits.Grace != defaultWaits.Grace, o.waits.Grace)
	if o.env.Clear {
		flags = append(flags, "--env-clear")
	}
	for _, name := range o.env.Pass {
		add("--env", true, name)
	}
	if n := o.cfg.Complete; n != nil {
		add("--complete", true, *n)
	}
	if n := o.cfg.Exhaustive; n != nil {
		add("--exhaustive", true, *n)
	}
	return flags
}

func progressText(now suite.Progress) string {
	const width = 20
	what := now.Layer
	switch {
	case now == (suite.Progress{}):
		return "starting the adapter"
	case now.Layer == "":
		what = "analysing the results"
	case now.Layer == result.LayerFuzz:
		what += ", " + number.Counted(now.Done, "random request")
	case now.Op != "":
		what += " by " + now.Op
	}
	if now.Planned == 0 {
		return what
	}
	done := min(now.Before+min(now.Done, now.Checks), now.Planned)
	bar := strings.Repeat("#", width*done/now.Planned)
	return fmt.Sprintf("%3d %%  [%-*s]  %s", 100*done/now.Planned, width, bar, what)
}

func addEnvironmentFlags(cmd *cobra.Command, e *childenv.Selection) {
	f := cmd.Flags()
	f.StringArrayVar(&e.Pass, "env", nil,
		"pass the environment variable `NAME` to COMMAND, though it looks like a credential: see epin certify --help-all; may be repeated")
	f.BoolVar(&e.Clear, "env-clear", false, "pass to COMMAND only PATH, HOME, locale and temporary folder, and what --env names")
}

// withEnvironment returns the command that starts a program in an environment, with the time limits
// of waits. Its errors name the withheld variables.
func withEnvironment(waits wire.Command, e childenv.Selection, args []string) (wire.Command, error) {
	passed, withheld, missing := e.Split(runtime.GOOS, os.Environ())
	waits.Args, waits.Env, waits.Names.Env = args, passed, notPassed(withheld)
	if len(missing) == 0 {
		return waits, nil
	}
	name, _, assigned := strings.Cut(missing[0], "=")
	if assigned { // what follows may be a credential
		return waits, fmt.Errorf("--env %s=... has a value: give the name alone, and set the variable in the environment of epin",
			printable.ShellWord(name))
	}
	return waits, fmt.Errorf("--env %s: there is no such variable in the environment: set it, or leave the flag out",
		printable.ShellWord(name))
}

// longestNames is how many bytes of the names of withheld variables a message has.
const longestNames = 2000

// notPassed returns a clause that names the withheld variables; empty if there are none.
func notPassed(withheld []string) string {
	if len(withheld) == 0 {
		return ""
	}
	names := printable.Abbreviate(strings.Join(each(withheld, printable.ShellWord), ", "), longestNames)
	return "these environment variables were withheld from it: " + names + " (--env NAME passes one)"
}

// openIn returns a function that starts an adapter in another environment.
func openIn(adapter wire.Command) suite.OpenIn {
	return func(ctx context.Context, in suite.Environment, edition *notation.Edition) (conformance.Implementation, error) {
		if locale := in.Locale; locale != "" && locale != "C" && !isInstalled(ctx, locale) {
			return nil, fmt.Errorf("the locale %s is not installed", locale)
		}
		c := adapter
		c.Env, c.Dir, c.Args = in.Variables(adapter.Env), in.Dir, slices.Clone(c.Args)
		for i, arg := range c.Args {
			// Files are found from the other directory, too.
			if _, err := os.Stat(arg); err == nil && in.Dir != "" && (i > 0 || filepath.Base(arg) != arg) {
				if c.Args[i], err = filepath.Abs(arg); err != nil {
					return nil, err
				}
			}
		}
		return c.Open(ctx, edition)
	}
}

// isInstalled reports whether this system has a locale, however it writes its encoding.
func isInstalled(ctx context.Context, locale string) bool {
	names, _ := exec.CommandContext(ctx, "locale", "-a").Output() // none where there is no such command
	plain := func(text string) string { return strings.ToLower(strings.ReplaceAll(text, "-", "")) }
	return slices.Contains(strings.Fields(plain(string(names))), plain(locale))
}
