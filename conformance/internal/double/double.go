// Package double makes implementations for tests.
package double

import (
	"context"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Func is an implementation that is a function.
type Func func(context.Context, conformance.Request) (conformance.Response, error)

// Do calls the function.
func (f Func) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	return f(ctx, req)
}

// Alteration returns the response in place of a response.
type Alteration = func(conformance.Request, conformance.Response) conformance.Response

// Altered is an implementation with some responses changed. A sweep is changed string by string.
func Altered(impl conformance.Implementation, alter Alteration) Func {
	return func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
		resp, err := impl.Do(ctx, req)
		if req.Op != conformance.OpSweep {
			return alter(req, resp), err
		}
		verdicts := []byte(resp.Verdicts)
		for i, token := range req.Tokens {
			one := conformance.Response{Outcome: conformance.OutcomeOf(verdicts[i])}
			one = alter(conformance.Request{Op: req.Op, Token: token}, one)
			if one.Outcome == conformance.Unsupported {
				return conformance.Response{}, err
			}
			verdicts[i] = "?01...!"[one.Outcome]
		}
		resp.Verdicts = string(verdicts)
		return resp, err
	}
}

// Limited offers what its description says, and nothing else.
type Limited struct {
	conformance.Implementation
	conformance.Description
}

// Limit limits an implementation to what a description says.
func Limit(impl conformance.Implementation, to conformance.Description) Limited {
	return Limited{impl, to}
}

// Describe returns the description.
func (l Limited) Describe() conformance.Description { return l.Description }

// Do declines what is not offered.
func (l Limited) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if !l.Answers(req) {
		return conformance.Response{}, nil
	}
	return l.Implementation.Do(ctx, req)
}

// Open returns a Factory that always opens the same implementation.
func Open(impl conformance.Implementation) conformance.Factory {
	return Opening(func(*notation.Edition) conformance.Implementation { return impl })
}

// Opening returns a Factory that opens what is made for the edition.
func Opening(make func(*notation.Edition) conformance.Implementation) conformance.Factory {
	return func(_ context.Context, e *notation.Edition) (conformance.Implementation, error) { return make(e), nil }
}

// Mutant returns the mutant with a name, which has to exist.
func Mutant(name string) mutant.Mutant {
	m, ok := mutant.Named(name)
	if !ok {
		panic("there is no mutant " + name)
	}
	return m
}
