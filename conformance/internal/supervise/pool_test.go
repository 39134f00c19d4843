package supervise

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
	"testing/synctest"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

var reference = conformance.Reference(notation.EPIN)

// requests yields n requests, and counts them in drawn.
func requests(n int, drawn *int) iter.Seq[conformance.Request] {
	return func(yield func(conformance.Request) bool) {
		for *drawn < n {
			*drawn++
			if !yield(conformance.Request{Op: conformance.OpValid, Token: fmt.Sprint(*drawn)}) {
				return
			}
		}
	}
}

// gated answers a request when it receives from gate: with size bytes, or with err if that is set.
type gated struct {
	conformance.Implementation
	gate chan struct{}
	size int
	err  error
}

func (g gated) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	select {
	case <-g.gate:
		return conformance.Response{Original: strings.Repeat("x", g.size)}, g.err
	case <-ctx.Done():
		return conformance.Response{}, context.Cause(ctx)
	}
}

// poolOf returns a pool of these instances, all of which work at a time. To open another one is an error.
func poolOf(t *testing.T, impls ...conformance.Implementation) *Pool {
	t.Helper()
	var mu sync.Mutex
	p, err := NewPool(notation.EPIN, Instances, func() (conformance.Implementation, error) {
		mu.Lock()
		defer mu.Unlock()
		if len(impls) == 0 {
			return nil, errors.New("the port is taken")
		}
		defer func() { impls = impls[1:] }()
		return impls[0], nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestAheadIsBounded tests that an instance that does not answer stops the others soon. No response is
// lost, the order is that of the requests, and an error of the instance stops the others.
func TestAheadIsBounded(t *testing.T) {
	const n, most = 1 << 14, 3 * Instances * chunkWeight / singleWeight
	for _, lost := range []error{nil, errors.New("lost")} {
		synctest.Test(t, func(t *testing.T) {
			slow := gated{reference, make(chan struct{}), 0, lost}
			fast := gated{reference, make(chan struct{}), 0, nil}
			close(fast.gate)
			p := poolOf(t, slices.Concat([]conformance.Implementation{slow}, slices.Repeat([]conformance.Implementation{fast}, Instances-1))...)
			drawn, answered := 0, 0
			done := make(chan error, 1)
			go func() {
				done <- p.DoAll(t.Context(), requests(n, &drawn), func(x conformance.Exchange) bool {
					if x.Index != answered || x.Request.Token != fmt.Sprint(answered+1) {
						t.Errorf("response %d is that to request %d, %s", answered, x.Index, x.Request.Token)
					}
					answered++
					return true
				})
			}()
			synctest.Wait()
			if drawn > most || answered > 0 {
				t.Errorf("%d requests were drawn, want up to %d; %d were answered", drawn, most, answered)
			}
			close(slow.gate)
			if err := <-done; !errors.Is(err, lost) || lost == nil && answered != n || lost != nil && answered > 0 {
				t.Errorf("error %v, want %v; %d answers", err, lost, answered)
			}
		})
	}
}

// TestSpreadIsTheSame tests that each instance gets the same requests, whatever the number of those that
// work at a time.
func TestSpreadIsTheSame(t *testing.T) {
	var want [Instances][]string
	for jobs := range 4 {
		var got [Instances][]string
		var opened atomic.Int64
		p, err := NewPool(notation.EPIN, jobs, func() (conformance.Implementation, error) {
			return seen{reference, &got[opened.Add(1)-1]}, nil
		})
		for range 3 {
			drawn := 0
			err = errors.Join(err, p.DoAll(t.Context(), requests(2100, &drawn), func(conformance.Exchange) bool { return true }))
		}
		slices.SortFunc(got[:], slices.Compare) // they open in any order
		if jobs == 0 {
			want = got
		}
		if err != nil || !slices.EqualFunc(got[:], want[:], slices.Equal) || jobs < 2 && len(got[0]) == 0 {
			t.Errorf("%d jobs: the instances got other requests, error %v", jobs, err)
		}
	}
}

// seen keeps the tokens of its requests.
type seen struct {
	conformance.Implementation
	tokens *[]string
}

func (s seen) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	*s.tokens = append(*s.tokens, req.Token)
	return s.Implementation.Do(ctx, req)
}

func TestAnswerStopsAllInstances(t *testing.T) {
	drawn, answers := 0, 0
	err := poolOf(t, slices.Repeat([]conformance.Implementation{reference}, Instances)...).DoAll(t.Context(), requests(1<<20, &drawn), func(conformance.Exchange) bool {
		answers++
		return answers < 10
	})
	if err != nil || answers != 10 || drawn == 1<<20 {
		t.Errorf("%d answers, %d requests, error %v", answers, drawn, err)
	}
}

// renamed has another description.
type renamed struct{ conformance.Implementation }

func (renamed) Describe() conformance.Description { return conformance.Description{Name: "another"} }

func TestInstancesNeedOneDescription(t *testing.T) {
	for want, p := range map[string]*Pool{
		"the responses to hello differ between processes of the adapter: every process has to offer the same": poolOf(t, slices.Concat([]conformance.Implementation{reference}, slices.Repeat([]conformance.Implementation{renamed{reference}}, Instances-1))...),
		"starting process 2 of 8: the port is taken":                                                          poolOf(t, reference),
	} {
		drawn := 0
		err := p.DoAll(t.Context(), requests(1<<30, &drawn), func(conformance.Exchange) bool { return true })
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestNothingStartsAfterTheContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped, opened := errors.New("it was stopped"), 0
	p, err := NewPool(notation.EPIN, 64, func() (conformance.Implementation, error) { opened++; return reference, nil })
	cancel(stopped)
	drawn := 0
	if err := errors.Join(err, p.DoAll(ctx, requests(1, &drawn), func(conformance.Exchange) bool { return true })); !errors.Is(err, stopped) || opened != 1 {
		t.Errorf("%d instances were opened: %v", opened, err)
	}
}
