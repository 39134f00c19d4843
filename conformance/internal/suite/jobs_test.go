package suite

import (
	"context"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/shrink"
	"github.com/epin-conformance/harness/epin"
)

// oddly answers in batches, each of them backwards.
type oddly struct {
	conformance.Implementation
	batch  int
	closed *atomic.Int64
}

func (o oddly) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	var held []conformance.Exchange
	flush := func() bool {
		for _, x := range slices.Backward(held) {
			if !answer(x) {
				return false
			}
		}
		held = held[:0]
		return true
	}
	i := 0
	for req := range requests {
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		resp, err := o.Do(ctx, req)
		if err != nil {
			return err
		}
		held = append(held, conformance.Exchange{Index: i, Request: req, Response: resp})
		i++
		if len(held) == o.batch && !flush() {
			return nil
		}
	}
	flush()
	return nil
}

func (o oddly) Close() error {
	o.closed.Add(1)
	return nil
}

// However many are asked side by side, and in whatever order they answer, a run says
// the same.
func TestJobsChangeNothing(t *testing.T) {
	m, ok := mutant.Named("dollar-for-end")
	if !ok {
		m = mutant.All()[0]
	}
	events := func(jobs int) ([]Event, int) {
		opened, closed := 0, new(atomic.Int64)
		var mu sync.Mutex
		var got []Event
		_, err := Run(t.Context(), Config{
			Profile: Quick, Seed: 3, Jobs: jobs, Now: StandingClock,
			Open: func(_ context.Context, e epin.Edition) (conformance.Implementation, error) {
				mu.Lock()
				defer mu.Unlock()
				opened++
				return oddly{m.New(e), 1 + 7*opened, closed}, nil
			},
		}, func(e Event) { got = append(got, e) })
		if err != nil {
			t.Fatal(err)
		}
		if int(closed.Load()) != opened {
			t.Errorf("%d jobs: %d opened, %d closed", jobs, opened, closed.Load())
		}
		return got, opened
	}
	ignoreText := cmp.FilterPath(func(p cmp.Path) bool { return p.Last().String() == ".Diff" }, cmp.Ignore())
	one, alone := events(1)
	for _, jobs := range []int{2, 5} {
		several, opened := events(jobs)
		// As many again learn what is accepted; shrinking always has as many.
		if opened-2*jobs != alone-2 {
			t.Errorf("%d jobs: %d opened", jobs, opened)
		}
		if diff := cmp.Diff(one, several, ignoreText, cmp.Comparer(automaton.Equal)); diff != "" {
			t.Errorf("%d jobs say something else:\n%s", jobs, diff)
		}
	}
}

// Of failures with long texts few are kept.
func TestKeptFailuresAreBounded(t *testing.T) {
	r := newRunner(planOf(t, Config{Edition: epin.Current}), func(Event) {})
	part, kept := &tally{}, 0
	for range 10 * maxFailures {
		f := Failure{Got: printable.Text(strings.Repeat("x", 3*longFailure)), Diff: strings.Repeat("x", 4*longFailure), Requirements: []string{"epin/6/anchoring"}}
		if err := r.fail(part, f, shrink.Fault{}, func(keep bool) {
			if keep {
				kept += len(f.Got) + len(f.Diff)
			}
		}); err != nil {
			t.Fatal(err)
		}
	}
	if most := maxFailures * longFailure; kept > most || kept < most/2 {
		t.Errorf("%d bytes are kept, want up to %d", kept, most)
	}
}
