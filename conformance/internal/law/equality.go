package law

import "github.com/epin-conformance/harness/conformance"

// equalIsStringEquality: EPIN §9.2, tokens are canonical, so that they are equal
// exactly when their strings are.
//
// Which tokens may be compared is for the protocol to say, and not for the
// implementation: both are valid ones of the edition.
func equalIsStringEquality(q *inquiry, token string) {
	if !q.edition.Valid(token) {
		return
	}
	resp, ok := q.answered(equal(token, token))
	if !ok || resp.Outcome == conformance.Rejected {
		return
	}
	q.judge(resp.Outcome == conformance.Equal, token+" equal to itself", token+" unequal to itself")

	// Equality has no part in what derive does, nor in a crash of it.
	resp, ok = q.premise(apply(token, conformance.Derive))
	if !ok || resp.Tokens[0] == token || !q.edition.Valid(resp.Tokens[0]) {
		return
	}
	derived := resp.Tokens[0]
	if resp, ok = q.answered(equal(token, derived)); !ok {
		return
	}
	q.judge(resp.Outcome == conformance.Unequal,
		token+" and "+derived+" unequal",
		token+" and "+derived+" "+resp.Outcome.String())
}
