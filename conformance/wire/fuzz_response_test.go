package wire

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzWireResponse gives the reader of answers hostile lines. What it accepts means
// the same to encoding/json, and comes back when it is written again, as far as it
// is text.
//
// The first byte of an input chooses the request that the rest of it answers.
func FuzzWireResponse(f *testing.F) {
	fuzz.Seed(f, responseSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		if len(input) == 0 || len(input) > MaxLine/8 { // what is escaped again is up to six times as long
			t.Skip("no line, or too long a one")
		}
		req, line := decodeRequest(input[0]), input[1:]
		id, resp, err := DecodeResponse(req, line)
		if err != nil {
			if err.Error() == "" || resp.Outcome != conformance.Unsupported {
				t.Errorf("%q as an answer to %v: %#v with the error %q", line, req, resp, err)
			}
			return
		}
		sameResponse(t, req, line, id, resp)

		written, err := AppendResponse(nil, id, req, resp)
		if err != nil {
			t.Fatalf("%q as an answer to %v, %#v, cannot be written: %v", line, req, resp, err)
		}
		againID, again, err := DecodeResponse(req, written)
		if err != nil || againID != id || !asText(again).Equal(asText(resp)) {
			t.Errorf("%q as an answer to %v was written as %q, which is %d, %#v, %v; want %d, %#v", line, req, written, againID, again, err, id, resp)
		}
	}))
}

// decodeRequest chooses an operation, and the number of its methods or tokens.
func decodeRequest(b byte) conformance.Request {
	ops := conformance.Ops()
	op, n := ops[int(b)%len(ops)], int(b)/len(ops)
	switch op {
	case conformance.OpApply:
		return conformance.Request{Op: op, Token: "K", Methods: make([]conformance.Method, n)}
	case conformance.OpSweep:
		return conformance.Request{Op: op, Tokens: make([]string, n)}
	}
	return conformance.Request{Op: op, Token: "K", Other: "K"}
}

func encodeRequest(req conformance.Request) byte {
	ops := conformance.Ops()
	for i, op := range ops {
		if op == req.Op {
			return byte(i + len(ops)*(len(req.Methods)+len(req.Tokens)))
		}
	}
	panic("no byte chooses " + req.Op)
}

var responseSeeds = fuzz.FromCorpus(fuzz.Kind, responseInputs)

// responseInputs is the right answers to what a vector asks, a sweep of its token,
// and the answers that say nothing about it.
func responseInputs(v fuzz.Vector) [][]byte {
	edition, err := epin.ParseEdition(v.Edition)
	if err != nil {
		panic(err)
	}
	req := conformance.Request{Op: conformance.Op(v.Op), Token: v.Token, Other: v.Other}
	for _, method := range v.Methods {
		req.Methods = append(req.Methods, conformance.Method(method))
	}
	var inputs [][]byte
	add := func(req conformance.Request, resp conformance.Response) {
		line, err := AppendResponse(nil, MaxID, req, resp)
		if err != nil {
			panic(err)
		}
		chooser, bad := encodeRequest(req), fuzz.Damaged(v, line)
		inputs = append(inputs, append([]byte{chooser}, line...))
		for _, line := range bad {
			inputs = append(inputs, append([]byte{chooser}, line...))
		}
		if len(bad) > 0 { // and as the answer to a request of one method, or token, more
			oneMore := chooser + byte(len(conformance.Ops()))
			inputs = append(inputs, append([]byte{oneMore}, line...))
		}
	}
	for _, req := range []conformance.Request{
		req,
		{Op: conformance.OpValid, Token: v.Token},
		{Op: conformance.OpSweep, Tokens: []string{v.Token, v.Other}},
	} {
		resp, err := conformance.Reference(edition).Do(context.Background(), req)
		if err != nil {
			panic(err)
		}
		add(req, resp)
		add(req, conformance.Response{})
		add(req, conformance.Response{Outcome: conformance.Crashed, Crash: "ValueError: \"\x00\" \xff"})
	}
	return inputs
}

// asText returns r with one string for all that are no text, which JSON cannot hold
// as they are.
func asText(r conformance.Response) conformance.Response {
	fields := []*string{&r.Token.Value, &r.PIN.Value, &r.Name.Value, &r.Side.Value, &r.State.Value, &r.Original}
	r.Tokens = slices.Clone(r.Tokens)
	for i := range r.Tokens {
		fields = append(fields, &r.Tokens[i])
	}
	for _, field := range fields {
		if !utf8.ValidString(*field) {
			*field = "\xff"
		}
	}
	return r
}

