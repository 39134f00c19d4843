package property

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/notation"
)

// roundTrip tests EPIN §9.2: tokens are canonical by construction.
func roundTrip(t *trial) {
	if resp, ok := t.premise(parse(t.token)); ok {
		t.same(resp.Form(), notation.TextValue(t.token))
	}
}

// canonicalForm sends the request again even if the string form is the token: it does not
// presume determinism.
func canonicalForm(t *trial) {
	first, ok := t.premise(parse(t.token))
	if !ok || !first.Form().Offered() {
		return
	}
	if second, ok := t.answered(parse(first.Form().Text)); ok {
		t.judge(second.Outcome == conformance.Accepted)
		for i, v := range first.Attributes {
			t.same(v, second.Attributes[i])
		}
	}
}

// nativeOrDerived tests EPIN §7.2: the two accessors read one flag.
func nativeOrDerived(t *trial) {
	resp, ok := t.premise(parse(t.token))
	native, derived := t.attribute(resp, "native"), t.attribute(resp, "derived")
	if ok && native.Offered() && derived.Offered() {
		t.judge(native != derived)
	}
}

// pinSuperset tests EPIN §3: every valid PIN token is a valid EPIN token with native Style
// status. It also tests §9.3: the accessor returns a valid PIN token.
func pinSuperset(t *trial) {
	resp, ok := t.premise(parse(t.token))
	pin := t.attribute(resp, "pin")
	if ok && pin.Offered() && pin.Text != t.token {
		resp, ok = t.answered(parse(pin.Text))
	}
	if ok && pin.Offered() {
		t.judge(resp.Outcome == conformance.Accepted)
		t.same(t.attribute(resp, "native"), notation.BoolValue(true))
		t.same(t.attribute(resp, "derived"), notation.BoolValue(false))
		t.same(t.attribute(resp, "pin"), pin)
	}
}

// overrides tests EPIN §9.3: each of two transformations sets the Style status, so a call of another
// one before it has no effect; and both are idempotent. It compares results of transformations, so it
// ignores a string form that is always incorrect.
func overrides(last, before conformance.Method) func(*trial) {
	return func(t *trial) {
		if !t.offers.Answers(apply(t.token, before, last)) {
			return
		}
		if _, ok := t.premise(apply(t.token)); !ok {
			return
		}
		both := t.results(before, last)
		alone := both
		if before != last && both != nil {
			alone = t.results(last)
		}
		if alone != nil {
			t.judge(alone[0] == both[1])
		}
	}
}

// copies tests EPIN §9.3: a transformation returns a copy. It calls each transformation alone,
// because a later one could undo the change of an earlier one. It compares the original with the
// string form of the untransformed token, because an incorrect string form is not a changed value.
func copies(t *trial) {
	untransformed, ok := t.premise(apply(t.token))
	if !ok {
		return
	}
	for _, m := range conformance.MethodsOf(t.Edition) {
		if resp, ok := t.answered(apply(t.token, m)); ok && resp.Outcome == conformance.Accepted {
			t.judge(untransformed.Original == resp.Original)
		}
	}
}

// equalIsStringEquality tests EPIN §9.2: tokens are canonical, so they are equal if and only if
// their strings are. By the protocol, requests compare only valid tokens of the edition,
// whatever the implementation accepts.
func equalIsStringEquality(t *trial) {
	if !t.Edition.Valid(t.token) {
		return
	}
	resp, ok := t.answered(conformance.Request{Op: conformance.OpEqual, Token: t.token, Other: t.token})
	if !ok || resp.Outcome == conformance.Rejected {
		return
	}
	t.judge(resp.Outcome == conformance.Equal)
	// An incorrect transformation, or a crash of it, is no incorrect comparison.
	resp, ok = t.premise(apply(t.token, conformance.Method(t.Edition.Clauses.Distinct)))
	if !ok || resp.Tokens[0] == t.token || !t.Edition.Valid(resp.Tokens[0]) {
		return
	}
	other := conformance.Request{Op: conformance.OpEqual, Token: t.token, Other: resp.Tokens[0]}
	if resp, ok = t.answered(other); ok {
		t.judge(resp.Outcome == conformance.Unequal)
	}
}

// oneVerdict tests EPIN §9.1: a string is a valid token if and only if it matches, so every
// operation returns the same verdict every time. In a sweep, the verdict may depend on its neighbours:
// invalid strings, but not the empty one, because many libraries crash on that.
func oneVerdict(t *trial) {
	requests := []conformance.Request{
		parse(t.token), {Op: conformance.OpValid, Token: t.token}, apply(t.token),
		{Op: conformance.OpSweep, Tokens: []string{t.token}}, {Op: conformance.OpSweep, Tokens: []string{"!", t.token, "!"}},
	}
	var verdicts []conformance.Outcome
	for i := 0; i < len(requests); i++ {
		resp, ok := t.send(requests[i])
		if !ok {
			continue
		}
		verdicts = append(verdicts, oracle.SweptOutcome(&resp, len(resp.Verdicts)/2).Outcome)
		if len(verdicts) == 1 {
			requests = append(requests, requests[i]) // again at the end
		}
	}
	for i, verdict := range verdicts {
		if i > 0 {
			t.judge(verdict == verdicts[0])
		}
	}
}

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
	// What is performed ahead is overwritten by itself, up to the first other request.
	t := &trial{check: c, token: token, ahead: ahead, exchanges: ahead[:0]}
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
