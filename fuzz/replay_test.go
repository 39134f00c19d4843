package fuzz

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/replay"
	"github.com/epin-conformance/harness/corpus"
)

// FuzzReplay gives the reader of replay files hostile ones. What it accepts is what is
// written of it, white space aside, says the same to encoding/json, and comes to requests
// that may be asked, which come back as the calls that they were.
func FuzzReplay(f *testing.F) {
	seed(f, replaySeeds)
	f.Fuzz(watch(func(t *testing.T, input []byte) {
		file, err := replay.Parse(input)
		if err != nil {
			if err.Error() == "" || len(err.Error()) > 4096 && len(input) < 1024 {
				t.Errorf("%q is refused with %v", input, err)
			}
			return
		}
		plainObject(t, input)
		var compact bytes.Buffer
		if err := json.Compact(&compact, input); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string][]byte{"as it is written": file.Bytes(), "compact": compact.Bytes()} {
			again, err := replay.Parse(text)
			if err != nil {
				t.Fatalf("%q, %s, is %q, which is refused: %v", input, name, text, err)
			}
			if diff := cmp.Diff(file, again, cmpopts.EquateEmpty()); diff != "" || again.Name() != file.Name() {
				t.Errorf("%q, %s, is %q:\n%s", input, name, text, diff)
			}
		}
		askableReplay(t, input, file)
	}))
}

// askableReplay checks what a file comes to.
func askableReplay(t *testing.T, input []byte, file replay.File) {
	edition, requests, answer, err := file.Requests()
	if err != nil || edition.String() != file.Edition {
		t.Fatalf("%q was accepted, and gives %v, %v", input, edition, err)
	}
	if answer < 0 || answer >= len(requests) || len(requests) > replay.MaxCalls {
		t.Fatalf("%q gives %d requests, and the answer to number %d", input, len(requests), answer)
	}
	at := 0
	for i, call := range file.Calls {
		req := requests[at]
		if i == file.Answer && at != answer {
			t.Errorf("%q: call %d is request %d, and not %d", input, i, at, answer)
		}
		back := replay.NewCall(req, call.Times)
		if diff := cmp.Diff(call, back, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q: call %d comes back differently:\n%s", input, i, diff)
		}
		if req.Op == conformance.OpEqual && !(edition.Valid(req.Token) && edition.Valid(req.Other)) {
			t.Errorf("%q: %q and %q are compared, and not both are tokens", input, req.Token, req.Other)
		}
		at += call.Times
	}
	if at != len(requests) {
		t.Errorf("%q comes to %d requests, and its calls to %d", input, len(requests), at)
	}
}

var replaySeeds = fromCorpus(kind, func(v vector) [][]byte {
	if len(v.Token) > 1000 {
		return nil
	}
	req := conformance.Request{Op: conformance.Op(v.Op), Token: v.Token, Other: v.Other}
	for _, m := range v.Methods {
		req.Methods = append(req.Methods, conformance.Method(m))
	}
	file := replay.File{
		Format: replay.Format, Harness: replay.Harness{Version: "1", Corpus: "sha256:0"}, Edition: v.Edition, Profile: "quick", Seed: 7,
		Implementation: replay.Implementation{Name: "acme", Version: "1.0"}, Check: "fuzz/" + string(v.Op), Requirements: v.Requirements,
		Calls: []replay.Call{replay.NewCall(req, 1)}, Wanted: "accepted", Got: v.Why,
	}
	inputs := [][]byte{file.Bytes()}
	if v.Op != corpus.OpParse || len(v.Token) != 1 {
		return inputs
	}
	sweep := conformance.Request{Op: conformance.OpSweep, Token: v.Token}
	file.Calls = append(file.Calls, replay.NewCall(sweep, 40), replay.NewCall(sweep, 1))
	file.Answer = 2
	var compact bytes.Buffer
	if err := json.Compact(&compact, file.Bytes()); err != nil {
		panic(err) // it was written just now
	}
	for _, change := range []*strings.Replacer{
		strings.NewReplacer(), strings.NewReplacer(`"answer":2`, `"answer":3`), strings.NewReplacer(`"times":40`, `"times":99999`),
		strings.NewReplacer(`"seed"`, `"Seed"`), strings.NewReplacer(`"wanted"`, `"wanted":"","wanted"`), strings.NewReplacer(`"4b"`, `"4B"`),
	} {
		inputs = append(inputs, []byte(change.Replace(compact.String())))
	}
	return append(inputs, damaged(v, append(compact.Bytes(), '\n'))...)
})
