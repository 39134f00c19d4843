package law

import (
	"context"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// inquiry is one check of one law on one token: it sends requests, keeps the
// responses, and gathers the result.
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

// asked asks req and reports whether there is an answer, which a crash is, too.
// What is not offered was not asked; what is no answer to req has broken the law.
func (q *inquiry) asked(req conformance.Request) (conformance.Response, bool) {
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

// premise is asked for what a law presumes: it reports whether the token of req is
// accepted. Where it is not, or where the library crashes on what may be no token at
// all, another law is to blame.
func (q *inquiry) premise(req conformance.Request) (conformance.Response, bool) {
	resp, ok := q.asked(req)
	return resp, ok && resp.Outcome == conformance.Accepted
}

// premiseOf is premise for laws about transformations: it gives the string form of a
// token that nothing is done to. Where a law could not go on because one of methods
// is not offered, it asks nothing.
func (q *inquiry) premiseOf(token string, methods ...conformance.Method) (form string, ok bool) {
	if !q.offered(apply(token, methods...)) {
		return "", false
	}
	resp, ok := q.premise(apply(token))
	return resp.Original, ok
}

// answered is asked for what a law demands where its premise is established: a crash
// breaks the law.
func (q *inquiry) answered(req conformance.Request) (conformance.Response, bool) {
	resp, ok := q.asked(req)
	if ok && resp.Outcome == conformance.Crashed {
		q.broken("an answer to "+string(req.Op), "a crash: "+shown(resp.Crash))
		return conformance.Response{}, false
	}
	return resp, ok
}

// accepted is answered where only an accepted token says something: it reports false
// for a rejected one, too.
func (q *inquiry) accepted(req conformance.Request) (conformance.Response, bool) {
	resp, ok := q.answered(req)
	return resp, ok && resp.Outcome == conformance.Accepted
}

// judge settles the law, or one of several things that it demands: it is broken
// when one does not hold.
func (q *inquiry) judge(held bool, wanted, got string) {
	switch {
	case !held:
		q.broken(wanted, got)
	case !q.over():
		q.result.Outcome = Holds
	}
}

// broken settles the law, unless something else broke it before.
func (q *inquiry) broken(wanted, got string) {
	if !q.over() {
		q.result.Outcome, q.result.Wanted, q.result.Got = Broken, wanted, got
	}
}

// over reports whether nothing that could still be asked changes the result.
func (q *inquiry) over() bool { return q.err != nil || q.result.Outcome == Broken }

// offered reports whether req may be asked at all: what an implementation gave as
// a string form may be none that it can be handed.
func (q *inquiry) offered(req conformance.Request) bool {
	return len(req.Token) <= conformance.MaxTokenBytes && size(req.Tokens) <= conformance.MaxSweepBytes && q.offers.Answers(req)
}

// size returns how many bytes tokens have together.
func size(tokens []string) int {
	bytes := 0
	for _, token := range tokens {
		bytes += len(token)
	}
	return bytes
}

// verdicts is every character that may stand in the answer to a sweep.
var verdicts = string([]byte{conformance.VerdictYes, conformance.VerdictNo, conformance.VerdictCrash})

// misfit says what makes resp none of the answers that req can have, and nothing
// where it is one.
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

// shown returns s, or words where there is nothing to see of it.
func shown(s string) string {
	if s == "" {
		return "(empty)"
	}
	return s
}
