package engine

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// A Worker runs the function under test elsewhere. It answers lines of the adapter protocol,
// in their order.
type Worker interface {
	Post(lines string)        // sends lines, without a line feed after the last one
	Messages() <-chan Message // what it sends
	Terminate()               // ends it, also within the function; it sends nothing more
}

// Message is what a Worker sends: lines, without a line feed after the last one, or an error
// that nothing caught.
type Message struct{ Lines, Error string }

// startTimeout is how long a worker may take to answer hello. A phone starts one slowly.
const startTimeout = 20 * time.Second

// Limits of the requests that a worker has at once. It answers at least every few milliseconds.
const (
	mostPosted = 512
	mostBytes  = 1 << 20
)

// Open returns a [conformance.Factory] that starts a worker. A request without an answer within
// timeout is a hang, and ends the worker.
func Open(start func() Worker, timeout time.Duration) conformance.Factory {
	return func(ctx context.Context, edition epin.Edition) (conformance.Implementation, error) {
		r := &remote{worker: start(), timeout: startTimeout}
		r.worker.Post(fmt.Sprintf(`{"id":0,"op":"hello","protocol":1,"edition":%q}`, edition))
		line, err := r.receive(ctx)
		if err == nil {
			var hello wire.Hello
			hello, err = wire.DecodeHello([]byte(line))
			r.offers = hello.Description
		}
		if err != nil {
			r.worker.Terminate()
			what := strings.TrimPrefix(err.Error(), "wire: ")
			return nil, &wire.Failure{Kind: wire.CannotStart, What: "the function cannot be tested: " + what, Err: err}
		}
		r.timeout = timeout
		return r, nil
	}
}

// remote is a function in a Worker. An error ends it.
type remote struct {
	worker  Worker
	timeout time.Duration
	offers  conformance.Description
	id      int64 // of the latest request
	err     error
}

func (r *remote) Describe() conformance.Description { return r.offers }

func (r *remote) Close() error {
	r.worker.Terminate()
	return nil
}

func (r *remote) Do(ctx context.Context, req conformance.Request) (resp conformance.Response, err error) {
	err = r.DoAll(ctx, func(yield func(conformance.Request) bool) { yield(req) }, func(x conformance.Exchange) bool {
		resp = x.Response
		return true
	})
	return resp, err
}

// posted is a request that was sent, without its response.
type posted struct {
	conformance.Exchange
	id int64
}

// DoAll performs all requests, see [conformance.Batcher]. While the worker answers some, the
// next are on their way.
func (r *remote) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer func(conformance.Exchange) bool) error {
	next, stop := iter.Pull(requests)
	defer stop()
	var due []posted
	refused, drawn := false, 0
	give := func(x conformance.Exchange) { refused = refused || !answer(x) }
	for r.err == nil {
		if len(due) <= mostPosted/2 {
			var lines []byte
			for !refused && len(due) < mostPosted && len(lines) < mostBytes {
				req, ok := next()
				if !ok {
					break
				}
				x := conformance.Exchange{Index: drawn, Request: req}
				drawn++
				if !r.offers.Answers(req) {
					give(x)
					continue
				}
				if len(lines) > 0 {
					lines = append(lines, '\n')
				}
				r.id++
				if lines, r.err = wire.AppendRequest(lines, r.id, req, false); r.err != nil {
					return r.err
				}
				due = append(due, posted{x, r.id})
			}
			if len(lines) > 0 {
				r.worker.Post(string(lines))
			}
		}
		if len(due) == 0 {
			return nil
		}
		var lines string
		if lines, r.err = r.receive(ctx, due...); r.err != nil {
			break
		}
		for line := range strings.SplitSeq(lines, "\n") {
			if len(due) == 0 {
				r.err = malformed(line, "no request is without a response")
				break
			}
			x := due[0]
			var id int64
			var err error
			if id, x.Response, err = wire.DecodeResponse(x.Request, []byte(line)); err != nil {
				r.err = malformed(line, err.Error())
				break
			} else if id != x.id {
				r.err = malformed(line, "the response belongs to no request")
				break
			}
			due = due[1:]
			if give(x.Exchange); refused {
				continue // responses that are on their way belong to no later request
			}
		}
	}
	r.worker.Terminate()
	if refused {
		return nil // the next call returns the error
	}
	return r.err
}

// receive waits for the next lines. It returns a [*wire.Failure] if the worker breaks down, or
// does not answer in time.
func (r *remote) receive(ctx context.Context, due ...posted) (string, error) {
	f := &wire.Failure{}
	if len(due) > 0 {
		f.Request = &due[0].Request
	}
	late := time.NewTimer(r.timeout)
	defer late.Stop()
	select {
	case m := <-r.worker.Messages():
		if m.Error == "" {
			return m.Lines, nil
		}
		f.Kind, f.What, f.State = wire.Died, "the worker of the function failed: "+conformance.Visible(m.Error, ""), "uncaught error"
		f.Stderr = m.Error
		return "", f
	case <-late.C:
		f.Kind, f.What = wire.Hung, fmt.Sprintf("the function had not returned after %v", r.timeout)
		return "", f
	case <-ctx.Done():
		return "", fmt.Errorf("the function was ended: %w", context.Cause(ctx))
	}
}

func malformed(line, why string) error {
	return &wire.Failure{Kind: wire.MalformedAnswer, What: "the worker of the function sent what is no response: " + why, Line: line[:min(len(line), 512)]}
}
