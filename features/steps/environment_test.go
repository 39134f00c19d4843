package steps

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// TestRunLeavesTheProcessAlone checks that godog does not read arguments or print, also during
// concurrent runs.
func TestRunLeavesTheProcessAlone(t *testing.T) {
	args, stdout, stderr := os.Args, os.Stdout, os.Stderr
	defer func() { os.Args, os.Stdout, os.Stderr = args, stdout, stderr }()
	printed, err := os.Create(filepath.Join(t.TempDir(), "printed"))
	if err != nil {
		t.Fatal(err)
	}
	defer printed.Close()
	os.Args, os.Stdout, os.Stderr = []string{"test", "--no-such-flag", "nowhere.feature"}, printed, printed

	var runs sync.WaitGroup
	for _, edition := range []epin.Edition{epin.Current, epin.Initial, epin.Current} {
		runs.Go(func() {
			results, err := Run(context.Background(), conformance.Reference(edition), edition)
			if err != nil {
				t.Errorf("edition %s: %v", edition, err)
			}
			for _, r := range results {
				if r.Status != features.Passed {
					t.Errorf("%s: %s", r.ID, r.Message)
				}
			}
		})
	}
	runs.Wait()

	if text, err := os.ReadFile(printed.Name()); err != nil || len(text) > 0 {
		t.Errorf("printed: %s (%v)", text, err)
	}
}
