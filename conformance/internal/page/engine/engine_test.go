package engine

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

func TestExplain(t *testing.T) {
	for _, test := range []struct {
		typed   string
		edition *notation.Edition
		want    string // the pin of a token, or the place in brackets with the reason
	}{
		{"+K^'", notation.EPIN, `"pin":"+K^"`},
		{"k", notation.EPINInitial, `"pin":"k"`},
		{"K''", notation.EPIN, "K'['] Byte 2: more than one derivation marker."},
		{`K\n`, notation.EPIN, `K[\n] Byte 1: line break.`},
		{"éa", notation.EPIN, `[\u00e9]a Byte 0: byte outside ASCII.`},
		{`\xff`, notation.EPIN, `[\xff] Byte 0: byte outside ASCII.`},
		{`"`, notation.EPIN, `[\"] Byte 0: `},
		{`\`, notation.EPIN, `[\\] Byte 0: `},
		{"+", notation.EPIN, "+[] Byte 1: "},
		{"", notation.EPIN, "[] Byte 0: empty"},
		{"K^", notation.EPINInitial, "K[^] Byte 1: "},
		{"+K^", notation.PIN, `"token":"+K^","name":"K"`},
		{"K'", notation.PIN, "K['] Byte 1: "},
		{"k^", notation.PINInitial, "k[^] Byte 1: "},
		{"c", notation.SIN, `"style":"C"`},
		{"c:K", notation.QPI, `"sin":"c","pin":"K","native":false`},
		{"c:K", notation.QPIAligned, "c:[K] Byte 2: "},
		{"CHESS:K", notation.QPI, "C[H]ESS:K Byte 1: "},
	} {
		e := Explain(test.edition, test.typed)
		got := e.Before + "[" + e.At + "]" + e.After + " " + e.Reason + string(e.Parsed)
		if !strings.Contains(got, test.want) || !strings.Contains(e.Figure, `<g class="walked">`) {
			t.Errorf("%q, %s: %s; wanted %s", test.typed, test.edition, got, test.want)
		}
	}
	for edition, want := range map[*notation.Edition][2]string{notation.EPIN: {"derive", "+R'"}, notation.PIN: {"mark", "+R^"}} {
		moves := Explain(edition, "+R").Moves
		if len(moves) != len(edition.Methods) || !slices.Contains(moves, want) {
			t.Errorf("%s: the transformations are %q, without %q", edition, moves, want)
		}
	}
}

// double starts a worker in Go: the reference, with a function before it that may answer.
func double(before func(token string, tell func(lines, uncaught string)) bool) Start {
	return func(tell func(lines, uncaught string)) (func(string), func()) {
		return func(lines string) {
			for line := range strings.SplitSeq(lines, "\n") {
				if strings.Contains(line, `"hello"`) {
					tell(`{"id":0,"protocol":1,"implementation":{"name":"double"},"ops":["valid"]}`, "")
					continue
				}
				id, req, _ := wire.DecodeRequest([]byte(line), nil)
				if before(req.Token, tell) {
					return
				}
				resp, _ := conformance.Reference(notation.EPIN).Do(context.Background(), req)
				answer, _ := wire.AppendResponse(nil, notation.EPIN, id, req, resp, false)
				tell(string(answer), "")
			}
		}, func() {}
	}
}

func TestCertify(t *testing.T) {
	for _, test := range []struct {
		name            string
		token           string // for which the worker sends lines, or an error; or hangs
		lines, uncaught string
		verdict         result.Verdict
		says            string // what the first finding got, or the reason
	}{
		{"correct", "not tested", "", "", result.Conformant, "Nothing failed"},
		{"hang", "K''", "", "", result.NotConformant, "crashed: it hung: the function had not returned after 200ms"},
		{"uncaught error", "K''", "", "x\x1b", result.NotConformant, `the process exited: uncaught error; standard error ends with x\x1b`},
		{"no response", "K''", "{}", "", result.NoVerdict, "sent something that is not a response"},
		{"another id", "K''", `{"id":9999999,"valid":true}`, "", result.NoVerdict, "belongs to another request"},
		{"too much", "K''", strings.Repeat("{}\n", 10_000), "", result.NoVerdict, "sent something that is not a response"},
	} {
		t.Run(test.name, func(t *testing.T) {
			last := Progress{}
			worker := double(func(token string, tell func(lines, uncaught string)) bool {
				if token == test.token && test.lines+test.uncaught != "" {
					tell(test.lines, test.uncaught)
				}
				return token == test.token
			})
			cfg := suite.Config{Open: Open(worker, 200*time.Millisecond), Edition: notation.EPIN, Profile: suite.Quick, Seed: 1}
			c, err := Certify(t.Context(), cfg, func(p Progress) { last = p })
			if err != nil {
				t.Fatal(err)
			}
			says, bad := c.Report.Reason.String(), test.verdict == result.NotConformant
			if bad {
				says = c.Report.Findings[0].Got.String()
			}
			if c.Report.Verdict != test.verdict || !strings.Contains(says, test.says) || bad != (last.First == `"K''"`) || bad != last.Over {
				t.Errorf("%s: %s, progress %+v; wanted %s: %s", c.Report.Verdict, says, last, test.verdict, test.says)
			}
		})
	}
}

func TestOpenEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	silent := func(func(_, _ string)) (func(string), func()) { return func(string) {}, func() {} }
	if _, err := Open(silent, time.Hour)(ctx, notation.EPIN); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("the error is %v", err)
	}
}
