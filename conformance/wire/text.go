package wire

import (
	"encoding/hex"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// appendString appends s as a JSON string. It copies valid UTF-8, and escapes only the
// characters that JSON requires to be escaped.
//
// JSON has no form for bytes that are not UTF-8. appendString writes each such byte b as the
// escaped surrogate U+DC00+b. Two of these never form a pair, so the decoded string equals
// no valid text.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	from := 0
	for i := plainLen(s); i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf && !special[c] {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			if r, n := utf8.DecodeRuneInString(s[i:]); r != utf8.RuneError || n > 1 {
				i += n
				continue
			}
		}
		dst = append(dst, s[from:i]...)
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < utf8.RuneSelf:
			dst = appendEscape(dst, rune(c))
		default:
			dst = appendEscape(dst, 0xDC00|rune(c))
		}
		i++
		from = i
	}
	dst = append(dst, s[from:]...)
	return append(dst, '"')
}

// plainLen returns the length of a prefix of s that a JSON string holds unescaped, a multiple
// of eight. It is a fast path: checking long strings byte by byte takes as long as sending
// them.
func plainLen(s string) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for i := 0; i+8 <= len(s); i += 8 {
		word := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		// A high bit of one of these is set if a byte of word is not ASCII, below 0x20, or
		// a quote or a backslash.
		quote, backslash := word^ones*'"', word^ones*'\\'
		control := (word - ones*0x20) &^ word
		if (word|control|(quote-ones)&^quote|(backslash-ones)&^backslash)&highs != 0 {
			return i
		}
	}
	return len(s) &^ 7
}

func appendEscape(dst []byte, r rune) []byte {
	return append(dst, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}

// appendHex appends the bytes of s as a JSON string of lower-case hexadecimal.
func appendHex(dst []byte, s string) []byte {
	return append(hex.AppendEncode(append(dst, '"'), []byte(s)), '"')
}

// appendText appends a member whose value is a string. key is the literal text before the
// value, such as `,"token":`.
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
