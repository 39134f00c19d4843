package zoo

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/suite"
	"github.com/epin-conformance/harness/epin"
)

// declines returns a program that answers as the reference does, but that some requests are
// unsupported, although its hello offers them. A sweep is where one of its tokens is.
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

func declinesTokens(some func(token string) bool) program {
	return declines(func(_ *adapter, req conformance.Request) bool { return some(req.Token) })
}

// kindsThatDecline offer what they then do not answer (PROTOCOL.md, "When the library
// misbehaves").
func kindsThatDecline() []kind {
	const (
		validity = `^Validity was not fully tested\. It declined [\d,]+ requests that it offers, the first of them `
		others   = `^Nothing failed\.( Not( fully)? tested: epin/[^ ]+(, epin/[^ ]+)*( and \d+ more)?\.)* It declined [\d,]+ requests? that it offers, the first of them `
	)
	alone := declinesTokens(func(string) bool { return true })
	alone.offers = []conformance.Op{conformance.OpParse}
	return []kind{
		{
			name: "supports nothing", does: "It answers hello, and that everything else is unsupported.",
			program: declinesTokens(func(string) bool { return true }),
			verdict: suite.NoVerdict, says: validity + `parse ""\.`, short: true,
		},
		{
			name: "promises parse", does: "Its hello offers parse, which it then does not support; sweeps it answers rightly.",
			program: declines(func(_ *adapter, req conformance.Request) bool { return req.Op == conformance.OpParse }),
			verdict: suite.NoVerdict, says: validity + `parse ""\. If the library cannot be asked this, announce it in hello: leave "parse" out of ops\.$`,
		},
		{
			name: "promises parse alone", does: "Its hello offers nothing but parse, which it then does not support.",
			program: alone,
			verdict: suite.NoVerdict, says: validity + `parse ""\. No single entry of hello announces this: .*`,
		},
		{
			name: "knows a few strings", does: "It answers 15 strings by heart, and nothing else.",
			program: declinesTokens(func(token string) bool {
				return !strings.Contains(` K k +K -K K^ K' +K^' K'' ^K 'K ++K KK `, " "+token+" ")
			}),
			verdict: suite.NoVerdict, says: validity,
		},
		{
			name: "declines newlines", does: "It does not answer where a token is followed by a newline, as an adapter would that hides a wrong anchor.",
			program: declinesTokens(func(token string) bool { return strings.HasSuffix(token, "\n") }),
			verdict: suite.NoVerdict, says: validity,
			shows: `^NO VERDICT, declined [\d,]+ offered requests  `,
		},
		{
			name: "declines NUL", does: "It does not answer where a string contains the byte 0, and does not announce it.",
			program: declinesTokens(func(token string) bool { return strings.Contains(token, "\x00") }),
			verdict: suite.NoVerdict, says: validity + `.*announce it in hello: "nul": false\.$`,
		},
		{
			name: "declines bytes", does: "It does not answer where a string is not valid UTF-8, though it offers bytes.",
			program: declinesTokens(func(token string) bool { return !utf8.ValidString(token) }),
			verdict: suite.NoVerdict, says: validity + `.*announce it in hello: "bytes": false\.$`,
		},
		{
			name: "declines sweeps", does: "It answers no sweep.",
			program: declines(func(_ *adapter, req conformance.Request) bool { return req.Op == conformance.OpSweep }),
			verdict: suite.NoVerdict, says: validity + `sweep "[^"]*"\. .*leave "sweep" out of ops\.$`,
		},
		{
			name: "declines at the second time", does: "It answers parse of one token every other time.",
			program: declines(func(a *adapter, req conformance.Request) bool {
				return req.Op == conformance.OpParse && req.Token == deadly && a.secondTime()
			}),
			verdict: suite.NoVerdict, says: validity,
		},
		{
			name: "declines transformations", does: "It answers apply for a single token.",
			program: declines(func(_ *adapter, req conformance.Request) bool {
				return req.Op == conformance.OpApply && req.Token != "K"
			}),
			verdict: suite.Conformant, says: others + `apply .*leave "apply" out of ops\.$`,
			shows: `^CONFORMANT, declined [\d,]+ offered requests  `,
		},
		{
			name: "declines one method", does: "It answers no flip, which is informative, and offers it.",
			program: declines(func(_ *adapter, req conformance.Request) bool {
				return slices.Contains(req.Methods, conformance.Flip)
			}),
			verdict: suite.Conformant, says: others + `apply flip .*leave "flip" out of methods\.$`,
		},
		{
			name: "declines inequality", does: "It answers equal where the two tokens are the same.",
			program: declines(func(_ *adapter, req conformance.Request) bool {
				return req.Op == conformance.OpEqual && req.Token != req.Other
			}),
			verdict: suite.Conformant, says: others + `equal .*leave "equal" out of ops\.$`,
		},
		{
			name: "declines long strings", does: "It answers strings of up to four bytes.",
			program: declines(func(a *adapter, req conformance.Request) bool { return len(req.Token) > 4 }),
			verdict: suite.NoVerdict, says: validity,
		},
		{
			name: "declines one token", does: "It answers parse, valid and sweep of every string but one token.",
			program: declines(func(a *adapter, req conformance.Request) bool {
				return req.Op != conformance.OpApply && req.Op != conformance.OpEqual && req.Token == deadly
			}),
			verdict: suite.NoVerdict, says: validity,
		},
		{
			name: "declines invalid strings in a sweep", does: "It answers a sweep where all of it is valid.",
			program: declines(func(a *adapter, req conformance.Request) bool {
				return req.Op == conformance.OpSweep && !epin.Valid(req.Token)
			}),
			verdict: suite.NoVerdict, says: validity + `sweep `,
		},
		{
			name: "declines invalid strings by valid", does: "Its yes-or-no check is never asked about an invalid string.",
			program: declines(func(a *adapter, req conformance.Request) bool {
				return req.Op == conformance.OpValid && !epin.Valid(req.Token)
			}),
			verdict: suite.NoVerdict, says: validity + `valid .*leave "valid" out of ops\.$`,
		},
		{
			name: "declines derive of one token", does: "It answers derive of all tokens but one.",
			program: declines(func(a *adapter, req conformance.Request) bool {
				return slices.Contains(req.Methods, conformance.Derive) && req.Token == "k'"
			}),
			verdict: suite.Conformant, says: others + `apply .*leave "derive" out of methods\.$`,
		},
		{
			name: "declines chains", does: "It answers apply of one method at a time.",
			program: declines(func(a *adapter, req conformance.Request) bool { return len(req.Methods) > 1 }),
			verdict: suite.Conformant, says: others + `apply .*leave "apply" out of ops\.$`,
		},
		{
			name: "declines no method", does: "It answers apply where there is something to apply.",
			program: declines(func(a *adapter, req conformance.Request) bool {
				return req.Op == conformance.OpApply && len(req.Methods) == 0
			}),
			verdict: suite.Conformant, says: others + `apply `,
		},
		{
			name: "declines one pair", does: "It answers equal of all pairs but one.",
			program: declines(func(a *adapter, req conformance.Request) bool {
				return req.Op == conformance.OpEqual && req.Token == "K" && req.Other == "K'"
			}),
			verdict: suite.Conformant, says: others + `equal `,
		},
		{
			name: "forgets an attribute", does: "It gives the side of pieces in capitals alone.",
			program: program{offers: all, answer: func(_ *adapter, req conformance.Request) *answerOf {
				if req.Op != conformance.OpParse {
					return nil
				}
				resp, _ := conformance.Reference(epin.Current).Do(context.Background(), req)
				if strings.ToUpper(req.Token) != req.Token {
					resp.Side = conformance.Optional[string]{}
				}
				return &resp
			}},
			verdict: suite.Conformant, says: `It returned side for "A" and not for "a"\. Return an attribute for every valid token, or for none\.$`,
		},
		{
			name: "announces that NUL cannot be sent", does: "Its hello says that strings with the byte 0 cannot be handed over.",
			program: program{offers: all, hello: func(a *adapter, right string) {
				a.say(strings.Replace(right, `"id":0,`, `"id":0,"nul":false,`, 1))
			}},
			verdict: suite.FullyConformant, says: `^Nothing failed, .* Tested with strings without the byte 0 only: the implementation takes no other input\.$`,
			shows: `^FULLY CONFORMANT \(without NUL\)  `,
		},
	}
}
