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
	layer := 1 << (8 * (length + 1)) / 255 // 1 + 256 + … strings
	reference := wire.Command{Args: []string{epinBinary(b), "serve"}}
	var first, all float64
	for b.Loop() {
		var checks [3]int // done when the least numbers of checks were reached, at these times
		var at [3]time.Time
		least := [...]int{layer / warmup, layer / part, layer}
		report, err := suite.Run(b.Context(), suite.Config{
			Open: reference.Open, Profile: suite.Quick, Seed: 1, Sizes: suite.Sizes{Exhaustive: &length},
			Hooks: suite.Hooks{Progress: func(p suite.Progress) {
				done := p.Done
				if p.Layer != "exhaustive" || p.Op != "sweep" {
					if done = layer; checks[0] == 0 {
						return
					}
				}
				for i := range checks {
					if checks[i] == 0 && done >= least[i] {
						checks[i], at[i] = done, time.Now()
					}
				}
			}},
		})
		if err != nil {
			b.Fatal(err)
		}
		if result, _ := report.Checks(); result.Failed > 0 || report.Cut != "" || checks[2] == 0 {
			b.Fatal("the layer exhaustive is incomplete")
		}
		first = float64(at[1].Sub(at[0])) / float64(checks[1]-checks[0])
		all = float64(at[2].Sub(at[0])) / float64(checks[2]-checks[0])
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(first, "first-ns/check")
	b.ReportMetric(all, "all-ns/check")
	b.ReportMetric(all/first, "all/first")
}
