package wire

import (
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"
)

// appendString appends s as a JSON string. It copies valid UTF-8, and escapes only what JSON requires to
// be escaped, with \u. The escapes of jsontext.AppendQuote differ, and a transcript finds a request by its
// bytes.
//
// JSON has no form for bytes that are not UTF-8. appendString writes each such byte b as the escaped
// surrogate U+DC00+b. Two of these never form a pair, so the string equals no valid token.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case ' ' <= c && c < utf8.RuneSelf && c != '"' && c != '\\':
			continue
		case c == '"' || c == '\\':
			dst = append(append(dst, s[from:i]...), '\\', c)
		case c < ' ':
			if from == 0 { // a million of it would grow dst, and copy it, many times
				dst = slices.Grow(dst, len(s)+5*strings.Count(s, s[i:i+1]))
			}
			dst = hex.AppendEncode(append(append(dst, s[from:i]...), `\u00`...), []byte{c})
		default:
			if _, size := utf8.DecodeRuneInString(s[i:]); size > 1 {
				i += size - 1
				continue
			}
			dst = hex.AppendEncode(append(append(dst, s[from:i]...), `\udc`...), []byte{c})
		}
		from = i + 1
	}
	return append(append(dst, s[from:]...), '"')
}

func appendHex(dst []byte, s string) []byte {
	return append(hex.AppendEncode(append(dst, '"'), []byte(s)), '"')
}

// appendText appends a member with a string. key is the text before the value, such as `,"token":`.
func appendText(dst []byte, key, value string) []byte {
	return appendString(append(dst, key...), value)
}

// appendList appends an array of strings, each by appendOne: appendString or appendHex.
func appendList[S ~string](dst []byte, list []S, appendOne func([]byte, string) []byte) []byte {
	dst = append(dst, '[')
	for i, s := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendOne(dst, string(s))
	}
	return append(dst, ']')
}
