package law

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// rejected is an invalid string before and after a token in a sweep, because the verdict on
// a token may depend on its neighbours. It is not the empty string, because many libraries
// crash on that.
const rejected = "!"

// oneVerdict checks EPIN §9.1: a string is a valid token if and only if it matches, so every
// operation returns the same verdict every time.
func oneVerdict(q *Inquiry, token string) {
	operations := []operation{
		{"parse", parse(token)},
		{"valid", conformance.Request{Op: conformance.OpValid, Token: token}},
		{"apply with no method", apply(token)},
		{"sweep", sweep(token)},
		{"sweep among others", sweep(rejected, token, rejected)},
	}
	var first conformance.Outcome
	one := true
	var observed []string
	for i := 0; i < len(operations); i++ {
		o := operations[i]
		outcome, ok := q.verdict(o.req)
		if !ok {
			continue
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

// operation is a request for a verdict on a token. A sweep has the token in its middle.
type operation struct {
	name string
	req  conformance.Request
}

// verdict sends a request and returns its verdict, or false if there is none.
func (q *Inquiry) verdict(req conformance.Request) (conformance.Outcome, bool) {
	resp, ok := q.send(req)
	if !ok || resp.Outcome != conformance.Swept {
		return resp.Outcome, ok
	}
	return conformance.OutcomeOf(resp.Verdicts[len(resp.Verdicts)/2]), true
}
