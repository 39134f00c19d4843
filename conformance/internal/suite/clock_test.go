package suite

import (
	"os"
	"testing"
	"time"
)

// What the clock bounds, it bounds for slow libraries. Those of the tests are fast, so that
// what is found in them may not depend on how busy the machine is. Diagnosis takes long, so
// only the tests that look at it have one.
func init() { shrinkAtLeast, learningAtLeast, diagnosisAtLeast = time.Hour, time.Hour, 0 }

// within lets a step after the checks take a time at least, until the test ends.
func within(t *testing.T, limit *time.Duration, d time.Duration) {
	before := *limit
	*limit = d
	t.Cleanup(func() { *limit = before })
}

// diagnosed has runs on a standing clock diagnosed, until the test ends.
func diagnosed(t *testing.T) { within(t, &diagnosisAtLeast, time.Hour) }

// notShrunk ends shrinking and learning at once, until the test ends.
func notShrunk(t *testing.T) {
	within(t, &shrinkAtLeast, 0)
	within(t, &learningAtLeast, 0)
}

// standingClock is a Config.Now for which no time goes by.
func standingClock() time.Time { return time.Time{} }

// sampled reports whether the i-th of some cases is tested: one in n, one in 5n where the
// race detector makes them slow, or all with EPIN_WHOLE=1.
func sampled(i, n int) bool {
	if testing.Short() {
		n *= 5
	}
	return i%n == 0 || whole()
}

// whole reports whether all cases are tested.
func whole() bool { return os.Getenv("EPIN_WHOLE") == "1" }

// longTest skips a test whose cases do not run side by side where only the race detector looks.
func longTest(t *testing.T) {
	if testing.Short() {
		t.Skip("short runs are for the race detector, and nothing runs side by side here")
	}
}
