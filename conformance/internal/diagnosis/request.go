package diagnosis

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// requestKey is a request as a map key. It is not a sweep of several tokens.
type requestKey struct {
	op           conformance.Op
	token, other string
	methods      string // separated by blanks
}

func keyOf(req conformance.Request) requestKey {
	q := requestKey{op: req.Op, token: req.Token, other: req.Other}
	if len(req.Methods) > 0 {
		names := make([]string, len(req.Methods))
		for i, m := range req.Methods {
			names[i] = string(m)
		}
		q.methods = strings.Join(names, " ")
	}
	return q
}

// compareKeys orders short tokens first.
func compareKeys(a, b requestKey) int {
	return cmp.Or(
		cmp.Compare(len(a.token), len(b.token)),
		cmp.Compare(a.token, b.token),
		cmp.Compare(a.op, b.op),
		cmp.Compare(a.methods, b.methods),
		cmp.Compare(a.other, b.other),
	)
}

// responseOf returns the response of an implementation in this process, which has no errors.
func responseOf(impl conformance.Implementation, req conformance.Request) conformance.Response {
	if req.Op == conformance.OpSweep {
		req = conformance.Request{Op: conformance.OpSweep, Tokens: []string{req.Token}}
	}
	resp, err := impl.Do(context.Background(), req)
	if err != nil || resp.Outcome != conformance.Swept || len(resp.Verdicts) != 1 {
		return resp
	}
	return conformance.Response{Outcome: conformance.OutcomeOf(resp.Verdicts[0])}
}

// correctResponse returns the correct response to a request.
func correctResponse(edition epin.Edition, req conformance.Request) conformance.Response {
	switch req.Op {
	case conformance.OpValid, conformance.OpSweep:
		// There are millions of these.
		if edition.Valid(req.Token) {
			return conformance.Response{Outcome: conformance.Accepted}
		}
		return conformance.Response{Outcome: conformance.Rejected}
	}
	return responseOf(conformance.Reference(edition), req)
}

// alike reports whether two responses are equal, as far as they are compared. Of the response to an
// invalid string, only whether it is a rejection or a crash is: its attributes have no correct
// values.
func (r *Record) alike(req conformance.Request, a, b conformance.Response) bool {
	if r.edition.Valid(req.Token) && (req.Op != conformance.OpEqual || r.edition.Valid(req.Other)) {
		return agree(a, b)
	}
	of := func(resp conformance.Response) conformance.Outcome {
		if resp.Outcome == conformance.Rejected || resp.Outcome == conformance.Crashed {
			return resp.Outcome
		}
		return conformance.Accepted
	}
	return of(a) == of(b)
}

// agree reports whether two responses are equal in everything that both offer.
func agree(a, b conformance.Response) bool {
	return a.Outcome == b.Outcome &&
		same(a.Token, b.Token) && same(a.PIN, b.PIN) &&
		same(a.Native, b.Native) && same(a.Derived, b.Derived) &&
		(same(a.Name, b.Name) || conformance.SameName(a.Name.Value, b.Name.Value)) && same(a.Side, b.Side) &&
		same(a.State, b.State) && same(a.Terminal, b.Terminal) &&
		slices.Equal(a.Tokens, b.Tokens) && a.Original == b.Original
}

func same[T comparable](a, b conformance.Optional[T]) bool {
	return !a.Offered || !b.Offered || a.Value == b.Value
}

// flags returns which values a response offers.
func flags(r *conformance.Response) [8]*bool {
	return [...]*bool{&r.Token.Offered, &r.PIN.Offered, &r.Native.Offered, &r.Derived.Offered,
		&r.Name.Offered, &r.Side.Offered, &r.State.Offered, &r.Terminal.Offered}
}

// union returns a response that offers what either of two offers. Its values have no meaning.
func union(a, b conformance.Response) conformance.Response {
	of := flags(&a)
	for i, offered := range flags(&b) {
		*of[i] = *of[i] || *offered
	}
	return a
}

// restricted returns a response that offers only what offers offers.
func restricted(r, offers conformance.Response) conformance.Response {
	of := flags(&r)
	for i, offered := range flags(&offers) {
		*of[i] = *of[i] && *offered
	}
	return r
}
