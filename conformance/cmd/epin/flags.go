package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

// editionFlag is the value of --edition.
type editionFlag struct {
	*notation.Edition
	given   bool
	detects bool // whether it may be auto
	auto    bool
}

const autoEdition = "auto"

func (f *editionFlag) Set(text string) (err error) {
	f.auto = f.detects && (text == autoEdition || strings.HasSuffix(text, "/"+autoEdition))
	name := text
	if f.auto {
		name = strings.TrimSuffix(text, autoEdition) + notation.EPIN.Number
	}
	f.given = true
	if f.Edition, err = notation.Named(name); err != nil && f.detects {
		_, err = notation.Named(text) // names what was given
		err = fmt.Errorf("%w, or auto or pin/auto to detect it", err)
	}
	return err
}

func (f *editionFlag) String() string {
	switch {
	case f.Edition == nil: // the zero value, which package pflag makes
		return ""
	case f.auto:
		return strings.TrimSuffix(f.Edition.String(), f.Number) + autoEdition
	}
	return f.Edition.String()
}

func (f *editionFlag) Type() string { return "edition" }

// addFlag adds --edition to a command that is about one edition, EPIN without the flag.
func (f *editionFlag) addFlag(cmd *cobra.Command, usage string) {
	f.Edition = notation.EPIN
	cmd.Flags().Var(f, "edition", usage)
}

// addFilter adds --edition to a command that shows, of all editions, what there is.
func (f *editionFlag) addFilter(cmd *cobra.Command, what string) {
	cmd.Flags().Var(f, "edition", "only the "+what+" of this edition: "+notation.Names()+" (default all)")
}

// editions returns the edition that was given, or all.
func (f *editionFlag) editions() []*notation.Edition {
	if f.given {
		return []*notation.Edition{f.Edition}
	}
	return notation.All()
}

// profileFlag is the value of --profile.
type profileFlag suite.Profile

func (f *profileFlag) Set(text string) error {
	p, err := suite.ParseProfile(text)
	*f = profileFlag(p)
	return err
}

func (f *profileFlag) String() string { return suite.Profile(*f).String() }
func (f *profileFlag) Type() string   { return "profile" }

// optional is the value of a flag for a number that is nil without the flag.
type optional struct{ value **int }

func (o optional) Set(text string) error {
	n, err := strconv.Atoi(text)
	*o.value = &n
	return err
}

func (o optional) String() string { return "" }
func (o optional) Type() string   { return "int" }

// newSeed is the seed of a run that is given none.
var newSeed = rand.Uint32

// flagsInOrder returns the flags of a command, which help shows in the order of their definition.
func flagsInOrder(cmd *cobra.Command) *pflag.FlagSet {
	cmd.Flags().SortFlags = false
	return cmd.Flags()
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

// mostJobs is the maximum of --jobs.
const mostJobs = 64

// checkLimits returns an error for a limit that is not above zero, or for too many jobs.
func checkLimits(cmd *cobra.Command, _ []string) error {
	for _, name := range []string{"hello-timeout", "timeout", "grace", "max-time", "jobs"} {
		f := cmd.Flags().Lookup(name)
		if f == nil {
			continue
		}
		if text := f.Value.String(); text == "0" || text == "0s" || text[0] == '-' {
			return fmt.Errorf("--%s is %s: it has to be above zero", name, text)
		}
	}
	if jobs, err := cmd.Flags().GetInt("jobs"); err == nil && jobs > mostJobs {
		return fmt.Errorf("--jobs is %d: use at most %d", jobs, mostJobs)
	}
	return nil
}

// addFileFlag adds a flag for the name of a file. short is its letter, or empty.
func addFileFlag(cmd *cobra.Command, name *string, flag, short, usage string) {
	cmd.Flags().FuncP(flag, short, usage, func(text string) error {
		if *name = text; text == "" {
			return errors.New("it names no file")
		}
		return nil
	})
}

// arguments checks that a command has these arguments, and no others. `-- COMMAND [ARG...]` may
// follow where the usage says so.
func arguments(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		dash := cmd.ArgsLenAtDash()
		if dash >= 0 && strings.Contains(cmd.Use, "-- COMMAND") {
			if dash == len(args) {
				return errors.New("nothing follows `--`: name the command that starts the adapter")
			}
			args = args[:dash]
		}
		switch {
		case len(args) < len(names):
			return fmt.Errorf("no %s is given: write `%s`", names[len(args)], cmd.UseLine())
		case len(args) > len(names):
			return fmt.Errorf("unexpected argument %q: write `%s`", args[len(names)], cmd.UseLine())
		}
		return nil
	}
}
