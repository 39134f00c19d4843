package conformance

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"sync"

	"github.com/epin-conformance/harness/epin"
)

// Foreseen is what some functions will ask an implementation, one thing after the other,
// if its answers are right: see [Foresee].
type Foreseen struct {
	edition   epin.Edition
	offers    Description
	asks      []func(Implementation) error
	questions chan Request // closed at the end
	dropped   chan struct{}
	drop      sync.Once

	mu    sync.Mutex
	sent  int
	due   map[int]expected // by the number of the question
	asked []*asked         // so far
	right int              // of asked, from the first on, that got right answers alone
}

// foreseenQuestions is how many questions are kept until they can be asked.
const foreseenQuestions = 1 << 12

// Foresee saves functions the waiting that ask an implementation one thing after the
// other: behind a pipe every question that waits for its answer takes many times as long
// as one of many. It begins at once, on a goroutine of its own, to call each of asks with
// the reference, which offers what an implementation does. [Foreseen.Ask], or
// [Foreseen.Drop], has to follow.
func Foresee(edition epin.Edition, offers Description, asks ...func(Implementation) error) *Foreseen {
	f := &Foreseen{edition: edition, offers: offers, asks: asks}
	f.begin(0)
	return f
}

// Ask asks impl, which offers what was foreseen, all of it at once if it is a [Batcher].
// A function that gets right answers alone has found out, of the reference, what it would
// have found out of impl. The first that does not is called again, with the answers at
// hand, and asks impl what it asks besides; so it must find out the same again from the
// same answers, and what it has found out last counts. Then comes the next.
//
// An error is of one of the functions, of impl or of ctx; none is called after it. What
// the others have found out before it, of which done says how many there are, holds of
// impl.
func (f *Foreseen) Ask(ctx context.Context, impl Implementation) (done int, err error) {
	for {
		// An error comes again when the first that is called again asks on.
		_ = DoAll(ctx, impl, f.draw, f.compare)
		f.Drop()
		right := f.allRight()
		if done += right; done == len(f.asks) {
			return done, nil
		}
		if err := f.asks[done](f.answered(impl, right)); err != nil {
			return done, err
		}
		if done++; done == len(f.asks) {
			return done, nil
		}
		f.begin(done)
	}
}

// errDropped ends a function that nobody waits for.
var errDropped = errors.New("conformance: what was foreseen is not asked")

// Drop ends the calls of functions that nobody waits for, and returns when they have
// returned.
func (f *Foreseen) Drop() {
	f.drop.Do(func() { close(f.dropped) })
	for range f.questions {
	}
}

// begin foresees what the functions from a number on ask.
func (f *Foreseen) begin(from int) {
	f.questions, f.dropped, f.drop = make(chan Request, foreseenQuestions), make(chan struct{}), sync.Once{}
	f.sent, f.due, f.asked, f.right = 0, map[int]expected{}, nil, 0
	e := &expectation{of: f, reference: Reference(f.edition)}
	go func() {
		defer close(f.questions)
		for _, ask := range f.asks[from:] {
			if !e.call(ask) {
				return
			}
		}
	}()
}

// draw yields the questions.
func (f *Foreseen) draw(yield func(Request) bool) {
	for req := range f.questions {
		if !yield(req) {
			return
		}
	}
}

// expectation is the reference, which hands on what it is asked.
type expectation struct {
	of        *Foreseen
	reference Implementation
	dropped   bool
}

// expected is the right answer to a question, and who asked it.
type expected struct {
	response Response
	by       *asked
}

// asked is one of the functions.
type asked struct {
	due      int  // questions without an answer
	over     bool // it asks nothing else
	wrong    bool
	answered []answer
}

// answer is what was answered to a question. There are many, most of them right ones.
type answer struct {
	index   int
	request Request
	wrong   *Response // nil where the answer is that of the reference
}

// call calls a function, and reports whether to call the next.
func (e *expectation) call(ask func(Implementation) error) bool {
	f, now := e.of, new(asked)
	f.mu.Lock()
	f.asked = append(f.asked, now)
	f.mu.Unlock()
	err := ask(e)
	f.mu.Lock()
	defer f.mu.Unlock()
	now.over, now.wrong = !e.dropped, now.wrong || err != nil
	return !e.dropped
}

func (e *expectation) Describe() Description { return e.of.offers }

func (e *expectation) Do(ctx context.Context, req Request) (Response, error) {
	if e.dropped {
		return Response{}, errDropped
	}
	resp, err := e.reference.Do(ctx, req)
	f := e.of
	f.mu.Lock()
	now := f.asked[len(f.asked)-1]
	now.due++
	f.due[f.sent] = expected{resp, now}
	f.sent++
	f.mu.Unlock()
	select {
	case f.questions <- req:
	case <-f.dropped:
		e.dropped = true
	}
	return resp, err
}

// compare takes an answer, and reports whether those that it has seen so far are right
// for all who have been answered to the end.
func (f *Foreseen) compare(x Exchange) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	wanted := f.due[x.Index]
	delete(f.due, x.Index)
	wanted.by.due--
	a := answer{index: x.Index, request: x.Request}
	if !x.Response.Equal(wanted.response) {
		wrong := x.Response // a copy, so that x need not be kept where it is right
		wanted.by.wrong, a.wrong = true, &wrong
	}
	wanted.by.answered = append(wanted.by.answered, a)
	f.settle()
	return f.right == len(f.asked) || !f.asked[f.right].done() // which is wrong, if it is done
}

// settle counts those that got right answers alone, and forgets the answers.
func (f *Foreseen) settle() {
	for f.right < len(f.asked) && f.asked[f.right].done() && !f.asked[f.right].wrong {
		f.asked[f.right].answered = nil
		f.right++
	}
}

func (a *asked) done() bool { return a.over && a.due == 0 }

// allRight returns how many, from the first on, got right answers alone.
func (f *Foreseen) allRight() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.settle()
	return f.right
}

// answered returns impl with the answers to one that asks at hand.
func (f *Foreseen) answered(impl Implementation, to int) Implementation {
	var answers []answer
	if to < len(f.asked) { // otherwise it has asked nothing yet
		answers = f.asked[to].answered
	}
	slices.SortFunc(answers, func(x, y answer) int { return x.index - y.index })
	a := &answered{Implementation: impl, offers: f.offers, reference: Reference(f.edition), known: map[string][]*Response{}}
	for _, x := range answers {
		key := keyOf(x.request)
		a.known[key] = append(a.known[key], x.wrong)
	}
	return a
}

// answered is an implementation that was asked some things already.
type answered struct {
	Implementation
	offers    Description
	reference Implementation
	// By keyOf, in the order in which they were asked; nil where the answer is that of
	// the reference.
	known map[string][]*Response
}

func (a *answered) Describe() Description { return a.offers }

func (a *answered) Do(ctx context.Context, req Request) (Response, error) {
	key := keyOf(req)
	if known := a.known[key]; len(known) > 0 {
		a.known[key] = known[1:]
		if known[0] == nil {
			return a.reference.Do(ctx, req)
		}
		return *known[0], nil
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
