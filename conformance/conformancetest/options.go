package conformancetest

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// An Option changes what [Run] or [Fuzz] does. One that cannot be followed fails the
// test, with a sentence that says why.
type Option func(*settings) error

// settings are what the options say. The zero value is none of them.
type settings struct {
	edition epin.Edition
	profile suite.Profile
	seed    uint64
	known   []knownfailures.Line // nil for no list
	timeout time.Duration
	jobs    int
}

func settingsOf(options []Option) (settings, error) {
	s := settings{profile: suite.Standard, seed: 1, timeout: defaultTimeout, jobs: 1}
	for _, option := range options {
		if err := option(&s); err != nil {
			return s, err
		}
	}
	if testing.Short() {
		s.profile = suite.Quick
	}
	return s, nil
}

// Edition names the edition of the specification: "1.0.0", which it is without this
// option, or "1.0.0-initial".
func Edition(name string) Option {
	return func(s *settings) error {
		edition, err := epin.ParseEdition(name)
		if err != nil {
			return fmt.Errorf("conformancetest.Edition: there is no edition %q: choose %s or %s", name, epin.Current, epin.Initial)
		}
		s.edition = edition
		return nil
	}
}

// Profile says how much [Run] asks: "quick", "standard", which it is without this
// option, or "thorough". Under -short it is always quick.
func Profile(name string) Option {
	return func(s *settings) error {
		profile, err := suite.ParseProfile(name)
		if err != nil {
			return fmt.Errorf("conformancetest.Profile: %w", err)
		}
		s.profile = profile
		return nil
	}
}

// Seed is what everything random of [Run] comes from. It is 1 without this option, so
// that the same is asked each time.
func Seed(seed uint64) Option {
	return func(s *settings) error {
		s.seed = seed
		return nil
	}
}

// KnownFailures names a file, by its path from the folder of the test, with what [Run]
// is known to show, one a line:
//
//	epin/6/anchoring: a line feed at the end is accepted, issue 12
//	epin/9.4/line-break "K\n": the same
//
// It is what `epin certify --known-failures` takes, and as strict: a failure that stands
// there fails no test, and a line that did not fail does.
func KnownFailures(file string) Option {
	return func(s *settings) error {
		data, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("conformancetest.KnownFailures: %w", err)
		}
		list, err := knownfailures.Parse(data)
		var wrong *knownfailures.Error
		if errors.As(err, &wrong) {
			return fmt.Errorf("conformancetest.KnownFailures: %s:%d: %s", file, wrong.Line, wrong.What)
		}
		s.known = append([]knownfailures.Line{}, list.Lines...) // an empty list is one, too
		return nil
	}
}

// Timeout is how long a call of the library may take before it counts as one that does
// not return. It is ten seconds without this option.
func Timeout(d time.Duration) Option {
	return func(s *settings) error {
		if d <= 0 {
			return fmt.Errorf("conformancetest.Timeout: %s is not above zero", d)
		}
		s.timeout = d
		return nil
	}
}

// Parallel asks several implementations side by side, as many as there are processors.
// That is sound for a library whose functions may be called by several goroutines at
// once, and only then; with `go test -race` it tests that, too. What is reported is the
// same.
func Parallel() Option {
	return func(s *settings) error {
		s.jobs = runtime.GOMAXPROCS(0)
		return nil
	}
}
