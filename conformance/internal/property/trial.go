package property

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// trial tests a property on one token. A crash before the token is accepted is no failure, since
// the token may be invalid; a crash after it is one. There are two exceptions. A crash of a
// comparison always is, because only valid tokens are compared. For one-verdict, a crash is a
// verdict like the others.
type trial struct {
	*check
	token     string
	ahead     []conformance.Exchange // performed before, in this order, if all of them are needed
	exchanges []conformance.Exchange

	held, failed bool  // whether a comparison held, and whether one failed
	err          error // of the implementation: there is no result
}

func (c *check) try(token string, ahead []conformance.Exchange) *trial {
	t := &trial{check: c, token: token, ahead: ahead, exchanges: make([]conformance.Exchange, 0, len(ahead))}
	c.relate(t)
	return t
}

func parse(token string) conformance.Request {
	return conformance.Request{Op: conformance.OpParse, Token: token}
}

func apply(token string, methods ...conformance.Method) conformance.Request {
	return conformance.Request{Op: conformance.OpApply, Token: token, Methods: methods}
}

// send returns the response to req, and reports whether there is one; a crash is one. It does not send
// what the implementation does not offer, such as a string form that is too long, and nothing after a
// failure. A response with too many or too few results or verdicts is a failure: the protocol excludes
// it, but not an implementation in Go.
func (t *trial) send(req conformance.Request) (resp conformance.Response, ok bool) {
	if t.err != nil || t.failed || len(req.Token) > conformance.MaxTokenBytes || !t.offers.Answers(req) {
		return resp, false
	}
	if n := len(t.exchanges); n < len(t.ahead) && t.ahead[n].Request.Equal(req) {
		resp = t.ahead[n].Response
	} else if resp, t.err = t.impl.Do(t.ctx, req); t.err != nil {
		return resp, false
	}
	t.exchanges = append(t.exchanges, conformance.Exchange{Request: req, Response: resp})
	switch resp.Outcome {
	case conformance.Unsupported:
		return resp, false
	case conformance.Swept:
		t.failed = len(resp.Verdicts) != len(req.Tokens)
	case conformance.Accepted:
		t.failed = req.Op == conformance.OpApply && len(resp.Tokens) != len(req.Results())
	}
	return resp, !t.failed && strings.IndexByte(resp.Verdicts, conformance.VerdictNone) < 0
}

// premise is send for the premise of a property. It reports whether req is accepted.
func (t *trial) premise(req conformance.Request) (conformance.Response, bool) {
	resp, ok := t.send(req)
	return resp, ok && resp.Outcome == conformance.Accepted
}

// answered is send for requests after the premise: a crash is a failure.
func (t *trial) answered(req conformance.Request) (conformance.Response, bool) {
	resp, ok := t.send(req)
	t.failed = t.failed || ok && resp.Outcome == conformance.Crashed
	return resp, ok && !t.failed
}

// results returns the results of transformations after the premise, or none.
func (t *trial) results(methods ...conformance.Method) []string {
	if resp, ok := t.answered(apply(t.token, methods...)); ok && resp.Outcome == conformance.Accepted {
		return resp.Tokens
	}
	return nil
}

func (t *trial) attribute(resp conformance.Response, key string) notation.Value {
	return *resp.Attribute(t.Edition, key)
}

// same judges whether two values are the same, if the implementation offers both.
func (t *trial) same(a, b notation.Value) {
	if a.Offered() && b.Offered() {
		t.judge(a.Same(b))
	}
}

func (t *trial) judge(holds bool) {
	t.held, t.failed = t.held || holds, t.failed || !holds
}
