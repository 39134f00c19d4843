package badadapter

import (
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// kindsThatLie returns kinds that follow the protocol and return incorrect responses.
func kindsThatLie() []kind {
	return []kind{
		broken("accepts everything", program{judges: func(*adapter, string, bool) bool { return true }},
			blame{requirement: "epin/9.1/reject", got: "^accepted$"}, because(someFailed)),
		broken("rejects everything", program{judges: func(*adapter, string, bool) bool { return false }},
			blame{token: "K", requirement: "epin/9.1/accept", got: "^rejected$"}, because(someFailed)),
		broken("changes a verdict", program{judges: func(a *adapter, token string, right bool) bool {
			return right != (token == deadly && a.secondTime())
		}}, blame{token: deadly, requirement: "epin/9.1/one-verdict"}, because(someFailed)),
		// The second process gives a token another verdict than the first.
		broken("changes a verdict in a fresh process", program{judges: func(a *adapter, token string, right bool) bool {
			if a.calls == 1 {
				second = !a.firstTime("asked")
			}
			return right != (second && token == deadly)
		}}, blame{token: deadly, requirement: "epin/9.1/one-verdict"}, because(`^The 1 requirement that was tested failed\.$`),
			in("sequences/fresh"), func(k *kind) { k.standard = true }),
		// From the 10,000th call on, it rejects tokens with one letter.
		broken("changes after 10,000 calls", program{judges: func(a *adapter, token string, right bool) bool {
			return right && (a.calls < 10_000 || !strings.Contains(token, "q"))
		}}, blame{requirement: "epin/9.1/accept", got: "^rejected"}, because(someFailed)),
		broken("exchanges responses", program{offers: []conformance.Op{conformance.OpParse}, writes: exchanging()},
			blame{requirement: "epin/6/grammar"}, because(someFailed)),
		// Its texts hold escape sequences, HTML and characters that change the direction of text.
		broken("writes escape sequences and HTML", program{
			hello: func(a *adapter, right string) {
				a.say(strings.Replace(right, `"name":"`+name+`"`, `"name":"`+hostileText+`","version":"`+hostileText+
					`","language":"`+hostileText+`","homepage":"javascript:`+hostileText+`"`, 1))
			},
			raises: func(_ *adapter, token string) string {
				if token == deadly {
					return "\x1b]0;owned\x07</pre><script>alert(2)</script>\u202e\u2028\xff"
				}
				return ""
			},
			writes: func(a *adapter, right string) { a.say(strings.Replace(right, `"error":"`, `"error":"`+hostileText, 1)) },
		}, blame{token: deadly, got: `^crashed: `}, because(someFailed), sampled, in("vectors", "tokens"),
			shows(`^NOT CONFORMANT  \\x1b\[2J\\a\\u202e<script>alert\(1\)</script>\\u009b31m\\r\\n\\u2066\s+\\x1b\[2J`)),
	}
}

// hostileText is a text in JSON that a terminal or a browser would interpret.
const hostileText = `\u001b[2J\u0007\u202e<script>alert(1)</script>\u009b31m\r\n\u2066`

// second reports that this process is not the first of its run.
var second bool

var times int

// secondTime reports whether this is an even-numbered call.
func (a *adapter) secondTime() bool {
	times++
	return times%2 == 0
}

// exchanging returns a function that once exchanges the responses of two requests in flight,
// one accepted and one rejected.
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

// declines returns a program with all operations that declines some requests: it returns
// unsupported, although its hello offers them.
func declines(some func(req conformance.Request) bool) program {
	return program{offers: all, answer: func(_ *adapter, req conformance.Request) *answerOf {
		if some(req) {
			return &answerOf{Outcome: conformance.Unsupported}
		}
		return nil
	}}
}

// kindsThatDecline returns kinds that decline requests that they offer (PROTOCOL.md, "When the
// library misbehaves"). Package suite tests more of them (declined_test.go), and the command the
// first line of a report (declined.txtar).
func kindsThatDecline() []kind {
	const validity = `^Validity was not fully tested\. It declined [\d,]+ offered requests?, such as `
	everything := declines(func(conformance.Request) bool { return true })
	alone := everything
	alone.offers = []conformance.Op{conformance.OpParse}
	return []kind{
		inconclusive("supports nothing", everything, validity+`parse ""\.`,
			smokes("one at a time", "hello offers parse, but a response to it is unsupported: announce in hello")),
		inconclusive("promises parse alone", alone, validity+`parse ""\. No single entry of hello announces this: .*`),
		correct("declines inequality", declines(func(req conformance.Request) bool { return req.Op == conformance.OpEqual && req.Token != req.Other }),
			because(`^Nothing failed\.( Not( fully)? tested: epin/[^ ]+(, epin/[^ ]+)*( and \d+ more)?\.( To test them, [^.]*\.)?)* `+
				`It declined [\d,]+ offered requests?, such as equal .*leave "equal" out of ops\.$`),
			smokes("equal", "hello offers equal, but a response to it is unsupported")),
	}
}
