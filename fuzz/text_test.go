package fuzz

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/epin"
)

// FuzzText decodes tokens with encoding.TextUnmarshaler and encoding/json.
func FuzzText(f *testing.F) {
	Seed(f, TokenSeeds)
	before := epin.MustParse("+q^'")
	f.Fuzz(Export(func(t *testing.T, input []byte) {
		valid := epin.ValidBytes(input)
		id := before
		err := id.UnmarshalText(input)
		switch {
		case (err == nil) != valid:
			t.Fatalf("%q was read as %q, %v; valid is %t", input, id, err, valid)
		case err != nil && id != before:
			t.Errorf("%q was rejected, and changed the value to %q", input, id)
		case err == nil && id.String() != string(input):
			t.Errorf("%q was read as %q", input, id)
		}
		if utf8.Valid(input) {
			asJSON(t, string(input), valid)
		}
	}))
}

// asJSON decodes and encodes a token with encoding/json, as a value and as a key.
func asJSON(t *testing.T, token string, valid bool) {
	line, err := json.Marshal(map[string]string{token: token})
	if err != nil {
		t.Fatal(err)
	}
	var ids map[epin.Identifier]epin.Identifier
	err = json.Unmarshal(line, &ids)
	if (err == nil) != valid {
		t.Fatalf("%s was read as %v, %v; valid is %t", line, ids, err, valid)
	}
	if err != nil {
		return
	}
	if again, err := json.Marshal(ids); err != nil || string(again) != string(line) {
		t.Errorf("%s was written as %s, %v", line, again, err)
	}
}
