package law

import (
	"cmp"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Inquiry is the check of a law on a token, one request at a time. Make one with
// [Law.Inquire].
//
// After each response, it checks the law again from the start, on the responses so far. A law
// sends few requests, so this costs less than a goroutine that waits for each response.
type Inquiry struct {
	Token string

	law     Law
	edition epin.Edition
	offers  *conformance.Description
	result  Result
	used    int                 // exchanges that this pass over the law has used
	request conformance.Request // without a response
	waits   bool                // for the response to request
}

// Request returns the request to send next. It returns nil once there is a result.
func (q *Inquiry) Request() *conformance.Request {
	if !q.waits {
		return nil
	}
	return &q.request
}

// Answer continues with the response to Request.
func (q *Inquiry) Answer(resp conformance.Response) {
	q.result.Exchanges = append(q.result.Exchanges, conformance.Exchange{
		Index: len(q.result.Exchanges), Request: q.request, Response: resp,
	})
	q.advance()
}

// Result returns the result. Before there is one, it has only the exchanges so far.
func (q *Inquiry) Result() Result {
	if q.waits {
		return Result{Exchanges: q.result.Exchanges}
	}
	return q.result
}

// advance checks the law up to the first request without a response.
func (q *Inquiry) advance() {
	q.result, q.used, q.waits = Result{Exchanges: q.result.Exchanges}, 0, false
	q.law.check(q, q.Token)
}

func parse(token string) conformance.Request {
	return conformance.Request{Op: conformance.OpParse, Token: token}
}

func apply(token string, methods ...conformance.Method) conformance.Request {
	return conformance.Request{Op: conformance.OpApply, Token: token, Methods: methods}
}

func equal(token, other string) conformance.Request {
	return conformance.Request{Op: conformance.OpEqual, Token: token, Other: other}
}

func sweep(tokens ...string) conformance.Request {
	return conformance.Request{Op: conformance.OpSweep, Tokens: tokens}
}

// send returns the response to req, and reports whether there is one; a crash is one. It does
// not send what the implementation does not offer. A malformed response breaks the law.
func (q *Inquiry) send(req conformance.Request) (conformance.Response, bool) {
	if q.over() || !q.offered(req) {
		return conformance.Response{}, false
	}
	if q.used == len(q.result.Exchanges) {
		q.request, q.waits = req, true
		return conformance.Response{}, false
	}
	resp := q.result.Exchanges[q.used].Response
	q.used++
	switch {
	case resp.Outcome == conformance.Unsupported, strings.IndexByte(resp.Verdicts, conformance.VerdictNone) >= 0:
		return conformance.Response{}, false
	case resp.Outcome != conformance.Crashed && malformed(req, resp):
		q.judge(false, "a response to "+string(req.Op), "a malformed one, "+resp.Outcome.String())
		return conformance.Response{}, false
	}
	return resp, true
}

// premise is send for the premise of a law. It reports whether req is accepted. A rejection
// or a crash does not break the law, because the token may be invalid.
func (q *Inquiry) premise(req conformance.Request) (conformance.Response, bool) {
	resp, ok := q.send(req)
	return resp, ok && resp.Outcome == conformance.Accepted
}

// transforms is premise for laws about transformations. It sends nothing if one of methods is
// not offered, because the law needs all of them.
func (q *Inquiry) transforms(token string, methods ...conformance.Method) bool {
	if !q.offered(apply(token, methods...)) {
		return false
	}
	_, ok := q.premise(apply(token))
	return ok
}

// answered is send for requests after the premise: a crash breaks the law.
func (q *Inquiry) answered(req conformance.Request) (conformance.Response, bool) {
	resp, ok := q.send(req)
	if ok && resp.Outcome == conformance.Crashed {
		q.judge(false, "a response to "+string(req.Op), "a crash: "+shown(resp.Crash))
		ok = false
	}
	return resp, ok
}

// accepted is answered, but also false if the token is rejected.
func (q *Inquiry) accepted(req conformance.Request) (conformance.Response, bool) {
	resp, ok := q.answered(req)
	return resp, ok && resp.Outcome == conformance.Accepted
}

// same judges whether two texts about a subject are the same.
func (q *Inquiry) same(subject, wanted, got string) {
	q.judge(wanted == got, subject+shown(wanted), subject+shown(got))
}

// judge records whether the law, or one condition of it, holds. The first condition that does
// not hold breaks the law.
func (q *Inquiry) judge(held bool, wanted, got string) {
	switch {
	case q.over():
	case held:
		q.result.Outcome = Holds
	default:
		q.result.Outcome, q.result.Wanted, q.result.Got = Broken, wanted, got
	}
}

// over reports whether this pass over the law sends no further requests.
func (q *Inquiry) over() bool { return q.waits || q.result.Outcome == Broken }

// offered reports whether the implementation supports req. A string form that it returned can
// be too long for a request, or not be valid UTF-8.
func (q *Inquiry) offered(req conformance.Request) bool {
	swept := 0
	for _, token := range req.Tokens {
		swept += len(token)
	}
	return len(req.Token) <= conformance.MaxTokenBytes && swept <= conformance.MaxSweepBytes && q.offers.Answers(req)
}

// malformed reports whether resp has not the form of a response to req. The protocol excludes it,
// but not an implementation in Go.
func malformed(req conformance.Request, resp conformance.Response) bool {
	switch req.Op {
	case conformance.OpSweep:
		return resp.Outcome != conformance.Swept || len(resp.Verdicts) != len(req.Tokens) || strings.Trim(resp.Verdicts, "10!") != ""
	case conformance.OpEqual:
		return resp.Outcome != conformance.Equal && resp.Outcome != conformance.Unequal && resp.Outcome != conformance.Rejected
	}
	return resp.Outcome != conformance.Rejected &&
		(resp.Outcome != conformance.Accepted || req.Op == conformance.OpApply && len(resp.Tokens) != len(req.Methods))
}

// shown returns s, or "(empty)" for the empty string.
func shown(s string) string { return cmp.Or(s, "(empty)") }
