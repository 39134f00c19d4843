package property

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// roundTrip tests EPIN §9.2: tokens are canonical by construction.
func roundTrip(t *trial) {
	if resp, ok := t.premise(parse(t.token)); ok && resp.Form().Offered() {
		t.same("the string form ", t.token, resp.Form().Text)
	}
}

// canonicalForm sends the request again even if the string form is the token: it does not
// presume determinism. An attribute that one of the responses lacks is not compared.
func canonicalForm(t *trial) {
	first, ok := t.premise(parse(t.token))
	if !ok || !first.Form().Offered() {
		return
	}
	second, ok := t.answered(parse(first.Form().Text))
	if !ok {
		return
	}
	subject := "for the string form " + shown(first.Form().Text) + " "
	t.same(subject, first.Outcome.String(), second.Outcome.String())
	for i, a := range t.edition.Attributes {
		if v, w := first.Attributes[i], second.Attributes[i]; v.Offered() && w.Offered() {
			t.judge(v.Same(w), subject+a.Key+" "+shown(v.Text), subject+a.Key+" "+shown(w.Text))
		}
	}
}

// nativeOrDerived tests EPIN §7.2: the two accessors read one flag.
func nativeOrDerived(t *trial) {
	resp, ok := t.premise(parse(t.token))
	if !ok {
		return
	}
	if native, derived := t.attribute(resp, "native"), t.attribute(resp, "derived"); native.Offered() && derived.Offered() {
		t.judge(native != derived, "either native or derived", "native "+native.Text+", derived "+derived.Text)
	}
}

// pinSuperset tests EPIN §3: every valid PIN token is a valid EPIN token with native Style
// status. It also tests §9.3: the accessor returns a valid PIN token.
func pinSuperset(t *trial) {
	resp, ok := t.premise(parse(t.token))
	if !ok || !t.attribute(resp, "pin").Offered() {
		return
	}
	pin := t.attribute(resp, "pin").Text
	if pin != t.token {
		if resp, ok = t.answered(parse(pin)); !ok {
			return
		}
	}
	subject := "the PIN token " + shown(pin) + " "
	t.same(subject, "accepted", resp.Outcome.String())
	if native := t.attribute(resp, "native"); native.Offered() {
		t.judge(native == notation.BoolValue(true), subject+"native", subject+"not native")
	}
	if derived := t.attribute(resp, "derived"); derived.Offered() {
		t.judge(derived == notation.BoolValue(false), subject+"not derived", subject+"derived")
	}
	if again := t.attribute(resp, "pin"); again.Offered() {
		t.judge(again.Text == pin, subject+"as its own PIN token", subject+"with the PIN token "+shown(again.Text))
	}
}

// idempotent tests EPIN §9.3: the transformations are idempotent. It compares the results of one
// and of two calls, so it ignores a string form that is incorrect both times.
func idempotent(m conformance.Method) func(*trial) {
	return func(t *trial) {
		if !t.transforms(m) {
			return
		}
		if resp, ok := t.accepted(apply(t.token, m, m)); ok {
			t.same(string(m)+" twice returns ", resp.Tokens[0], resp.Tokens[1])
		}
	}
}

// undoes tests EPIN §9.3: each of the two transformations sets the Style status, so a call of
// the other one before it has no effect.
func undoes(last, before conformance.Method) func(*trial) {
	return func(t *trial) {
		if !t.transforms(before, last) {
			return
		}
		both, ok := t.accepted(apply(t.token, before, last))
		if !ok {
			return
		}
		if alone, ok := t.accepted(apply(t.token, last)); ok {
			t.same(string(last)+" after "+string(before)+" returns ", alone.Tokens[0], both.Tokens[1])
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
	for _, m := range conformance.MethodsOf(t.edition) {
		if resp, ok := t.accepted(apply(t.token, m)); ok {
			t.same("after "+string(m)+" the original ", untransformed.Original, resp.Original)
		}
	}
}

// equalIsStringEquality tests EPIN §9.2: tokens are canonical, so they are equal if and only if
// their strings are. By the protocol, requests compare only valid tokens of the edition,
// whatever the implementation accepts.
func equalIsStringEquality(t *trial) {
	if !t.edition.Valid(t.token) {
		return
	}
	resp, ok := t.answered(equal(t.token, t.token))
	if !ok || resp.Outcome == conformance.Rejected {
		return
	}
	t.judge(resp.Outcome == conformance.Equal, t.token+" equal to itself", t.token+" unequal to itself")

	// An incorrect transformation, or a crash of it, is no incorrect comparison.
	resp, ok = t.premise(apply(t.token, conformance.Method(t.edition.Clauses.Distinct)))
	if !ok || resp.Tokens[0] == t.token || !t.edition.Valid(resp.Tokens[0]) {
		return
	}
	other := resp.Tokens[0]
	if resp, ok = t.answered(equal(t.token, other)); ok {
		t.same(t.token+" and "+other+" ", "unequal", resp.Outcome.String())
	}
}

// rejected is an invalid string before and after a token in a sweep, because the verdict on
// a token may depend on its neighbours. It is not the empty string, because many libraries
// crash on that.
const rejected = "!"

// oneVerdict tests EPIN §9.1: a string is a valid token if and only if it matches, so every
// operation returns the same verdict every time.
func oneVerdict(t *trial) {
	type operation struct {
		name string
		req  conformance.Request
	}
	operations := []operation{
		{"parse", parse(t.token)},
		{"valid", conformance.Request{Op: conformance.OpValid, Token: t.token}},
		{"apply with no method", apply(t.token)},
		{"sweep", sweep(t.token)},
		{"sweep among others", sweep(rejected, t.token, rejected)}, // the token is in the middle
	}
	var first conformance.Outcome
	one := true
	var observed []string
	for i := 0; i < len(operations); i++ {
		o := operations[i]
		resp, ok := t.send(o.req)
		if !ok {
			continue
		}
		outcome := resp.Outcome
		if outcome == conformance.Swept {
			outcome = conformance.OutcomeOf(resp.Verdicts[len(resp.Verdicts)/2])
		}
		if len(observed) == 0 { // its request is repeated at the end
			first = outcome
			operations = append(operations, operation{o.name + " again", o.req})
		}
		one = one && outcome == first
		observed = append(observed, o.name+": "+outcome.String())
	}
	if len(observed) > 1 {
		t.judge(one, "one verdict", strings.Join(observed, ", "))
	}
}
