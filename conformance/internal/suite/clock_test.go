package suite

import (
	"os"
	"time"
)

// What the clock bounds, it bounds for slow libraries. Those of the tests are fast, so that
// what is found in them may not depend on how busy the machine is.
func init() { findWithin(time.Hour) }

func findWithin(d time.Duration) { shrinkAtLeast, learningAtLeast, diagnosisAtLeast = d, d, d }

// StandingClock is a Config.Now for which no time goes by.
func StandingClock() time.Time { return time.Time{} }

// Sampled reports whether the i-th of some cases is tested: one in n, or all with EPIN_WHOLE=1.
func Sampled(i, n int) bool { return i%n == 0 || Whole() }

// Whole reports whether all cases are tested.
func Whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// SkipFindings lets shrinking, learning and diagnosis end at once, and returns what undoes that.
func SkipFindings() (undo func()) {
	findWithin(0)
	return func() { findWithin(time.Hour) }
}
