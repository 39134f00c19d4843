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

// double is a Worker in Go: the reference, with a function before it that may answer.
type double struct {
	messages chan Message
	before   func(token string) (Message, bool)
}

func (d *double) Messages() <-chan Message { return d.messages }
func (d *double) Terminate()               {}

func (d *double) Post(lines string) {
	if d.before == nil {
		return
	}
	for line := range strings.SplitSeq(lines, "\n") {
		if strings.Contains(line, `"hello"`) {
			d.messages <- Message{Lines: `{"id":0,"protocol":1,"implementation":{"name":"double"},"ops":["valid"]}`}
			continue
		}
		id, req, _ := wire.DecodeRequest([]byte(line), false)
		if m, ok := d.before(req.Token); ok {
			if m != (Message{}) { // else it hangs
				d.messages <- m
			}
			return
		}
		resp, _ := conformance.Reference(notation.EPIN).Do(context.Background(), req)
		answer, _ := wire.AppendResponse(nil, notation.EPIN, id, req, resp)
		d.messages <- Message{Lines: string(answer)}
	}
}

func TestCertify(t *testing.T) {
	never := func(string) (Message, bool) { return Message{}, false }
	on := func(token string, m Message) func(string) (Message, bool) {
		return func(s string) (Message, bool) { return m, s == token }
	}
	for _, test := range []struct {
		name    string
		before  func(string) (Message, bool)
		verdict result.Verdict
		says    string // what the first finding got, or the reason
	}{
		{"correct", never, result.Conformant, "Nothing failed"},
		{"hang", on("K''", Message{}), result.NotConformant, "crashed: it hung: the function had not returned after 200ms"},
		{"uncaught error", on("K''", Message{Error: "x\x1b"}), result.NotConformant, `the process exited: uncaught error; standard error ends with x\x1b`},
		{"no response", on("K''", Message{Lines: "{}"}), result.NoVerdict, "sent what is no response"},
		{"another id", on("K''", Message{Lines: `{"id":9999999,"valid":true}`}), result.NoVerdict, "belongs to another request"},
		{"too much", on("K''", Message{Lines: strings.Repeat("{}\n", 10_000)}), result.NoVerdict, "sent what is no response"},
	} {
		t.Run(test.name, func(t *testing.T) {
			last := Progress{}
			open := Open(func() Worker { return &double{make(chan Message, mostLines), test.before} }, 200*time.Millisecond)
			c, err := Certify(t.Context(), open, notation.EPIN, suite.Quick, func(p Progress) { last = p })
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
	silent := func() Worker { return &double{} }
	if _, err := Open(silent, time.Hour)(ctx, notation.EPIN); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("the error is %v", err)
	}
}
