package wire

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzWireResponse decodes hostile lines as responses. Each response that was decoded is the same after it
// was written and read again.
//
// The first byte of an input selects the request; the rest is the line.
func FuzzWireResponse(f *testing.F) {
	fuzz.Seed(f, responseSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, input []byte) {
		if len(input) == 0 || len(input) > MaxLine/8 { // escapes make a string up to six times as long
			t.Skip("no line, or a line that is too long")
		}
		req, line := decodeRequest(input[0]), input[1:]
		id, resp, err := DecodeResponse(notation.EPIN, req, line)
		if err != nil {
			if err.Error() == "" || id != 0 || !reflect.ValueOf(resp).IsZero() {
				t.Errorf("%q as an answer to %v: %#v with the error %q", line, req, resp, err)
			}
			return
		}
		written, err := AppendResponse(nil, notation.EPIN, id, req, resp)
		if err != nil {
			t.Fatalf("%q as an answer to %v, %#v, cannot be written: %v", line, req, resp, err)
		}
		if sameID, again, err := DecodeResponse(notation.EPIN, req, written); err != nil || sameID != id || !again.Equal(resp) {
			t.Errorf("%q was written as %q, which is %v, %v", line, written, again, err)
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

var responseSeeds = fuzz.FromCorpus(fuzz.Kind, responseInputs)

// responseInputs returns the correct responses to the request of a vector and to a sweep of
// its token, and the responses without a verdict. Each is also one for another number of methods
// or tokens.
func responseInputs(v fuzz.Vector) [][]byte {
	edition, err := notation.Named(v.Edition)
	if err != nil {
		panic(err)
	}
	req := conformance.Request{Op: conformance.Op(v.Op), Token: v.Token, Other: v.Other}
	for _, method := range v.Methods {
		req.Methods = append(req.Methods, conformance.Method(method))
	}
	valid := conformance.Request{Op: conformance.OpValid, Token: v.Token}
	sweep := conformance.Request{Op: conformance.OpSweep, Tokens: []string{v.Token, v.Other}}
	var inputs [][]byte
	for _, req := range []conformance.Request{req, valid, sweep} {
		correct, err := conformance.Reference(edition).Do(context.Background(), req)
		if err != nil {
			panic(err)
		}
		crash := conformance.Response{Outcome: conformance.Crashed, Crash: "ValueError: \"\x00\" \xff"}
		for _, resp := range []conformance.Response{correct, {}, crash} {
			line, err := AppendResponse(nil, notation.EPIN, MaxID, req, resp)
			if err != nil {
				panic(err)
			}
			ops := conformance.Ops()
			b := byte(slices.Index(ops, req.Op) + len(ops)*(len(req.Methods)+len(req.Tokens))) // see decodeRequest
			for _, line := range append(fuzz.Damaged(v, line), line) {
				oneMore := b + byte(len(ops))
				inputs = append(inputs, append([]byte{b}, line...), append([]byte{oneMore}, line...))
			}
		}
	}
	return inputs
}
