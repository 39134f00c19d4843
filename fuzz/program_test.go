package fuzz

import (
	"bytes"
	"slices"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/epin"
)

// FuzzProgram applies a sequence of transformations to a token, by the reference and by the table of
// notations. Tests of package conformance compare all tokens with all pairs of transformations.
//
// The first two bytes of an input select the token. Each further byte is a transformation.
func FuzzProgram(f *testing.F) {
	Seed(f, programSeeds)
	reference, correct := conformance.Reference(notation.EPIN), conformance.Correct(notation.EPIN)
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		if len(input) < 2 {
			t.Skip("no token")
		}
		req := conformance.Request{Op: conformance.OpApply, Token: tokens[(int(input[0])<<8|int(input[1]))%len(tokens)]}
		for _, call := range input[2:] {
			req.Methods = append(req.Methods, methods[int(call)%len(methods)])
		}
		want, err := correct.Do(t.Context(), req)
		got, errGot := reference.Do(t.Context(), req)
		if err != nil || errGot != nil || !got.Equal(want) {
			t.Fatalf("%v of %q is %+v, %v, want %+v, %v", req.Methods, req.Token, got, errGot, want, err)
		}
	}))
}

var tokens, methods = slices.Collect(notation.EPIN.Tokens()), conformance.MethodsOf(notation.EPIN)

var programSeeds = FromCorpus(Shape, programInputs)

// programInputs encodes the request of a vector. For a token without methods it encodes each
// transformation alone.
func programInputs(v Vector) (inputs [][]byte) {
	if !epin.Valid(v.Token) {
		return nil
	}
	i := slices.Index(tokens, v.Token)
	input := []byte{byte(i >> 8), byte(i)}
	for call := range methods {
		if len(v.Methods) == 0 {
			inputs = append(inputs, append(bytes.Clone(input), byte(call)))
		}
	}
	for _, method := range v.Methods {
		input = append(input, byte(slices.Index(methods, conformance.Method(method))))
	}
	return append(inputs, input)
}

func TestProgramInputs(t *testing.T) {
	at := slices.Index(tokens, "-b'")
	apply := Vector{Token: "-b'", Methods: []string{"native", "unmark"}}
	if got, want := programInputs(apply), []byte{byte(at >> 8), byte(at), 0, 7}; len(got) != 1 || !bytes.Equal(got[0], want) {
		t.Errorf("the inputs of %+v are %v, want %v", apply, got, want)
	}
}
