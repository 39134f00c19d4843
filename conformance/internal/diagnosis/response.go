package diagnosis

import (
	"context"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/selector"
	"github.com/epin-conformance/harness/conformance/notation"
)

// requestKey identifies a request, which is not a sweep of several tokens. It is a hash, since a record has
// many. In a run of 100 million requests, one has the key of another in the record once in 700,000 runs.
type requestKey uint64

var keySeed = maphash.MakeSeed()

func keyOf(req conformance.Request) requestKey {
	return requestKey(maphash.Comparable(keySeed, [...]string{selector.Operation(req), req.Token, req.Other}))
}

// verdictOps are the operations that return a verdict on a string.
var verdictOps = []conformance.Op{conformance.OpParse, conformance.OpValid, conformance.OpSweep}

// responseOf returns the response of an implementation in this process, which has no errors.
func responseOf(impl conformance.Implementation, req conformance.Request) conformance.Response {
	resp, _ := impl.Do(context.Background(), oracle.Sent(req))
	return oracle.SweptOutcome(&resp, 0)
}

// parts is a set of parts of a response that can be incorrect by themselves.
type parts uint16

const (
	outcome  parts = 1
	values   parts = (1<<notation.MaxAttributes - 1) << 1 // one of each attribute
	original parts = 1 << (notation.MaxAttributes + 1)
	tokens   parts = original << 1 // results of transformations
	anyPart  parts = outcome | values | original | tokens
	entire   parts = tokens << 1 // set together with parts if no other part differs
)

// partOf returns the part to which a symptom belongs. Crashes belong to the outcome.
func partOf(edition *notation.Edition, symptom string) parts {
	i := edition.Index(symptom)
	switch {
	case symptom == "":
		return anyPart
	case i >= 0:
		return ofAttribute(i)
	case symptom == "original":
		return original
	case strings.HasPrefix(symptom, "result of ") && strings.Count(symptom, " ") == 2:
		return tokens
	}
	return outcome
}

func ofAttribute(i int) parts { return 2 << i }

// difference returns the parts in which two responses differ, of those that both offer.
func difference(a, b conformance.Response) (of parts) {
	if a.Outcome != b.Outcome {
		return outcome
	}
	for i, v := range a.Attributes {
		if w := b.Attributes[i]; v.Offered() && w.Offered() && !v.Same(w) {
			of |= ofAttribute(i)
		}
	}
	if a.Original != b.Original {
		of |= original
	}
	if !slices.Equal(a.Tokens, b.Tokens) {
		of |= tokens
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

// wanted returns what is compared of the correct response.
func (r *Record) wanted(req conformance.Request) conformance.Response {
	return r.bare(req, r.oracle.Wanted(req))
}

// wrongIn returns the parts in which a response is incorrect, as far as it is compared.
func (r *Record) wrongIn(req conformance.Request, resp conformance.Response) parts {
	return difference(r.wanted(req), r.bare(req, resp))
}
