package suite

import (
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
)

// signals is a notation that nobody has: a letter of two, a digit of three, and a method.
var signals = &notation.Edition{
	Notation: "Signals", Number: "1", Regexp: `\A[ab][123]\z`, Short: "a1", Long: "b3",
	Fields: []notation.Field{{Bytes: "ab"}, {Bytes: "123"}},
	Attributes: []notation.Attribute{
		{Key: "token", Kind: notation.Text, Requirements: []string{"signals/form"}},
		{Key: "level", Kind: notation.Text, Of: func(t notation.Token) string { return string(rune(t[1])) }, Requirements: []string{"signals/level"}},
	},
	Methods: []notation.Method{{Name: "alarm", Do: func(t *notation.Token) { t[1] = '3' }, Requirements: []string{"signals/alarm"}}},
	Clauses: notation.Clauses{
		Valid: []string{"signals/accept"}, Invalid: []string{"signals/reject"}, Unanchored: []string{"signals/reject", "signals/anchoring"},
		Receiver: []string{"signals/copy"}, Equivalence: []string{"signals/equal"}, Distinct: "alarm", OneVerdict: []string{"signals/one-verdict"},
	},
}

// TestNotationIsATable certifies implementations of a notation that is not in the table, with nothing but
// its row.
func TestNotationIsATable(t *testing.T) {
	correct := conformance.Correct(signals)
	changed := func(change func(req conformance.Request, resp *conformance.Response)) conformance.Implementation {
		return alteredOf(correct, func(req conformance.Request, resp conformance.Response) conformance.Response {
			change(req, &resp)
			return resp
		})
	}
	for name, test := range map[string]struct {
		impl     conformance.Implementation
		verdict  result.Verdict
		finding  string // the sentence of the first one
		failed   string // requirements
		accepted string // the language that it accepts, where that is learned
	}{
		"correct": {correct, result.FullyConformant, "", "", ""},
		"no end anchor": {
			changed(func(req conformance.Request, resp *conformance.Response) {
				if resp.Outcome == conformance.Rejected && signals.Prefix(req.Token) == 2 {
					*resp = accept
				}
			}),
			result.NotConformant, `Accepts "a1A", which is not a valid token.`, "signals/anchoring signals/reject", `\A[ab][1-3][\x00-\xff]*\z`,
		},
		"a level is wrong": {
			changed(func(_ conformance.Request, resp *conformance.Response) {
				if level := resp.Attribute(signals, "level"); level.Text == "2" {
					level.Text = "1"
				}
			}),
			result.NotConformant, `parse("a2") returned level "1"; expected level "2".`, "signals/level", "",
		},
		"the method does nothing": {
			changed(func(req conformance.Request, resp *conformance.Response) {
				for i := range resp.Tokens {
					resp.Tokens[i] = req.Token
				}
			}),
			result.NotConformant, `alarm("a1") returned "a1"; expected "a3".`, "signals/alarm", "",
		},
	} {
		got := run(t, Config{Edition: signals, Profile: Quick, Seed: 1, Open: open(test.impl)})
		var failed []string
		for _, q := range got.Requirements {
			if q.Result == result.CheckFail {
				failed = append(failed, q.ID)
			}
		}
		finding := ""
		if len(got.Findings) > 0 {
			finding = got.Findings[0].Sentence()
		}
		learned := ""
		if got.Learned != nil {
			learned = got.Learned.Expression
		}
		if got.Verdict != test.verdict || strings.Join(failed, " ") != test.failed || finding != test.finding || learned != test.accepted {
			t.Errorf("%s: %s, failed %q, found %q, accepts %q", name, got.Verdict, failed, finding, learned)
		}
		for _, c := range got.Claims {
			proven := got.Unproven(c) == "" && strings.HasPrefix(c.Guarantee(false), "Correct on all strings, of any length, via ")
			if c.Extra != nil && proven != (test.accepted == "") {
				t.Errorf("%s: the guarantee %q is %t", name, c.Guarantee(false), proven)
			}
		}
	}
}
