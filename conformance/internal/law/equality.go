package law

import "github.com/epin-conformance/harness/conformance"

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
	if resp, ok = q.answered(equal(token, derived)); !ok {
		return
	}
	q.judge(resp.Outcome == conformance.Unequal,
		token+" and "+derived+" unequal",
		token+" and "+derived+" "+resp.Outcome.String())
}
