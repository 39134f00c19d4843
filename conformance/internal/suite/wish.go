package suite

import (
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// extraStates is for how many extra states the layer complete is asked.
func (cfg Config) extraStates() int {
	if cfg.Complete != nil {
		return *cfg.Complete
	}
	return cfg.Profile.extraStates()
}

// exhaustiveLength is the length up to which the layer exhaustive asks every string.
func (cfg Config) exhaustiveLength() int {
	if cfg.Exhaustive != nil {
		return *cfg.Exhaustive
	}
	return cfg.Profile.exhaustiveLength()
}

// fuzz is how long the layer fuzz goes on.
func (cfg Config) fuzz() Fuzz {
	if cfg.Fuzz != nil {
		return *cfg.Fuzz
	}
	return Fuzz{Time: cfg.Profile.fuzzTime()}
}

// Fuzzes reports whether the layer fuzz is asked.
func (cfg Config) Fuzzes() bool { return cfg.fuzz().goes() }

// WishError says that what Config.Complete, Config.Exhaustive or Config.Fuzz wants cannot
// be had, and what it would cost.
type WishError struct{ err error }

func (e *WishError) Error() string { return e.err.Error() }

// bestRate is how many verdicts a second a fast library gives through a pipe: whatever
// takes too long at this rate takes too long.
const bestRate = 5_000_000

// longestWish is what no wish may take, whatever the bound of the run.
const longestWish = 24 * time.Hour

// checkWishes refuses what would take longer than the run may, and says how long.
func checkWishes(cfg Config) error {
	if k := cfg.Complete; k != nil {
		if *k < 0 {
			return &WishError{fmt.Errorf("the complete suite for %d extra states: give a number from 0 on", *k)}
		}
		if err := affordable(cfg, fmt.Sprintf("the complete suite for %s", result.ExtraStates(*k)), "words", sizeOfWish(cfg.Edition, *k)); err != nil {
			return err
		}
	}
	if n := cfg.Exhaustive; n != nil {
		if *n < 0 {
			return &WishError{fmt.Errorf("every byte string of length up to %d: give a number from 0 on", *n)}
		}
		size := (math.Pow(256, float64(*n+1)) - 1) / 255
		if err := affordable(cfg, fmt.Sprintf("every byte string of length up to %d", *n), "strings", size); err != nil {
			return err
		}
	}
	return checkFuzz(cfg)
}

// sizeOfWish is the number of words of a complete suite; from three extra states on,
// where counting takes time itself, by its growth.
func sizeOfWish(edition epin.Edition, extra int) float64 {
	const counted = 2
	size := float64(sizeOfComplete(edition, min(extra, counted)))
	return size * math.Pow(256, float64(max(extra-counted, 0)))
}

func affordable(cfg Config, what, things string, size float64) error {
	seconds := size / bestRate / float64(max(cfg.Jobs, 1))
	limit, advice := longestWish, "ask for less"
	if cfg.MaxTime > 0 && cfg.MaxTime < limit {
		limit, advice = cfg.MaxTime, "ask for less, or raise --max-time"
	}
	if seconds <= limit.Seconds() {
		return nil
	}
	if seconds > longestWish.Seconds() {
		advice = "ask for less"
	}
	return &WishError{errors.New(what + fmt.Sprintf(" is some %s %s, and takes at least %s even if %s are answered a second; the run may take %s: %s",
		roughly(size), things, lasting(seconds), number.Thousands(bestRate*max(cfg.Jobs, 1)), limit, advice))}
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
