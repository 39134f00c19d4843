package adaptercheck

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// TestConversations checks the file. Each request follows the protocol, is at most MaxLine long,
// and has one response. Only the id of hello is used twice. Conversations with the same hello
// stand together, and only the last of them ends the input.
func TestConversations(t *testing.T) {
	words := slices.Concat(untold, []string{"bytes", "text", "nul", "apply_attributes"})
	for _, op := range conformance.Ops() {
		words = append(words, string(op))
	}
	for _, method := range conformance.MethodsOf(epin.Current) {
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
		var sent string
		expected := map[int64]bool{}
		for j, turn := range slices.Concat([]turn{c.hello}, c.turns) {
			sent += expand(turn.send)
			if turn.end && (j < len(c.turns) || i+1 < len(all) && all[i+1].hello.send == c.hello.send) {
				t.Errorf("%s ends the input, and more is to be sent", c.name)
			}
			for _, want := range turn.want {
				id, err := wire.DecodeID([]byte(want))
				if err != nil || expected[id] || !json.Valid([]byte(want)) {
					t.Errorf("%s expects %s: %v", c.name, visible(want, 100), err)
				}
				expected[id] = true
			}
		}
		requests := 0
		for line := range strings.Lines(sent) {
			id, _, err := wire.DecodeRequest([]byte(strings.TrimSuffix(line, "\n")), !slices.Contains(c.needs, "text"))
			if err != nil || len(line) > wire.MaxLine+1 || id != 0 && ids[id] || !expected[id] {
				t.Errorf("%s sends %s, which is malformed, repeats an id, or has no response: %v", c.name, visible(line, 100), err)
			}
			ids[id] = true
			requests++
		}
		if requests != len(expected) {
			t.Errorf("%s has %d requests and %d responses", c.name, requests, len(expected))
		}
	}
	if len(all) == 0 || all[0].hello.send == "" {
		t.Error("the first conversation is not about hello")
	}
}
