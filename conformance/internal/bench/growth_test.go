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
		warm, early, end := exhaust(b, epin, length, warmup, part)
		first, all = early.since(warm), end.since(warm)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(first, "first-ns/check")
	b.ReportMetric(all, "all-ns/check")
	b.ReportMetric(all/first, "all/first")
}

// progress is the number of finished checks of a layer at a time.
type progress struct {
	checks int
	at     time.Time
}

// since returns the nanoseconds of each check after an earlier progress.
func (p progress) since(earlier progress) float64 {
	return float64(p.at.Sub(earlier.at).Nanoseconds()) / float64(p.checks-earlier.checks)
}

// exhaust tests every string up to a length with one process of the reference. It returns the
// first progress of at least two parts of the layer, and its end.
func exhaust(b *testing.B, epin string, length, warmup, part int) (warm, early, end progress) {
	b.Helper()
	layer := 1 << (8 * (length + 1)) / 255 // 1 + 256 + … strings
	report, err := suite.Run(b.Context(), suite.Config{
		Open:    wire.Command{Args: []string{epin, "serve"}}.Open,
		Profile: suite.Quick, Seed: 1, Jobs: 1, Exhaustive: &length,
		Progress: func(p suite.Progress) {
			now, inside := progress{p.Done, time.Now()}, p.Layer == "exhaustive" && p.Way == "sweep"
			switch {
			case !inside && warm.checks > 0 && end.checks == 0:
				end = progress{layer, now.at}
			case !inside:
			case warm.checks == 0 && p.Done >= layer/warmup:
				warm = now
			case early.checks == 0 && p.Done >= layer/part:
				early = now
			}
		},
	})
	if err != nil {
		b.Fatal(err)
	}
	if all, _ := report.Checks(); all.Failed > 0 || report.Cut != "" ||
		warm.checks == 0 || early.checks == 0 || end.checks < layer {
		b.Fatal("the layer exhaustive is incomplete")
	}
	return warm, early, end
}
