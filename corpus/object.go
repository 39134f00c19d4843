package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// An object is a JSON object. Its methods remove members one by one, and members that are
// left at the end are faults. It keeps the first fault. Missing or invalid members have the
// zero value.
type object struct {
	path    string // precedes a key in messages: "" or "want."
	members map[string]any
	fault   *error // shared with the objects inside
}

// escape matches an escape in a JSON string. Its group matches half a surrogate pair, which
// the JSON decoder would replace by U+FFFD.
var escape = regexp.MustCompile(`\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)`)

// parseLine parses the JSON object of one line. It does not decode into a struct:
// that would ignore the case of keys, take the last of repeated ones, and replace
// invalid UTF-8.
func parseLine(line []byte) (*object, error) {
	if len(bytes.TrimSpace(line)) == 0 {
		return nil, errors.New("the line is blank; remove it")
	}
	if line[len(line)-1] == '\r' {
		return nil, errors.New("the line ends in CR LF; end it in LF alone")
	}
	if !utf8.Valid(line) {
		at := bytes.Index(bytes.ToValidUTF8(line, []byte("\xff")), []byte("\xff"))
		return nil, fmt.Errorf(`byte %d is not UTF-8; write a token that is not UTF-8 in "hex" only`, at+1)
	}
	var value any
	var syntax *json.SyntaxError
	err := json.Unmarshal(line, &value)
	if errors.As(err, &syntax) {
		return nil, fmt.Errorf("the line is not valid JSON from byte %d on; write one complete JSON object on each line", syntax.Offset)
	}
	if bytes.Contains(line, []byte(`\u`)) {
		for _, match := range escape.FindAllSubmatch(line, -1) {
			if half := match[1]; half != nil {
				return nil, fmt.Errorf(`\%s is half a surrogate pair; write a token that is not UTF-8 in "hex" only`, half)
			}
		}
	}
	if err != nil { // 1e999 does not fit a float64
		return nil, errors.New("the line holds a number; vectors have none")
	}
	if keysOf(value) < colonsOf(line) { // a key is repeated, or a string looks as if it had a key
		if err := repeatedKey(json.NewDecoder(bytes.NewReader(line)), ""); err != nil {
			return nil, err
		}
	}
	members, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("the line holds %s; write a JSON object", kindOf(value))
	}
	return &object{members: members, fault: new(error)}, nil
}

// colonsOf counts the colons behind a quotation mark or white space: as many as there are keys in the
// text, or more.
func colonsOf(line []byte) int {
	n := 0
	for _, colon := range []string{`":`, " :", "\t:", "\r:"} {
		n += bytes.Count(line, []byte(colon))
	}
	return n
}

// keysOf counts the keys of all objects in a value.
func keysOf(value any) int {
	n := 0
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			n += keysOf(element)
		}
	case map[string]any:
		for _, member := range value {
			n += 1 + keysOf(member)
		}
	}
	return n
}

// repeatedKey returns an error that names the first repeated key of valid JSON, or nil.
func repeatedKey(decoder *json.Decoder, path string) error {
	token, err := decoder.Token()
	if token == json.Delim('[') || token == json.Delim('{') {
		seen, below := map[string]bool{}, path
		for err == nil && decoder.More() {
			if token == json.Delim('{') {
				name, _ := decoder.Token()
				key, _ := name.(string)
				if below = path + key + "."; seen[key] {
					return fmt.Errorf("duplicate key %s; keep one of the two", quote(path+key))
				}
				seen[key] = true
			}
			err = repeatedKey(decoder, below)
		}
		_, _ = decoder.Token() // ] or }
	}
	return err
}

// fail keeps the first fault.
func (o *object) fail(format string, args ...any) {
	if *o.fault == nil {
		*o.fault = fmt.Errorf(format, args...)
	}
}

// take removes a member from o and returns its value.
func take[T any](o *object, key string) T {
	value, ok := o.members[key]
	delete(o.members, key)
	taken, sameKind := value.(T)
	switch {
	case !ok:
		o.fail("key %q is missing; add it", o.path+key)
	case !sameKind:
		o.fail("%q is %s; make it %s", o.path+key, kindOf(value), kindOf(taken))
	}
	return taken
}

func (o *object) text(key string) string { return take[string](o, key) }

func (o *object) boolean(key string) bool { return take[bool](o, key) }

func (o *object) texts(key string) []string {
	values := take[[]any](o, key)
	texts := make([]string, 0, len(values))
	for i, value := range values {
		text, ok := value.(string)
		if !ok {
			o.fail("entry %d of %q is %s; make it %s", i+1, o.path+key, kindOf(value), kindOf(text))
		}
		texts = append(texts, text)
	}
	return texts
}

func (o *object) object(key string) *object {
	return &object{o.path + key + ".", take[map[string]any](o, key), o.fault}
}

// onlyKnown rejects unknown keys.
func (o *object) onlyKnown(keys []string) {
	var unknown []string
	for key := range o.members {
		if !slices.Contains(keys, key) {
			unknown = append(unknown, key)
		}
	}
	slices.Sort(unknown)
	for _, key := range unknown {
		for _, k := range keys {
			if strings.EqualFold(k, key) {
				o.fail("key %s is not known, and case matters; write %q", quote(o.path+key), o.path+k)
			}
		}
		o.fail("key %s is not known; remove it", quote(o.path+key))
	}
}

// finish rejects the remaining members of the object. name describes the object in the
// message.
func (o *object) finish(name string) {
	for _, key := range slices.Sorted(maps.Keys(o.members)) {
		o.fail("key %q does not belong to %s; remove it", o.path+key, name)
	}
}

// kindOf names the kind of a JSON value, for messages.
func kindOf(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case bool:
		return "a boolean"
	case string:
		return "a string"
	case []any:
		return "an array"
	case map[string]any:
		return "an object"
	}
	return "a number"
}
