package law

import "github.com/epin-conformance/harness/conformance"

// idempotent: EPIN §9.3, the transformations are idempotent.
func idempotent(m conformance.Method) func(*inquiry, string) {
	return func(q *inquiry, token string) {
		resp, ok := q.accepted(apply(token, m, m))
		if !ok {
			return
		}
		once, twice := resp.Tokens[0], resp.Tokens[1]
		q.judge(once == twice,
			string(m)+" twice gives "+shown(once),
			string(m)+" twice gives "+shown(twice))
	}
}

// undoes: EPIN §9.3, each transformation settles the Style status, so whatever the
// other one did to it before leaves no trace.
func undoes(last, before conformance.Method) func(*inquiry, string) {
	return func(q *inquiry, token string) {
		both, ok := q.accepted(apply(token, before, last))
		if !ok {
			return
		}
		alone, ok := q.accepted(apply(token, last))
		if !ok {
			return
		}
		order := string(last) + " after " + string(before) + " gives "
		q.judge(both.Tokens[1] == alone.Tokens[0], order+shown(alone.Tokens[0]), order+shown(both.Tokens[1]))
	}
}

// copies: EPIN §9.3, a transformation returns a copy. Each is asked for by itself,
// because a later one could undo what an earlier one did to the value.
func copies(q *inquiry, token string) {
	for _, m := range conformance.MethodsOf(q.edition) {
		resp, ok := q.accepted(apply(token, m))
		if resp.Outcome == conformance.Rejected {
			return
		}
		if ok {
			q.judge(resp.Original == token,
				"after "+string(m)+" the original "+shown(token),
				"after "+string(m)+" the original "+shown(resp.Original))
		}
	}
}
