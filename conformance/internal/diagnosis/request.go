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

// parts is a set of parts of a response that can be incorrect by themselves.
type parts uint16

// partNames has the name of each part in symptoms, by bit.
var partNames = [...]string{"verdict", "token", "pin", "native", "derived", "name", "side", "state", "terminal", "original", "tokens"}

const (
	outcome parts = 1
	values  parts = 0x1fe   // from token to terminal
	tokens  parts = 1 << 10 // results of transformations
	anyPart parts = 1<<11 - 1
	entire  parts = 1 << 11 // set together with parts if no other part differs
)

// partOf returns the part to which a symptom belongs. Crashes belong to the outcome.
func partOf(symptom string) parts {
	i := slices.Index(partNames[:], symptom)
	switch {
	case symptom == "":
		return anyPart
	case i >= 0:
		return 1 << i
	case strings.HasPrefix(symptom, "result of ") && strings.Count(symptom, " ") == 2:
		return tokens
	}
	return outcome
}

// difference returns the parts in which two responses differ, of those that both offer.
func difference(a, b conformance.Response) (of parts) {
	if a.Outcome != b.Outcome {
		return outcome
	}
	for i, differs := range [len(partNames)]bool{
		false, differ(a.Token, b.Token), differ(a.PIN, b.PIN), differ(a.Native, b.Native), differ(a.Derived, b.Derived),
		differ(a.Name, b.Name) && !conformance.SameName(a.Name.Value, b.Name.Value), differ(a.Side, b.Side),
		differ(a.State, b.State), differ(a.Terminal, b.Terminal), a.Original != b.Original, !slices.Equal(a.Tokens, b.Tokens),
	} {
		if differs {
			of |= 1 << i
		}
	}
	return of
}

func differ[T comparable](a, b conformance.Optional[T]) bool {
	return a.Offered && b.Offered && a.Value != b.Value
}

// offered returns which values a response offers.
func offered(r conformance.Response) (of parts) {
	for i, is := range [...]bool{r.Token.Offered, r.PIN.Offered, r.Native.Offered, r.Derived.Offered,
		r.Name.Offered, r.Side.Offered, r.State.Offered, r.Terminal.Offered} {
		if is {
			of |= 2 << i
		}
	}
	return of
}

// bare returns what is compared of a response. For an invalid string this is only acceptance,
// rejection or crash: its values cannot be correct.
func (r *Record) bare(req conformance.Request, resp conformance.Response) conformance.Response {
	switch {
	case r.edition.Valid(req.Token) && (req.Op != conformance.OpEqual || r.edition.Valid(req.Other)):
		return resp
	case resp.Outcome == conformance.Rejected || resp.Outcome == conformance.Crashed:
		return conformance.Response{Outcome: resp.Outcome}
	}
	return conformance.Response{Outcome: conformance.Accepted}
}

// wrongIn returns the parts in which a response is incorrect, as far as it is compared.
func (r *Record) wrongIn(req conformance.Request, resp conformance.Response) parts {
	return difference(r.bare(req, correctResponse(r.edition, req)), r.bare(req, resp))
}
