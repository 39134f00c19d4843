package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/notation"
)

// key is a key of a request or a response that the protocol knows.
type key uint8

const (
	keyUnknown key = iota
	keyID
	keyOp
	keyProtocol
	keyEdition
	keyImplementation
	keyVersion
	keyLanguage
	keyHomepage
	keyOps
	keyMethods
	keyBytes
	keyNUL
	keyToken
	keyHex
	keyOther
	keyTokens
	keyValid
	keyName
	keyError
	keyOriginal
	keyBefore
	keyLast
	keyApplyAttributes
	keyUnread
	keyApplyUnread
	keyEqual
	keyCrash
	keyUnsupported
	keyCount
)

// keyNames holds the names of the keys, in the order of the constants.
var keyNames = [keyCount]string{
	"", "id", "op", "protocol", "edition", "implementation", "version", "language", "homepage", "ops", "methods",
	"bytes", "nul", "token", "hex", "other", "tokens", "valid", "name", "error", "original", "before", "last", "apply_attributes", "unread", "apply_unread", "equal", "crash", "unsupported",
}

// keyTable holds each known key at the index keyHash. No two known keys have the same hash.
var keyTable = func() (table [128]key) {
	for k := keyUnknown + 1; k < keyCount; k++ {
		hash := keyHash(keyNames[k])
		if table[hash] != keyUnknown {
			panic("two keys of the protocol have the same hash: " + keyNames[k])
		}
		table[hash] = k
	}
	return table
}()

// keyHash returns a hash of a key that is not empty. The factors are chosen so that no two
// known keys have the same hash.
func keyHash[T string | []byte](k T) uint8 {
	return (uint8(len(k)) + 3*k[0] + 41*k[len(k)-1]) % 128
}

func keyOf(name []byte) key {
	if len(name) == 0 {
		return keyUnknown
	}
	if k := keyTable[keyHash(name)]; keyNames[k] == string(name) {
		return k
	}
	return keyUnknown
}

// message is a parsed line: the positions of the values of all known keys. The operation
// determines which keys have a meaning, so the methods below check the type of a value when
// it is read. They keep the first error in err; their results are meaningless after it.
//
// A message can be reused, and keeps its memory.
type message struct {
	line   []byte
	values [keyCount]value
	others map[uint64]bool // hashes of the unknown keys: a line can hold millions
	texts  *texts          // may be nil
	err    error           // a [*FormError], or nil

	edition    *notation.Edition             // nil if no attributes are read
	attributes [notation.MaxAttributes]value // of keys that only the edition has
	announced  optional[bool]                // whether hello announced apply_attributes, if that is known
}

// optional is a value that may be absent. The zero value is absent.
type optional[T any] struct {
	value T
	given bool
}

func some[T any](v T) optional[T] { return optional[T]{v, true} }

// parse parses a line, without its LF. A CR before the LF is ordinary white space.
func (m *message) parse(line []byte) error {
	m.line, m.others, m.err = line, nil, nil
	clear(m.values[:])
	clear(m.attributes[:])
	s := scanner{b: line}
	if s.peek() != '{' {
		return notObjectError(line)
	}
	if !utf8.Valid(line) {
		return &FormError{BadJSON, -1, "not valid UTF-8"}
	}
	if !m.members(&s) {
		return s.err
	}
	if s.space(); s.i < len(line) {
		return &FormError{BadJSON, s.i, "something after the end of the object"}
	}
	return nil
}

// begin parses a line, and returns its id.
func (m *message) begin(line []byte) (id int64, err error) {
	if err := m.parse(line); err != nil {
		return 0, err
	}
	id = m.id()
	return id, m.err
}

// notObjectError returns the error for a line that does not begin an object.
func notObjectError(line []byte) *FormError {
	switch {
	case len(bytes.TrimLeft(line, " \t\r")) == 0:
		return &FormError{EmptyLine, -1, "an empty line"}
	case bytes.HasPrefix(line, []byte("\xEF\xBB\xBF")):
		return &FormError{ByteOrderMark, -1, "a byte order mark"}
	}
	return &FormError{NotObject, -1, "no JSON object"}
}

// members scans the object at the position of s into m.values.
func (m *message) members(s *scanner) bool {
	s.i++
	for first := true; ; first = false {
		k, ok := s.key(first)
		if !ok {
			return s.err == nil
		}
		name := m.line[k.lo:k.hi]
		if k.escaped {
			name = unescape(nil, name)
		}
		known, depth := keyOf(name), MaxDepth
		if known == keyImplementation || known == keyLast {
			depth++ // unknown keys inside it may have the full MaxDepth, too
		}
		into := &m.values[known]
		if attribute := m.attribute(known, name); attribute != nil {
			into = attribute
		}
		if into.kind != kindAbsent || into == &m.values[keyUnknown] && m.seen(name) {
			s.i = int(k.lo) - 1
			return s.fail(fmt.Sprintf("the key %q stands twice", excerpt(name, 40)))
		}
		v, ok := s.value(depth)
		if !ok {
			return false
		}
		if into != &m.values[keyUnknown] {
			*into = v
		}
	}
}

// attribute returns the place of an attribute that is no known key, or nil.
func (m *message) attribute(known key, name []byte) *value {
	if known == keyUnknown && m.edition != nil {
		for i, a := range m.edition.Attributes {
			if a.Key == string(name) {
				return &m.attributes[i]
			}
		}
	}
	return nil
}

// keySeed is random, so that no adapter can construct collisions.
var keySeed = maphash.MakeSeed()

// seen reports whether it was called with name before for this line.
func (m *message) seen(name []byte) bool {
	if m.others == nil {
		m.others = make(map[uint64]bool)
	}
	hash := maphash.Bytes(keySeed, name)
	seen := m.others[hash]
	m.others[hash] = true
	return seen
}

