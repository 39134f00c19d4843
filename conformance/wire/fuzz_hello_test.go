package wire

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzWireHello decodes hostile lines as responses to hello. encoding/json has to agree
// with each Hello that DecodeHello accepts, and on each line that is not JSON. Encoding and decoding
// a Hello has to return the same one.
func FuzzWireHello(f *testing.F) {
	fuzz.Seed(f, helloSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, line []byte) {
		hello, err := DecodeHello(notation.EPIN, line)
		if err != nil {
			stricter := strings.Contains(err.Error(), "nested") || strings.Contains(err.Error(), "twice")
			if _, ok := plainObject(line); ok && !stricter && FaultOf(err) <= BadJSON {
				t.Errorf("%q is rejected: %v", line, err)
			}
			return
		}
		if !hello.Unsupported { // which is written without the rest
			written := appendHello(nil, hello)
			if again, err := DecodeHello(notation.EPIN, written); err != nil || !cmp.Equal(again, hello, cmpopts.EquateEmpty()) {
				t.Errorf("%q was written as %q, which is %#v, %v; want %#v", line, written, again, err, hello)
			}
		}
		if surrogate.Match(line) {
			return
		}
		d := &hello.Description
		for _, text := range []*string{&d.Name, &d.Version, &d.Language, &d.Homepage} {
			*text = alike(*text).(string)
		}
		if diff := cmp.Diff(plainHello(t, line), hello, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%q is decoded incorrectly (- want, + got):\n%s", line, diff)
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

// plainHello returns the Hello that encoding/json reads from a line that DecodeHello accepts.
func plainHello(t *testing.T, line []byte) Hello {
	members, _ := plainObject(line)
	about := plainFields(t, members["implementation"], "name", "version", "language", "homepage")
	plain := plainFields(t, line, "id", "protocol", "unsupported", "ops", "methods", "bytes", "nul", "apply_attributes", "apply_unread")
	if plain["id"] != json.Number("0") || plain["protocol"] != json.Number("1") {
		t.Errorf("%q was accepted", line)
	}
	text := func(key string) string { value, _ := about[key].(string); return value }
	return Hello{Unsupported: plain["unsupported"] == true, Description: conformance.Description{
		Name: text("name"), Version: text("version"), Language: text("language"), Homepage: text("homepage"),
		Ops:             listed(plain["ops"], conformance.Ops(), conformance.OpParse),
		Methods:         listed(plain["methods"], conformance.MethodsOf(notation.EPIN)),
		Bytes:           plain["bytes"] == true,
		NoNUL:           plain["nul"] == false,
		ApplyAttributes: plain["apply_attributes"] == true,
		ApplyUnread:     plain["apply_unread"] == true,
	}}
}

// listed returns the members of all that are in an array, or otherwise if there is none.
func listed[S ~string](array any, all []S, otherwise ...S) []S {
	given, ok := array.([]any)
	if !ok {
		return otherwise
	}
	return slices.DeleteFunc(all, func(s S) bool { return !slices.Contains(given, any(string(s))) })
}
