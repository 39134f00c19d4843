// Package oracle is the test oracle: it has the correct response to every request, compares responses with
// it, and says which requirements an incorrect response breaks. Both follow from the table of package
// notation. The judge of package suite gives it each response, and package shrink those of smaller requests.
package oracle

import (
	"cmp"
	"context"
	"iter"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Oracle judges the responses of one implementation. It remembers which transformations crash
// alone, and blames a crash of several on these. It also remembers the attributes that parse returned
// where one is incorrect: the same incorrect attribute of a result is a consequence.
type Oracle struct {
	Edition      *notation.Edition
	WithoutEqual bool // whether equal string forms stand for a comparison, which the implementation does not offer
	Attributes   bool // whether apply returns the attributes of its last result
	correct      conformance.Implementation
	crashing     map[conformance.Method]bool // without another transformation before it
	misread      map[string]notation.Values  // by token
}

// New returns the oracle of an edition.
func New(edition *notation.Edition) *Oracle {
	return &Oracle{Edition: edition, correct: conformance.Correct(edition), crashing: map[conformance.Method]bool{}, misread: map[string]notation.Values{}}
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

// SweptOutcome returns the response to a sweep about its i-th token. It returns any other response, such as a
// crash or that to another operation, unchanged.
func SweptOutcome(swept *conformance.Response, i int) (of conformance.Response) {
	setSwept(&of, swept, i)
	return of
}

// setSwept sets of, which is the zero value, to [SweptOutcome]: there are millions of verdicts, and a copy of a
// response takes as long as its judgement. An implementation in this process may return an incorrect number of
// verdicts; package wire rejects that.
func setSwept(of, swept *conformance.Response, i int) {
	var verdict byte
	if i < len(swept.Verdicts) {
		verdict = swept.Verdicts[i]
	}
	switch {
	case swept.Outcome != conformance.Swept:
		*of = *swept
	case verdict == conformance.VerdictYes:
		of.Outcome = conformance.Accepted
	case verdict == conformance.VerdictNo:
		of.Outcome = conformance.Rejected
	case verdict == conformance.VerdictNone:
		of.NotSent = true
	case verdict == conformance.VerdictCrash:
		of.Outcome, of.Crash, of.CrashKind = conformance.Crashed, cmp.Or(swept.Crash, sweptCrash), swept.CrashKind
	default:
		of.Outcome, of.Crash = conformance.Crashed, "the response to the sweep has no character for the token"
	}
}

// sweptCrash is the text of a crash in a sweep.
const sweptCrash = "in a sweep, without details"

// Responses yields the responses of an exchange, not judged yet: for a sweep, one for each token.
func Responses(x conformance.Exchange) iter.Seq[*Deviation] {
	return func(yield func(*Deviation) bool) {
		if x.Request.Op != conformance.OpSweep {
			yield(&Deviation{Request: x.Request, Got: x.Response})
			return
		}
		for i, token := range x.Request.Tokens {
			d := &Deviation{Request: conformance.Request{Op: conformance.OpSweep, Token: token}}
			if setSwept(&d.Got, &x.Response, i); !yield(d) {
				return
			}
		}
	}
}

// Single returns a sweep as a request with its first token in Token, and other requests unchanged.
func Single(req conformance.Request) conformance.Request {
	if req.Op == conformance.OpSweep && len(req.Tokens) > 0 {
		return conformance.Request{Op: req.Op, Token: req.Tokens[0]}
	}
	return req
}

// Sent returns a request as an implementation gets it: the inverse of [Single].
func Sent(req conformance.Request) conformance.Request {
	if req.Op == conformance.OpSweep {
		return conformance.Request{Op: req.Op, Tokens: []string{req.Token}}
	}
	return req
}
