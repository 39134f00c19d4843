package badadapter

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
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
		}}, blame{token: deadly, requirement: "epin/9.1/one-verdict"}, because(someFailed), sampled),
		// The second process gives a token another verdict than the first.
		broken("changes a verdict in a fresh process", program{judges: func(a *adapter, token string, right bool) bool {
			if a.calls == 1 {
				second = !a.firstTime("asked")
			}
			return right != (second && token == deadly)
		}}, blame{token: deadly, requirement: "epin/9.1/one-verdict"}, because(`^The 1 requirement that was tested failed\.$`),
			func(k *kind) { k.standard, k.only = true, []string{"sequences/fresh"} }),
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
		}, blame{token: deadly, got: `^crashed: `}, because(someFailed), sampled,
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

// declines returns a program that declines some requests: it returns unsupported, although its
// hello offers them. It declines a sweep if it declines one of the tokens.
func declines(some func(a *adapter, req conformance.Request) bool) program {
	return program{offers: all, answer: func(a *adapter, req conformance.Request) *answerOf {
		tokens := req.Tokens
		if req.Op != conformance.OpSweep {
			tokens = []string{req.Token}
		}
		for _, token := range tokens {
			req.Token = token
			if some(a, req) {
				return &answerOf{Outcome: conformance.Unsupported}
			}
		}
		return nil
	}}
}

// declinesOp declines some requests of an operation.
func declinesOp(op conformance.Op, some func(conformance.Request) bool) program {
	return declines(func(_ *adapter, req conformance.Request) bool { return req.Op == op && some(req) })
}

func declinesTokens(some func(token string) bool) program {
	return declines(func(_ *adapter, req conformance.Request) bool { return some(req.Token) })
}

// kindsThatDecline returns kinds that decline requests that they offer (PROTOCOL.md, "When the
// library misbehaves").
func kindsThatDecline() []kind {
	const (
		validity = `^Validity was not fully tested\. It declined [\d,]+ offered requests?, such as `
		others   = `^Nothing failed\.( Not( fully)? tested: epin/[^ ]+(, epin/[^ ]+)*( and \d+ more)?\.( To test them, [^.]*\.)?)* ` +
			`It declined [\d,]+ offered requests?, such as `
		parse, apply, equal = conformance.OpParse, conformance.OpApply, conformance.OpEqual
		sweep               = conformance.OpSweep
	)
	any := func(conformance.Request) bool { return true }
	invalid := func(req conformance.Request) bool { return !epin.Valid(req.Token) }
	has := func(req conformance.Request, m conformance.Method) bool { return slices.Contains(req.Methods, m) }
	alone := declinesTokens(func(string) bool { return true })
	alone.offers = []conformance.Op{parse}
	noNUL := correct("announces that NUL cannot be sent", program{offers: all, noNUL: true},
		because(`^Nothing failed, .* Tested with strings without the byte 0 only: the implementation takes no other input\.$`),
		shows(`^FULLY CONFORMANT \(without NUL\)  `))
	noNUL.verdict = suite.FullyConformant
	return []kind{
		noNUL,
		inconclusive("supports nothing", declinesTokens(func(string) bool { return true }), validity+`parse ""\.`, sampled,
			smokes("one at a time", "hello offers parse, but a response to it is unsupported: announce in hello")),
		inconclusive("promises parse", declinesOp(parse, any),
			validity+`parse ""\. If the library cannot do this, announce it in hello: leave "parse" out of ops\.$`),
		inconclusive("promises parse alone", alone, validity+`parse ""\. No single entry of hello announces this: .*`),
		inconclusive("knows a few strings", declinesTokens(func(token string) bool {
			return !strings.Contains(` K k +K -K K^ K' +K^' K'' ^K 'K ++K KK `, " "+token+" ")
		}), validity),
		// Such an adapter can hide an incorrect anchor.
		inconclusive("declines newlines", declinesTokens(func(token string) bool { return strings.HasSuffix(token, "\n") }), validity,
			shows(`^INCONCLUSIVE, declined [\d,]+ offered requests  `)),
		inconclusive("declines NUL", declinesTokens(func(token string) bool { return strings.Contains(token, "\x00") }),
			validity+`.*announce it in hello: "nul": false\.$`),
		inconclusive("declines bytes", declinesTokens(func(token string) bool { return !utf8.ValidString(token) }),
			validity+`.*announce it in hello: "bytes": false\.$`),
		inconclusive("declines sweeps", declinesOp(sweep, any), validity+`sweep "[^"]*"\. .*leave "sweep" out of ops\.$`),
		inconclusive("declines at the second time", declines(func(a *adapter, req conformance.Request) bool {
			return req.Op == parse && req.Token == deadly && a.secondTime()
		}), validity),
		inconclusive("declines long strings", declinesTokens(func(token string) bool { return len(token) > 4 }), validity),
		inconclusive("declines one token", declines(func(_ *adapter, req conformance.Request) bool {
			return req.Op != apply && req.Op != equal && req.Token == deadly
		}), validity),
		inconclusive("declines invalid strings in a sweep", declinesOp(sweep, invalid), validity+`sweep `),
		inconclusive("declines invalid strings by valid", declinesOp(conformance.OpValid, invalid), validity+`valid .*leave "valid" out of ops\.$`),

		correct("declines transformations", declinesOp(apply, func(req conformance.Request) bool { return req.Token != "K" }),
			because(others+`apply .*leave "apply" out of ops\.$`), shows(`^CONFORMANT, declined [\d,]+ offered requests  `)),
		correct("declines one method", declinesOp(apply, func(req conformance.Request) bool { return has(req, conformance.Flip) }),
			because(others+`apply flip .*leave "flip" out of methods\.$`)),
		correct("declines inequality", declinesOp(equal, func(req conformance.Request) bool { return req.Token != req.Other }),
			because(others+`equal .*leave "equal" out of ops\.$`), smokes("equal", "hello offers equal, but a response to it is unsupported")),
		correct("declines derive of one token", declinesOp(apply, func(req conformance.Request) bool {
			return has(req, conformance.Derive) && req.Token == "k'"
		}), because(others+`apply .*leave "derive" out of methods\.$`)),
		correct("declines chains", declinesOp(apply, func(req conformance.Request) bool { return len(req.Methods) > 1 }),
			because(others+`apply .*leave "apply" out of ops\.$`)),
		correct("declines no method", declinesOp(apply, func(req conformance.Request) bool { return len(req.Methods) == 0 }), because(others+`apply `)),
		correct("declines one pair", declinesOp(equal, func(req conformance.Request) bool { return req.Token == "K" && req.Other == "K'" }),
			because(others+`equal `)),
		// It returns the side for tokens in upper case only.
		correct("forgets an attribute", program{offers: all, answer: func(_ *adapter, req conformance.Request) *answerOf {
			if req.Op != parse {
				return nil
			}
			resp, _ := conformance.Reference(epin.Current).Do(context.Background(), req)
			if strings.ToUpper(req.Token) != req.Token {
				resp.Side = conformance.Optional[string]{}
			}
			return &resp
		}}, because(`It returned side for "A" and not for "a"\. Return an attribute for every value, or for none\.$`)),
	}
}
