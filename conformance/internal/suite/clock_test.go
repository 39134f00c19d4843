package suite

import "time"

// What the clock bounds, it bounds for slow libraries. Those of the tests are fast, so that
// what is found in them may not depend on how busy the machine is.
func init() { shrinkAtLeast, learningAtLeast, diagnosisAtLeast = time.Hour, time.Hour, time.Hour }

// StandingClock is a Config.Now for which no time goes by.
func StandingClock() time.Time { return time.Time{} }
