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
		turns, sent, skipped := c.fit(offers)
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
