package main

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/epin-conformance/harness/corpus"
)

// member is a member of a JSON object. Its value is a string, a boolean, a list of
// strings, or a list of members.
type member struct {
	key   string
	value any
}

// appendVector appends the line of a vector: its keys in a fixed order, without
// blanks, in ASCII.
func appendVector(line []byte, v corpus.Vector) []byte {
	w := v.Want
	members := []member{{"id", v.ID}, {"edition", v.Edition}, {"op", v.Op}}
	members = append(members, token("token", "hex", v.Token)...)
	switch v.Op {
	case corpus.OpEqual:
		members = append(members, token("other", "other_hex", v.Other)...)
	case corpus.OpApply:
		members = append(members, member{"methods", v.Methods})
	}
	var want []member
	want = present(want, "valid", w.Valid)
	want = present(want, "token", w.Token)
	want = present(want, "pin", w.PIN)
	want = present(want, "native", w.Native)
	want = present(want, "derived", w.Derived)
	want = present(want, "name", w.Name)
	want = present(want, "side", w.Side)
	want = present(want, "state", w.State)
	want = present(want, "terminal", w.Terminal)
	want = present(want, "tokens", w.Tokens)
	want = present(want, "original", w.Original)
	want = present(want, "equal", w.Equal)
	members = append(members, member{"want", want}, member{"requirements", v.Requirements}, member{"why", v.Why})
	return append(appendJSON(line, members), '\n')
}

// token returns the bytes of a token in hexadecimal, and as text too where they are UTF-8.
func token(textKey, hexKey, token string) []member {
	bytes := []member{{hexKey, hex.EncodeToString([]byte(token))}}
	if utf8.ValidString(token) {
		return append([]member{{textKey, token}}, bytes...)
	}
	return bytes
}

// present appends a member if it has a value.
func present[T any](members []member, key string, value corpus.Optional[T]) []member {
	if !value.Present {
		return members
	}
	return append(members, member{key, value.Value})
}

func appendJSON(line []byte, value any) []byte {
	switch v := value.(type) {
	case bool:
		return strconv.AppendBool(line, v)
	case string:
		return appendText(line, v)
	case []string:
		return appendList(line, '[', v, appendText, ']')
	default:
		return appendList(line, '{', v.([]member), func(line []byte, m member) []byte {
			return appendJSON(append(appendText(line, m.key), ':'), m.value)
		}, '}')
	}
}

func appendList[T any](line []byte, open byte, values []T, add func([]byte, T) []byte, end byte) []byte {
	line = append(line, open)
	for i, value := range values {
		if i > 0 {
			line = append(line, ',')
		}
		line = add(line, value)
	}
	return append(line, end)
}

var escaped = map[rune]byte{'"': '"', '\\': '\\', '\n': 'n', '\r': 'r', '\t': 't'}

// appendText appends a JSON string in printable ASCII. encoding/json would leave
// other characters as they are.
func appendText(line []byte, text string) []byte {
	line = append(line, '"')
	for _, r := range text {
		switch {
		case escaped[r] != 0:
			line = append(line, '\\', escaped[r])
		case ' ' <= r && r <= '~':
			line = append(line, byte(r))
		default:
			for _, unit := range utf16.AppendRune(nil, r) {
				line = fmt.Appendf(line, `\u%04x`, unit)
			}
		}
	}
	return append(line, '"')
}
