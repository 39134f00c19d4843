// Package oracle is the test oracle: it has the correct response to every request, compares
// responses with it, and says which requirements an incorrect response breaks. Both follow from the
// table of package notation.
package oracle

import (
	"context"

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
	misread      map[string]misread          // by token
}

// New returns the oracle of an edition.
func New(edition *notation.Edition) *Oracle {
	return &Oracle{Edition: edition, correct: conformance.Correct(edition), crashing: map[conformance.Method]bool{}, misread: map[string]misread{}}
}

// Wanted returns the correct response to a request, with everything that an implementation can
// offer. A sweep has its one token in Token.
func (c *Oracle) Wanted(req conformance.Request) conformance.Response {
	d := Deviation{Request: req}
	c.Expect(&d)
	return d.Wanted
}

// Expect sets the correct response of d: see [Oracle.Wanted].
func (c *Oracle) Expect(d *Deviation) {
	switch d.Request.Op {
	case conformance.OpValid, conformance.OpSweep:
		if d.Wanted.Outcome = conformance.Rejected; c.Edition.Valid(d.Request.Token) {
			d.Wanted.Outcome = conformance.Accepted
		}
		return
	}
	var err error
	if d.Wanted, err = c.correct.Do(context.Background(), d.Request); err != nil {
		panic(err) // it has a response to every request
	}
	if d.Request.Op == conformance.OpApply && !c.Attributes {
		d.Wanted.Attributes = notation.Values{}
	}
}
