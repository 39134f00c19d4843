package suite

import (
	"context"
	"os"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

func evidenceFor(t *testing.T, cfg Config, id string) Evidence {
	t.Helper()
	evidence, err := coverage(cfg)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range evidence {
		if e.ID == id {
			return e
		}
	}
	t.Fatalf("no evidence speaks of %s", id)
	return Evidence{}
}

// leftToAll reports whether the i-th of many is left to a run of all of them.
func leftToAll(i int) bool {
	switch {
	case os.Getenv("EPIN_WHOLE") == "1":
		return false
	case testing.Short():
		return i%16 != 0
	}
	return i%6 != 0
}

// A requirement whose checks are taken away is missed: by the report of a run, and
// by the coverage.
func TestEachRequirementIsMissed(t *testing.T) {
	for _, e := range epin.Editions() {
		for i, q := range requirement.Of(e) {
			if q.Level == requirement.Informative || leftToAll(i) {
				continue
			}
			t.Run(q.ID, func(t *testing.T) {
				t.Parallel()
				cfg := Config{Edition: e, Profile: Quick, Seed: 1, without: []string{q.ID}}
				if evidence := evidenceFor(t, cfg, q.ID); evidence.Exercised() {
					t.Errorf("without its checks there is still evidence: %+v", evidence)
				}
				cfg.Open = func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
					return conformance.Reference(e), nil
				}
				result, err := Run(context.Background(), cfg, func(Event) {})
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range result.Requirements {
					if r.ID == q.ID && r.Result != CheckNotExercised {
						t.Errorf("without its checks it reads %s", r.Result)
					}
				}
				if result.Verdict == FullyConformant || result.Verdict == Conformant {
					t.Errorf("without its checks the verdict is %s", result.Verdict)
				}
			})
		}
	}
}

func TestCoverageCounts(t *testing.T) {
	if testing.Short() {
		t.Skip("all checks of the profile standard are counted")
	}
	e := evidenceFor(t, Config{}, "epin/9.4/line-break")
	if e.Vectors < 3 || e.Scenarios < 1 || len(e.Laws) != 0 {
		t.Errorf("line breaks: %+v", e)
	}
	e = evidenceFor(t, Config{}, "epin/9.3/copy")
	if len(e.Laws) != 1 || e.Laws[0] != "copy" {
		t.Errorf("copy: %+v", e)
	}
	byLayer := map[string]int{}
	for _, l := range evidenceFor(t, Config{}, "epin/6/grammar").Layers {
		byLayer[l.Layer+" "+l.Way] = l.Checks
	}
	if byLayer["exhaustive sweep"] != 65793 || byLayer["tokens parse"] != 624 {
		t.Errorf("grammar: %v", byLayer)
	}
}
