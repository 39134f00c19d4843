package wire

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// FormError means that a line does not follow the protocol.
type FormError struct {
	Fault Fault
	At    int    // the offset of the fault in the line, or -1
	What  string // a short description of the fault
}

// Error returns What, after the offset if there is one.
func (e *FormError) Error() string {
	if e.At < 0 {
		return e.What
	}
	return fmt.Sprintf("byte %d: %s", e.At, e.What)
}

// FaultOf returns the fault of the [FormError] that err wraps, or 0.
func FaultOf(err error) Fault {
	if form := (*FormError)(nil); errors.As(err, &form) {
		return form.Fault
	}
	return 0
}

// Fault is the kind of a [FormError].
type Fault uint8

// The faults of a line. The zero Fault means no fault.
const (
	NotObject     Fault = iota + 1 // the line does not begin a JSON object
	EmptyLine                      // the line is empty, or white space
	ByteOrderMark                  // the line begins with a byte order mark
	BadJSON                        // the line begins an object, and is not one JSON object in UTF-8 with unique keys
	BadMember                      // a key is missing or superfluous, or its value is incorrect
	OtherVersion                   // the line has another version of the protocol
)

// kind is the type of a JSON value. True and false have separate kinds.
type kind uint8

const (
	kindAbsent kind = iota
	kindNull
	kindFalse
	kindTrue
	kindNumber
	kindString
	kindArray
	kindObject
)

// value is the position of a JSON value in its line.
type value struct {
	kind    kind
	escaped bool  // a string with an escape
	lo, hi  int32 // the bytes of the value; for a string without its quotes
}

// scanner is a strict scanner for the grammar of RFC 8259. Its methods report false at
// the first error, and set err.
//
// encoding/json is not strict enough: it ignores the case of keys, takes the last of
// repeated ones, and replaces invalid UTF-8 and lone surrogates.
type scanner struct {
	b   []byte
	i   int
	err *FormError
}

func (s *scanner) fail(what string) bool {
	s.err = &FormError{BadJSON, s.i, what}
	return false
}

func (s *scanner) space() {
	for s.i < len(s.b) {
		switch s.b[s.i] {
		case ' ', '\t', '\n', '\r':
			s.i++
		default:
			return
		}
	}
}

// peek skips white space and returns the next byte, or 0 at the end.
func (s *scanner) peek() byte {
	if s.i < len(s.b) && s.b[s.i] > ' ' {
		return s.b[s.i]
	}
	s.space()
	if s.i < len(s.b) {
		return s.b[s.i]
	}
	return 0
}

// special holds the bytes that end or escape inside a string, or are invalid there.
var special = func() (t [256]bool) {
	for c := range t {
		t[c] = c < 0x20 || c == '"' || c == '\\'
	}
	return t
}()

// str scans a string, whose opening quote is the next byte.
func (s *scanner) str() (v value, ok bool) {
	b, i := s.b, s.i+1
	for i < len(b) && !special[b[i]] {
		i++
	}
	if i < len(b) && b[i] == '"' {
		v = value{kind: kindString, lo: int32(s.i + 1), hi: int32(i)}
		s.i = i + 1
		return v, true
	}
	return s.escapedStr(i)
}

// escapedStr scans a string whose first special byte is at i.
func (s *scanner) escapedStr(i int) (v value, ok bool) {
	v = value{kind: kindString, escaped: true, lo: int32(s.i + 1)}
	for b := s.b; i < len(b); {
		switch {
		case b[i] == '"':
			v.hi = int32(i)
			s.i = i + 1
			return v, true
		case b[i] == '\\':
			n := escapeLen(b[i:])
			if n == 0 {
				s.i = i
				return v, s.fail("no escape that JSON has")
			}
			i += n
		case special[b[i]]:
			s.i = i
			return v, s.fail("a control character in a string, not escaped")
		default:
			i++
		}
	}
	return v, s.fail("a string without an end")
}

// escapeLen returns the length of the escape at the beginning of b, or 0 if it is invalid.
// b begins with a backslash.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	switch b[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2
	case 'u':
		if _, ok := hex4(b[2:]); ok {
			return 6
		}
	}
	return 0
}

// value scans any value, which may be nested at most depth deep.
func (s *scanner) value(depth int) (v value, ok bool) {
	c := s.peek()
	if c == '"' {
		return s.str()
	}
	v.lo = int32(s.i)
	switch c {
	case 't':
		v.kind, ok = kindTrue, s.word("true")
	case 'f':
		v.kind, ok = kindFalse, s.word("false")
	case 'n':
		v.kind, ok = kindNull, s.word("null")
	case '[':
		v.kind, ok = kindArray, s.array(depth)
	case '{':
		v.kind, ok = kindObject, s.object(depth)
	default:
		v.kind, ok = kindNumber, s.number()
	}
	v.hi = int32(s.i)
	return v, ok
}

