package suite_test

import (
	"context"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// What the suite itself costs: the standard profile against the reference in the
// same process.
func BenchmarkStandardInProcess(b *testing.B) {
	for b.Loop() {
		result, err := suite.Run(context.Background(), suite.Config{Open: opening(conformance.Reference), Seed: 1}, func(suite.Event) {})
		if err != nil || result.Verdict != suite.FullyConformant {
			b.Fatal(result.Reason, err)
		}
	}
}
