package wire

import (
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzWireHello decodes hostile lines as responses to hello. Each Hello that was decoded is the same after
// it was written and read again.
func FuzzWireHello(f *testing.F) {
	fuzz.Seed(f, helloSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, line []byte) {
		hello, err := DecodeHello(notation.EPIN, line)
		if err != nil {
			return
		}
		written := appendHello(nil, hello)
		again, err := DecodeHello(notation.EPIN, written)
		if hello.Unsupported { // it is written without the rest
			hello.Description, again.Description = conformance.Description{}, conformance.Description{}
		}
		if err != nil || !cmp.Equal(again, hello, cmpopts.EquateEmpty()) {
			t.Errorf("%q was written as %q, which is %#v, %v; want %#v", line, written, again, err, hello)
		}
	}))
}

var helloSeeds = fuzz.FromCorpus(fuzz.Kind, helloInputs)

// helloInputs returns two hellos for a vector: one of a library that offers its operation,
// and one of a library that does not support its edition.
func helloInputs(v fuzz.Vector) [][]byte {
	d := conformance.Description{
		Name: v.Op, Version: v.Edition, Language: "c", Homepage: "h",
		Ops:             []conformance.Op{conformance.Op(v.Op), "frobnicate", conformance.OpParse},
		Bytes:           !utf8.ValidString(v.Token),
		NoNUL:           len(v.Token) > 1,
		ApplyAttributes: len(v.Token) > 2,
	}
	for _, method := range append(v.Methods, "promote") {
		d.Methods = append(d.Methods, conformance.Method(method))
	}
	able := appendHello(nil, Hello{Description: d})
	unable := appendHello(nil, Hello{Description: conformance.Description{Name: v.Edition}, Unsupported: true})
	return slices.Concat([][]byte{able, unable}, fuzz.Damaged(v, able), fuzz.Damaged(v, unable))
}
