package suite

import (
	"testing"

	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

func evidenceOf(t *testing.T, cfg Config) map[string]Evidence {
	t.Helper()
	evidence, err := coverage(cfg)
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]Evidence{}
	for _, e := range evidence {
		by[e.ID] = e
	}
	return by
}

// A requirement whose checks are taken away is missed: by the report of a run, and
// by the coverage.
func TestEachRequirementIsMissed(t *testing.T) {
	for _, e := range epin.Editions() {
		for i, q := range requirement.Of(e) {
			if q.Level == requirement.Informative || !sampled(i, 32) {
				continue
			}
			t.Run(q.ID, func(t *testing.T) {
				t.Parallel()
				cfg := Config{Edition: e, Profile: Quick, Seed: 1, without: []string{q.ID}}
				if evidence, ok := evidenceOf(t, cfg)[q.ID]; !ok || evidence.Exercised() {
					t.Errorf("without its checks there is still evidence: %+v", evidence)
				}
				cfg.Open = openReference
				result, _ := run(t, cfg)
				if r := requirementOf(result, q.ID); r.Result != CheckNotExercised {
					t.Errorf("without its checks it reads %s", r.Result)
				}
				if result.Verdict == FullyConformant || result.Verdict == Conformant {
					t.Errorf("without its checks the verdict is %s", result.Verdict)
				}
			})
		}
	}
}

func TestCoverageCounts(t *testing.T) {
	longTest(t)
	of := evidenceOf(t, Config{})
	e := of["epin/9.4/line-break"]
	if e.Vectors < 3 || e.Scenarios < 1 || len(e.Laws) != 0 {
		t.Errorf("line breaks: %+v", e)
	}
	e = of["epin/9.3/copy"]
	if len(e.Laws) != 1 || e.Laws[0] != "copy" {
		t.Errorf("copy: %+v", e)
	}
	byLayer := map[string]int{}
	for _, l := range of["epin/6/grammar"].Layers {
		byLayer[l.Layer+" "+l.Way] = l.Checks
	}
	if byLayer["exhaustive sweep"] != 65793 || byLayer["tokens parse"] != 624 {
		t.Errorf("grammar: %v", byLayer)
	}
}
