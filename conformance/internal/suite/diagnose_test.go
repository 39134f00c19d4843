package suite

import (
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/epin"
)

// diagnosedFile names what each mutant of edition 1.0.0 is diagnosed as, in the profiles quick and
// standard. To record: EPIN_WHOLE=1 go test -run TestDiagnosis -timeout 60m -update. The README of
// package diagnosis explains the words.
const diagnosedFile = "../diagnosis/testdata/mutants.txt"

// TestDiagnosis: each mutant is diagnosed as recorded, and never as a mutant with other responses.
// All mutants run in both profiles with EPIN_WHOLE=1, otherwise a sample in the profile quick.
func TestDiagnosis(t *testing.T) {
	diagnosed(t)
	within(t, &shrinkAtLeast, 20*time.Second) // as in a real run: a long token takes minutes
	within(t, &learningAtLeast, 0)
	profiles := []Profile{Quick, Standard}
	if !whole() {
		profiles = profiles[:1]
	}
	recorded := readDiagnosed(t)
	var mu sync.Mutex
	if *update {
		t.Cleanup(func() { writeDiagnosed(t, recorded) })
	}
	for j, profile := range profiles {
		for i, m := range mutant.All() {
			// The responses of memory-by-hash depend on history; those of equal-hash-enough do not.
			if !m.ExistsIn(epin.Current) || !sampled(i, 160) && m.Name != "memory-by-hash" {
				continue
			}
			t.Run(fmt.Sprint(profile, "/", m.Name), func(t *testing.T) {
				t.Parallel()
				got := diagnosisOf(t, m, profile)
				t.Log(got)
				mu.Lock()
				defer mu.Unlock()
				was := recorded[m.Name]
				if *update {
					recorded[m.Name][j] = got
				} else if got != was[j] || strings.HasPrefix(got, "else:") {
					t.Errorf("diagnosed as %s, recorded %s", got, was[j])
				}
			})
		}
	}
}

// readDiagnosed returns the recorded diagnoses, by profile, of each mutant.
func readDiagnosed(t *testing.T) map[string]*[2]string {
	recorded := map[string]*[2]string{}
	for _, m := range mutant.All() {
		recorded[m.Name] = &[2]string{"none", "none"}
	}
	data, err := os.ReadFile(diagnosedFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		if len(words) != 3 || recorded[words[0]] == nil {
			t.Fatalf("%s: %s", diagnosedFile, line)
		}
		*recorded[words[0]] = [2]string(words[1:])
	}
	return recorded
}

// writeDiagnosed writes what readDiagnosed reads.
func writeDiagnosed(t *testing.T, recorded map[string]*[2]string) {
	var b strings.Builder
	for _, m := range mutant.All() {
		if m.ExistsIn(epin.Current) {
			fmt.Fprintf(&b, "%s %s\n", m.Name, strings.Join(recorded[m.Name][:], " "))
		}
	}
	if err := os.WriteFile(diagnosedFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// diagnosisOf runs a mutant and returns what it is diagnosed as:
//
//	itself            its own name, for each group that has a cause
//	equivalent:NAME   a mutant with the same responses
//	total             a total failure
//	else:NAME         a mutant with other responses
//	none              no cause
//	survives          no finding
func diagnosisOf(t *testing.T, m mutant.Mutant, profile Profile) string {
	cfg := Config{Open: opening(m.New), Edition: epin.Current, Profile: profile, Seed: 1}
	result, _ := run(t, cfg)
	if len(result.Findings) == 0 {
		return "survives"
	}
	diagnosed := "none"
	var others []string
	for _, g := range result.Groups {
		names := map[string]bool{}
		for _, c := range g.Causes {
			names[c.Mutant] = true
		}
		switch {
		case len(names) == 0:
		case names[m.Name]:
			diagnosed = "itself"
		case names[""]:
			diagnosed = "total"
		default:
			others = slices.AppendSeq(others, maps.Keys(names))
		}
	}
	slices.Sort(others)
	others = slices.Compact(others)
	for _, name := range others {
		if !sameResponses(t, cfg, m, mutantNamed(t, name)) {
			for i, g := range result.Groups {
				t.Log(g.Says, result.CauseLines(i))
			}
			return "else:" + name
		}
	}
	if len(others) > 0 {
		return "equivalent:" + strings.Join(others, ",")
	}
	return diagnosed
}

// sameResponses reports whether two mutants return the same responses to every request of a run.
// Values for invalid strings do not count.
func sameResponses(t *testing.T, cfg Config, a, b mutant.Mutant) bool {
	var differ atomic.Bool
	cfg.Open = func(context.Context, epin.Edition) (conformance.Implementation, error) {
		first, second := a.New(cfg.Edition), b.New(cfg.Edition)
		var mu sync.Mutex
		return answering(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			resp, err := first.Do(ctx, req)
			if other, _ := second.Do(ctx, req); !sameValues(cfg.Edition, req, resp, other) && !differ.Swap(true) {
				t.Logf("%s differs from %s: %+v: %+v, %+v", b.Name, a.Name, req, resp, other)
			}
			return resp, err
		}), nil
	}
	run(t, cfg)
	return !differ.Load()
}

func sameValues(edition epin.Edition, req conformance.Request, a, b conformance.Response) bool {
	if req.Op == conformance.OpSweep || edition.Valid(req.Token) && (req.Op != conformance.OpEqual || edition.Valid(req.Other)) {
		return a.Equal(b)
	}
	outcome := func(resp conformance.Response) conformance.Outcome {
		switch resp.Outcome {
		case conformance.Rejected, conformance.Crashed:
			return resp.Outcome
		}
		return conformance.Accepted
	}
	return outcome(a) == outcome(b)
}
