package law

import "github.com/epin-conformance/harness/conformance"

// idempotent checks EPIN §9.3: the transformations are idempotent. It compares the results of
// one and of two calls. So it ignores a string form that is incorrect both times; the laws
// about string forms find it.
func idempotent(m conformance.Method) func(*Inquiry, string) {
	return func(q *Inquiry, token string) {
		if _, ok := q.premiseOf(token, m); !ok {
			return
		}
		resp, ok := q.accepted(apply(token, m, m))
		if !ok {
			return
		}
		once, twice := resp.Tokens[0], resp.Tokens[1]
		q.judge(once == twice,
			string(m)+" twice returns "+shown(once),
			string(m)+" twice returns "+shown(twice))
	}
}

// undoes checks EPIN §9.3: each of the two transformations sets the Style status, so a call of
// the other one before it has no effect.
func undoes(last, before conformance.Method) func(*Inquiry, string) {
	return func(q *Inquiry, token string) {
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
		order := string(last) + " after " + string(before) + " returns "
		q.judge(both.Tokens[1] == alone.Tokens[0], order+shown(alone.Tokens[0]), order+shown(both.Tokens[1]))
	}
}

// copies checks EPIN §9.3: a transformation returns a copy. It tests each transformation
// alone, because a later one could undo the change of an earlier one. It compares the
// original with the string form of the untransformed token, because an incorrect string
// form does not break this law.
func copies(q *Inquiry, token string) {
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