// sameResponse reads the line with encoding/json.
func sameResponse(t *testing.T, req conformance.Request, line []byte, id int64, resp conformance.Response) {
	plain := plainObject(t, line)
	if member[int64](t, plain, "id") != id || id < 0 || id > MaxID {
		t.Errorf("the id of %q was read as %d", line, id)
	}
	verdicts := 0
	for _, key := range []string{"valid", "equal", "crash", "unsupported"} {
		if _, has := plain[key]; has && (key != "equal" || req.Op == conformance.OpEqual) {
			verdicts++
		}
	}
	if verdicts != 1 {
		t.Errorf("%q was accepted as an answer to %v", line, req)
	}
	if want := plainOutcome(t, req, plain); resp.Outcome != want {
		t.Errorf("%q as an answer to %v is %v, want %v", line, req, resp.Outcome, want)
	}

	offered := resp.Outcome == conformance.Accepted && req.Op == conformance.OpParse
	for key, v := range map[string]conformance.Optional[string]{
		"token": resp.Token, "pin": resp.PIN, "name": resp.Name, "side": resp.Side, "state": resp.State,
	} {
		if _, has := plain[key]; v.Offered != (has && offered) || v.Offered && !sameText(v.Value, member[string](t, plain, key)) {
			t.Errorf("%s of %q was read as %#v", key, line, v)
		}
	}
	for key, v := range map[string]conformance.Optional[bool]{
		"native": resp.Native, "derived": resp.Derived, "terminal": resp.Terminal,
	} {
		if _, has := plain[key]; v.Offered != (has && offered) || v.Offered && v.Value != member[bool](t, plain, key) {
			t.Errorf("%s of %q was read as %#v", key, line, v)
		}
	}

	if resp.Outcome == conformance.Accepted && req.Op == conformance.OpApply {
		tokens := member[[]string](t, plain, "tokens")
		same := len(tokens) == len(resp.Tokens) && len(tokens) == len(req.Methods) && sameText(resp.Original, member[string](t, plain, "original"))
		for i := 0; same && i < len(tokens); i++ {
			same = sameText(resp.Tokens[i], tokens[i])
		}
		if !same {
			t.Errorf("%q was read as %q of %q", line, resp.Tokens, resp.Original)
		}
	}
	if resp.Outcome == conformance.Swept && (resp.Verdicts != member[string](t, plain, "valid") || len(resp.Verdicts) != len(req.Tokens)) {
		t.Errorf("%q was read as the verdicts %q", line, resp.Verdicts)
	}
}

func plainOutcome(t *testing.T, req conformance.Request, plain map[string]json.RawMessage) conformance.Outcome {
	if _, has := plain["crash"]; has {
		return conformance.Crashed
	}
	if _, has := plain["unsupported"]; has {
		if !member[bool](t, plain, "unsupported") {
			t.Error("unsupported is not true")
		}
		return conformance.Unsupported
	}
	if _, has := plain["equal"]; has && req.Op == conformance.OpEqual {
		if member[bool](t, plain, "equal") {
			return conformance.Equal
		}
		return conformance.Unequal
	}
	if req.Op == conformance.OpSweep {
		return conformance.Swept
	}
	if member[bool](t, plain, "valid") {
		return conformance.Accepted
	}
	return conformance.Rejected
}

func TestRequestInputs(t *testing.T) {
	for b := range 256 {
		req := decodeRequest(byte(b))
		if got := encodeRequest(req); !decodeRequest(got).Equal(req) {
			t.Errorf("the byte %d chooses %v, and %d, which is to choose it, %v", b, req, got, decodeRequest(got))
		}
	}
	v := fuzz.Vector{Vector: corpus.Vector{Edition: corpus.Current, Op: corpus.OpApply, Token: "K", Methods: []string{"derive"}}}
	if got, want := string(responseInputs(v)[0]), "\x07"+`{"id":9007199254740991,"valid":true,"tokens":["K'"],"original":"K"}`; got != want {
		t.Errorf("the input of %+v is %q, want %q", v.Vector, got, want)
	}
}
