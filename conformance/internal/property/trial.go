package property

import (
	"cmp"
	"context"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// trial tests a property on one token. A crash before the token is accepted is no failure, since
// the token may be invalid; a crash after it is one. There are two exceptions. A crash of a
// comparison always is, because only valid tokens are compared. For one-verdict, a crash is a
// verdict like the others. A malformed response always is a failure.
type trial struct {
	ctx     context.Context
	impl    conformance.Implementation
	offers  *conformance.Description
	edition *notation.Edition
	token   string

	ahead     []conformance.Exchange // performed before, in this order, if all of them are needed
	exchanges []conformance.Exchange

	held        bool   // whether anything was compared
	wanted, got string // of the first comparison that failed
	err         error  // of impl: there is no result
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
// not send what the implementation does not offer, and nothing after a failure.
func (t *trial) send(req conformance.Request) (conformance.Response, bool) {
	if t.err != nil || t.failed() || !t.offered(req) {
		return conformance.Response{}, false
	}
	resp, err := t.do(req)
	if err != nil {
		t.err = err
		return conformance.Response{}, false
	}
	t.exchanges = append(t.exchanges, conformance.Exchange{Request: req, Response: resp})
	switch {
	case resp.Outcome == conformance.Unsupported, strings.IndexByte(resp.Verdicts, conformance.VerdictNone) >= 0:
		return conformance.Response{}, false
	case resp.Outcome != conformance.Crashed && malformed(req, resp):
		t.judge(false, "a response to "+string(req.Op), "a malformed one, "+resp.Outcome.String())
		return conformance.Response{}, false
	}
	return resp, true
}

// do performs a request, unless its response is there.
func (t *trial) do(req conformance.Request) (conformance.Response, error) {
	if n := len(t.exchanges); n < len(t.ahead) && t.ahead[n].Request.Equal(req) {
		return t.ahead[n].Response, nil
	}
	return t.impl.Do(t.ctx, req)
}

// premise is send for the premise of a property. It reports whether req is accepted.
func (t *trial) premise(req conformance.Request) (conformance.Response, bool) {
	resp, ok := t.send(req)
	return resp, ok && resp.Outcome == conformance.Accepted
}

// transforms is premise for properties of transformations. It sends nothing if one of methods
// is not offered, because the property needs all of them.
func (t *trial) transforms(methods ...conformance.Method) bool {
	if !t.offered(apply(t.token, methods...)) {
		return false
	}
	_, ok := t.premise(apply(t.token))
	return ok
}

// answered is send for requests after the premise: a crash is a failure.
func (t *trial) answered(req conformance.Request) (conformance.Response, bool) {
	resp, ok := t.send(req)
	if ok && resp.Outcome == conformance.Crashed {
		t.judge(false, "a response to "+string(req.Op), "a crash: "+shown(resp.Crash))
		ok = false
	}
	return resp, ok
}

// accepted is answered, but also false if the token is rejected.
func (t *trial) accepted(req conformance.Request) (conformance.Response, bool) {
	resp, ok := t.answered(req)
	return resp, ok && resp.Outcome == conformance.Accepted
}

// attribute returns an attribute of a response.
func (t *trial) attribute(resp conformance.Response, key string) notation.Value {
	return *resp.Attribute(t.edition, key)
}

// same judges whether two texts about a subject are the same.
func (t *trial) same(subject, wanted, got string) {
	t.judge(wanted == got, subject+shown(wanted), subject+shown(got))
}

// judge records whether a comparison holds. Only the first failure counts.
func (t *trial) judge(holds bool, wanted, got string) {
	switch {
	case t.failed():
	case holds:
		t.held = true
	default:
		t.wanted, t.got = wanted, got
	}
}

func (t *trial) failed() bool { return t.wanted != "" }

// offered reports whether the implementation supports req. A string form that it returned can
// be too long for a request, or not be valid UTF-8.
func (t *trial) offered(req conformance.Request) bool {
	swept := 0
	for _, token := range req.Tokens {
		swept += len(token)
	}
	return len(req.Token) <= conformance.MaxTokenBytes && swept <= conformance.MaxSweepBytes && t.offers.Answers(req)
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
		(resp.Outcome != conformance.Accepted || req.Op == conformance.OpApply && len(resp.Tokens) != len(req.Results()))
}

// shown returns s, or "(empty)" for the empty string.
func shown(s string) string { return cmp.Or(s, "(empty)") }
