// Package oracle is the test oracle: it has the correct response to every request, compares
// responses with it, and says which requirements an incorrect response breaks. Both follow from the
// table of package notation.
package oracle

import (
	"context"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Oracle judges the responses of one implementation. It remembers which transformations crash
// alone, and blames a crash of several on these. It also remembers the incorrect attributes that
// parse returned.
type Oracle struct {
	Edition      *notation.Edition
	WithoutEqual bool // whether equal string forms stand for a comparison, which the implementation does not offer
	Attributes   bool // whether apply returns the attributes of its last result
	correct      conformance.Implementation
	crashing     map[conformance.Method]bool // without another transformation before it
	misread      misread
}

// New returns the oracle of an edition.
func New(edition *notation.Edition) *Oracle {
	return &Oracle{Edition: edition, correct: conformance.Correct(edition), crashing: map[conformance.Method]bool{}, misread: misread{}}
}

// Wanted returns the correct response to a request, with everything that an implementation can
// offer. A sweep has its one token in Token.
func (c *Oracle) Wanted(req conformance.Request) conformance.Response {
	if req.Op == conformance.OpSweep {
		req.Op = conformance.OpValid
	}
	wanted, err := c.correct.Do(context.Background(), req)
	if err != nil {
		panic(err) // it has a response to every request
	}
	if req.Op == conformance.OpApply && !c.Attributes {
		wanted = conformance.Response{Outcome: wanted.Outcome, Tokens: wanted.Tokens, Original: wanted.Original, Error: wanted.Error}
	}
	return wanted
}

// Wrong returns the aspects and the symptoms of an incorrect response. A correct response and a
// declined request have none.
func (c *Oracle) Wrong(req conformance.Request, got conformance.Response) ([]Aspect, []Symptom) {
	if got.Outcome == conformance.Unsupported {
		return nil, nil
	}
	wanted := c.Wanted(req)
	if got.Equal(wanted) { // as nearly all are
		return nil, nil
	}
	aspects := c.Judge(req, wanted, got)
	if slices.ContainsFunc(aspects, Aspect.failed) { // else nothing is to be blamed
		aspects = c.Whole(req, wanted, got)
	}
	return aspects, c.SymptomsOf(aspects, got)
}
