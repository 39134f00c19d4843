package main

import (
	"context"
	"os"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// wrongHelper is an adapter that answers every question with the opposite of what is
// right, as fast as the reference: every check fails.
const wrongHelper = "wrong"

func serveWrong(ctx context.Context, _ []string) error {
	return wire.Serve(ctx, os.Stdin, os.Stdout, func(_ context.Context, edition epin.Edition) (conformance.Implementation, error) {
		return wrong{edition}, nil
	})
}

type wrong struct{ edition epin.Edition }

func (w wrong) Describe() conformance.Description {
	return conformance.Description{
		Name: "always wrong", Ops: conformance.Ops(), Methods: conformance.MethodsOf(w.edition), Bytes: true,
	}
}

func (w wrong) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	switch {
	case req.Op == conformance.OpSweep:
		verdicts := make([]byte, len(req.Tokens))
		for i, token := range req.Tokens {
			verdicts[i] = conformance.VerdictYes
			if w.edition.Valid(token) {
				verdicts[i] = conformance.VerdictNo
			}
		}
		return conformance.Response{Outcome: conformance.Swept, Verdicts: string(verdicts)}, nil
	case req.Op == conformance.OpEqual && req.Token == req.Other:
		return conformance.Response{Outcome: conformance.Unequal}, nil
	case req.Op == conformance.OpEqual:
		return conformance.Response{Outcome: conformance.Equal}, nil
	case w.edition.Valid(req.Token):
		return conformance.Response{Outcome: conformance.Rejected}, nil
	}
	return conformance.Response{Outcome: conformance.Accepted, Tokens: make([]string, len(req.Methods))}, nil
}
