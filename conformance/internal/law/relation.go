package law

import (
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// relation checks a law on a token.
type relation func(q *Inquiry, token string)

// roundTrip checks EPIN §9.2: tokens are canonical by construction.
func roundTrip(q *Inquiry, token string) {
	if resp, ok := q.premise(parse(token)); ok && resp.Token.Offered {
		q.same("the string form ", token, resp.Token.Value)
	}
}

// canonicalForm checks that parsing the string form returns the same response. It sends the
// request again even if the string form is the token: the law does not presume determinism.
func canonicalForm(q *Inquiry, token string) {
	first, ok := q.premise(parse(token))
	if !ok || !first.Token.Offered {
		return
	}
	form := first.Token.Value
	if second, ok := q.answered(parse(form)); ok {
		first, second = offeredByBoth(first, second)
		q.judge(second.Equal(first),
			"for the string form "+shown(form)+" the response "+described(first), "the response "+described(second))
	}
}

// offeredByBoth returns two responses to parse without the attributes that only one of them has: these
// are not tested.
func offeredByBoth(a, b conformance.Response) (conformance.Response, conformance.Response) {
	if a.Outcome == conformance.Accepted && b.Outcome == conformance.Accepted {
		common(&a.Token, &b.Token)
		common(&a.PIN, &b.PIN)
		common(&a.Native, &b.Native)
		common(&a.Derived, &b.Derived)
		common(&a.Name, &b.Name)
		common(&a.Side, &b.Side)
		common(&a.State, &b.State)
		common(&a.Terminal, &b.Terminal)
	}
	return a, b
}

func common[T comparable](a, b *conformance.Optional[T]) {
	if !a.Offered || !b.Offered {
		*a, *b = conformance.Optional[T]{}, conformance.Optional[T]{}
	}
}

// described returns a response to parse as text.
func described(r conformance.Response) string {
	text := r.Outcome.String()
	flag := func(o conformance.Optional[bool]) conformance.Optional[string] {
		return conformance.Optional[string]{Offered: o.Offered, Value: strconv.FormatBool(o.Value)}
	}
	for _, field := range []struct {
		key   string
		value conformance.Optional[string]
	}{
		{"token", r.Token}, {"pin", r.PIN}, {"native", flag(r.Native)}, {"derived", flag(r.Derived)},
		{"name", r.Name}, {"side", r.Side}, {"state", r.State}, {"terminal", flag(r.Terminal)},
	} {
		if field.value.Offered {
			text += ", " + field.key + " " + shown(field.value.Value)
		}
	}
	return text
}

// nativeOrDerived checks EPIN §7.2: the two accessors read one flag.
func nativeOrDerived(q *Inquiry, token string) {
	if resp, ok := q.premise(parse(token)); ok && resp.Native.Offered && resp.Derived.Offered {
		q.judge(resp.Native.Value != resp.Derived.Value, "either native or derived",
			"native "+strconv.FormatBool(resp.Native.Value)+", derived "+strconv.FormatBool(resp.Derived.Value))
	}
}

// pinSuperset checks EPIN §3: every valid PIN token is a valid EPIN token with native Style
// status. It also checks §9.3: the accessor returns a valid PIN token.
func pinSuperset(q *Inquiry, token string) {
	resp, ok := q.premise(parse(token))
	if !ok || !resp.PIN.Offered {
		return
	}
	pin := resp.PIN.Value
	if pin != token {
		if resp, ok = q.answered(parse(pin)); !ok {
			return
		}
	}
	subject := "the PIN token " + shown(pin) + " "
	q.same(subject, "accepted", resp.Outcome.String())
	if resp.Native.Offered {
		q.judge(resp.Native.Value, subject+"native", subject+"not native")
	}
	if resp.Derived.Offered {
		q.judge(!resp.Derived.Value, subject+"not derived", subject+"derived")
	}
	if resp.PIN.Offered {
		q.judge(resp.PIN.Value == pin, subject+"as its own PIN token", subject+"with the PIN token "+shown(resp.PIN.Value))
	}
}

// idempotent checks EPIN §9.3: the transformations are idempotent. It compares the results of
// one and of two calls. So it ignores a string form that is incorrect both times; the laws
// about string forms find it.
func idempotent(m conformance.Method) relation {
	return func(q *Inquiry, token string) {
		if !q.transforms(token, m) {
			return
		}
		if resp, ok := q.accepted(apply(token, m, m)); ok {
			q.same(string(m)+" twice returns ", resp.Tokens[0], resp.Tokens[1])
		}
	}
}

// undoes checks EPIN §9.3: each of the two transformations sets the Style status, so a call of
// the other one before it has no effect.
func undoes(last, before conformance.Method) relation {
	return func(q *Inquiry, token string) {
		if !q.transforms(token, before, last) {
			return
		}
		both, ok := q.accepted(apply(token, before, last))
		if !ok {
			return
		}
		if alone, ok := q.accepted(apply(token, last)); ok {
			q.same(string(last)+" after "+string(before)+" returns ", alone.Tokens[0], both.Tokens[1])
		}
	}
}

// copies checks EPIN §9.3: a transformation returns a copy. It tests each transformation
// alone, because a later one could undo the change of an earlier one. It compares the
// original with the string form of the untransformed token, because an incorrect string
// form does not break this law.
func copies(q *Inquiry, token string) {
	untransformed, ok := q.premise(apply(token))
	if !ok {
		return
	}
	for _, m := range conformance.MethodsOf(q.edition) {
		if resp, ok := q.accepted(apply(token, m)); ok {
			q.same("after "+string(m)+" the original ", untransformed.Original, resp.Original)
		}
	}
}

// equalIsStringEquality checks EPIN §9.2: tokens are canonical, so they are equal if and
// only if their strings are.
//
// By the protocol, requests compare only valid tokens of the edition, whatever the
// implementation accepts.
func equalIsStringEquality(q *Inquiry, token string) {
	if !q.edition.Valid(token) {
		return
	}
	resp, ok := q.answered(equal(token, token))
	if !ok || resp.Outcome == conformance.Rejected {
		return
	}
	q.judge(resp.Outcome == conformance.Equal, token+" equal to itself", token+" unequal to itself")

	// An incorrect derive, or a crash of it, does not break this law.
	resp, ok = q.premise(apply(token, conformance.Derive))
	if !ok || resp.Tokens[0] == token || !q.edition.Valid(resp.Tokens[0]) {
		return
	}
	derived := resp.Tokens[0]
	if resp, ok = q.answered(equal(token, derived)); ok {
		q.same(token+" and "+derived+" ", "unequal", resp.Outcome.String())
	}
}

// rejected is an invalid string before and after a token in a sweep, because the verdict on
// a token may depend on its neighbours. It is not the empty string, because many libraries
// crash on that.
const rejected = "!"

// oneVerdict checks EPIN §9.1: a string is a valid token if and only if it matches, so every
// operation returns the same verdict every time.
func oneVerdict(q *Inquiry, token string) {
	type operation struct {
		name string
		req  conformance.Request
	}
	operations := []operation{
		{"parse", parse(token)},
		{"valid", conformance.Request{Op: conformance.OpValid, Token: token}},
		{"apply with no method", apply(token)},
		{"sweep", sweep(token)},
		{"sweep among others", sweep(rejected, token, rejected)}, // the token is in the middle
	}
	var first conformance.Outcome
	one := true
	var observed []string
	for i := 0; i < len(operations); i++ {
		o := operations[i]
		resp, ok := q.send(o.req)
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
		q.judge(one, "one verdict", strings.Join(observed, ", "))
	}
}
