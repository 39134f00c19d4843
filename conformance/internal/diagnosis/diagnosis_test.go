package diagnosis

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	_ "github.com/epin-conformance/harness/conformance/internal/testgc"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
)

// do is an implementation in one function.
type do func(req conformance.Request) (conformance.Response, error)

func (d do) Do(_ context.Context, req conformance.Request) (conformance.Response, error) {
	return d(req)
}

// TestAlteredMutants alters the responses of a mutant, and checks whether it is still a likely cause.
func TestAlteredMutants(t *testing.T) {
	type alteration = func(req conformance.Request, resp conformance.Response) conformance.Response
	rejected, crashed := conformance.Response{Outcome: conformance.Rejected}, conformance.Response{Outcome: conformance.Crashed}
	instead := func(changed conformance.Response, tokens ...string) alteration {
		return func(req conformance.Request, resp conformance.Response) conformance.Response {
			if slices.Contains(tokens, req.Token) {
				return changed
			}
			return resp
		}
	}
	// Values of a string that is wrongly accepted have no correct values, and contradict no cause.
	otherValues := func(req conformance.Request, resp conformance.Response) conformance.Response {
		if req.Op == conformance.OpParse && resp.Outcome == conformance.Accepted && !epin.Valid(req.Token) {
			q, _ := notation.EPIN.Parse("q")
			resp.Attributes = notation.EPIN.Values(q)
		}
		return resp
	}
	// A library can reject malformed UTF-8 before it matches. If it accepts some, another rejection contradicts.
	checksEncoding := func(accepted string) alteration {
		return func(req conformance.Request, resp conformance.Response) conformance.Response {
			switch {
			case req.Op == conformance.OpSweep && !utf8.ValidString(req.Tokens[0]):
				return conformance.Response{Outcome: conformance.Swept, Verdicts: string(conformance.VerdictNo)}
			case req.Op != conformance.OpSweep && !utf8.ValidString(req.Token) && req.Token != accepted:
				return rejected
			}
			return resp
		}
	}
	offersOneAccessor := func(req conformance.Request, resp conformance.Response) conformance.Response {
		switch req.Op {
		case conformance.OpParse:
			side := conformance.Response{Outcome: resp.Outcome, Error: "never judged"}
			*side.Attribute(notation.EPIN, "side") = *resp.Attribute(notation.EPIN, "side")
			return side
		case conformance.OpValid:
			return resp
		}
		return conformance.Response{}
	}
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
		{"unicode-case-folding", otherValues, nil, true},
		{"dollar-for-z", otherValues, nil, true},
		// A runtime can have another version of Unicode.
		{"is-alpha", instead(rejected, "\ua7f7"), []conformance.Request{valid("\ua7f7")}, true},  // a letter since version 7
		{"is-alpha", instead(rejected, "\u00e9"), []conformance.Request{valid("\u00e9")}, false}, // since 1.1
		{"multi-line", checksEncoding(""), malformed, true},
		{"multi-line", checksEncoding("\xff\nK"), malformed, false},
		{"dollar-for-z", offersOneAccessor, nil, true},
	} {
		library := named(t, c.mutant).New(notation.EPIN)
		sent := append(verdictRequests(t), c.more...)
		record, _ := recorded(do(func(req conformance.Request) (conformance.Response, error) {
			resp, err := library.Do(context.Background(), req)
			return c.alter(req, resp), err
		}), notation.EPIN, sent)
		if slices.Contains(names(diagnose(t, record, sent)[0]), c.mutant) != c.want {
			t.Errorf("%d: %s is a cause: %t, want %t", i, c.mutant, !c.want, c.want)
		}
	}
}

