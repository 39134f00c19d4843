package property

import (
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// roundTrip tests EPIN §9.2: tokens are canonical by construction.
func roundTrip(t *trial) {
	if resp, ok := t.premise(parse(t.token)); ok && resp.Token.Offered {
		t.same("the string form ", t.token, resp.Token.Value)
	}
}

// canonicalForm sends the request again even if the string form is the token: it does not
// presume determinism. An attribute that one of the responses lacks is not compared.
func canonicalForm(t *trial) {
	first, ok := t.premise(parse(t.token))
	if !ok || !first.Token.Offered {
		return
	}
	second, ok := t.answered(parse(first.Token.Value))
	if !ok {
		return
	}
	subject := "for the string form " + shown(first.Token.Value) + " "
	t.same(subject, first.Outcome.String(), second.Outcome.String())
	again := attributesOf(second)
	for i, a := range attributesOf(first) {
		if a.value.Offered && again[i].value.Offered {
			t.same(subject+a.key+" ", a.value.Value, again[i].value.Value)
		}
	}
}

type attribute struct {
	key   string
	value conformance.Optional[string]
}

// attributesOf returns what a response to parse says about an accepted token, as text. The
// identity of a Piece Name has no case (EPIN §7.1).
func attributesOf(r conformance.Response) []attribute {
	flag := func(o conformance.Optional[bool]) conformance.Optional[string] {
		return conformance.Optional[string]{Offered: o.Offered, Value: strconv.FormatBool(o.Value)}
	}
	name := r.Name
	if len(name.Value) == 1 {
		name.Value = strings.ToUpper(name.Value)
	}
	return []attribute{
		{"token", r.Token}, {"pin", r.PIN}, {"native", flag(r.Native)}, {"derived", flag(r.Derived)},
		{"name", name}, {"side", r.Side}, {"state", r.State}, {"terminal", flag(r.Terminal)},
	}
}

// nativeOrDerived tests EPIN §7.2: the two accessors read one flag.
func nativeOrDerived(t *trial) {
	if resp, ok := t.premise(parse(t.token)); ok && resp.Native.Offered && resp.Derived.Offered {
		t.judge(resp.Native.Value != resp.Derived.Value, "either native or derived",
			"native "+strconv.FormatBool(resp.Native.Value)+", derived "+strconv.FormatBool(resp.Derived.Value))
	}
}

// pinSuperset tests EPIN §3: every valid PIN token is a valid EPIN token with native Style
// status. It also tests §9.3: the accessor returns a valid PIN token.
func pinSuperset(t *trial) {
	resp, ok := t.premise(parse(t.token))
	if !ok || !resp.PIN.Offered {
		return
	}
	pin := resp.PIN.Value
	if pin != t.token {
		if resp, ok = t.answered(parse(pin)); !ok {
			return
		}
	}
	subject := "the PIN token " + shown(pin) + " "
	t.same(subject, "accepted", resp.Outcome.String())
	if resp.Native.Offered {
		t.judge(resp.Native.Value, subject+"native", subject+"not native")
	}
	if resp.Derived.Offered {
		t.judge(!resp.Derived.Value, subject+"not derived", subject+"derived")
	}
	if resp.PIN.Offered {
		t.judge(resp.PIN.Value == pin, subject+"as its own PIN token", subject+"with the PIN token "+shown(resp.PIN.Value))
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

	// An incorrect derive, or a crash of it, is no incorrect comparison.
	resp, ok = t.premise(apply(t.token, conformance.Derive))
	if !ok || resp.Tokens[0] == t.token || !t.edition.Valid(resp.Tokens[0]) {
		return
	}
	derived := resp.Tokens[0]
	if resp, ok = t.answered(equal(t.token, derived)); ok {
		t.same(t.token+" and "+derived+" ", "unequal", resp.Outcome.String())
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
