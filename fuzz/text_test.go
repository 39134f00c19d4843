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
		case err == nil:
			written(t, string(input), id)
		}
		if utf8.Valid(input) {
			asJSON(t, string(input), valid)
		}
	}))
}

// written checks that every encoding of id is the token.
func written(t *testing.T, token string, id epin.Identifier) {
	if text, err := id.MarshalText(); err != nil || string(text) != token {
		t.Errorf("%q was marshalled as %q, %v", token, text, err)
	}
	if text, err := id.AppendText([]byte("> ")); err != nil || string(text) != "> "+token {
		t.Errorf("%q was appended as %q, %v", token, text, err)
	}
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
