package supervise

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

var reference = conformance.Reference(epin.Current)

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

// poolOf returns a pool of these instances. To open another one is an error.
func poolOf(t *testing.T, impls ...conformance.Implementation) *Pool {
	t.Helper()
	var mu sync.Mutex
	p, err := NewPool(epin.Current, max(len(impls), 2), func() (conformance.Implementation, error) {
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

// TestAheadIsBounded tests that an instance that does not answer stops the others at the bound of
// requests, or of the bytes of responses that wait. No response is lost, and an error of the
// instance stops the others.
func TestAheadIsBounded(t *testing.T) {
	const n = 4 * mostAhead
	for _, test := range []struct {
		size, most int
		err        error
	}{
		{0, mostAhead, nil},
		{0, mostAhead, errors.New("lost")},
		{1 << 10, mostAheadWeight * bytesOfWeight >> 10, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			slow, fast := gated{reference, make(chan struct{}), 0, test.err}, gated{reference, make(chan struct{}), test.size, nil}
			p := poolOf(t, slow, fast)
			drawn, answers := 0, make([]int, n)
			done := make(chan error, 1)
			go func() {
				done <- p.DoAll(t.Context(), requests(n, &drawn), func(x conformance.Exchange) bool {
					answers[x.Index]++
					return true
				})
			}()
			synctest.Wait() // until both hold a request
			close(fast.gate)
			for range 2 {
				synctest.Wait()
				ahead := 0 // of the request that slow holds
				for _, times := range answers[slices.Index(answers, 0):] {
					ahead += times
				}
				if ahead > test.most || ahead < test.most/2 {
					t.Errorf("%d responses of %d bytes wait, want up to %d", ahead, test.size, test.most)
				}
				slow.gate <- struct{}{}
				if test.err != nil {
					break
				}
			}
			close(slow.gate)
			if err := <-done; !errors.Is(err, test.err) {
				t.Fatalf("the error is %v, want %v", err, test.err)
			}
			for i, times := range answers {
				if times != 1 && test.err == nil {
					t.Fatalf("request %d was answered %d times", i, times)
				}
			}
		})
	}
}

func TestAnswerStopsAllInstances(t *testing.T) {
	drawn, answers := 0, 0
	err := poolOf(t, reference, reference, reference).DoAll(t.Context(), requests(1<<20, &drawn), func(conformance.Exchange) bool {
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
		"the responses to hello differ between processes of the adapter: test one process at a time": poolOf(t, reference, renamed{reference}),
		"starting process 2 of 2: the port is taken":                                                 poolOf(t, gated{Implementation: reference}),
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
