package law

import (
	"context"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// inquiry is one check of one law on one token. It sends requests, keeps the exchanges,
// and collects the result.
type inquiry struct {
	ctx     context.Context
	impl    conformance.Implementation
	edition epin.Edition
	offers  conformance.Description
	result  Result
	err     error
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

// send sends req and reports whether there is a response; a crash is one. It does not send
// what the implementation does not offer. A malformed response breaks the law.
func (q *inquiry) send(req conformance.Request) (conformance.Response, bool) {
	if q.over() || !q.offered(req) {
		return conformance.Response{}, false
	}
	resp, err := q.impl.Do(q.ctx, req)
	if err != nil {
		q.err = err
		return conformance.Response{}, false
	}
	q.result.Exchanges = append(q.result.Exchanges, conformance.Exchange{
		Index: len(q.result.Exchanges), Request: req, Response: resp,
	})
	switch fault := misfit(req, resp); {
	case resp.Outcome == conformance.Unsupported, strings.IndexByte(resp.Verdicts, conformance.VerdictNone) >= 0:
		return conformance.Response{}, false
	case resp.Outcome == conformance.Crashed:
		return resp, true
	case fault != "":
		q.broken("an answer to "+string(req.Op), fault)
		return conformance.Response{}, false
	}
	return resp, true
}

// premise is send for the premise of a law. It reports whether req is accepted. A rejection
// or a crash does not break the law, because the token may be invalid.
func (q *inquiry) premise(req conformance.Request) (conformance.Response, bool) {
	resp, ok := q.send(req)
	return resp, ok && resp.Outcome == conformance.Accepted
}

// premiseOf is premise for laws about transformations. It returns the string form of an
// untransformed token. It sends nothing if one of methods is not offered, because the law
// needs all of them.
func (q *inquiry) premiseOf(token string, methods ...conformance.Method) (form string, ok bool) {
	if !q.offered(apply(token, methods...)) {
		return "", false
	}
	resp, ok := q.premise(apply(token))
	return resp.Original, ok
}

// answered is send for requests after the premise: a crash breaks the law.
func (q *inquiry) answered(req conformance.Request) (conformance.Response, bool) {
	resp, ok := q.send(req)
	if ok && resp.Outcome == conformance.Crashed {
		q.broken("an answer to "+string(req.Op), "a crash: "+shown(resp.Crash))
		return conformance.Response{}, false
	}
	return resp, ok
}

// accepted is answered, but also false if the token is rejected.
func (q *inquiry) accepted(req conformance.Request) (conformance.Response, bool) {
	resp, ok := q.answered(req)
	return resp, ok && resp.Outcome == conformance.Accepted
}

// judge records whether the law, or one condition of it, holds. The law is broken if one
// condition does not hold.
func (q *inquiry) judge(held bool, wanted, got string) {
	switch {
	case !held:
		q.broken(wanted, got)
	case !q.over():
		q.result.Outcome = Holds
	}
}

// broken records that the law is broken, unless it was before.
func (q *inquiry) broken(wanted, got string) {
	if !q.over() {
		q.result.Outcome, q.result.Wanted, q.result.Got = Broken, wanted, got
	}
}

// over reports whether further requests cannot change the result.
func (q *inquiry) over() bool { return q.err != nil || q.result.Outcome == Broken }

// offered reports whether the implementation supports req. A string form that it returned can
// be too long for a request, or not be valid UTF-8.
func (q *inquiry) offered(req conformance.Request) bool {
	return len(req.Token) <= conformance.MaxTokenBytes && size(req.Tokens) <= conformance.MaxSweepBytes && q.offers.Answers(req)
}

// size returns the total number of bytes of tokens.
func size(tokens []string) int {
	bytes := 0
	for _, token := range tokens {
		bytes += len(token)
	}
	return bytes
}

// verdicts are the characters of a valid response to a sweep.
var verdicts = string([]byte{conformance.VerdictYes, conformance.VerdictNo, conformance.VerdictCrash})

// misfit returns why resp is malformed as a response to req, or "" if it is not.
func misfit(req conformance.Request, resp conformance.Response) string {
	fits := false
	switch req.Op {
	case conformance.OpParse, conformance.OpValid, conformance.OpApply:
		fits = resp.Outcome == conformance.Accepted || resp.Outcome == conformance.Rejected
	case conformance.OpEqual:
		fits = resp.Outcome == conformance.Equal || resp.Outcome == conformance.Unequal || resp.Outcome == conformance.Rejected
	case conformance.OpSweep:
		fits = resp.Outcome == conformance.Swept
	}
	switch {
	case !fits:
		return "the outcome " + resp.Outcome.String()
	case req.Op == conformance.OpApply && resp.Outcome == conformance.Accepted && len(resp.Tokens) != len(req.Methods):
		return counted(len(resp.Tokens), "string form") + " for " + counted(len(req.Methods), "transformation")
	case req.Op == conformance.OpSweep && len(resp.Verdicts) != len(req.Tokens):
		return counted(len(resp.Verdicts), "verdict") + " on " + counted(len(req.Tokens), "token")
	case strings.Trim(resp.Verdicts, verdicts) != "":
		return "the verdicts " + resp.Verdicts
	}
	return ""
}

func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// shown returns s, or "(empty)" for the empty string.
func shown(s string) string {
	if s == "" {
		return "(empty)"
	}
	return s
}
