package wire

import (
	"encoding/json"
	"slices"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/fuzz"
)

// FuzzWireHello decodes hostile lines as responses to hello. encoding/json has to agree
// with each Hello that DecodeHello accepts, and encoding and decoding it has to return the
// same Hello.
func FuzzWireHello(f *testing.F) {
	fuzz.Seed(f, helloSeeds)
	f.Fuzz(fuzz.Export(func(t *testing.T, line []byte) {
		hello, err := DecodeHello(line)
		if err != nil {
			if err.Error() == "" {
				t.Errorf("the error for %q has no text", line)
			}
			return
		}
		sameHello(t, line, hello)

		d := hello.Description
		for _, text := range []string{d.Name, d.Version, d.Language, d.Homepage} {
			if !utf8.ValidString(text) {
				return // encoding/json cannot write it
			}
		}
		written := writeHello(hello)
		again, err := DecodeHello(written)
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
		Name:    v.Op,
		Version: v.Edition,
		Ops:     []conformance.Op{conformance.OpParse, conformance.Op(v.Op)},
		Bytes:   !utf8.ValidString(v.Token),
	}
	for _, method := range v.Methods {
		d.Methods = append(d.Methods, conformance.Method(method))
	}
	able := writeHello(Hello{Description: d})
	unable := writeHello(Hello{Description: conformance.Description{Name: v.Edition}, Unsupported: true})
	inputs := append([][]byte{able, unable}, fuzz.Damaged(v, able)...)
	return append(inputs, fuzz.Damaged(v, unable)...)
}

// writeHello encodes a hello with every key that it can have.
func writeHello(h Hello) []byte {
	d := h.Description
	line := map[string]any{
		"id":       0,
		"protocol": Version,
		"implementation": map[string]string{
			"name": d.Name, "version": d.Version, "language": d.Language, "homepage": d.Homepage,
		},
		"ops":     append([]conformance.Op{}, d.Ops...),
		"methods": append([]conformance.Method{}, d.Methods...),
		"bytes":   d.Bytes,
		"nul":     !d.NoNUL,
	}
	if h.Unsupported {
		line["unsupported"] = true
	}
	written, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	return written
}

// sameHello fails the test unless encoding/json reads the same Hello from the line.
func sameHello(t *testing.T, line []byte, hello Hello) {
	plain := plainObject(t, line)
	if member[int](t, plain, "id") != 0 || member[int](t, plain, "protocol") != Version {
		t.Errorf("%q was accepted", line)
	}
	about := plainObject(t, plain["implementation"])
	text := func(key string) string { return alike(optional[string](t, about, key).Value) }
	nul := optional[bool](t, plain, "nul")
	want := Hello{Unsupported: optional[bool](t, plain, "unsupported").Offered, Description: conformance.Description{
		Name: text("name"), Version: text("version"), Language: text("language"), Homepage: text("homepage"),
		Ops:     listed(t, plain, "ops", conformance.Ops(), conformance.OpParse),
		Methods: listed(t, plain, "methods", conformance.MethodsOf(epin.Current)),
		Bytes:   optional[bool](t, plain, "bytes").Value,
		NoNUL:   nul.Offered && !nul.Value,
	}}
	for _, text := range []*string{&hello.Description.Name, &hello.Description.Version, &hello.Description.Language, &hello.Description.Homepage} {
		*text = alike(*text)
	}
	if diff := cmp.Diff(want, hello, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%q is decoded incorrectly (- want, + got):\n%s", line, diff)
	}
}

// listed returns the members of all that the key lists, or otherwise if the key is absent.
func listed[S ~string](t *testing.T, plain map[string]json.RawMessage, key string, all []S, otherwise ...S) []S {
	if _, has := plain[key]; !has {
		return otherwise
	}
	given := member[[]S](t, plain, key)
	return slices.DeleteFunc(all, func(s S) bool { return !slices.Contains(given, s) })
}
