package supervise

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

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

// blocking answers a request when its gate is open, or returns err if that is set.
type blocking struct {
	conformance.Implementation
	gate  chan struct{}
	err   error
	asked chan struct{} // receives a value for each request, unless it is nil
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

// opensInTurn returns a function that opens each of impls once, in order.
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

// waiter delays the first response until told is signalled, and calls call at request
// number last.
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

// TestRequestsAheadAreBounded tests that an instance that does not answer stops the others
// at the bound. No response is lost, and an error of the instance stops the others.
func TestRequestsAheadAreBounded(t *testing.T) {
	const n = 3 * mostAhead
	reference := conformance.Reference(epin.Current)
	for _, lost := range []error{nil, errors.New("lost")} {
		gate, blocks := make(chan struct{}), make(chan struct{}, 1)
		var drawn, asked atomic.Int64
		// Each request weighs 4. The blocked instance draws one of them.
		p, err := NewPool(epin.Current, 2, opensInTurn(
			blocking{reference, gate, lost, blocks},
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
		if !errors.Is(err, lost) {
			t.Fatalf("the error is %v, want %v", err, lost)
		}
		if atMost > mostAhead {
			t.Errorf("%d requests in flight", atMost)
		}
		for i, times := range answers {
			if times != 1 && lost == nil {
				t.Fatalf("request %d was answered %d times", i, times)
			}
		}
	}
}

// TestWaitingResponsesAreBounded tests that the bytes of responses that wait for an earlier
// one count towards the bound.
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
		t.Errorf("the weight is %d after all responses, want 0", s.weight)
	}
}

func TestAnswerStopsAllInstances(t *testing.T) {
	var drawn atomic.Int64
	p, err := NewPool(epin.Current, 3, func() (conformance.Implementation, error) { return conformance.Reference(epin.Current), nil })
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

// renamed has another description.
type renamed struct{ conformance.Implementation }

func (renamed) Describe() conformance.Description { return conformance.Description{Name: "another"} }

func TestInstancesNeedOneDescription(t *testing.T) {
	reference := conformance.Reference(epin.Current)
	for _, test := range []struct {
		name string
		open func() (conformance.Implementation, error)
		want string
	}{
		{"another description", opensInTurn(reference, renamed{reference}),
			"the responses to hello differ between processes of the adapter: test one process at a time"},
		{"cannot be opened", func() func() (conformance.Implementation, error) {
			opened := false
			return func() (conformance.Implementation, error) {
				if opened {
					return nil, errors.New("the port is taken")
				}
				opened = true
				return blocking{reference, nil, nil, nil}, nil
			}
		}(), "starting process 2 of 2: the port is taken"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := NewPool(epin.Current, 2, test.open)
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