func (s *scanner) word(w string) bool {
	if rest := s.b[s.i:]; len(rest) < len(w) || string(rest[:len(w)]) != w {
		return s.fail("no JSON value")
	}
	s.i += len(w)
	return true
}

func (s *scanner) digits() bool {
	from := s.i
	for s.i < len(s.b) && '0' <= s.b[s.i] && s.b[s.i] <= '9' {
		s.i++
	}
	return s.i > from
}

func (s *scanner) number() bool {
	s.skip('-', '-')
	ok := s.skip('0', '0') || s.digits()
	if ok && s.skip('.', '.') {
		ok = s.digits()
	}
	if ok && s.skip('e', 'E') {
		s.skip('+', '-')
		ok = s.digits()
	}
	return ok || s.fail("no JSON value")
}

// skip skips the next byte if it is a or b, and reports whether it is.
func (s *scanner) skip(a, b byte) bool {
	if s.i < len(s.b) && (s.b[s.i] == a || s.b[s.i] == b) {
		s.i++
		return true
	}
	return false
}

// array scans an array, whose bracket is the next byte.
func (s *scanner) array(depth int) bool {
	if depth == 0 {
		return s.fail(fmt.Sprintf("nested more than %d deep", MaxDepth))
	}
	s.i++
	if s.peek() == ']' {
		s.i++
		return true
	}
	for {
		if _, ok := s.value(depth - 1); !ok {
			return false
		}
		switch s.peek() {
		case ',':
			s.i++
		case ']':
			s.i++
			return true
		default:
			return s.fail("neither a comma nor the end of the array")
		}
	}
}

// object scans an object, whose brace is the next byte. It permits repeated keys: it scans
// only values of unknown keys, which no reader uses.
func (s *scanner) object(depth int) bool {
	if depth == 0 {
		return s.fail(fmt.Sprintf("nested more than %d deep", MaxDepth))
	}
	s.i++
	for first := true; ; first = false {
		if _, ok := s.key(first); !ok {
			return s.err == nil
		}
		if _, ok := s.value(depth - 1); !ok {
			return false
		}
	}
}

// key scans the next key of an object and its colon. first tells that it is the first key
// of the object. At the end of the object it scans the brace and reports false.
func (s *scanner) key(first bool) (k value, ok bool) {
	c := s.peek()
	if c == '}' {
		s.i++
		return k, false
	}
	if !first {
		if c != ',' {
			return k, s.fail("neither a comma nor the end of the object")
		}
		s.i++
		c = s.peek()
	}
	if c != '"' {
		return k, s.fail("no key where one has to be")
	}
	if k, ok = s.str(); !ok {
		return k, false
	}
	if s.peek() != ':' {
		return k, s.fail("no colon after a key")
	}
	s.i++
	return k, true
}

// unescape appends the decoded form of b, the inside of a scanned string. It encodes a
// lone surrogate as three bytes, as generalised UTF-8 does, which equal no valid text.
func unescape(dst, b []byte) []byte {
	for i := 0; i < len(b); i++ {
		if b[i] != '\\' {
			dst = append(dst, b[i])
			continue
		}
		i++
		switch b[i] {
		case 'u':
			r, _ := hex4(b[i+1:])
			i += 4
			if utf16.IsSurrogate(r) {
				pair := utf8.RuneError
				if second, ok := bytes.CutPrefix(b[i+1:], []byte(`\u`)); ok {
					low, _ := hex4(second)
					pair = utf16.DecodeRune(r, low)
				}
				if pair == utf8.RuneError {
					dst = append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
					continue
				}
				r = pair
				i += 6
			}
			dst = utf8.AppendRune(dst, r)
		default:
			c := b[i] // also a quote, a backslash, a slash
			if short := strings.IndexByte("bfnrt", c); short >= 0 {
				c = "\b\f\n\r\t"[short]
			}
			dst = append(dst, c)
		}
	}
	return dst
}

// hex4 decodes the four hexadecimal digits at the beginning of b. It reports false if there
// are fewer. Escapes are frequent, and package encoding/hex takes five times as long.
func hex4(b []byte) (r rune, ok bool) {
	if len(b) < 4 {
		return 0, false
	}
	for _, c := range b[:4] {
		switch lower := c | 0x20; {
		case '0' <= c && c <= '9':
			r = r<<4 | rune(c-'0')
		case 'a' <= lower && lower <= 'f':
			r = r<<4 | rune(lower-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
