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

// TestRunLeavesTheProcessAlone checks that godog does not read arguments, print, or change
// variables, also during concurrent runs.
func TestRunLeavesTheProcessAlone(t *testing.T) {
	t.Setenv("GODOG_SEED", "mine")
	t.Setenv("GODOG_TESTED_PACKAGE", "") // so that the test restores it
	if err := os.Unsetenv("GODOG_TESTED_PACKAGE"); err != nil {
		t.Fatal(err)
	}
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
			results, err := Run(context.Background(), conformance.Reference(edition), edition, nil)
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

	if seed := os.Getenv("GODOG_SEED"); seed != "mine" {
		t.Errorf("GODOG_SEED is %q", seed)
	}
	if value, set := os.LookupEnv("GODOG_TESTED_PACKAGE"); set {
		t.Errorf("GODOG_TESTED_PACKAGE is set, to %q", value)
	}
	if text, err := os.ReadFile(printed.Name()); err != nil || len(text) > 0 {
		t.Errorf("printed: %s (%v)", text, err)
	}
}
