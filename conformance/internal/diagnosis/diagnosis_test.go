package diagnosis

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/double"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/internal/tests"
)

func offersOneAccessor(req conformance.Request, resp *conformance.Response) {
	of := *resp
	if req.Op != conformance.OpValid {
		*resp = conformance.Response{}
	}
	if req.Op == conformance.OpParse {
		resp.Outcome, resp.Error = of.Outcome, "never judged"
		*resp.Attribute(notation.EPIN, "side") = *of.Attribute(notation.EPIN, "side")
	}
}

// TestAlteredMutants alters the responses of a mutant, and checks whether it is still a likely cause.
func TestAlteredMutants(t *testing.T) {
	// Values of a string that is wrongly accepted have no correct values, and contradict no cause.
	otherValues := func(req conformance.Request, resp *conformance.Response) {
		if req.Op == conformance.OpParse && resp.Outcome == conformance.Accepted && !epin.Valid(req.Token) {
			q, _ := notation.EPIN.Parse("q")
			resp.Attributes = notation.EPIN.Values(q)
		}
	}
	// A library can reject malformed UTF-8 before it matches. If it accepts some, another rejection contradicts.
	type alteration = func(req conformance.Request, resp *conformance.Response)
	checksEncoding := func(accepted string) alteration {
		return func(req conformance.Request, resp *conformance.Response) {
			switch {
			case req.Op == conformance.OpSweep && !utf8.ValidString(req.Tokens[0]):
				resp.Verdicts = string(conformance.VerdictNo)
			case req.Op != conformance.OpSweep && !utf8.ValidString(req.Token) && req.Token != accepted:
				*resp = conformance.Response{Outcome: conformance.Rejected}
			}
		}
	}
	const rejected, crashed = conformance.Rejected, conformance.Crashed
	malformed := []conformance.Request{valid("\xff\nK"), valid("\xfe\nK")}
	for i, c := range []struct {
		mutant string
		alter  alteration
		more   []conformance.Request
		want   bool
	}{
		// A cause can explain most failures of a group, and not fewer.
		{"dollar-for-z", instead(crashed, "A"), nil, true},
		{"dollar-for-z", instead(crashed, strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")...), nil, false},
		// A library can crash on an invalid string that its pattern accepts, but not reject it.
		{"letter-range-a-to-z", instead(crashed, "^", "_"), nil, true},
		{"letter-range-a-to-z", instead(rejected, "^", "_"), nil, false},
		// A request that was not answered contradicts nothing.
		{"dollar-for-z", instead(conformance.Unsupported, "Q\n"), valids("Q\n"), true},
		{"dollar-for-z", instead(rejected, "Q\n"), valids("Q\n"), false},
		{"unicode-case-folding", otherValues, nil, true},
		{"dollar-for-z", otherValues, nil, true},
		// A runtime can have another version of Unicode.
		{"is-alpha", instead(rejected, "\ua7f7"), []conformance.Request{valid("\ua7f7")}, true},  // a letter since version 7
		{"is-alpha", instead(rejected, "\u00e9"), []conformance.Request{valid("\u00e9")}, false}, // since 1.1
		{"multi-line", checksEncoding(""), malformed, true},
		{"multi-line", checksEncoding("\xff\nK"), malformed, false},
		{"dollar-for-z", offersOneAccessor, nil, true},
	} {
		sent := append(verdictRequests(), c.more...)
		record := recorded(altered(double.Mutant(c.mutant).New(notation.EPIN), c.alter), notation.EPIN, sent)
		if blames(diagnose(t, record, sent)[0], c.mutant) != c.want {
			t.Errorf("%d: %s is a cause: %t, want %t", i, c.mutant, !c.want, c.want)
		}
	}
}

// TestTotalFailures: a total failure is the only cause of its failures. With EPIN_WHOLE=1 all
// requests are sent, otherwise one in twelve.
func TestTotalFailures(t *testing.T) {
	sent, n := verdictRequests(), 0
	sent = slices.DeleteFunc(sent, func(conformance.Request) bool {
		n++
		return n%12 > 0 && !tests.Whole()
	})
	reference := conformance.Reference(notation.EPIN)
	either := func(valid, invalid rune) conformance.Implementation { // the verdicts of a sweep
		return altered(reference, func(req conformance.Request, resp *conformance.Response) {
			verdict := invalid
			if epin.Valid(req.Token + strings.Join(req.Tokens, "")) {
				verdict = valid
			}
			if resp.Verdicts = string(verdict); req.Op != conformance.OpSweep {
				*resp = conformance.Response{Outcome: conformance.OutcomeOf(byte(verdict))}
			}
		})
	}
	constantFor := func(tokens func(string) bool) conformance.Implementation {
		return double.Func(func(ctx context.Context, req conformance.Request) (conformance.Response, error) {
			if req.Op == conformance.OpParse && epin.Valid(req.Token) && tokens(req.Token) {
				req.Token = "K"
			}
			return reference.Do(ctx, req)
		})
	}
	for want, impl := range map[string]conformance.Implementation{
		"Every invalid string is accepted":         either('1', '1'),
		"Every valid token is rejected":            either('0', '0'),
		"Every string crashes the library":         either('!', '!'),
		"The verdicts are inverted":                either('0', '1'),
		"Every invalid string crashes the library": either('1', '!'),
		"Every token has the same values":          constantFor(func(string) bool { return true }),
		"The parser crashes on every token that it accepts": altered(reference, func(req conformance.Request, resp *conformance.Response) {
			if req.Op != conformance.OpValid && epin.Valid(req.Token) {
				*resp = conformance.Response{Outcome: conformance.Crashed, Crash: "NoMethodError: undefined method"}
			}
		}),
	} {
		causes := diagnose(t, recorded(impl, notation.EPIN, sent), sent)[0]
		if len(causes) != 1 || !strings.HasPrefix(causes[0].Text.String(), want) || causes[0].Mutant != "" || causes[0].Fix == "" {
			t.Errorf("%s: %+v", want, causes)
		}
	}
	record := recorded(constantFor(func(token string) bool { return token < "a" }), notation.EPIN, sent)
	if causes := diagnose(t, record, sent)[0]; len(causes) > 0 {
		t.Errorf("the values of half of the tokens are the same: %+v", causes)
	}
}
