package conformancetest

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
)

// An Option configures [Run] or [Fuzz]. An invalid option fails the test, with a message.
type Option struct {
	name string
	set  func(*suite.Config) error
}

// configOf returns the configuration of a run with options, without its implementation.
func configOf(options []Option) (suite.Config, error) {
	cfg := suite.Config{Edition: notation.EPIN, Profile: suite.Standard, Seed: 1, Processes: suite.Processes{Jobs: 1}}
	for _, option := range options {
		if err := option.set(&cfg); err != nil {
			return cfg, fmt.Errorf("conformancetest.%s: %w", option.name, err)
		}
	}
	if testing.Short() {
		cfg.Profile = suite.Quick
	}
	return cfg, nil
}

// Edition selects the notation and its edition by name: "1.0.0" (the default) and "1.0.0-initial" of
// EPIN, "pin/1.0.0" and "pin/1.0.0-initial" of PIN.
func Edition(name string) Option {
	return Option{"Edition", func(cfg *suite.Config) (err error) {
		cfg.Edition, err = notation.Named(name)
		return err
	}}
}

// Profile selects the number of checks of [Run]: "quick", "standard" (the default) or
// "thorough". With -short it is always quick.
func Profile(name string) Option {
	return Option{"Profile", func(cfg *suite.Config) (err error) {
		cfg.Profile, err = suite.ParseProfile(name)
		return err
	}}
}

// Seed sets the seed of all random requests of [Run]. The default is 1, so runs are
// reproducible.
func Seed(seed uint64) Option {
	return Option{"Seed", func(cfg *suite.Config) error {
		cfg.Seed = seed
		return nil
	}}
}

// KnownFailures names a file with known failures of [Run], one on each line. Its path is
// relative to the folder of the test.
//
//	epin/6/anchoring: a line feed at the end is accepted, issue 12
//	epin/9.4/line-break "K\n": the same
//
// The format is that of `epin certify --known-failures`. A known failure does not fail the
// test, but a line whose failure no longer occurs does.
func KnownFailures(file string) Option {
	return Option{"KnownFailures", func(cfg *suite.Config) error {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		list, err := knownfailures.Parse(data)
		if wrong := (*knownfailures.Error)(nil); errors.As(err, &wrong) {
			return fmt.Errorf("%s:%d: %s", file, wrong.Line, wrong.What)
		}
		cfg.Known = list.Lines
		return nil
	}}
}

// Parallel tests several implementations, of which one for each processor works at a time. The functions
// of the library must be safe for concurrent use; with `go test -race`, this tests it. The
// results are the same as without this option, unless the library's responses depend on earlier
// requests: each implementation gets a part of them.
func Parallel() Option {
	return Option{"Parallel", func(cfg *suite.Config) error {
		cfg.Jobs, cfg.Spread = runtime.GOMAXPROCS(0), 3000
		return nil
	}}
}
