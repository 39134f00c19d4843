package badadapter

import (
	"strings"

	"github.com/epin-conformance/harness/conformance"
)

// kindsThatLie returns a kind that follows the protocol and returns an incorrect response. Package suite
// tests more of them (sequences_test.go), and package mutant has many.
func kindsThatLie() []kind {
	return []kind{
		// Its texts hold escape sequences, HTML and characters that change the direction of text.
		broken("writes escape sequences and HTML", program{
			hello: func(a *adapter, right string) {
				a.say(strings.Replace(right, `"name":"`+name+`"`, `"name":"`+hostileText+`","version":"`+hostileText+
					`","language":"`+hostileText+`","homepage":"javascript:`+hostileText+`"`, 1))
			},
			answer: crashes("\x1b]0;owned\x07</pre><script>alert(2)</script>\u202e\u2028\xff", is(deadly)),
			writes: func(a *adapter, right string) { a.say(strings.Replace(right, `"error":"`, `"error":"`+hostileText, 1)) },
		}, blame{token: deadly, got: `^crashed: `}, because(someFailed), sampled, in("vectors", "tokens"),
			shows(`^NOT CONFORMANT  \\x1b\[2J\\a\\u202e<script>alert\(1\)</script>\\u009b31m\\r\\n\\u2066\s+\\x1b\[2J`)),
	}
}

// hostileText is a text in JSON that a terminal or a browser would interpret.
const hostileText = `\u001b[2J\u0007\u202e<script>alert(1)</script>\u009b31m\r\n\u2066`

// responding returns a program that offers all operations, and has this outcome for some requests.
func responding(outcome conformance.Outcome, to func(req conformance.Request) bool) program {
	return program{offers: all, answer: answers(conformance.Response{Outcome: outcome}, to)}
}

// kindsThatDecline returns kinds that decline requests that they offer (PROTOCOL.md, "When the
// library misbehaves"). Package suite tests more of them (declined_test.go), and the command the
// first line of a report (declined.txtar).
func kindsThatDecline() []kind {
	everything := responding(conformance.Unsupported, func(conformance.Request) bool { return true })
	everything.offers = []conformance.Op{conformance.OpParse}
	return []kind{
		inconclusive("promises parse alone", everything,
			`^Validity was not fully tested\. It declined [\d,]+ offered requests?, such as parse "A"\. No single entry of hello announces this: .*`,
			smokes("one at a time", "hello offers parse, but a response to it is unsupported: announce in hello")),
	}
}
