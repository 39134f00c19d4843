package suite

import "time"

// What the clock bounds, it bounds for slow libraries. Those of the tests are fast, so that
// what is found in them may not depend on how busy the machine is.
func init() { findWithin(time.Hour) }

func findWithin(d time.Duration) { shrinkAtLeast, learningAtLeast, diagnosisAtLeast = d, d, d }

// StandingClock is a Config.Now for which no time goes by.
func StandingClock() time.Time { return time.Time{} }

// SkipFindings lets shrinking, learning and diagnosis end at once, and returns what undoes that.
func SkipFindings() (undo func()) {
	findWithin(0)
	return func() { findWithin(time.Hour) }
}
