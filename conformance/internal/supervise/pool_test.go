package supervise

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// requests yields n requests, and counts them in drawn.
func requests(n int, drawn *int) iter.Seq[conformance.Request] {
	return func(yield func(conformance.Request) bool) {
		for *drawn = 0; *drawn < n && yield(conformance.Request{Op: conformance.OpValid, Token: fmt.Sprint(*drawn)}); *drawn++ {
		}
	}
}

// double has a name, and answers with the token once gate is closed.
type double struct {
	name string
	gate chan struct{}
	err  error
	got  *[]string // tokens
}

func (d double) Describe() conformance.Description { return conformance.Description{Name: d.name} }

func (d double) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	<-d.gate
	*d.got = append(*d.got, req.Token)
	return conformance.Response{Original: req.Token}, d.err
}

// poolOf returns a pool that opens these implementations, and then no more.
func poolOf(t *testing.T, jobs int, impls ...double) *Pool {
	t.Helper()
	var mu sync.Mutex
	p, err := NewPool(notation.EPIN, jobs, func() (conformance.Implementation, error) {
		mu.Lock()
		defer mu.Unlock()
		if len(impls) == 0 {
			return nil, errors.New("the port is taken")
		}
		impl := impls[0]
		impls, impl.got = impls[1:], new([]string)
		return impl, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// all returns doubles for each process of a pool: one, and others.
func all(one, others double) []double {
	return append([]double{one}, slices.Repeat([]double{others}, Instances-1)...)
}

// TestAheadIsBounded tests that a process that does not answer stops the others soon. No response is
// lost, the order is that of the requests, and an error of the process ends the call.
func TestAheadIsBounded(t *testing.T) {
	for _, lost := range []error{nil, errors.New("lost")} {
		synctest.Test(t, func(t *testing.T) {
			const n, most = 1 << 14, 1 << 12
			slow, fast := double{gate: make(chan struct{}), err: lost}, double{gate: make(chan struct{})}
			close(fast.gate)
			p, drawn, answered, done := poolOf(t, Instances, all(slow, fast)...), 0, 0, make(chan error, 1)
			go func() {
				done <- p.DoAll(t.Context(), requests(n, &drawn), func(x conformance.Exchange) bool {
					if want := fmt.Sprint(answered); x.Index != answered || x.Request.Token != want || x.Response.Original != want {
						t.Errorf("exchange %d is %+v", answered, x)
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

// TestPoolEnds tests what ends a call besides: its answer, an error of opening, and its context.
func TestPoolEnds(t *testing.T) {
	open := double{gate: make(chan struct{})}
	close(open.gate)
	for want, impls := range map[string][]double{
		"": all(open, open),
		"the responses to hello differ between processes of the adapter: every process has to offer the same": all(open, double{name: "another"}),
		"starting process 2 of 8: the port is taken":                                                          {open},
	} {
		p, drawn, answers := poolOf(t, 2, impls...), 0, 0
		err := p.DoAll(t.Context(), requests(1<<20, &drawn), func(conformance.Exchange) bool { answers++; return answers < 1000 })
		if err == nil && want != "" || err != nil && err.Error() != want || drawn == 1<<20 || want == "" && answers != 1000 {
			t.Errorf("error %v, want %s; %d requests, %d answers", err, want, drawn, answers)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		stopped := errors.New("it was stopped")
		cancel(stopped)
		if err := p.DoAll(ctx, requests(1, &drawn), nil); !errors.Is(err, stopped) {
			t.Errorf("error %v, want %v", err, stopped)
		}
	}
}

// TestSpreadIsTheSame tests that each process gets the same requests, whatever the number of those that
// work at a time.
func TestSpreadIsTheSame(t *testing.T) {
	open := double{gate: make(chan struct{})}
	close(open.gate)
	var want [][]string
	for jobs := range 4 {
		p, drawn := poolOf(t, jobs, all(open, open)...), 0
		var got [][]string
		err := p.DoAll(t.Context(), requests(2100, &drawn), func(conformance.Exchange) bool { return true })
		for _, one := range p.processes {
			got = append(got, *one.impl.(double).got)
		}
		if want = append(want, got...)[:Instances]; err != nil || len(got[1]) == 0 || !slices.EqualFunc(got, want, slices.Equal) {
			t.Errorf("%d jobs: the processes got other requests, error %v", jobs, err)
		}
	}
}
