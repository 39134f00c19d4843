package suite

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/epin"
)

// TestJobsChangeNothing: the same seed gives the same events, whatever the number of processes
// and the order of their responses.
func TestJobsChangeNothing(t *testing.T) {
	diagnosed(t)
	for i, test := range []struct {
		mutant string
		only   []string
		more   int // processes of each job, after the run: shrinking always opens as many
	}{
		{"dollar-for-z", nil, 2}, // which is learned, too
		{"derive-toggles", []string{"vectors", "tokens/parse", "properties"}, 1},
		{"check-trims", []string{"vectors", "tokens/parse", "properties"}, 1},
		{"last-index", []string{"vectors", "tokens/parse", "properties"}, 1},
	} {
		if !sampled(i, 4) {
			continue
		}
		events := func(jobs int) ([]Event, int) {
			opened, closed := 0, new(atomic.Int64)
			var mu sync.Mutex
			_, got := run(t, Config{
				Profile: Quick, Seed: 3, Jobs: jobs, Only: test.only,
				Open: opening(func(e epin.Edition) conformance.Implementation {
					mu.Lock()
					defer mu.Unlock()
					opened++
					return &process{Implementation: mutantNamed(t, test.mutant).New(e), batch: 1 + 7*opened, backwards: true, closed: closed}
				}),
			})
			if int(closed.Load()) != opened {
				t.Errorf("%s, %d jobs: %d opened, %d closed", test.mutant, jobs, opened, closed.Load())
			}
			return got, opened
		}
		one, alone := events(1)
		for _, jobs := range []int{1, 5} {
			several, opened := events(jobs)
			if opened-test.more*jobs != alone-test.more {
				t.Errorf("%s, %d jobs: %d opened, and by one %d", test.mutant, jobs, opened, alone)
			}
			if diff := eventsDiffer(one, several); diff != "" {
				t.Errorf("%s: %d jobs give other events:\n%s", test.mutant, jobs, diff)
			}
		}
	}
}

// Of failures with long texts few are kept.
func TestKeptFailuresAreBounded(t *testing.T) {
	r := newRunner(planOf(t, Config{Edition: epin.Current}), func(Event) {})
	part, kept := &tally{}, 0
	for range 10 * maxFailures {
		f := Failure{Got: printable.Text(strings.Repeat("x", 7*longFailure)), Requirements: []string{"epin/6/anchoring"}}
		if err := r.fail(part, f, shrink.Fault{}, func(keep bool) {
			if keep {
				kept += len(f.Got)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	if most := maxFailures * longFailure; kept > most || kept < most/2 {
		t.Errorf("%d bytes are kept, want up to %d", kept, most)
	}
}
