package suite

import (
	"context"
	"testing"
)

// What the suite itself costs: the standard profile against the reference in the
// same process.
func BenchmarkStandardInProcess(b *testing.B) {
	for b.Loop() {
		result, err := Run(context.Background(), Config{Open: openReference, Seed: 1}, func(Event) {})
		if err != nil || result.Verdict != FullyConformant {
			b.Fatal(result.Reason, err)
		}
	}
}
