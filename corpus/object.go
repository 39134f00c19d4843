package corpus

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// An object is a JSON object whose members are taken out one by one. What is
// left in the end does not belong there. The first fault is kept; after it,
// whatever is taken is a zero value.
type object struct {
	path    string // what stands before a key in messages: "" or "want."
	members []member
	fault   *error // shared with the objects inside
}

// A member of an object. There are so few in each that looking through them takes less
// time than to make a map of them.
type member struct {
	key   string
	value any
}

// index returns where the member with a key is, or -1.
func index(members []member, key string) int {
	return slices.IndexFunc(members, func(m member) bool { return m.key == key })
}

// parseLine parses the JSON object of one line. It does not decode into a struct, because
// that would ignore the case of keys, take the last of repeated ones, and replace what is
// not UTF-8.
func parseLine(line []byte) (*object, error) {
	if len(bytes.TrimSpace(line)) == 0 {
		return nil, errors.New("the line is blank; remove it")
	}
	if line[len(line)-1] == '\r' {
		return nil, errors.New("the line ends in CR LF; end it in LF alone")
	}
	if at := invalidUTF8(line); at >= 0 {
		return nil, fmt.Errorf(`byte %d is not UTF-8; write a token that is no text in "hex" alone`, at+1)
	}
	if !json.Valid(line) {
		err := json.Unmarshal(line, new(json.RawMessage)) // which says where
		at := int64(len(line))
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			at = syntax.Offset
		}
		return nil, fmt.Errorf("this is no JSON from byte %d on; write one whole JSON object in each line", at)
	}
	if half := loneSurrogate(line); half != "" {
		return nil, fmt.Errorf(`%s is half a surrogate pair; write a token that is no text in "hex" alone`, half)
	}
	p := parser{rest: string(line)}
	value, err := p.value("")
	if err != nil {
		return nil, err
	}
	members, ok := value.([]member)
	if !ok {
		return nil, fmt.Errorf("the line holds %s; write a JSON object", kindOf(value))
	}
	return &object{members: members, fault: new(error)}, nil
}

// parser takes values off text that is known to be JSON.
type parser struct{ rest string }

// value takes the next value, and refuses a key that stands twice: the one error there
// is. Of a number, which is nothing that a vector holds, only its kind counts.
func (p *parser) value(path string) (any, error) {
	switch p.next() {
	case '[':
		array := []any{}
		for p.skip('['); p.next() != ']'; p.skip(',') {
			value, err := p.value(path)
			if err != nil {
				return nil, err
			}
			array = append(array, value)
		}
		p.skip(']')
		return array, nil
	case '{':
		members := []member{}
		for p.skip('{'); p.next() != '}'; p.skip(',') {
			key := p.text()
			if index(members, key) >= 0 {
				return nil, fmt.Errorf("key %s stands twice; keep one of the two", quote(path+key))
			}
			p.skip(':')
			value, err := p.value(path + key + ".")
			if err != nil {
				return nil, err
			}
			members = append(members, member{key, value})
		}
		p.skip('}')
		return members, nil
	case '"':
		return p.text(), nil
	}
	switch word := p.word(); word {
	case "true", "false":
		return word == "true", nil
	case "null":
		return nil, nil
	default:
		return json.Number(word), nil
	}
}

const spaces = " \t\r\n"

// next returns the first byte of what comes next; 0 at the end.
func (p *parser) next() byte {
	for i := range len(p.rest) {
		if strings.IndexByte(spaces, p.rest[i]) < 0 {
			p.rest = p.rest[i:]
			return p.rest[0]
		}
	}
	return 0
}

// skip skips a mark, if it comes next.
func (p *parser) skip(mark byte) {
	if p.next() == mark {
		p.rest = p.rest[1:]
	}
}

// word takes a value that is neither a string nor holds others.
func (p *parser) word() string {
	n := strings.IndexAny(p.rest, spaces+",]}")
	if n < 0 {
		n = len(p.rest)
	}
	word := p.rest[:n]
	p.rest = p.rest[n:]
	return word
}

