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

// plainObject reads a JSON object that the strict reader accepted, by means of
// encoding/json. A key that stands twice fails the test.
func plainObject(t *testing.T, object []byte) map[string]json.RawMessage {
	if !json.Valid(object) {
		t.Fatalf("%q was accepted, and is no JSON", object)
	}
	members := make(map[string]json.RawMessage)
	walk := json.NewDecoder(bytes.NewReader(object))
	next(t, walk) // the opening brace
	for walk.More() {
		key, ok := next(t, walk).(string)
		if !ok {
			t.Fatalf("%q was accepted, and is no object", object)
		}
		// Lone surrogates all become U+FFFD, so two such keys may be different ones.
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

func next(t *testing.T, walk *json.Decoder) json.Token {
	token, err := walk.Token()
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// member reads one value of a line that the strict reader accepted, so that its
// type is right.
func member[T any](t *testing.T, plain map[string]json.RawMessage, key string) T {
	var v T
	if err := json.Unmarshal(plain[key], &v); err != nil {
		t.Fatalf("%s is %q: %v", key, plain[key], err)
	}
	return v
}

// optional reads one value of such a line, which may be absent.
func optional[T comparable](t *testing.T, plain map[string]json.RawMessage, key string) (o conformance.Optional[T]) {
	if _, has := plain[key]; has {
		o = conformance.Some(member[T](t, plain, key))
	}
	return o
}

// alike returns what the strict reader and encoding/json read alike of a string: of a long
// one its beginning, with one U+FFFD for lone surrogates, which are that to encoding/json.
func alike(s string) string {
	s = strings.ToValidUTF8(s[:min(len(s), MaxText/2)], "\uFFFD")
	return replacements.ReplaceAllString(s, "\uFFFD")
}

var replacements = regexp.MustCompile("\uFFFD+")
