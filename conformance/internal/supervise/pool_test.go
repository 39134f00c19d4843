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
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

func requests(n int, drawn *int) iter.Seq[conformance.Request] {
	return func(yield func(conformance.Request) bool) {
		for *drawn = 0; *drawn < n && yield(conformance.Request{Op: conformance.OpValid, Token: fmt.Sprint(*drawn)}); *drawn++ {
		}
	}
}

// double answers with the token, once gate is closed if there is one, after a pause: of two requests in a
// row the second one first.
type double struct {
	conformance.Implementation
	name  string
	gate  chan struct{}
	pause time.Duration
	err   error
	got   *[]string // tokens
	calls *int
}

func (d double) Describe() conformance.Description { return conformance.Description{Name: d.name} }

func (d double) DoAll(_ context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	*d.calls++
	var waiting []conformance.Exchange
	answerAll := func() bool {
		slices.Reverse(waiting)
		all := slices.IndexFunc(waiting, func(x conformance.Exchange) bool { return !answer(x) }) < 0
		waiting = waiting[:0]
		return all
	}
	i := 0
	for req := range requests {
		if d.gate != nil {
			<-d.gate
		}
		time.Sleep(d.pause)
		*d.got = append(*d.got, req.Token)
		waiting = append(waiting, conformance.Exchange{Index: i, Request: req, Response: conformance.Response{Original: req.Token}})
		if i++; d.err != nil || i%2 == 0 && !answerAll() {
			return d.err
		}
	}
	answerAll()
	return nil
}

// poolOf returns a pool that opens the first double, for each other process the second one, and after so
// many processes none.
func poolOf(t *testing.T, jobs, most int, first, others double) *Pool {
	t.Helper()
	var mu sync.Mutex
	opened := 0
	p, err := NewPool(notation.EPIN, jobs, func() (conformance.Implementation, error) {
		mu.Lock()
		defer mu.Unlock()
		d := []double{first, others}[min(opened, 1)]
		if opened++; opened > most {
			return nil, errors.New("the port is taken")
		}
		d.got, d.calls = new([]string), new(int)
		return d, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestAheadIsBounded tests that a process that does not answer stops the others soon, that no response is
// lost, and that the order is that of the requests.
func TestAheadIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n, most = 1 << 14, 1 << 12
		slow := double{gate: make(chan struct{})}
		p, drawn, answered := poolOf(t, Instances, Instances, slow, double{}), 0, 0
		var call sync.WaitGroup
		call.Go(func() {
			err := p.DoAll(t.Context(), requests(n, &drawn), func(x conformance.Exchange) bool {
				if want := fmt.Sprint(answered); x.Index != answered || x.Request.Token != want || x.Response.Original != want {
					t.Errorf("exchange %d is %+v", answered, x)
				}
				answered++
				return true
			})
			if err != nil || answered != n {
				t.Errorf("%d answers, error %v", answered, err)
			}
		})
		synctest.Wait()
		if drawn > most || answered > 0 {
			t.Errorf("%d requests were drawn, want up to %d; %d were answered", drawn, most, answered)
		}
		close(slow.gate)
		call.Wait()
	})
}

// TestResponsesComeSoon tests that a process gets many requests at a time, and that the responses of
// a slow one come soon, in the order of the requests.
func TestResponsesComeSoon(t *testing.T) {
	for _, of := range []struct {
		pause, longest time.Duration // the longest between two responses
		calls          int           // the most
	}{{0, 0, 30}, {time.Second, 5 * time.Second, 2000}} {
		synctest.Test(t, func(t *testing.T) {
			p, drawn, next, last := poolOf(t, 1, 1, double{pause: of.pause}, double{}), 0, 0, time.Now()
			err := p.First().(conformance.Batcher).DoAll(t.Context(), requests(1<<12, &drawn), func(x conformance.Exchange) bool {
				if x.Index != next || x.Response.Original != fmt.Sprint(next) {
					t.Fatalf("exchange %d is %+v", next, x)
				}
				next++
				if took := time.Since(last); took > of.longest {
					t.Errorf("no response for %s", took)
				}
				last = time.Now()
				return true
			})
			if calls := *p.First().(*process).impl.(double).calls; err != nil || calls > of.calls {
				t.Errorf("%d calls, error %v", calls, err)
			}
		})
	}
}

// TestCallEnds tests what ends a call early, and that each process gets the same requests before,
// whatever the number of those that work at a time.
func TestCallEnds(t *testing.T) {
	for _, test := range []struct {
		want   string // error
		most   int    // processes
		others double
	}{
		{"", Instances, double{}},
		{"lost", Instances, double{err: errors.New("lost")}},
		{"the responses to hello differ between processes of the adapter: every process has to offer the same", Instances, double{name: "another"}},
		{"starting process 2 of 8: the port is taken", 1, double{}},
	} {
		var first []string
		for jobs := range 4 {
			p, drawn, answers := poolOf(t, jobs, test.most, double{}, test.others), 0, 0
			err := p.DoAll(t.Context(), requests(1<<20, &drawn), func(conformance.Exchange) bool { answers++; return answers < 1100 })
			if Reason(t.Context(), err) != test.want || drawn == 1<<20 {
				t.Errorf("%d jobs: error %v, want %s; %d requests", jobs, err, test.want, drawn)
			}
			got := *p.First().(*process).impl.(double).got
			got = got[:min(len(got), 200)]
			if first = append(first, got...)[:len(got)]; test.want == "" && (answers != 1100 || len(got) < 200 || !slices.Equal(got, first)) {
				t.Errorf("%d jobs: %d answers, and the first process got %q", jobs, answers, got)
			}
			ctx, cancel := context.WithCancelCause(t.Context())
			stopped := errors.New("it was stopped")
			cancel(stopped)
			if err := p.DoAll(ctx, requests(1, &drawn), nil); !errors.Is(err, stopped) {
				t.Errorf("error %v, want %v", err, stopped)
			}
		}
	}
	for _, err := range []error{&conformance.Failure{}, errors.New("")} { // a run without a reason is complete
		if Reason(t.Context(), err) == "" {
			t.Errorf("%#v has no reason", err)
		}
	}
}
