package bench

import (
	"slices"
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
	layer := 1 << (8 * (length + 1)) / 255 // 1 + 256 + … strings
	reference := wire.Command{Args: []string{epinBinary(b), "serve"}}
	var first, all float64
	for b.Loop() {
		var inside []progress
		ended := false
		report, err := suite.Run(b.Context(), suite.Config{
			Open: reference.Open, Profile: suite.Quick, Seed: 1, Sizes: suite.Sizes{Exhaustive: &length},
			Hooks: suite.Hooks{Progress: func(p suite.Progress) {
				switch isLayer := p.Layer == "exhaustive" && p.Op == "sweep"; {
				case isLayer:
					inside = append(inside, progress{p.Done, time.Now()})
				case len(inside) > 0 && !ended:
					inside, ended = append(inside, progress{layer, time.Now()}), true
				}
			}},
		})
		if err != nil {
			b.Fatal(err)
		}
		if checks, _ := report.Checks(); checks.Failed > 0 || report.Cut != "" || !ended {
			b.Fatal("the layer exhaustive is incomplete")
		}
		reached := func(checks int) progress {
			return inside[slices.IndexFunc(inside, func(p progress) bool { return p.checks >= checks })]
		}
		warm := reached(layer / warmup)
		first, all = reached(layer/part).since(warm), inside[len(inside)-1].since(warm)
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
