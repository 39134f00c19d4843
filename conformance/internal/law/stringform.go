package law

import (
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// roundTrip checks EPIN §9.2: tokens are canonical by construction.
func roundTrip(q *Inquiry, token string) {
	resp, ok := q.premise(parse(token))
	if !ok || !resp.Token.Offered {
		return
	}
	q.judge(resp.Token.Value == token, "the string form "+shown(token), "the string form "+shown(resp.Token.Value))
}

// canonicalForm checks that parsing the string form returns the same response. It sends the
// request again even if the string form is the token: the law does not presume determinism.
func canonicalForm(q *Inquiry, token string) {
	first, ok := q.premise(parse(token))
	if !ok || !first.Token.Offered {
		return
	}
	form := first.Token.Value
	second, ok := q.answered(parse(form))
	if !ok {
		return
	}
	q.judge(second.Equal(first),
		"for the string form "+shown(form)+" the response "+described(first),
		"the response "+described(second))
}

// described returns a response to parse as text.
func described(r conformance.Response) string {
	words := []string{r.Outcome.String()}
	text := func(key string, o conformance.Optional[string]) {
		if o.Offered {
			words = append(words, key+" "+shown(o.Value))
		}
	}
	flag := func(key string, o conformance.Optional[bool]) {
		if o.Offered {
			words = append(words, key+" "+strconv.FormatBool(o.Value))
		}
	}
	text("token", r.Token)
	text("pin", r.PIN)
	flag("native", r.Native)
	flag("derived", r.Derived)
	text("name", r.Name)
	text("side", r.Side)
	text("state", r.State)
	flag("terminal", r.Terminal)
	return strings.Join(words, ", ")
}
