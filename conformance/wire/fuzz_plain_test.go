package wire

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
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

// sameText compares what the strict reader read with what encoding/json did, to
// which a lone surrogate is U+FFFD.
func sameText(strict, plain string) bool {
	if len(plain) > MaxText && utf8.ValidString(strict) {
		return strict[:MaxText/2] == plain[:MaxText/2] // the rest may not be kept
	}
	if utf8.ValidString(strict) {
		return strict == plain
	}
	return strings.ContainsRune(plain, utf8.RuneError)
}
