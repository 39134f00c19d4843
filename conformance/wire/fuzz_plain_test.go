package wire

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// plainObject decodes a JSON object with encoding/json. It reports false for anything else, for
// invalid UTF-8 and for a repeated key: a slow and simple form of parse.
func plainObject(object []byte) (members map[string]json.RawMessage, ok bool) {
	if !utf8.Valid(object) || !json.Valid(object) {
		return nil, false
	}
	members = make(map[string]json.RawMessage)
	d := json.NewDecoder(bytes.NewReader(object)) // which has no errors, as the line is valid
	if brace, _ := d.Token(); brace != json.Delim('{') {
		return nil, false
	}
	for d.More() {
		token, _ := d.Token()
		key := token.(string)
		// encoding/json turns every lone surrogate into U+FFFD, so two such keys may differ.
		if members[key] != nil && !strings.ContainsRune(key, utf8.RuneError) {
			return nil, false
		}
		var member json.RawMessage
		_ = d.Decode(&member)
		members[key] = member
	}
	return members, true
}

// surrogate is an escape that encoding/json decodes to U+FFFD if it is not part of a pair.
var surrogate = regexp.MustCompile(`(?i)\\ud[89a-f]`)

// plainFields returns the values of some keys of an object that package wire accepts, as
// encoding/json decodes them. Objects among them have the keys of attributes.
func plainFields(t *testing.T, object []byte, keys ...string) map[string]any {
	members, ok := plainObject(object)
	if !ok {
		t.Fatalf("%q was accepted, and is not an object with unique keys", object)
	}
	fields := make(map[string]any)
	for _, key := range keys {
		if member := members[key]; bytes.HasPrefix(member, []byte("{")) {
			fields[key] = plainFields(t, member, attributes...)
		} else if member != nil {
			d := json.NewDecoder(bytes.NewReader(member))
			d.UseNumber() // 7.0 and 7 differ
			var value any
			if err := d.Decode(&value); err != nil {
				t.Fatalf("%s of %q: %v", key, object, err)
			}
			fields[key] = alike(value)
		}
	}
	return fields
}

var attributes = []string{"token", "pin", "native", "derived", "name", "side", "state", "terminal"}

// alike returns a value with the part of each string that package wire and encoding/json decode
// alike: the beginning of a long one.
func alike(value any) any {
	switch value := value.(type) {
	case string:
		return value[:min(len(value), MaxText/2)]
	case []any:
		for i := range value {
			value[i] = alike(value[i])
		}
	}
	return value
}