// inside returns the members of the object k, which has to be there. After reading them, the
// caller passes their error to failInside.
func (m *message) inside(k key) (inner message, ok bool) {
	v := m.values[k]
	if v.kind != kindObject {
		m.fail(keyNames[k] + " is not an object")
		return inner, false
	}
	inner = message{line: m.line, texts: m.texts, edition: m.edition}
	s := scanner{b: m.line, i: int(v.lo)}
	if !inner.members(&s) {
		m.fail(s.err.Error() + ", in " + keyNames[k])
		return inner, false
	}
	return inner, true
}

// failInside fails with an error of the members of k, or nil.
func (m *message) failInside(k key, err error) {
	if err != nil {
		m.fail(err.Error() + ", in " + keyNames[k])
	}
}

func (m *message) has(k key) bool { return m.values[k].kind != kindAbsent }

// fail sets err, unless it is set.
func (m *message) fail(what string) {
	if m.err == nil {
		m.err = &FormError{BadMember, -1, what}
	}
}

// id returns the id, which is required and has to be written as an integer.
func (m *message) id() int64 {
	v := m.values[keyID]
	if v.kind == kindAbsent {
		m.fail("no id")
		return 0
	}
	id, ok := m.integer(v)
	if !ok || id > MaxID {
		m.fail("the id is not an integer from 0 to 2^53-1, written as one")
	}
	return id
}

// integer decodes a number that consists of digits only. For a number above MaxID it
// returns some number above MaxID.
func (m *message) integer(v value) (n int64, ok bool) {
	if v.kind != kindNumber {
		return 0, false
	}
	for _, c := range m.line[v.lo:v.hi] {
		if c < '0' || c > '9' {
			return 0, false
		}
		if n <= MaxID {
			n = n*10 + int64(c-'0')
		}
	}
	return n, true
}

// boolean returns the value of k, which may be absent.
func (m *message) boolean(k key) optional[bool] { return m.booleanOf(keyNames[k], m.values[k].kind) }

func (m *message) booleanOf(name string, kind kind) optional[bool] {
	if kind != kindAbsent && kind != kindTrue && kind != kindFalse {
		m.fail(name + " is neither true nor false")
	}
	return optional[bool]{kind == kindTrue, kind != kindAbsent}
}

// text returns the value of k, which may be absent.
func (m *message) text(k key) optional[string] {
	return m.textOf(keyNames[k], m.values[k], m.string)
}

func (m *message) textOf(name string, v value, decode func(value) string) (text optional[string]) {
	switch v.kind {
	case kindAbsent:
	case kindString:
		text = some(decode(v))
	default:
		m.fail(name + " is not a string")
	}
	return text
}

// string returns the decoded string v, in generalised UTF-8.
func (m *message) string(v value) string { return m.texts.string(m.bytes(v)) }

// bytes is string as bytes. They are valid as long as the line is.
func (m *message) bytes(v value) []byte {
	b := m.line[v.lo:v.hi]
	if v.escaped {
		b = unescape(make([]byte, 0, len(b)), b)
	}
	return b
}

// kept returns the value of k, which may be absent, in at most [MaxText] bytes. Equal
// strings have equal results.
func (m *message) kept(k key) optional[string] {
	return m.textOf(keyNames[k], m.values[k], m.keptString)
}

// keptString is kept for a string value.
func (m *message) keptString(v value) string {
	if v.hi-v.lo <= MaxText {
		return m.string(v)
	}
	b := m.bytes(v)
	if len(b) <= MaxText {
		return string(b)
	}
	mark := fmt.Sprintf("... (%d bytes, SHA-256 %x)", len(b), sha256.Sum256(b))
	return beginning(b, MaxText-len(mark)) + mark
}

// beginning returns at most most bytes from the beginning of a longer text. It does not split
// a character.
func beginning[T string | []byte](text T, most int) string {
	n := most
	for n > most-utf8.UTFMax && !utf8.RuneStart(text[n]) {
		n--
	}
	return strings.Clone(string(text[:n]))
}

// elements yields the elements of k, an array of strings that may be absent.
func (m *message) elements(k key) iter.Seq[value] {
	return func(yield func(value) bool) {
		v := m.values[k]
		if v.kind == kindAbsent {
			return
		}
		if v.kind != kindArray {
			m.fail(keyNames[k] + " is not an array of strings")
			return
		}
		s := scanner{b: m.line, i: int(v.lo) + 1} // cannot fail: the array was scanned before
		for s.peek() != ']' {
			e, _ := s.value(MaxDepth)
			if e.kind != kindString {
				m.fail(keyNames[k] + " is not an array of strings")
				return
			}
			if !yield(e) {
				return
			}
			if s.peek() == ',' {
				s.i++
			}
		}
	}
}

// texts converts bytes to strings. It caches short ones, such as tokens and states, to
// avoid allocations. The zero value is ready for use; a nil *texts does not cache.
type texts struct{ slots [1024]string }

// maxRemembered is the length of the longest string that texts caches, in bytes.
const maxRemembered = 10

func (t *texts) string(b []byte) string {
	if t == nil || len(b) > maxRemembered {
		return string(b)
	}
	var word [8]byte
	copy(word[:], b)
	h := binary.LittleEndian.Uint64(word[:]) * 0x9E3779B97F4A7C15 // 2^64 divided by the golden ratio
	slot := &t.slots[(h>>32^uint64(len(b)))%uint64(len(t.slots))]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}

// excerpt returns b, or its first limit bytes and "..." if it is longer.
func excerpt(b []byte, limit int) []byte {
	if len(b) <= limit {
		return b
	}
	return append(b[:limit:limit], "..."...)
}