// text takes a string.
func (p *parser) text() string {
	p.next()
	escaped := false
	end := 1
	for ; p.rest[end] != '"'; end++ {
		if p.rest[end] == '\\' {
			escaped = true
			end++
		}
	}
	literal := p.rest[:end+1]
	p.rest = p.rest[end+1:]
	if !escaped {
		return literal[1:end]
	}
	var text string
	_ = json.Unmarshal([]byte(literal), &text) // it is JSON
	return text
}

// fail keeps the first fault.
func (o *object) fail(format string, args ...any) {
	if *o.fault == nil {
		*o.fault = fmt.Errorf(format, args...)
	}
}

// has reports whether a member is there to be taken.
func (o *object) has(key string) bool {
	return index(o.members, key) >= 0
}

// take takes a member out of o.
func take[T any](o *object, key string) T {
	var taken T
	at := index(o.members, key)
	if at < 0 {
		o.fail("key %q is missing; add it", o.path+key)
		return taken
	}
	value := o.members[at].value
	o.members = slices.Delete(o.members, at, at+1)
	taken, ok := value.(T)
	if !ok {
		o.fail("%q is %s; make it %s", o.path+key, kindOf(value), kindOf(taken))
	}
	return taken
}

func (o *object) text(key string) string { return take[string](o, key) }

func (o *object) boolean(key string) bool { return take[bool](o, key) }

func (o *object) texts(key string) []string {
	texts := []string{}
	for i, value := range take[[]any](o, key) {
		text, ok := value.(string)
		if !ok {
			o.fail("entry %d of %q is %s; make it %s", i+1, o.path+key, kindOf(value), kindOf(text))
		}
		texts = append(texts, text)
	}
	return texts
}

func (o *object) object(key string) *object {
	return &object{o.path + key + ".", take[[]member](o, key), o.fault}
}

// onlyKnown refuses keys that such an object never holds.
func (o *object) onlyKnown(keys []string) {
	var unknown []member
	for _, m := range o.members {
		if !slices.Contains(keys, m.key) {
			unknown = append(unknown, m)
		}
	}
	for _, key := range sortedKeys(unknown) {
		for _, k := range keys {
			if strings.EqualFold(k, key) {
				o.fail("key %s is not known, and case matters; write %q", quote(o.path+key), o.path+k)
			}
		}
		o.fail("key %s is not known; remove it", quote(o.path+key))
	}
}

// finish refuses what nobody has taken out of the object that where names.
func (o *object) finish(where string) {
	for _, key := range sortedKeys(o.members) {
		o.fail("key %q does not belong to %s; remove it", o.path+key, where)
	}
}

func sortedKeys(members []member) []string {
	var keys []string
	for _, m := range members {
		keys = append(keys, m.key)
	}
	slices.Sort(keys)
	return keys
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
	case []member:
		return "an object"
	}
	return "a number"
}

// invalidUTF8 returns the index of the first byte that is not UTF-8, or -1.
func invalidUTF8(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	i := 0
	for {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
}

// loneSurrogate returns the first escape in a line of JSON that is half a
// surrogate pair, or "". The JSON decoder would make U+FFFD of it.
func loneSurrogate(line []byte) string {
	if !bytes.Contains(line, []byte(`\u`)) {
		return ""
	}
	for i := 0; i < len(line); i++ {
		if line[i] != '\\' {
			continue
		}
		r, ok := unicodeEscape(line[i:])
		if !ok {
			i++ // what is escaped, which may be a backslash
			continue
		}
		if utf16.IsSurrogate(r) {
			low, _ := unicodeEscape(line[i+6:])
			if utf16.DecodeRune(r, low) == utf8.RuneError {
				return string(line[i : i+6])
			}
			i += 6
		}
		i += 5
	}
	return ""
}

// unicodeEscape reads a \u escape at the start of a piece of valid JSON.
func unicodeEscape(text []byte) (rune, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	var unit [2]byte
	if _, err := hex.Decode(unit[:], text[2:6]); err != nil {
		return 0, false
	}
	return rune(unit[0])<<8 | rune(unit[1]), true
}
