package fuzz

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/epin"
)

// FuzzText decodes tokens with encoding.TextUnmarshaler, and decodes and encodes them with
// encoding/json, as a value and as a key.
func FuzzText(f *testing.F) {
	Seed(f, TokenSeeds)
	before := epin.MustParse("+q^'")
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		valid, id := expressions[epin.Current].Match(input), before
		err := id.UnmarshalText(input)
		if (err == nil) != valid || !valid && id != before || valid && id.String() != string(input) {
			t.Fatalf("%q was read as %q, %v; valid is %t", input, id, err, valid)
		}
		if !utf8.Valid(input) {
			return
		}
		line, err := json.Marshal(map[string]string{string(input): string(input)})
		if err != nil {
			t.Fatal(err)
		}
		var ids map[epin.Identifier]epin.Identifier
		err = json.Unmarshal(line, &ids)
		if again, errAgain := json.Marshal(ids); (err == nil) != valid || valid && (errAgain != nil || string(again) != string(line)) {
			t.Fatalf("%s was read as %v, %v, and written as %s, %v; valid is %t", line, ids, err, again, errAgain, valid)
		}
	}))
}
