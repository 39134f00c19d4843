package wire

import (
	"encoding/binary"
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
	dst = append(slices.Grow(dst, len(s)+len(`""`)), '"')
	from := 0
	for i := unescaped(s); i < len(s); i++ {
		switch c := s[i]; {
		case ' ' <= c && c < utf8.RuneSelf && c != '"' && c != '\\':
			continue
		case c == '"' || c == '\\':
			dst = append(append(dst, s[from:i]...), '\\', c)
		case c < ' ':
			if from == 0 { // a million of it would grow dst, and copy it, many times
				dst = slices.Grow(dst, len(s)+5*strings.Count(s, s[i:i+1]))
			}
			dst = appendDigits(append(append(dst, s[from:i]...), `\u00`...), c)
		default:
			if _, size := utf8.DecodeRuneInString(s[i:]); size > 1 {
				i += size - 1
				continue
			}
			dst = appendDigits(append(append(dst, s[from:i]...), `\udc`...), c)
		}
		from = i + 1
	}
	return append(append(dst, s[from:]...), '"')
}

// unescaped returns the length of a beginning of s that is ASCII and that JSON does not escape, a multiple of eight:
// of a long token mostly all. Without it, the layer lengths takes 3 % longer with the adapter for Go.
func unescaped(s string) (n int) {
	const ones = 0x0101_0101_0101_0101
	for ; n+8 <= len(s); n += 8 {
		w := binary.LittleEndian.Uint64([]byte(s[n : n+8]))
		// The highest bit of a byte is set beyond ASCII, and in a difference if the byte is less than what is subtracted.
		if (w|(w-' '*ones)|(w^'"'*ones-ones)|(w^'\\'*ones-ones))&(0x80*ones) != 0 {
			break
		}
	}
	return n
}

func appendDigits(dst []byte, c byte) []byte {
	const digits = "0123456789abcdef"
	return append(dst, digits[c>>4], digits[c&0xf])
}

func appendHex(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for i := range len(s) {
		dst = appendDigits(dst, s[i])
	}
	return append(dst, '"')
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
