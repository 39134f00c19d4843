package suite

import (
	"context"
	"errors"
	"fmt"
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

func manyRequests(n int, drawn *atomic.Int64) iter.Seq[conformance.Request] {
	return func(yield func(conformance.Request) bool) {
		for i := range n {
			drawn.Add(1)
			if !yield(conformance.Request{Op: conformance.OpValid, Token: fmt.Sprint(i)}) {
				return
			}
		}
	}
}

// blocking answers nothing before its gate is open, and then with an error if there
// is one.
type blocking struct {
	conformance.Implementation
	gate  chan struct{}
	err   error
	asked chan struct{} // told when it was asked something, unless it is nil
}

func (b blocking) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	select {
	case b.asked <- struct{}{}:
	default:
	}
	select {
	case <-b.gate:
	case <-ctx.Done():
		return conformance.Response{}, context.Cause(ctx)
	}
	if b.err != nil {
		return conformance.Response{}, b.err
	}
	return b.Implementation.Do(ctx, req)
}

// opensInTurn opens each of some implementations once.
func opensInTurn(impls ...conformance.Implementation) func() (conformance.Implementation, error) {
	var mu sync.Mutex
	return func() (conformance.Implementation, error) {
		mu.Lock()
		defer mu.Unlock()
		impl := impls[0]
		impls = impls[1:]
		return impl, nil
	}
}

// waiter answers nothing before it is told to, and calls back when it is asked for the
// n-th time.
type waiter struct {
	conformance.Implementation
	told chan struct{}
	n    *atomic.Int64
	last int64
	call func()
}

func (w waiter) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	switch w.n.Add(1) {
	case 1:
		<-w.told
	case w.last:
		w.call()
	}
	return w.Implementation.Do(ctx, req)
}

// One that does not answer holds up the others before too much has to be kept, and
// nothing is lost.
func TestNobodyRunsTooFarAhead(t *testing.T) {
	const n = 3 * mostAhead
	reference := conformance.Reference(epin.Current)
	gate, blocks := make(chan struct{}), make(chan struct{}, 1)
	var drawn, asked atomic.Int64
	// Each request weighs 4: so many are drawn, one of them by the one that blocks.
	p, err := newPool(epin.Current, 2, opensInTurn(
		blocking{reference, gate, nil, blocks},
		waiter{reference, blocks, &asked, mostAheadWeight/4 - 1, func() { close(gate) }},
	))
	if err != nil {
		t.Fatal(err)
	}
	answers := make([]int, n)
	atMost := int64(0)
	err = p.DoAll(t.Context(), manyRequests(n, &drawn), func(x conformance.Exchange) bool {
		answers[x.Index]++
		select {
		case <-gate:
		default:
			atMost = max(atMost, drawn.Load())
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if atMost > mostAhead {
		t.Errorf("%d requests under way", atMost)
	}
	for i, times := range answers {
		if times != 1 {
			t.Fatalf("request %d was answered %d times", i, times)
		}
	}
}

// Responses that wait for an earlier one leave less room for others, by their bytes.
func TestWaitingResponsesAreBounded(t *testing.T) {
	next, stop := iter.Pull(manyRequests(mostAhead, new(atomic.Int64)))
	defer stop()
	s := &share{next: next, answer: func(conformance.Exchange) bool { return true }}
	s.news = sync.NewCond(&s.mu)
	judge := func(number, size int) {
		s.judge(conformance.Exchange{Index: number, Response: conformance.Response{Original: strings.Repeat("x", size)}})
	}
	first, waiting := 0, 0
	for range mostAhead {
		_, number, ok := s.draw()
		if !ok {
			break
		}
		if number > first {
			judge(number, 1<<10)
			waiting += 1 << 10
		}
	}
	if most := mostAheadWeight * bytesOfWeight; waiting > most || waiting < most/2 {
		t.Errorf("responses of %d bytes wait, want up to %d", waiting, most)
	}
	if judge(first, 0); s.weight != 0 {
		t.Errorf("when all have a response, they weigh %d", s.weight)
	}
}

// Of failures with long texts few are kept.
func TestKeptFailuresAreBounded(t *testing.T) {
	r := newRunner(Config{Edition: epin.Current}, &selection{}, func(Event) {})
	part, kept := &tally{}, 0
	for range 10 * maxFailures {
		f := Failure{Got: printable.Text(strings.Repeat("x", 3*longFailure)), Diff: strings.Repeat("x", 4*longFailure), Requirements: []string{"epin/6/anchoring"}}
		if err := r.fail(part, f, fault{}, func(keep bool) {
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

func TestAnErrorEndsAllJobs(t *testing.T) {
	reference := conformance.Reference(epin.Current)
	lost := errors.New("lost")
	gate, blocks := make(chan struct{}), make(chan struct{}, 1)
	var drawn, asked atomic.Int64
	p, err := newPool(epin.Current, 2, opensInTurn(
		blocking{reference, gate, lost, blocks},
		waiter{reference, blocks, &asked, mostAheadWeight/4 - 1, func() { close(gate) }},
	))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.DoAll(t.Context(), manyRequests(3*mostAhead, &drawn), func(conformance.Exchange) bool { return true }); !errors.Is(err, lost) {
		t.Errorf("the error is %v", err)
	}
}

func TestAnAnswerCanEndAllJobs(t *testing.T) {
	var drawn atomic.Int64
	p, err := newPool(epin.Current, 3, func() (conformance.Implementation, error) { return conformance.Reference(epin.Current), nil })
	if err != nil {
		t.Fatal(err)
	}
	answers := 0
	err = p.DoAll(t.Context(), manyRequests(1<<20, &drawn), func(conformance.Exchange) bool {
		answers++
		return answers < 10
	})
	if err != nil || answers != 10 || drawn.Load() == 1<<20 {
		t.Errorf("%d answers, %d requests, error %v", answers, drawn.Load(), err)
	}
}

// renamed says something else of itself.
type renamed struct{ conformance.Implementation }

func (renamed) Describe() conformance.Description { return conformance.Description{Name: "another"} }

func TestASecondOneHasToBeTheSame(t *testing.T) {
	reference := conformance.Reference(epin.Current)
	for _, test := range []struct {
		name string
		open func() (conformance.Implementation, error)
		want string
	}{
		{"another", opensInTurn(reference, renamed{reference}),
			"the adapter does not say the same of itself each time that it is started; ask one process alone, with --jobs 1"},
		{"none", func() func() (conformance.Implementation, error) {
			opened := false
			return func() (conformance.Implementation, error) {
				if opened {
					return nil, errors.New("the port is taken")
				}
				opened = true
				return blocking{reference, nil, nil, nil}, nil
			}
		}(), "opening it for the second time beside the others (--jobs): the port is taken"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := newPool(epin.Current, 2, test.open)
			if err != nil {
				t.Fatal(err)
			}
			var drawn atomic.Int64
			err = p.DoAll(t.Context(), manyRequests(1<<30, &drawn), func(conformance.Exchange) bool { return true })
			if err == nil || err.Error() != test.want {
				t.Errorf("error %v, want %s", err, test.want)
			}
			if err := p.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}
