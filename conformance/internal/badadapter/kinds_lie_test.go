package badadapter

import (
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// kindsThatLie respond in form, and incorrectly.
func kindsThatLie() []kind {
	return []kind{
		broken("says yes", program{judges: func(*adapter, string, bool) bool { return true }},
			blame{requirement: "epin/9.1/reject", got: "^accepted$"}, because(someFailed)),
		broken("says no", program{judges: func(*adapter, string, bool) bool { return false }},
			blame{token: "K", requirement: "epin/9.1/accept", got: "^rejected$"}, because(someFailed)),
		broken("changes its mind", program{judges: func(a *adapter, token string, right bool) bool {
			return right != (token == deadly && a.secondTime())
		}}, blame{token: deadly, requirement: "epin/9.1/one-verdict"}, because(someFailed), sampled),
		// The second process gives a token another verdict than the first.
		broken("changes its mind in a fresh process", program{judges: func(a *adapter, token string, right bool) bool {
			if a.calls == 1 {
				second = !a.firstTime("asked")
			}
			return right != (second && token == deadly)
		}}, blame{token: deadly, requirement: "epin/9.1/one-verdict"}, because(`^The 1 requirement that was exercised failed\.$`),
			func(k *kind) { k.standard, k.only = true, []string{"sequences/fresh"} }),
		// From the 10,000th call on its verdict on one letter is wrong.
		broken("tires", program{judges: func(a *adapter, token string, right bool) bool {
			return right && (a.calls < 10_000 || !strings.Contains(token, "q"))
		}}, blame{requirement: "epin/9.1/accept", got: "^rejected"}, because(someFailed)),
		broken("exchanges answers", program{offers: []conformance.Op{conformance.OpParse}, writes: exchanging()},
			blame{requirement: "epin/6/grammar"}, because(someFailed)),
		// Its texts hold escape sequences, HTML and marks that change the direction of text.
		broken("is dressed up", program{
			hello: func(a *adapter, right string) {
				a.say(strings.Replace(right, `"name":"`+name+`"`, `"name":"`+costume+`","version":"`+costume+
					`","language":"`+costume+`","homepage":"javascript:`+costume+`"`, 1))
			},
			raises: func(_ *adapter, token string) string {
				if token == deadly {
					return "\x1b]0;owned\x07</pre><script>alert(2)</script>\u202e\u2028\xff"
				}
				return ""
			},
			writes: func(a *adapter, right string) { a.say(strings.Replace(right, `"error":"`, `"error":"`+costume, 1)) },
		}, blame{token: deadly, got: `^crashed: `}, because(someFailed), sampled,
			shows(`^NOT CONFORMANT  \\x1b\[2J\\a\\u202e<script>alert\(1\)</script>\\u009b31m\\r\\n\\u2066 \\x1b\[2J`)),
	}
}

// costume is a text in JSON that would act on a terminal or in a page.
const costume = `\u001b[2J\u0007\u202e<script>alert(1)</script>\u009b31m\r\n\u2066`

// second says that this process is not the first of its run.
var second bool

var times int

// secondTime reports whether it was called an even number of times.
func (a *adapter) secondTime() bool {
	times++
	return times%2 == 0
}

// exchanging gives two requests that are under way at the same time, one accepted and
// one rejected, each the other's response, once.
func exchanging() func(*adapter, string) {
	var kept string // a response, without its id
	var id int64
	done := false
	accepts := func(response string) bool { return strings.HasPrefix(response, `"valid":true`) }
	return func(a *adapter, right string) {
		_, response, _ := strings.Cut(right, ",")
		say := func(id int64, response string) { a.say(fmt.Sprintf(`{"id":%d,%s`, id, response)) }
		if kept != "" {
			if !done && accepts(kept) != accepts(response) {
				kept, response, done = response, kept, true
			}
			say(id, kept)
		}
		kept, id = response, a.id
		if done || a.in.Buffered() == 0 {
			say(id, kept)
			kept = ""
		}
	}
}
