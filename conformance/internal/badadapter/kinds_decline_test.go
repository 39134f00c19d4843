package badadapter

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

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
