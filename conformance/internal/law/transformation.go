package law

import "github.com/epin-conformance/harness/conformance"

// idempotent: EPIN §9.3, the transformations are idempotent. What the library gives
// once is compared with what it gives twice, so that a wrong string form, wrong both
// times, is left to the laws about string forms.
func idempotent(m conformance.Method) func(*inquiry, string) {
	return func(q *inquiry, token string) {
		if _, ok := q.premiseOf(token, m); !ok {
			return
		}
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
		if _, ok := q.premiseOf(token, before, last); !ok {
			return
		}
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
// because a later one could undo what an earlier one did to the value; and what the
// value was is what the library says of it where nothing is asked for, because a
// wrong string form is no fault of copying.
func copies(q *inquiry, token string) {
	form, ok := q.premiseOf(token)
	if !ok {
		return
	}
	for _, m := range conformance.MethodsOf(q.edition) {
		if resp, ok := q.accepted(apply(token, m)); ok {
			q.judge(resp.Original == form,
				"after "+string(m)+" the original "+shown(form),
				"after "+string(m)+" the original "+shown(resp.Original))
		}
	}
}
