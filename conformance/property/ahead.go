package property

import (
	"context"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/law"
	"github.com/epin-conformance/harness/epin"
)

// ahead asks an implementation at once what a law will ask about inputs if the
// answers are right, and returns it with these answers at hand. One question after
// the other, each waiting for an answer, would take many times as long behind a pipe.
// What is asked, and in which order, stays the same, what is asked twice too; what a
// law asks besides, because an answer was wrong, is asked when it comes to that.
func ahead(ctx context.Context, impl conformance.Implementation, l law.Law, edition epin.Edition, inputs []string) (conformance.Implementation, error) {
	expected := &expectation{reference: conformance.Reference(edition), offers: conformance.Describe(impl, edition)}
	for _, input := range inputs {
		if _, err := l.Check(ctx, expected, edition, input); err != nil {
			return nil, err
		}
	}
	a := &answered{Implementation: impl, offers: expected.offers, answers: map[string][]conformance.Response{}}
	responses := make([]conformance.Response, len(expected.requests))
	err := conformance.DoAll(ctx, impl, slices.Values(expected.requests), func(x conformance.Exchange) bool {
		responses[x.Index] = x.Response
		return true
	})
	for i, req := range expected.requests {
		key := keyOf(req)
		a.answers[key] = append(a.answers[key], responses[i])
	}
	return a, err
}

// expectation is the reference, with what it was asked.
type expectation struct {
	reference conformance.Implementation
	offers    conformance.Description
	requests  []conformance.Request
}

func (e *expectation) Describe() conformance.Description { return e.offers }

func (e *expectation) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	e.requests = append(e.requests, req)
	return e.reference.Do(ctx, req)
}

// answered is an implementation that was asked some things already.
type answered struct {
	conformance.Implementation
	offers  conformance.Description
	answers map[string][]conformance.Response
}

func (a *answered) Describe() conformance.Description { return a.offers }

func (a *answered) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	key := keyOf(req)
	if known := a.answers[key]; len(known) > 0 {
		a.answers[key] = known[1:]
		return known[0], nil
	}
	return a.Implementation.Do(ctx, req)
}

func keyOf(req conformance.Request) string {
	return fmt.Sprintf("%s %q %q %q %q", req.Op, req.Token, req.Other, req.Methods, req.Tokens)
}
