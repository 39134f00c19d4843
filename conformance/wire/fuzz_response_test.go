package wire

import (
	"context"
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/fuzz"
	"github.com/epin-conformance/harness/internal/tests"
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
		req, line := requestFor(input[0]), input[1:]
		if req.Op == opHello {
			hello(t, line)
			return
		}
		for _, announced := range []bool{false, true} {
			id, resp, err := DecodeResponse(notation.EPIN, req, line, announced)
			if err != nil {
				if err.Error() == "" || id != 0 || !reflect.ValueOf(resp).IsZero() {
					t.Errorf("%q as an answer to %v: %#v with the error %q", line, req, resp, err)
				}
				continue
			}
			written, err := AppendResponse(nil, notation.EPIN, id, req, resp, announced)
			if err != nil {
				t.Fatalf("%q as an answer to %v, %#v, cannot be written: %v", line, req, resp, err)
			}
			sameID, again, err := DecodeResponse(notation.EPIN, req, written, announced)
			if err != nil || sameID != id || !again.Equal(resp) {
				t.Errorf("%q was written as %q, which is %v, %v", line, written, again, err)
			}
		}
	}))
}

func hello(t *testing.T, line []byte) {
	hello, err := DecodeHello(notation.EPIN, line)
	if err != nil && err != conformance.ErrUnsupportedEdition {
		return
	}
	written := appendHello(nil, hello, err != nil)
	if again, errAgain := DecodeHello(notation.EPIN, written); err != errAgain || err == nil && !cmp.Equal(again, hello, cmpopts.EquateEmpty()) {
		t.Errorf("%q was written as %q, which is %#v, %v; want %#v, %v", line, written, again, errAgain, hello, err)
	}
}

var requested = append(conformance.Ops(), opHello)

// requestFor returns the request for a byte: an operation with some methods or tokens.
func requestFor(b byte) conformance.Request {
	op, n := requested[int(b)%len(requested)], int(b)/len(requested)
	switch op {
	case conformance.OpApply:
		return apply("K", make([]conformance.Method, n)...)
	case conformance.OpSweep:
		return sweep(make([]string, n)...)
	}
	return conformance.Request{Op: op, Token: "K", Other: "K"}
}

var responseSeeds = fuzz.FromCorpus(fuzz.Kind, responseInputs)

// responseInputs returns the correct responses to the request of a vector and to a sweep of its token, and
// the responses without a verdict. The response to hello offers the operation of the vector.
func responseInputs(v fuzz.Vector) (inputs [][]byte) {
	edition := tests.Must(notation.Named(v.Edition))
	add := func(b byte, line []byte) {
		for _, line := range append(fuzz.Damaged(v, line), line) {
			inputs = append(inputs, append([]byte{b}, line...))
		}
	}
	req := conformance.Request{Op: conformance.Op(v.Op), Token: v.Token, Other: v.Other}
	for _, method := range v.Methods {
		req.Methods = append(req.Methods, conformance.Method(method))
	}
	for _, req := range []conformance.Request{req, sweep(v.Token, v.Other)} {
		correct := tests.Must(conformance.Reference(edition).Do(context.Background(), req))
		crash := conformance.Response{Outcome: conformance.Crashed, Crash: "ValueError: \"\x00\" \xff"}
		for _, resp := range []conformance.Response{correct, {}, crash} {
			line := tests.Must(AppendResponse(nil, notation.EPIN, MaxID, req, resp, false))
			n := len(req.Methods) + len(req.Tokens)
			add(byte(slices.Index(requested, req.Op)+len(requested)*n), line) // see requestFor
		}
	}
	offers := conformance.Description{
		Name: v.Op, Version: v.Edition, Language: "c", Homepage: "h", Methods: append(req.Methods, "promote"),
		Ops:   []conformance.Op{req.Op, "frobnicate", conformance.OpParse},
		NoNUL: len(v.Token) > 1, ApplyAttributes: len(v.Token) > 2,
	}
	if !utf8.ValidString(v.Token) {
		offers.Bytes = offers.Ops[:len(v.Op)%2+1]
	}
	add(byte(slices.Index(requested, opHello)), appendHello(nil, offers, len(v.Token) > 3))
	return inputs
}
