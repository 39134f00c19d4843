package bench

import (
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/wire"
)

// BenchmarkGrowth compares the time of a check in a large layer with that in the first
// sixteenth of the layer, in the same run (all/first). The layer has all 16,843,009 strings
// of up to three bytes. Both times begin when the first 64th is done: it contains what every run
// does once, the small sweeps at the start, and the requests that are sent ahead.
func BenchmarkGrowth(b *testing.B) {
	// A smaller layer reports its progress only a few times.
	length, warmup, part := sized(3, 2), sized(64, 8), sized(16, 2)
	epin := epinBinary(b)
	var first, all float64
	for b.Loop() {
		steps := exhaust(b, epin, length)
		end := steps[len(steps)-1]
		start := at(steps, end.checks/warmup)
		first, all = at(steps, end.checks/part).since(start), end.since(start)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(first, "first-ns/check")
	b.ReportMetric(all, "all-ns/check")
	b.ReportMetric(all/first, "all/first")
}

// progress is the number of finished checks of a layer at a time after its start.
type progress struct {
	checks int
	after  time.Duration
}

// since returns the nanoseconds of each check after an earlier progress.
func (p progress) since(earlier progress) float64 {
	return float64((p.after - earlier.after).Nanoseconds()) / float64(p.checks-earlier.checks)
}

// at returns the first progress of at least so many checks.
func at(steps []progress, checks int) progress {
	for _, p := range steps {
		if p.checks >= checks {
			return p
		}
	}
	return steps[len(steps)-1]
}

// exhaust tests every string up to a length with one process of the reference, and returns
// the progress up to the end.
func exhaust(b *testing.B, epin string, length int) (steps []progress) {
	b.Helper()
	var began time.Time
	inside := false
	_, err := suite.Run(b.Context(), suite.Config{
		Open:    wire.Command{Args: []string{epin, "serve"}}.Open,
		Profile: suite.Quick, Seed: 1, Jobs: 1, Exhaustive: &length,
	}, func(event suite.Event) {
		switch e := event.(type) {
		case suite.PartStarted:
			inside, began = e.Layer == "exhaustive" && e.Way == "sweep", time.Now()
		case suite.Progress:
			if inside {
				steps = append(steps, progress{e.Done, time.Since(began)})
			}
		case suite.PartFinished:
			if inside && e.Part.Complete && e.Part.Failed == 0 {
				steps = append(steps, progress{e.Part.Passed, time.Since(began)})
			}
		}
	})
	if err != nil {
		b.Fatal(err)
	}
	if len(steps) < 4 || steps[len(steps)-1].checks < 1<<(8*length) {
		b.Fatal("the layer exhaustive is incomplete")
	}
	return steps
}
