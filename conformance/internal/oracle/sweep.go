package oracle

import (
	"cmp"
	"iter"

	"github.com/epin-conformance/harness/conformance"
)

// SweptOutcome returns the response to a sweep about its i-th token. A response that holds no
// verdicts, such as a crash, is about every token. An implementation in this
// process may return a wrong number of verdicts; package wire rejects that.
func SweptOutcome(swept conformance.Response, i int) conformance.Response {
	if swept.Outcome != conformance.Swept {
		return swept
	}
	if i < len(swept.Verdicts) {
		switch swept.Verdicts[i] {
		case conformance.VerdictYes:
			return conformance.Response{Outcome: conformance.Accepted}
		case conformance.VerdictNo:
			return conformance.Response{Outcome: conformance.Rejected}
		case conformance.VerdictNone:
			return conformance.Response{NotSent: true}
		case conformance.VerdictCrash:
			return conformance.Response{Outcome: conformance.Crashed, Crash: cmp.Or(swept.Crash, sweptCrash), CrashKind: swept.CrashKind}
		}
	}
	return conformance.Response{Outcome: conformance.Crashed, Crash: "the response to the sweep has no character for the token"}
}

// sweptCrash is the text of a crash in a sweep.
const sweptCrash = "in a sweep, without details"

// Each yields the requests of an exchange with their responses: for a sweep, one for each token.
func Each(x conformance.Exchange) iter.Seq2[conformance.Request, conformance.Response] {
	return func(yield func(conformance.Request, conformance.Response) bool) {
		if x.Request.Op != conformance.OpSweep {
			yield(x.Request, x.Response)
			return
		}
		for i, token := range x.Request.Tokens {
			if !yield(conformance.Request{Op: conformance.OpSweep, Token: token}, SweptOutcome(x.Response, i)) {
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

// Singles returns a request for each token of a sweep.
func Singles(req conformance.Request) []conformance.Request {
	var all []conformance.Request
	for _, token := range req.Tokens {
		all = append(all, conformance.Request{Op: req.Op, Token: token})
	}
	return all
}
