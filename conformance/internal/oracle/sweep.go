package oracle

import (
	"cmp"
	"iter"

	"github.com/epin-conformance/harness/conformance"
)

// SweptOutcome returns the response to a sweep about its i-th token. A response that holds no verdicts,
// such as a crash, is about every token.
func SweptOutcome(swept conformance.Response, i int) (of conformance.Response) {
	setSwept(&swept, i, &of)
	return of
}

// setSwept sets of, which is the zero value, to [SweptOutcome]. An implementation in this process may
// return a wrong number of verdicts; package wire rejects that.
func setSwept(swept *conformance.Response, i int, of *conformance.Response) {
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
			if setSwept(&x.Response, i, &d.Got); !yield(d) {
				return
			}
		}
	}
}

// Each yields the requests of an exchange with their responses; see [Responses].
func Each(x conformance.Exchange) iter.Seq2[conformance.Request, conformance.Response] {
	return func(yield func(conformance.Request, conformance.Response) bool) {
		for d := range Responses(x) {
			if !yield(d.Request, d.Got) {
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
