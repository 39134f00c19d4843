package bench

import (
	"os"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

// BenchmarkCertify measures the time of a whole certification with one process for each
// core, and the peak memory of the runner (only on Linux).
// With the adapter that is always incorrect, nearly every check fails.
func BenchmarkCertify(b *testing.B) {
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	for _, run := range []struct {
		name       string
		exhaustive string // every byte string up to this length: standard has 2, thorough 3
		status     int
		adapter    wire.Command
	}{
		{"reference", "2", 0, wire.Command{}},
		{"python", "2", 0, adapter(b, "python")},
		{"reference-of-3-bytes", "3", 0, wire.Command{}},
		{"wrong-of-3-bytes", "3", 1, wire.Command{Args: []string{self, wrongAdapter}}},
	} {
		b.Run(run.name, func(b *testing.B) {
			var c certification
			var peak int64 // without the last 20 ms
			look := func(pid int) { peak = max(peak, peakOf(pid)) }
			epinBinary(b) // builds it before the time of the first certification starts
			for b.Loop() {
				c = certify(b, run.status, []string{"--profile", sized("standard", "quick"), "--exhaustive", sized(run.exhaustive, "1")}, run.adapter, look)
			}
			passed, failed := 0, 0
			for _, p := range c.report.Parts {
				passed, failed = passed+p.Passed, failed+p.Failed
				// An adapter that is always incorrect in the same way passes properties, which have no
				// operation, and the layer sequences, which compares responses with the first ones.
				if run.status == 1 && p.Op != "" && p.Layer != "sequences" && p.Passed > 0 {
					b.Fatalf("the adapter that is always incorrect passes %d checks of %s by %s", p.Passed, p.Layer, p.Op)
				}
			}
			b.ReportMetric(float64(passed+failed)/1e6, "Mchecks")
			b.ReportMetric(float64(failed)/1e6, "Mfailures")
			if peak > 0 {
				b.ReportMetric(float64(peak)/1e6, "peak-megabytes")
			}
		})
	}
}

// wrongAdapter is the argument that makes the test binary an adapter whose every response
// is incorrect, as fast as the reference.
const wrongAdapter = "wrong"

// wrong negates every verdict of the reference.
func wrong(edition *notation.Edition) conformance.Implementation {
	return double.Altered(conformance.Reference(edition), func(req conformance.Request, right conformance.Response) conformance.Response {
		opposite := map[conformance.Outcome]conformance.Outcome{
			conformance.Accepted: conformance.Rejected, conformance.Rejected: conformance.Accepted,
			conformance.Equal: conformance.Unequal, conformance.Unequal: conformance.Equal,
		}[right.Outcome]
		return conformance.Response{Outcome: opposite, Tokens: make([]string, len(req.Methods))}
	})
}
