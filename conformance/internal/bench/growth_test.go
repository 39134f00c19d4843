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
		var reached [3]progress // when the least numbers of checks were done
		least := [...]int{layer / warmup, layer / part, layer}
		report, err := suite.Run(b.Context(), suite.Config{
			Open: reference.Open, Profile: suite.Quick, Seed: 1, Sizes: suite.Sizes{Exhaustive: &length},
			Hooks: suite.Hooks{Progress: func(p suite.Progress) {
				done := p.Done
				if p.Layer != "exhaustive" || p.Op != "sweep" {
					if done = layer; reached[0].checks == 0 {
						return
					}
				}
				for i := range reached {
					if reached[i].checks == 0 && done >= least[i] {
						reached[i] = progress{done, time.Now()}
					}
				}
			}},
		})
		if err != nil {
			b.Fatal(err)
		}
		if checks, _ := report.Checks(); checks.Failed > 0 || report.Cut != "" || reached[2].checks == 0 {
			b.Fatal("the layer exhaustive is incomplete")
		}
		first, all = reached[1].since(reached[0]), reached[2].since(reached[0])
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
