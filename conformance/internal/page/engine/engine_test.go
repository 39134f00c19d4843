package engine

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

func TestExplain(t *testing.T) {
	for _, test := range []struct {
		typed   string
		edition epin.Edition
		want    string // the place in brackets, then the reason; or the parts
		walk    string
	}{
		{"+K^'", epin.Current, "+K^' + K ^ ' PIN +K^", "accepts"},
		{"k", epin.Initial, "k  k  PIN k", "accepts"},
		{"K''", epin.Current, "K'[']: more than one derivation marker.", "Byte 2 leads to the sink"},
		{`K\n`, epin.Current, `K[\n]: line break.`, "Byte 1 leads"},
		{"é", epin.Current, `[\u00e9]: byte outside ASCII.`, "Byte 0 leads"},
		{`\xff`, epin.Current, `[\xff]: byte outside ASCII.`, "Byte 0 leads"},
		{`"`, epin.Current, `[\"]: `, "Byte 0 leads"},
		{"+", epin.Current, "+[]: ", "does not accept"},
		{"", epin.Current, "[]: ", "does not accept"},
		{"K^", epin.Initial, "K[^]: ", "Byte 1 leads"},
	} {
		e := Explain(test.edition, test.typed)
		got := e.Before + "[" + e.At + "]" + e.After + strings.TrimLeft(e.Reason, "Byte 0123456789")
		if e.Valid {
			got = e.Before
			for _, p := range e.Parts {
				got += " " + p.Text
			}
			got += " PIN " + e.PIN
		}
		if !strings.HasPrefix(got, test.want) || !strings.Contains(e.Walk, test.walk) || !strings.Contains(e.Figure, `<g class="walked">`) {
			t.Errorf("%q, %s: %s, %s; wanted %s, %s", test.typed, test.edition, got, e.Walk, test.want, test.walk)
		}
	}
	moves := Explain(epin.Current, "+R").Moves
	if want := (Change{"derive", "+R'"}); len(moves) != 8 || !slices.Contains(moves, want) {
		t.Errorf("the transformations are %v, without %v", moves, want)
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
	var answers []string
	for line := range strings.SplitSeq(lines, "\n") {
		if strings.Contains(line, `"hello"`) {
			d.messages <- Message{Lines: `{"id":0,"protocol":1,"implementation":{"name":"double"},"ops":["valid"]}`}
			continue
		}
		id, req, _ := wire.DecodeRequest([]byte(line), false)
		if m, ok := d.before(req.Token); ok {
			if len(answers) > 0 {
				d.messages <- Message{Lines: strings.Join(answers, "\n")}
			}
			if m != (Message{}) { // else it hangs
				d.messages <- m
			}
			return
		}
		resp, _ := conformance.Reference(epin.Current).Do(context.Background(), req)
		answer, _ := wire.AppendResponse(nil, id, req, resp)
		answers = append(answers, string(answer))
	}
	if len(answers) > 0 {
		d.messages <- Message{Lines: strings.Join(answers, "\n")}
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
		verdict string
		says    string // the first finding, or the reason
	}{
		{"correct", never, "Conformant (text only)", "Nothing failed"},
		{"hang", on("K''", Message{}), "Not conformant", `It crashes on "K''" (by valid): it hung: the function had not returned after 200ms`},
		{"uncaught error", on("K''", Message{Error: "x\x1b"}), "Not conformant", `It crashes on "K''" (by valid): the process ended: uncaught error, after x\x1b`},
		{"no response", on("K''", Message{Lines: "{}"}), "No verdict", "sent what is no response"},
		{"another id", on("K''", Message{Lines: `{"id":9999999,"valid":true}`}), "No verdict", "belongs to no request"},
		{"too much", on("K''", Message{Lines: strings.Repeat("{\"id\":1,\"valid\":true}\n", 10_000)}), "No verdict", "sent what is no response"},
	} {
		t.Run(test.name, func(t *testing.T) {
			told := 0
			open := Open(func() Worker { return &double{make(chan Message, 64), test.before} }, 200*time.Millisecond)
			c, err := Certify(t.Context(), open, epin.Current, suite.Quick, func(Progress) { told++ })
			if err != nil {
				t.Fatal(err)
			}
			says := c.Reason
			if len(c.Findings) > 0 {
				says = c.Findings[0].Sentence
			}
			if c.Verdict != test.verdict || !strings.Contains(says, test.says) {
				t.Errorf("%s: %s; wanted %s: %s", c.Verdict, says, test.verdict, test.says)
			}
			if bad := c.Verdict == "Not conformant"; bad != (told > 0 && len(c.Failed) > 0) {
				t.Errorf("told %d times, and %d requirements failed", told, len(c.Failed))
			}
		})
	}
}

func TestOpenEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(func() Worker { return silent{} }, time.Hour)(ctx, epin.Current); err == nil || !strings.Contains(err.Error(), "canceled") {
		t.Errorf("the error is %v", err)
	}
}

// silent is a Worker that never starts.
type silent struct{}

func (silent) Post(string)              {}
func (silent) Messages() <-chan Message { return nil }
func (silent) Terminate()               {}
