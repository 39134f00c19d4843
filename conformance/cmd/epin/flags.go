package main

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// editionFlag is the value of --edition.
type editionFlag struct {
	epin.Edition
	given   bool
	detects bool // whether it may be auto
	auto    bool
}

const autoEdition = "auto"

func (f *editionFlag) Set(text string) error {
	if f.auto = f.detects && text == autoEdition; f.auto {
		return nil
	}
	e, err := epin.ParseEdition(text)
	if err != nil {
		err = fmt.Errorf("unknown edition %q: use %s or %s", text, epin.Current, epin.Initial)
		if f.detects {
			err = fmt.Errorf("%w, or %s", err, autoEdition)
		}
		return err
	}
	f.Edition, f.given = e, true
	return nil
}

func (f *editionFlag) String() string {
	if f.auto {
		return autoEdition
	}
	return f.Edition.String()
}

func (f *editionFlag) Type() string { return "edition" }

// editions returns the edition that was given, or all.
func (f *editionFlag) editions() []epin.Edition {
	if f.given {
		return []epin.Edition{f.Edition}
	}
	return epin.Editions()
}

// addEditionFilter adds --edition to a command that shows, of both editions, what there is.
func addEditionFilter(cmd *cobra.Command, f *editionFlag, what string) {
	cmd.Flags().Var(f, "edition", "only the "+what+" of this edition: 1.0.0 or 1.0.0-initial (default both)")
	cmd.Flags().Lookup("edition").DefValue = "" // its zero value is one of them
}

// profileFlag is the value of --profile.
type profileFlag struct{ suite.Profile }

func (f *profileFlag) Set(text string) (err error) {
	f.Profile, err = suite.ParseProfile(text)
	return err
}

func (f *profileFlag) Type() string { return "profile" }

// addOptional adds a flag for a number. *value stays nil without it.
func addOptional(cmd *cobra.Command, value **int, name, usage string) {
	cmd.Flags().Func(name, usage, func(text string) error {
		n, err := strconv.Atoi(text)
		if err != nil {
			return fmt.Errorf("%q is not a whole number", text)
		}
		*value = &n
		return nil
	})
}

// seedFlag is the value of --seed.
type seedFlag uint64

func (f *seedFlag) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil {
		return fmt.Errorf("%q is not a seed: use a whole number from 0 to %d", text, uint32(1<<32-1))
	}
	*f = seedFlag(n)
	return nil
}

func (f *seedFlag) String() string { return strconv.FormatUint(uint64(*f), 10) }
func (f *seedFlag) Type() string   { return "N" }

// newSeed is the seed of a run that is given none.
var newSeed = func() seedFlag { return seedFlag(rand.Uint32()) }

// addJobsFlag adds --jobs. what says what N counts.
func addJobsFlag(cmd *cobra.Command, jobs *int, what string) {
	cmd.Flags().IntVar(jobs, "jobs", runtime.NumCPU(), what+" at a time")
	cmd.Flags().Lookup("jobs").DefValue = "the number of cores"
}

func checkJobs(jobs int) error {
	if jobs < 1 {
		return fmt.Errorf("--jobs is %d: give a number from 1 on", jobs)
	}
	return nil
}

// flagsInOrder returns the flags of a command, which help shows in the order of their definition.
func flagsInOrder(cmd *cobra.Command) *pflag.FlagSet {
	cmd.Flags().SortFlags = false
	return cmd.Flags()
}

// addMaxTimeFlag adds --max-time.
func addMaxTimeFlag(cmd *cobra.Command, o *askOptions) {
	cmd.Flags().DurationVar(&o.maxTime, "max-time", 30*time.Minute, "time limit of the whole run")
}

// defaultWaits is how long an adapter is waited for where no flag says it.
var defaultWaits = wire.Command{HelloTimeout: wire.DefaultHelloTimeout, Timeout: wire.DefaultTimeout, Grace: wire.DefaultGrace}

// addWaitFlags adds the flags for how long an adapter is waited for.
func addWaitFlags(cmd *cobra.Command, c *wire.Command) {
	c.Names = wire.Names{HelloTimeout: "--hello-timeout", Timeout: "--timeout"}
	f := cmd.Flags()
	f.DurationVar(&c.HelloTimeout, "hello-timeout", defaultWaits.HelloTimeout, "time limit for the response to hello")
	f.DurationVar(&c.Timeout, "timeout", defaultWaits.Timeout, "time limit for the next response while any is due")
	f.DurationVar(&c.Grace, "grace", defaultWaits.Grace, "time limit for the adapter to exit after its input ended")
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

// namesFile returns an error if one of these flags was given without the name of a file.
func namesFile(cmd *cobra.Command, flags ...string) error {
	for _, name := range flags {
		if f := cmd.Flags().Lookup(name); f.Changed && f.Value.String() == "" {
			return fmt.Errorf("--%s names no file: write --%s FILE", name, name)
		}
	}
	return nil
}

// adapterCommand checks the arguments of a command that takes `-- COMMAND [ARG...]`.
func adapterCommand(cmd *cobra.Command, args []string) error {
	switch dash := cmd.ArgsLenAtDash(); {
	case len(args) > 0 && dash != 0:
		return fmt.Errorf("%q is not a flag: the command that starts the adapter comes after `--`", args[0])
	case len(args) == 0 && dash == 0:
		return errors.New("nothing follows `--`: name the command that starts the adapter")
	}
	return nil
}

// oneArgument checks that a command has one argument. what is what it holds or names, usage how
// the command is written.
func oneArgument(what, usage string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		switch len(args) {
		case 0:
			return fmt.Errorf("no %s is given: write `%s`", what, usage)
		case 1:
			return nil
		}
		return fmt.Errorf("unexpected argument %q: give one %s", args[1], what)
	}
}

// listsOnly checks the arguments of a command that lists features or mutants, as kind says. It
// takes none: other commands show and run them.
func listsOnly(kind string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return fmt.Errorf("unknown command %q for \"epin %ss\": %s", args[0], kind, nearest(args[0], []string{"show", "run"},
			fmt.Sprintf("`epin %[1]ss show NAME` prints a %[1]s, `epin %[1]ss run` runs them", kind)))
	}
}
