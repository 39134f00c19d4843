package wire

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzWireResponse decodes hostile lines as responses. encoding/json has to agree with each
// response that DecodeResponse accepts. Encoding and decoding it has to return the same
// response, as far as it is valid UTF-8.
//
// The first byte of an input selects the request; the rest is the line.
func FuzzWireResponse(f *testing.F) {
	fuzz.Seed(f, responseSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		if len(input) == 0 || len(input) > MaxLine/8 { // escapes make a string up to six times as long
			t.Skip("no line, or a line that is too long")
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
		if err != nil || againID != id || !asText(again, isText).Equal(asText(resp, isText)) {
			t.Errorf("%q as an answer to %v was written as %q, which is %d, %#v, %v; want %d, %#v", line, req, written, againID, again, err, id, resp)
		}
	}))
}

// decodeRequest returns the request for a byte: an operation with some methods or tokens.
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

// responseInputs returns the correct responses to the request of a vector and to a sweep of
// its token, and the responses without a verdict.
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
		if len(bad) > 0 { // also as the response to a request with one method, or token, more
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

// asText returns the compared fields of r, with text applied to its strings.
func asText(r conformance.Response, text func(string) string) conformance.Response {
	fields := []*string{&r.Token.Value, &r.PIN.Value, &r.Name.Value, &r.Side.Value, &r.State.Value, &r.Original}
	r.Tokens = slices.Clone(r.Tokens)
	for i := range r.Tokens {
		fields = append(fields, &r.Tokens[i])
	}
	for _, field := range fields {
		*field = text(*field)
	}
	r.Error, r.Crash = "", ""
	return r
}

// isText returns s, or one fixed string if s is not valid UTF-8: JSON cannot hold it.
func isText(s string) string {
	if !utf8.ValidString(s) {
		return "\xff"
	}
	return s
}

// sameResponse fails the test unless encoding/json reads the same response from the line.
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
	want := conformance.Response{Outcome: plainOutcome(t, req, plain)}
	read := func() {
		want.Token, want.PIN = optional[string](t, plain, "token"), optional[string](t, plain, "pin")
		want.Native, want.Derived = optional[bool](t, plain, "native"), optional[bool](t, plain, "derived")
		want.Name, want.Side = optional[string](t, plain, "name"), optional[string](t, plain, "side")
		want.State, want.Terminal = optional[string](t, plain, "state"), optional[bool](t, plain, "terminal")
	}
	switch {
	case want.Outcome == conformance.Swept:
		want.Verdicts = member[string](t, plain, "valid")
	case want.Outcome == conformance.Accepted && req.Op == conformance.OpApply:
		want.Tokens, want.Original = member[[]string](t, plain, "tokens"), member[string](t, plain, "original")
		if last, has := plain["last"]; has {
			plain = plainObject(t, last)
			read()
		}
	case want.Outcome == conformance.Accepted && req.Op == conformance.OpParse:
		read()
	}
	diff := cmp.Diff(asText(want, alike), asText(resp, alike), cmpopts.EquateEmpty())
	if verdicts != 1 || diff != "" || want.Outcome == conformance.Swept && len(resp.Verdicts) != len(req.Tokens) ||
		want.Outcome == conformance.Accepted && len(resp.Tokens) != len(req.Methods) {
		t.Errorf("%q as a response to %v, with %d verdicts, is decoded incorrectly (- want, + got):\n%s", line, req, verdicts, diff)
	}
}

func plainOutcome(t *testing.T, req conformance.Request, plain map[string]json.RawMessage) conformance.Outcome {
	if _, has := plain["crash"]; has {
		return conformance.Crashed
	}
	if unsupported := optional[bool](t, plain, "unsupported"); unsupported.Offered {
		if !unsupported.Value {
			t.Error("unsupported is not true")
		}
		return conformance.Unsupported
	}
	_, equality := plain["equal"]
	switch {
	case equality && req.Op == conformance.OpEqual && member[bool](t, plain, "equal"):
		return conformance.Equal
	case equality && req.Op == conformance.OpEqual:
		return conformance.Unequal
	case req.Op == conformance.OpSweep:
		return conformance.Swept
	case member[bool](t, plain, "valid"):
		return conformance.Accepted
	}
	return conformance.Rejected
}

func TestRequestInputs(t *testing.T) {
	for b := range 256 {
		req := decodeRequest(byte(b))
		if got := encodeRequest(req); !decodeRequest(got).Equal(req) {
			t.Errorf("the byte %d selects %v; encodeRequest returns %d, which selects %v", b, req, got, decodeRequest(got))
		}
	}
	v := fuzz.Vector{Vector: corpus.Vector{Edition: corpus.Current, Op: corpus.OpApply, Token: "K", Methods: []string{"derive"}}}
	if got, want := string(responseInputs(v)[0]), "\x07"+`{"id":9007199254740991,"valid":true,"tokens":["K'"],"original":"K",`+
		`"last":{"token":"K'","pin":"K","native":false,"derived":true,"name":"K","side":"first","state":"normal","terminal":false}}`; got != want {
		t.Errorf("the input of %+v is %q, want %q", v.Vector, got, want)
	}
}
