package property

import (
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
		verdicts = append(verdicts, oracle.SweptOutcome(resp, len(resp.Verdicts)/2).Outcome)
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
