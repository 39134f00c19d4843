package wire

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
)

// plainObject decodes with encoding/json a JSON object that package wire accepts. A repeated
// key fails the test.
func plainObject(t *testing.T, object []byte) map[string]json.RawMessage {
	if !json.Valid(object) {
		t.Fatalf("%q was accepted, and is not JSON", object)
	}
	members := make(map[string]json.RawMessage)
	walk := json.NewDecoder(bytes.NewReader(object)) // which has no errors, as the object is valid
	if brace, _ := walk.Token(); brace != json.Delim('{') {
		t.Fatalf("%q was accepted, and is not an object", object)
	}
	for walk.More() {
		token, _ := walk.Token()
		key := token.(string)
		// encoding/json turns every lone surrogate into U+FFFD, so two such keys may differ.
		if _, twice := members[key]; twice && !strings.ContainsRune(key, utf8.RuneError) {
			t.Errorf("%q was accepted, and holds the key %q twice", object, key)
		}
		var member json.RawMessage
		if err := walk.Decode(&member); err != nil {
			t.Fatalf("%q was accepted: %v", object, err)
		}
		members[key] = member
	}
	return members
}

// member decodes one value of a line that package wire accepts. Its type has to be correct.
func member[T any](t *testing.T, plain map[string]json.RawMessage, key string) T {
	var v T
	if err := json.Unmarshal(plain[key], &v); err != nil {
		t.Fatalf("%s is %q: %v", key, plain[key], err)
	}
	return v
}

// optional decodes one value of such a line, which may be absent.
func optional[T comparable](t *testing.T, plain map[string]json.RawMessage, key string) (o conformance.Optional[T]) {
	if _, has := plain[key]; has {
		o = conformance.Some(member[T](t, plain, key))
	}
	return o
}

// alike returns the part of a string that package wire and encoding/json decode alike: the
// beginning of a long one, with U+FFFD for lone surrogates.
func alike(s string) string {
	s = strings.ToValidUTF8(s[:min(len(s), MaxText/2)], "\uFFFD")
	return replacements.ReplaceAllString(s, "\uFFFD")
}

var replacements = regexp.MustCompile("\uFFFD+")
