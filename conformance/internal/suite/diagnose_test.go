package suite

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/epin"
)

// diagnosedFile names what each mutant of edition 1.0.0 is diagnosed as, in the profiles quick and
// standard. To record: EPIN_WHOLE=1 go test -run TestDiagnosis -timeout 60m -update. The README of
// package diagnosis explains the words.
const diagnosedFile = "../diagnosis/testdata/mutants.txt"

// TestDiagnosis: each mutant is diagnosed as recorded, and never as another one: no two have the same responses.
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
					was[j] = got
					recorded[m.Name] = was
				} else if got != was[j] || strings.HasPrefix(got, "else:") {
					t.Errorf("diagnosed as %s, recorded %s", got, was[j])
				}
			})
		}
	}
}

// readDiagnosed returns the recorded diagnoses, by profile, of each mutant. A test of package
// diagnosis checks that the file has every mutant.
func readDiagnosed(t *testing.T) map[string][2]string {
	recorded := map[string][2]string{}
	data, err := os.ReadFile(diagnosedFile)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		words := strings.Fields(line)
		recorded[words[0]] = [2]string(words[1:])
	}
	return recorded
}

// writeDiagnosed writes what readDiagnosed reads.
func writeDiagnosed(t *testing.T, recorded map[string][2]string) {
	var b strings.Builder
	for _, m := range mutant.All() {
		if m.ExistsIn(epin.Current) {
			fmt.Fprintln(&b, m.Name, recorded[m.Name][0], recorded[m.Name][1])
		}
	}
	if err := os.WriteFile(diagnosedFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// diagnosisOf runs a mutant and returns what it is diagnosed as:
//
//	itself      its own name, for each group that has a cause
//	total       a total failure
//	else:NAMES  another mutant
//	none        no cause
//	survives    no finding
func diagnosisOf(t *testing.T, m mutant.Mutant, profile Profile) string {
	result := run(t, Config{Open: opening(m.New), Edition: epin.Current, Profile: profile, Seed: 1})
	if len(result.Findings) == 0 {
		return "survives"
	}
	diagnosed := "none"
	for i, g := range result.Groups {
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
			t.Log(g.Says, result.CauseLines(i))
			return "else:" + strings.Join(slices.Sorted(maps.Keys(names)), ",")
		}
	}
	return diagnosed
}
