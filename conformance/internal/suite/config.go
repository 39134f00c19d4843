package suite

import (
	"fmt"
	"math"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/epin"
)

// Config says what a run asks, and of whom.
//
// A selector of Only is a requirement, a layer, the identifier of a check, a leading part of
// one of these up to a slash, or a single request: "single", the operation, for apply the
// methods with a hyphen between them, and the tokens in hexadecimal ("empty" for the empty
// one), with slashes between them. Single requests are made first, of one process, in their
// order; "256× " or "256x " in front of one repeats it. A sweep has any number of tokens.
type Config struct {
	Open       conformance.Factory // the implementation under test; required
	Edition    epin.Edition
	Profile    Profile
	Seed       uint64               // everything random comes from it
	Jobs       int                  // implementations opened side by side, then from several goroutines; 0 is 1
	Only       []string             // selectors, see below; empty for everything
	Given      []string             // Only as reports show it; nil for Only itself
	Known      []knownfailures.Line // known failures, see [result.KnownFailures]; nil for no list, which is not an empty one
	FailFast   bool                 // end at the first failure that is not known
	MaxTime    time.Duration        // bound of the whole run; 0 for none
	Complete   *int                 // extra states of the layer complete; nil as the profile says
	Exhaustive *int                 // longest length of the layer exhaustive; nil as the profile says
	Fuzz       *Fuzz                // how long the layer fuzz goes on; nil as the profile says
	Now        func() time.Time     // the clock; nil for time.Now

	without []string // requirements whose checks are taken away, see [selector.NewSelection]
}

// plan is a configuration with its selectors parsed and its defaults filled in.
type plan struct {
	Config
	selection     *selector.Selection
	extra, length int // see [Config]
	fuzz          Fuzz
	oracle        *oracle.Oracle
	chosen        [oracle.Classes]struct{ known, chosen bool } // whether the selection has the verdicts of a class
}

// newPlan resolves a configuration. An error is a *[selector.Error] or a *[CostError].
func newPlan(cfg Config) (plan, error) {
	profile := profiles[cfg.Profile]
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	p := plan{Config: cfg, oracle: oracle.New(cfg.Edition), extra: profile.extra, length: profile.length, fuzz: cfg.fuzz()}
	var err error
	if p.selection, err = selector.NewSelection(cfg.Edition, cfg.Only, cfg.without); err != nil {
		return p, err
	}
	if cfg.Complete != nil {
		p.extra = *cfg.Complete
		if p.extra < 0 {
			return p, costErrorf("the complete suite for %d extra states: give a number from 0 on", p.extra)
		}
		if err := cfg.affordable("the complete suite for "+result.ExtraStates(p.extra), "words", estimateOfComplete(cfg.Edition, p.extra)); err != nil {
			return p, err
		}
	}
	if cfg.Exhaustive != nil {
		p.length = *cfg.Exhaustive
		if p.length < 0 {
			return p, costErrorf("every byte string of length up to %d: give a number from 0 on", p.length)
		}
		size := (math.Pow(256, float64(p.length+1)) - 1) / 255
		if err := cfg.affordable(fmt.Sprintf("every byte string of length up to %d", p.length), "strings", size); err != nil {
			return p, err
		}
	}
	if f := cfg.Fuzz; f != nil { // the profile's own is cut short, where there is no time for it
		switch {
		case f.Time < 0 || f.Rounds < 0:
			return p, costErrorf("fuzzing for less than nothing: give a time, or a number of rounds, from 0 on")
		case cfg.MaxTime > 0 && f.Time >= cfg.MaxTime:
			return p, costErrorf("fuzzing for %s leaves no time for anything else, since the run may take %s: fuzz for less, or raise --max-time", f.Time, cfg.MaxTime)
		}
	}
	return p, nil
}

// fuzz is how long the layer fuzz goes on.
func (cfg Config) fuzz() Fuzz {
	if cfg.Fuzz != nil {
		return *cfg.Fuzz
	}
	return Fuzz{Time: profiles[cfg.Profile].fuzz}
}

// Fuzzes reports whether the layer fuzz is asked.
func (cfg Config) Fuzzes() bool { return cfg.fuzz().goes() }

// CostError says that what Config.Complete, Config.Exhaustive or Config.Fuzz wants cannot
// be had, and what it would cost.
type CostError struct{ text string }

func (e *CostError) Error() string { return e.text }

func costErrorf(format string, args ...any) error { return &CostError{fmt.Sprintf(format, args...)} }

// bestRate is how many verdicts a second a fast library gives through a pipe: whatever
// takes too long at this rate takes too long.
const bestRate = 5_000_000

// longestRun is what nothing of it may take, whatever the bound of the run.
const longestRun = 24 * time.Hour

// estimateOfComplete is the number of words of a complete suite; from three extra states on,
// where counting takes time itself, by its growth.
func estimateOfComplete(edition epin.Edition, extra int) float64 {
	const counted = 2
	size := float64(sizeOfComplete(edition, min(extra, counted)))
	return size * math.Pow(256, float64(max(extra-counted, 0)))
}

// affordable returns an error for what takes longer than the run may.
func (cfg Config) affordable(what, things string, size float64) error {
	seconds := size / bestRate / float64(max(cfg.Jobs, 1))
	limit, advice := longestRun, "ask for less"
	if cfg.MaxTime > 0 && cfg.MaxTime < limit {
		limit, advice = cfg.MaxTime, "ask for less, or raise --max-time"
	}
	if seconds <= limit.Seconds() {
		return nil
	}
	if seconds > longestRun.Seconds() {
		advice = "ask for less"
	}
	return costErrorf("%s is some %s %s, and takes at least %s even if %s are answered a second; the run may take %s: %s",
		what, roughly(size), things, lasting(seconds), number.Thousands(bestRate*max(cfg.Jobs, 1)), limit, advice)
}

// roughly writes a large number with three digits that count.
func roughly(n float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e15, ""}, {1e12, " million million"}, {1e9, " thousand million"}, {1e6, " million"}} {
		if n < unit.size {
			continue
		}
		if unit.name == "" {
			return fmt.Sprintf("%.3g", n)
		}
		return fmt.Sprintf("%.3g%s", n/unit.size, unit.name)
	}
	return number.Thousands(int(n))
}

// lasting writes a time in the unit that fits it.
func lasting(seconds float64) string {
	const minute, hour, day, year = 60, 3600, 24 * 3600, 365.25 * 24 * 3600
	switch {
	case seconds >= 2*year:
		return fmt.Sprintf("%.3g years", seconds/year)
	case seconds >= 2*day:
		return fmt.Sprintf("%.0f days", seconds/day)
	case seconds >= 2*hour:
		return fmt.Sprintf("%.0f hours", seconds/hour)
	case seconds >= 2*minute:
		return fmt.Sprintf("%.0f minutes", seconds/minute)
	}
	return fmt.Sprintf("%.2g seconds", seconds)
}
