package badadapter

import (
	"fmt"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

const (
	nothingFailed = `^Nothing failed\. Not tested, since the implementation does not offer what they need: epin/[^ ]+(, epin/[^ ]+)*( and \d+ more)?\.$`
	allExercised  = `^Nothing failed, and every required and recommended requirement was exercised\.$`
	someFailed    = `^\d+ of the \d+ requirements that were exercised failed\.$`
)

// kindsThatLie answer in form, and wrongly, or not at all.
func kindsThatLie() []kind {
	return []kind{
		{
			name: "says yes", does: "It accepts everything.",
			program: program{judges: func(*adapter, string, bool) bool { return true }},
			verdict: suite.NotConformant, says: someFailed, short: true,
			blames: &blame{token: "", requirement: "epin/9.1/reject", got: "^accepted$"},
		},
		{
			name: "says no", does: "It rejects everything.",
			program: program{judges: func(*adapter, string, bool) bool { return false }},
			verdict: suite.NotConformant, says: someFailed,
			blames: &blame{token: "K", requirement: "epin/9.1/accept", got: "^rejected$"},
		},
		{
			name: "changes its mind", does: "It gives a token another verdict each time that it is asked.",
			program: program{judges: func(a *adapter, token string, right bool) bool {
				return right != (token == deadly && a.secondTime())
			}},
			verdict: suite.NotConformant, says: someFailed, short: true,
			blames: &blame{token: deadly, requirement: "epin/9.1/one-verdict"},
		},
		{
			name: "changes its mind in a fresh process", does: "The second process gives a token another verdict than the first.",
			program: program{judges: func(a *adapter, token string, right bool) bool {
				if a.calls == 1 {
					second = !a.firstTime("asked")
				}
				return right != (second && token == deadly)
			}},
			standard: true, only: []string{"sequences/fresh"},
			verdict: suite.NotConformant, says: `^The 1 requirement that was exercised failed\.$`,
			blames: &blame{token: deadly, requirement: "epin/9.1/one-verdict"},
		},
		{
			name: "tires", does: "From the 10,000th call on its verdict on one letter is wrong.",
			program: program{judges: func(a *adapter, token string, right bool) bool {
				return right && (a.calls < 10_000 || !strings.Contains(token, "q"))
			}},
			verdict: suite.NotConformant, says: someFailed,
			blames: &blame{requirement: "epin/9.1/accept", got: "^rejected"},
		},
		{
			name: "exchanges answers", does: "Two requests each get the answer to the other.",
			program: program{offers: []conformance.Op{conformance.OpParse}, writes: exchanging()},
			verdict: suite.NotConformant, says: someFailed,
			blames: &blame{requirement: "epin/6/grammar"},
		},
		{
			name: "is dressed up", does: "Its name, its errors and what it raises hold escape sequences, HTML and marks that turn text around.",
			program: program{
				hello: func(a *adapter, right string) {
					a.say(strings.Replace(right, `"name":"`+name+`"`, `"name":"`+costume+`","version":"`+costume+`","language":"`+costume+`","homepage":"javascript:`+costume+`"`, 1))
				},
				raises: func(_ *adapter, token string) string {
					if token == deadly {
						return "\x1b]0;owned\x07</pre><script>alert(2)</script>\u202e\u2028\xff"
					}
					return ""
				},
				writes: func(a *adapter, right string) {
					a.say(strings.Replace(right, `"error":"`, `"error":"`+costume, 1))
				},
			},
			verdict: suite.NotConformant, says: someFailed, short: true,
			blames: &blame{token: deadly, got: `^crashed: `},
			shows:  `^NOT CONFORMANT  \\x1b\[2J\\a\\u202e<script>alert\(1\)</script>\\u009b31m\\r\\n\\u2066 \\x1b\[2J`,
		},
	}
}

// costume is a text in JSON that would act on a terminal or in a page.
const costume = `\u001b[2J\u0007\u202e<script>alert(1)</script>\u009b31m\r\n\u2066`

// wrongOnce is wrong about one token, which is the first that is asked.
func wrongOnce(_ *adapter, token string, right bool) bool { return right && token != "A" }

// second says that this process is not the first of its run.
var second bool

var times int

// secondTime reports whether it was called an even number of times.
func (a *adapter) secondTime() bool {
	times++
	return times%2 == 0
}

// exchanging gives two requests that are under way at the same time, one accepted and
// one rejected, each the other's answer, once.
func exchanging() func(*adapter, string) {
	var kept string // an answer, without its id
	var id int64
	done := false
	accepts := func(answer string) bool { return strings.HasPrefix(answer, `"valid":true`) }
	return func(a *adapter, right string) {
		_, answer, _ := strings.Cut(right, ",")
		say := func(id int64, answer string) { a.say(fmt.Sprintf(`{"id":%d,%s`, id, answer)) }
		if kept != "" {
			if !done && accepts(kept) != accepts(answer) {
				kept, answer, done = answer, kept, true
			}
			say(id, kept)
		}
		kept, id = answer, a.id
		if done || a.in.Buffered() == 0 {
			say(id, kept)
			kept = ""
		}
	}
}
