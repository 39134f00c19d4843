package main

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/epin-conformance/harness/corpus"
)

// appendVector appends the line of a vector: its keys in a fixed order, without
// blanks, in ASCII.
func appendVector(line []byte, v corpus.Vector) []byte {
	o := object{line: line}
	o.open()
	o.text("id", v.ID)
	o.text("edition", v.Edition)
	o.text("op", v.Op)
	o.token("token", "hex", v.Token)
	switch v.Op {
	case corpus.OpEqual:
		o.token("other", "other_hex", v.Other)
	case corpus.OpApply:
		o.texts("methods", v.Methods)
	}
	o.key("want")
	o.want(v.Want)
	o.texts("requirements", v.Requirements)
	o.text("why", v.Why)
	o.close()
	return append(o.line, '\n')
}

// want writes the members that are present.
func (o *object) want(w corpus.Want) {
	o.open()
	o.optionalBoolean("valid", w.Valid)
	o.optionalText("token", w.Token)
	o.optionalText("pin", w.PIN)
	o.optionalBoolean("native", w.Native)
	o.optionalBoolean("derived", w.Derived)
	o.optionalText("name", w.Name)
	o.optionalText("side", w.Side)
	o.optionalText("state", w.State)
	o.optionalBoolean("terminal", w.Terminal)
	if w.Tokens.Present {
		o.texts("tokens", w.Tokens.Value)
	}
	o.optionalText("original", w.Original)
	o.optionalBoolean("equal", w.Equal)
	o.close()
}

// An object appends JSON objects to a line.
type object struct {
	line  []byte
	comma bool // one is due before the next member
}

func (o *object) open() { o.line, o.comma = append(o.line, '{'), false }

func (o *object) close() { o.line, o.comma = append(o.line, '}'), true }

func (o *object) key(key string) {
	if o.comma {
		o.line = append(o.line, ',')
	}
	o.line = append(appendText(o.line, key), ':')
	o.comma = true
}

func (o *object) text(key, value string) {
	o.key(key)
	o.line = appendText(o.line, value)
}

func (o *object) texts(key string, values []string) {
	o.key(key)
	o.line = append(o.line, '[')
	for i, value := range values {
		if i > 0 {
			o.line = append(o.line, ',')
		}
		o.line = appendText(o.line, value)
	}
	o.line = append(o.line, ']')
}

// token writes the bytes of a token, as text too where they are UTF-8.
func (o *object) token(textKey, hexKey, token string) {
	if utf8.ValidString(token) {
		o.text(textKey, token)
	}
	o.text(hexKey, hex.EncodeToString([]byte(token)))
}

func (o *object) optionalText(key string, value corpus.Optional[string]) {
	if value.Present {
		o.text(key, value.Value)
	}
}

func (o *object) optionalBoolean(key string, value corpus.Optional[bool]) {
	if value.Present {
		o.key(key)
		o.line = strconv.AppendBool(o.line, value.Value)
	}
}

// appendText appends a JSON string in printable ASCII. encoding/json would leave
// other characters as they are.
func appendText(line []byte, text string) []byte {
	line = append(line, '"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			line = append(line, '\\', byte(r))
		case r == '\n':
			line = append(line, `\n`...)
		case r == '\r':
			line = append(line, `\r`...)
		case r == '\t':
			line = append(line, `\t`...)
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
