package law

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// oneVerdict: EPIN §9.1, a string is a valid token if and only if it matches, so
// there is one verdict on it, whoever is asked and however often.
func oneVerdict(q *inquiry, token string) {
	ways := []way{
		{"parse", parse(token)},
		{"valid", conformance.Request{Op: conformance.OpValid, Token: token}},
		{"apply with no method", apply(token)},
	}
	if len(token) <= conformance.MaxSweepBytes {
		ways = append(ways, way{"sweep", conformance.Request{Op: conformance.OpSweep, Tokens: []string{token}}})
	}
	var given []verdict
	ask := func(w way) {
		if accepted, ok := q.verdict(w.req); ok {
			given = append(given, verdict{w, accepted})
		}
	}
	for _, w := range ways {
		ask(w)
	}
	if len(given) > 0 {
		again := given[0].way
		again.name += " again"
		ask(again)
	}
	if len(given) < 2 {
		return
	}
	one := true
	said := make([]string, len(given))
	for i, v := range given {
		one = one && v.accepted == given[0].accepted
		said[i] = v.String()
	}
	q.judge(one, "one verdict", strings.Join(said, ", "))
}

// way is one of the ways in which a token is judged.
type way struct {
	name string
	req  conformance.Request
}

// verdict is what one of them gave.
type verdict struct {
	way
	accepted bool
}

func (v verdict) String() string {
	if v.accepted {
		return v.name + ": accepted"
	}
	return v.name + ": rejected"
}

// verdict asks for one, and reports false where there is none.
func (q *inquiry) verdict(req conformance.Request) (accepted, ok bool) {
	resp, ok := q.answered(req)
	if !ok {
		return false, false
	}
	if req.Op != conformance.OpSweep {
		return resp.Outcome == conformance.Accepted, true
	}
	if resp.Verdicts[0] == conformance.VerdictCrash {
		q.broken("an answer to sweep", "a crash")
		return false, false
	}
	return resp.Verdicts[0] == conformance.VerdictYes, true
}
