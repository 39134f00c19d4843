package adaptercheck

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
)

// TestConversations checks the file. Each request follows the protocol, is at most MaxLine long,
// and has one response. Only the id of hello is used twice. Conversations with the same hello
// stand together, and only the last of them ends the input.
func TestConversations(t *testing.T) {
	words := slices.Concat(untold, []string{"bytes", "text", "nul", "apply_attributes", "apply_unread"})
	for _, op := range conformance.Ops() {
		words = append(words, string(op))
	}
	for _, method := range conformance.MethodsOf(notation.EPIN) {
		words = append(words, string(method))
	}
	all, names, ids, greetings := conversations(), map[string]bool{}, map[int64]bool{}, map[string]bool{}
	for i, c := range all {
		if names[c.name] || c.why == "" {
			t.Errorf("two conversations have the name %s, or it has no why", c.name)
		}
		names[c.name] = true
		for _, word := range c.needs {
			if !slices.Contains(words, word) {
				t.Errorf("%s needs %q, which is unknown", c.name, word)
			}
		}
		if i > 0 && all[i-1].hello.send != c.hello.send && greetings[c.hello.send] {
			t.Errorf("%s stands apart from others that begin with the same hello", c.name)
		}
		greetings[c.hello.send] = true
		offers := conformance.Describe(conformance.Reference(notation.EPIN), notation.EPIN)
		if slices.Contains(c.needs, "text") {
			offers.Bytes = nil
		}
		turns, sent, skipped := c.fit(notation.EPIN, offers)
		if skipped != "" {
			t.Fatalf("%s sends a malformed or long request", c.name)
		}
		if c.hello.send != "" {
			turns, sent[0] = slices.Concat([]turn{c.hello}, turns), conformance.Request{Op: opHello}
		}
		requests, responses := 0, 0
		for j, turn := range turns {
			requests += strings.Count(turn.send, "\n")
			if turn.end && (j+1 < len(turns) || i+1 < len(all) && all[i+1].hello.send == c.hello.send) {
				t.Errorf("%s ends the input, and more is to be sent", c.name)
			}
			for _, want := range turn.want {
				id, err := wire.DecodeID([]byte(want))
				if _, known := sent[id]; err != nil || !known || id != 0 && ids[id] || !json.Valid([]byte(want)) {
					t.Errorf("%s expects %s, which is malformed, repeats an id, or has no request: %v", c.name, visible(want, 100), err)
				}
				ids[id] = true
				responses++
			}
		}
		if requests != responses || len(sent) != responses {
			t.Errorf("%s has %d requests with %d ids, and %d responses", c.name, requests, len(sent), responses)
		}
	}
	if len(all) == 0 || all[0].hello.send == "" {
		t.Error("the first conversation is not about hello")
	}
}

// TestEditions tests that the conversations follow from the row of each edition: the requests are well-formed,
// the methods are those of the row, and if EPIN accepts a token of a conversation, the edition does. For EPIN,
// they have the responses of the file.
func TestEditions(t *testing.T) {
	accepts := func(turns []turn) bool {
		return slices.ContainsFunc(turns, func(turn turn) bool { return strings.Contains(strings.Join(turn.want, ""), `"valid":true`) })
	}
	for _, e := range notation.All() {
		offers := conformance.Describe(conformance.Correct(e), e)
		for _, c := range conversations() {
			offers.Bytes = conformance.Ops()
			if slices.Contains(c.needs, "text") {
				offers.Bytes = nil
			}
			turns, requests, skipped := c.fit(e, offers)
			if skipped != "" {
				t.Errorf("%s: %s sends a malformed or long request", e, c.name)
			}
			for j, turn := range turns {
				if e == notation.EPIN && !slices.Equal(turn.want, c.turns[j].want) {
					t.Errorf("%s expects %.200q, which is not correct: want %.200q", c.name, c.turns[j].want, turn.want)
				}
			}
			for _, req := range requests {
				for _, m := range req.Methods {
					if notation.EPIN.Method(string(m)) != nil && e.Method(string(m)) == nil && len(e.Methods) > 0 {
						t.Errorf("%s: %s calls %s, which the edition lacks", e, c.name, m)
					}
				}
			}
			initial := e == notation.EPINInitial || e == notation.PINInitial // K^ is an invalid string there
			if len(e.Methods) > 0 && !initial && accepts(c.turns) != accepts(turns) {
				t.Errorf("%s: %s has no valid token", e, c.name)
			}
		}
	}
}

// TestNames tests the notes about names in the response to hello: they are about the requested edition.
func TestNames(t *testing.T) {
	const hello = `{"id":0,"protocol":1,"implementation":{"name":"x"},"ops":["parse","apply"],"methods":["derive","mark","promote"]`
	for end, want := range map[string][]string{
		`,"unsupported":true}`: nil,
		`}`: {
			`hello offers "derive", which is not an operation or method of PIN: leave it out`,
			`hello offers "promote", which is not an operation or method of the protocol: check its spelling`,
		},
	} {
		r := runner{edition: notation.PIN, process: &process{}, step: &Step{}}
		if err := r.readHello([]byte(hello + end)); err != nil || !slices.Equal(r.step.Notes, want) {
			t.Errorf("%s: the notes %q, %v", end, r.step.Notes, err)
		}
	}
}
