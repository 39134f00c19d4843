package conformance

import (
	"context"
	"encoding/binary"
	"slices"
	"sync"

	"github.com/epin-conformance/harness/epin"
)

// AskAhead calls each of asks, which ask an implementation of an edition one thing after
// the other, and saves them the waiting: behind a pipe every question that waits for its
// answer takes many times as long as one of many.
//
// A [Batcher] is asked, at once and on another goroutine, whatever they ask of the
// reference, which offers what impl does. One that got right answers alone has found out
// of the reference what it would have found out of impl. The first that did not is called
// again, with the answers at hand, and asks impl what it asks besides; so it must find
// out the same again from the same answers, and what it has found out last counts. Then
// comes the next. Any other implementation is what they are called with.
//
// An error is of one of asks, of impl or of ctx; none is called after it. What the others
// have found out before it, of which done says how many there are, holds of impl.
func AskAhead(ctx context.Context, impl Implementation, edition epin.Edition, asks ...func(Implementation) error) (done int, err error) {
	if _, batches := impl.(Batcher); !batches {
		for i, ask := range asks {
			if err := ask(impl); err != nil {
				return i, err
			}
		}
		return len(asks), nil
	}
	for done < len(asks) {
		e := &expectation{reference: Reference(edition), offers: Describe(impl, edition), due: map[int]expected{}}
		// An error comes again when the first that is called again asks on.
		_ = DoAll(ctx, impl, func(yield func(Request) bool) { e.ask(asks[done:], yield) }, e.compare)
		right := e.allRight()
		if done += right; done == len(asks) {
			break
		}
		if err := asks[done](e.answered(impl, right)); err != nil {
			return done, err
		}
		done++
	}
	return done, nil
}

// expectation is the reference, which hands on what it is asked, and compares the answers
// of an implementation with its own.
type expectation struct {
	reference Implementation
	offers    Description
	yield     func(Request) bool
	ended     bool // nobody wants further requests

	mu    sync.Mutex
	sent  int
	due   map[int]expected // by the number of the question
	asked []*asked         // so far
	right int              // of asked, from the first on, that got right answers alone
}

// expected is the right answer to a question, and who asked it.
type expected struct {
	response Response
	by       *asked
}

// asked is one that asks.
type asked struct {
	due       int  // questions without an answer
	over      bool // it asks nothing else
	wrong     bool
	exchanges []Exchange
}

// ask calls each of asks with e, and yields what they ask.
func (e *expectation) ask(asks []func(Implementation) error, yield func(Request) bool) {
	e.yield = yield
	for _, ask := range asks {
		e.mu.Lock()
		now := new(asked)
		e.asked = append(e.asked, now)
		e.mu.Unlock()
		err := ask(e)
		e.mu.Lock()
		now.over, now.wrong = !e.ended, now.wrong || err != nil
		e.mu.Unlock()
		if e.ended {
			return
		}
	}
}

func (e *expectation) Describe() Description { return e.offers }

func (e *expectation) Do(ctx context.Context, req Request) (Response, error) {
	resp, err := e.reference.Do(ctx, req)
	e.mu.Lock()
	now := e.asked[len(e.asked)-1]
	now.due++
	e.due[e.sent] = expected{resp, now}
	e.sent++
	e.mu.Unlock()
	e.ended = e.ended || !e.yield(req)
	return resp, err
}

// compare takes an answer, and reports whether those that it has seen so far are right
// for all who have been answered to the end.
func (e *expectation) compare(x Exchange) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	wanted := e.due[x.Index]
	delete(e.due, x.Index)
	wanted.by.due--
	wanted.by.wrong = wanted.by.wrong || !x.Response.Equal(wanted.response)
	wanted.by.exchanges = append(wanted.by.exchanges, x)
	e.settle()
	return e.right == len(e.asked) || !e.asked[e.right].done() // which is wrong, if it is done
}

// settle counts those that got right answers alone, and forgets the answers.
func (e *expectation) settle() {
	for e.right < len(e.asked) && e.asked[e.right].done() && !e.asked[e.right].wrong {
		e.asked[e.right].exchanges = nil
		e.right++
	}
}

func (a *asked) done() bool { return a.over && a.due == 0 }

// allRight returns how many, from the first on, got right answers alone.
func (e *expectation) allRight() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.settle()
	return e.right
}

// answered returns impl with the answers to one that asks at hand.
func (e *expectation) answered(impl Implementation, to int) Implementation {
	var exchanges []Exchange
	if to < len(e.asked) { // otherwise it has asked nothing yet
		exchanges = e.asked[to].exchanges
	}
	return newAnswered(impl, e.offers, exchanges)
}

// answered is an implementation that was asked some things already.
type answered struct {
	Implementation
	offers Description
	known  map[string][]Response // by keyOf, in the order in which they were asked
}

func newAnswered(impl Implementation, offers Description, exchanges []Exchange) *answered {
	slices.SortFunc(exchanges, func(x, y Exchange) int { return x.Index - y.Index })
	a := &answered{Implementation: impl, offers: offers, known: map[string][]Response{}}
	for _, x := range exchanges {
		key := keyOf(x.Request)
		a.known[key] = append(a.known[key], x.Response)
	}
	return a
}

func (a *answered) Describe() Description { return a.offers }

func (a *answered) Do(ctx context.Context, req Request) (Response, error) {
	key := keyOf(req)
	if known := a.known[key]; len(known) > 0 {
		a.known[key] = known[1:]
		return known[0], nil
	}
	return a.Implementation.Do(ctx, req)
}

// keyOf tells requests apart.
func keyOf(req Request) string {
	// Each text stands behind its length, so none runs into the next.
	key := make([]byte, 0, 64)
	add := func(text string) {
		key = binary.AppendUvarint(key, uint64(len(text)))
		key = append(key, text...)
	}
	add(string(req.Op))
	add(req.Token)
	add(req.Other)
	key = binary.AppendUvarint(key, uint64(len(req.Methods)))
	for _, m := range req.Methods {
		add(string(m))
	}
	for _, token := range req.Tokens {
		add(token)
	}
	return string(key)
}