// TestTotalFailures: a total failure is the only cause of its failures. With EPIN_WHOLE=1 all
// requests are sent, otherwise one in twelve.
func TestTotalFailures(t *testing.T) {
	sent, n := verdictRequests(t), 0
	sent = slices.DeleteFunc(sent, func(conformance.Request) bool {
		n++
		return n%12 > 0 && !whole()
	})
	either := func(valid, invalid rune) conformance.Implementation { // the verdicts of a sweep
		return do(func(req conformance.Request) (conformance.Response, error) {
			verdict := invalid
			if epin.Valid(req.Token + strings.Join(req.Tokens, "")) {
				verdict = valid
			}
			if req.Op == conformance.OpSweep {
				return conformance.Response{Outcome: conformance.Swept, Verdicts: string(verdict)}, nil
			}
			return conformance.Response{Outcome: conformance.OutcomeOf(byte(verdict))}, nil
		})
	}
	constantFor := func(tokens func(string) bool) conformance.Implementation {
		return do(func(req conformance.Request) (conformance.Response, error) {
			if req.Op == conformance.OpParse && epin.Valid(req.Token) && tokens(req.Token) {
				req.Token = "K"
			}
			return conformance.Reference(notation.EPIN).Do(context.Background(), req)
		})
	}
	constant := constantFor(func(string) bool { return true })
	for want, impl := range map[string]conformance.Implementation{
		"Every invalid string is accepted": either('1', '1'),
		"Every valid token is rejected":    either('0', '0'),
		"Every string crashes it":          either('!', '!'),
		"The verdicts are inverted":        either('0', '1'),
		"Every invalid string crashes it":  either('1', '!'),
		"Every token has the same values":  constant,
		"The parser crashes on every token that it accepts": do(func(req conformance.Request) (conformance.Response, error) {
			if req.Op != conformance.OpValid && epin.Valid(req.Token) {
				return conformance.Response{Outcome: conformance.Crashed, Crash: "NoMethodError: undefined method"}, nil
			}
			return conformance.Reference(notation.EPIN).Do(context.Background(), req)
		}),
	} {
		record, _ := recorded(impl, notation.EPIN, sent)
		causes := diagnose(t, record, sent)[0]
		if len(causes) != 1 || !strings.HasPrefix(causes[0].Text.String(), want) || causes[0].Mutant != "" || causes[0].Fix == "" {
			t.Errorf("%s: %+v", want, causes)
		}
	}
	record, _ := recorded(constantFor(func(token string) bool { return token < "a" }), notation.EPIN, sent)
	if causes := diagnose(t, record, sent)[0]; len(causes) > 0 {
		t.Errorf("the values of half of the tokens are the same: %+v", causes)
	}
}

// TestOtherBugs diagnoses libraries whose recogniser has a fault that hardly any mutant has: the library
// accepts or rejects each string incorrectly that a cause does.
func TestOtherBugs(t *testing.T) {
	if testing.Short() {
		t.Skip("single-threaded, and many requests")
	}
	none, i, step := 0, 0, 1999
	if whole() {
		step = 293
	}
	sent := slices.DeleteFunc(verdictRequests(t), func(req conformance.Request) bool { return req.Op != conformance.OpParse })
	for _, impl := range mutant.Automata(notation.EPIN) {
		if i++; i%step > 0 {
			continue
		}
		record, responses := recorded(impl, notation.EPIN, sent)
		causes := diagnose(t, record, sent)[0]
		for _, c := range causes {
			if c.Mutant == "" {
				continue // a total failure
			}
			predicting := named(t, c.Mutant).New(notation.EPIN)
			for k, req := range sent {
				if predicted := responseOf(predicting, req); record.wrongIn(req, predicted) != 0 && record.wrongIn(req, responses[k]) == 0 {
					t.Fatalf("%s is contradicted by the response to %+v: %+v", c.Mutant, req, responses[k])
				}
			}
		}
		if len(causes) == 0 {
			none++
		}
	}
	if none == 0 {
		t.Error("every fault has a cause, want some without")
	}
}

// TestEveryMutant diagnoses each mutant as itself, beside one that no request distinguishes, or as a total
// failure. It tests a sample, and with EPIN_WHOLE=1 many. TestDiagnosis of package suite has those of EPIN.
func TestEveryMutant(t *testing.T) {
	if testing.Short() {
		t.Skip("single-threaded, and many requests")
	}
	step := 160
	if whole() {
		step = 16
	}
	for _, edition := range notation.All() {
		for i, m := range mutant.All() {
			if !m.ExistsIn(edition) || i%step != 0 || len(m.Witness) > 1 || len(m.Witness[0].Tokens) > 0 || m.Environment != nil {
				continue
			}
			sent := append(quick(t, edition), m.Witness[0])
			record, _ := recorded(m.New(edition), edition, sent)
			causes := diagnose(t, record, sent)[0]
			if len(causes) == 0 || causes[0].Mutant != "" && !slices.Contains(names(causes), m.Name) && len(causes) < 2 {
				t.Errorf("%s %s is taken for %v", edition, m.Name, names(causes))
			}
		}
	}
}
