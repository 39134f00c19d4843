package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

// A Start starts a worker, which runs the function under test elsewhere. The worker answers lines of the
// adapter protocol, which post sends, in their order: it calls tell with lines, or with an error that
// nothing caught. Neither side sends a line feed after its last line. end ends the worker, also within the
// function.
type Start func(tell func(lines, uncaught string)) (post func(lines string), end func())

// startTimeout is how long a worker may take to answer hello. A phone starts one slowly.
const startTimeout = 20 * time.Second

// Limits of the lines that are sent at once.
const (
	mostLines = 256
	mostBytes = 1 << 18
)

// Open returns a [conformance.Factory] that starts a worker. If it sends nothing within timeout
// although a response is due, that is a hang, which ends it.
func Open(start Start, timeout time.Duration) conformance.Factory {
	return func(ctx context.Context, edition *notation.Edition) (conformance.Implementation, error) {
		r := &remote{messages: make(chan message, 8*mostLines), edition: edition, timeout: startTimeout}
		r.post, r.end = start(func(lines, uncaught string) {
			select {
			case r.messages <- message{lines, uncaught}:
			default: // it sends what nobody asked for
			}
		})
		r.post(hello(edition))
		line, err := r.receive(ctx, nil)
		if err == nil {
			r.offers, err = wire.DecodeHello(edition, []byte(line))
		}
		if f, ok := errors.AsType[*conformance.Failure](err); ok && f.Kind == conformance.Hung {
			err = fmt.Errorf("it did not load in %v: its code outside the functions has to end", startTimeout)
		}
		if err != nil {
			r.end()
			what := "it cannot be tested: " + err.Error()
			return nil, &conformance.Failure{Kind: conformance.CannotStart, What: what, Err: err}
		}
		r.timeout = timeout
		return r, nil
	}
}

// hello returns the first request, which also tells the methods and the attributes of the edition, with
// their types in JavaScript: so the worker has no table of editions.
func hello(edition *notation.Edition) string {
	types := map[string]string{}
	for _, a := range edition.Attributes {
		types[a.Key] = map[bool]string{true: "boolean", false: "string"}[a.Kind == notation.Boolean]
	}
	methods, _ := json.Marshal(conformance.MethodsOf(edition)) // strings have a JSON form
	attributes, _ := json.Marshal(types)
	return fmt.Sprintf(`{"id":0,"op":"hello","protocol":1,"edition":%q,"methods":%s,"attributes":%s}`, edition, methods, attributes)
}

// remote is a function in a worker. An error ends it.
type remote struct {
	post     func(lines string)
	end      func()
	messages chan message
	edition  *notation.Edition
	timeout  time.Duration
	offers   conformance.Description
	id       int64 // of the latest request
	err      error
}

type message struct{ lines, uncaught string }

func (r *remote) Describe() conformance.Description { return r.offers }

func (r *remote) Close() error {
	r.end()
	return nil
}

func (r *remote) Do(ctx context.Context, req conformance.Request) (resp conformance.Response, err error) {
	err = r.DoAll(ctx, func(yield func(conformance.Request) bool) { yield(req) }, func(x conformance.Exchange) bool {
		resp = x.Response
		return true
	})
	return resp, err
}

type answerer = func(conformance.Exchange) bool

// DoAll performs all requests, see [conformance.Batcher].
func (r *remote) DoAll(ctx context.Context, requests iter.Seq[conformance.Request], answer answerer) error {
	var lines []byte
	var due []conformance.Exchange
	index := 0
	for req := range requests {
		if r.err != nil {
			return r.err
		}
		x := conformance.Exchange{Index: index, Request: req}
		index++
		if !r.offers.Answers(req) {
			if !answer(x) {
				return nil
			}
			continue
		}
		r.id++
		if lines, r.err = wire.AppendRequest(append(lines, '\n'), r.id, req, nil); r.err != nil {
			return r.err
		}
		if due = append(due, x); len(due) == mostLines || len(lines) >= mostBytes {
			if !r.send(ctx, lines, due, answer) {
				return nil // after an error, the next call returns it
			}
			lines, due = lines[:0], due[:0]
		}
	}
	if len(due) > 0 && r.err == nil && !r.send(ctx, lines, due, answer) {
		return nil
	}
	return r.err
}

// send sends lines, and passes on the responses. It reports whether more are wanted.
func (r *remote) send(ctx context.Context, lines []byte, due []conformance.Exchange, answer answerer) bool {
	r.post(string(lines[1:]))
	more := true
	for len(due) > 0 && r.err == nil {
		var lines string
		lines, r.err = r.receive(ctx, &due[0].Request)
		for line := range strings.SplitSeq(lines, "\n") {
			if r.err == nil && len(due) == 0 {
				r.err = malformed("no response is due")
			}
			if r.err != nil {
				break
			}
			x := due[0]
			id, resp, err := wire.DecodeResponse(r.edition, x.Request, []byte(line), r.offers.ApplyAttributes)
			switch x.Response = resp; {
			case err != nil:
				r.err = malformed(err.Error())
			case id != r.id-int64(len(due))+1:
				r.err = malformed("the response belongs to another request")
			default:
				due, more = due[1:], more && answer(x)
			}
		}
	}
	return more
}

// receive waits for the next lines. The error is a [*conformance.Failure] if the worker fails, or
// sends nothing in time. In a browser this program has one thread, and gets no message while it
// computes. So it counts ticks: a long computation misses all but one.
func (r *remote) receive(ctx context.Context, due *conformance.Request) (string, error) {
	f := &conformance.Failure{Kind: conformance.Hung, What: fmt.Sprintf("the function had not returned after %v", r.timeout), Request: due}
	const most = 10
	tick := time.NewTicker(r.timeout / most)
	defer tick.Stop()
	for range most {
		select {
		case m := <-r.messages:
			if m.uncaught == "" {
				return m.lines, nil
			}
			f.Kind, f.What = conformance.Died, "the function failed: "+conformance.Visible(m.uncaught, "")
			f.State, f.Stderr = "uncaught error", m.uncaught
			return "", f
		case <-tick.C:
		case <-ctx.Done():
			return "", fmt.Errorf("the function was ended: %w", context.Cause(ctx))
		}
	}
	return "", f
}

func malformed(why string) error {
	what := "the worker of the function sent something that is not a response: " + why
	return &conformance.Failure{Kind: conformance.MalformedAnswer, What: what}
}
