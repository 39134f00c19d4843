package wire

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// readPlain reads the plain object that text begins with, and returns what follows it. Almost every adapter
// writes plain lines: an object without white space, escapes and characters beyond ASCII, with known keys, each
// once. If it returns false, package jsontext has to read the line. Without readPlain, `ci/bench` is over its
// limit for adapters in Go and JavaScript.
func (m *message) readPlain(text []byte) (rest []byte, ok bool) {
	if !bytes.HasPrefix(text, []byte(`{"`)) {
		return nil, false
	}
	var had uint64 // the bits of keys
	for separator := byte('{'); len(text) > 0 && text[0] == separator; separator = ',' {
		text = text[1:]
		n := plainString(text)
		if n == 0 || n == len(text) || text[n] != ':' {
			return nil, false
		}
		key, bit := m.known(text[1 : n-1])
		if bit == 0 || had&bit != 0 {
			return nil, false
		}
		had |= bit
		text = text[n+1:]
		v := object
		if isObject(m.in, key) && bytes.HasPrefix(text, []byte("{")) {
			m.in = key
			text, ok = m.readPlain(text)
			m.in = ""
		} else {
			n = plainValue(text)
			v, text, ok = jsontext.Value(text[:n]), text[n:], n > 0
		}
		if !ok {
			return nil, false
		}
		m.members = append(m.members, member{m.in, key, v})
	}
	return bytes.CutPrefix(text, []byte("}"))
}

// plainValue returns the length of the value that text begins with: a string, an array of strings, a boolean,
// or digits. It is 0 if there is none.
func plainValue(text []byte) int {
	for _, word := range [...]string{"true", "false"} {
		if bytes.HasPrefix(text, []byte(word)) {
			return len(word)
		}
	}
	if !bytes.HasPrefix(text, []byte("[")) {
		return max(plainString(text), plainNumber(text))
	}
	n := 0
	for separator := byte('['); n < len(text) && text[n] == separator; separator = ',' {
		length := plainString(text[n+1:])
		if length == 0 {
			return 0
		}
		n += 1 + length
	}
	if n < len(text) && text[n] == ']' {
		return n + 1
	}
	return 0
}

// plainString returns the length of the string that text begins with, 0 if there is none.
func plainString(text []byte) int {
	if !bytes.HasPrefix(text, []byte{'"'}) {
		return 0
	}
	for n, c := range text[1:] {
		switch {
		case c == '"':
			return n + len(`""`)
		case c < ' ' || c > '~' || c == '\\':
			return 0
		}
	}
	return 0
}

// plainNumber returns the length of the positive integer that text begins with, 0 if there is none.
func plainNumber(text []byte) int {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' && text[0] != '0' {
		n++
	}
	return n
}
