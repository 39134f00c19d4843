package property

import (
	"context"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance"
)

// lockstep calls functions concurrently, each with its own proxy of impl. When all running
// functions wait for a response, it performs their requests together, in the order of the
// functions. After an error of impl, requests without a response and all later ones get
// that error.
func lockstep(ctx context.Context, impl conformance.Implementation, offers conformance.Description, functions []func(conformance.Implementation)) {
	calls, returned := make(chan *call), make(chan struct{})
	for i, f := range functions {
		go func() {
			defer func() { returned <- struct{}{} }()
			f(&caller{number: i, offers: offers, calls: calls})
		}()
	}
	var waiting []*call
	var failed error
	for running := len(functions); running > 0; {
		select {
		case c := <-calls:
			waiting = append(waiting, c)
		case <-returned:
			running--
		}
		if len(waiting) < running || running == 0 {
			continue
		}
		slices.SortFunc(waiting, func(a, b *call) int { return a.number - b.number })
		if failed == nil {
			failed = perform(ctx, impl, waiting)
		}
		for _, c := range waiting {
			if !c.performed {
				c.err = failed
				close(c.done)
			}
		}
		waiting = waiting[:0]
	}
}

// perform performs requests together. Each function continues as soon as it has its response.
// perform returns a panic of the implementation as an error.
func perform(ctx context.Context, impl conformance.Implementation, calls []*call) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v", v)
		}
	}()
	requests := func(yield func(conformance.Request) bool) {
		for _, c := range calls {
			if !yield(c.request) {
				return
			}
		}
	}
	return conformance.DoAll(ctx, impl, requests, func(x conformance.Exchange) bool {
		c := calls[x.Index]
		c.response, c.performed = x.Response, true
		close(c.done)
		return true
	})
}

// call is a request of a function, with its response or error once done is closed.
type call struct {
	number    int // of the function
	request   conformance.Request
	performed bool
	response  conformance.Response
	err       error
	done      chan struct{}
}

// caller is the proxy of the implementation for one function.
type caller struct {
	number int
	offers conformance.Description
	calls  chan<- *call
}

func (c *caller) Describe() conformance.Description { return c.offers }

func (c *caller) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	now := &call{number: c.number, request: req, done: make(chan struct{})}
	c.calls <- now
	<-now.done
	return now.response, now.err
}
