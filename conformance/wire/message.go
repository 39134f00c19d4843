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
)

// key is a key of a message that the protocol knows, of either direction.
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
	keyPIN
	keyNative
	keyDerived
	keyName
	keySide
	keyState
	keyTerminal
	keyError
	keyOriginal
	keyEqual
	keyCrash
	keyUnsupported
	keyCount
)

var keyNames = [keyCount]string{
	keyID:             "id",
	keyOp:             "op",
	keyProtocol:       "protocol",
	keyEdition:        "edition",
	keyImplementation: "implementation",
	keyVersion:        "version",
	keyLanguage:       "language",
	keyHomepage:       "homepage",
	keyOps:            "ops",
	keyMethods:        "methods",
	keyBytes:          "bytes",
	keyNUL:            "nul",
	keyToken:          "token",
	keyHex:            "hex",
	keyOther:          "other",
	keyTokens:         "tokens",
	keyValid:          "valid",
	keyPIN:            "pin",
	keyNative:         "native",
	keyDerived:        "derived",
	keyName:           "name",
	keySide:           "side",
	keyState:          "state",
	keyTerminal:       "terminal",
	keyError:          "error",
	keyOriginal:       "original",
	keyEqual:          "equal",
	keyCrash:          "crash",
	keyUnsupported:    "unsupported",
}

// keyTable holds each known key where keyHash has it. No two have the same hash.
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

// keyHash returns a hash of a key that is not empty. The factors are such that no two known
// keys have the same.
func keyHash[T string | []byte](k T) uint8 {
	return (uint8(len(k)) + 3*k[0] + 24*k[len(k)-1]) % 128
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

// message is a line taken apart: where the value of each key stands that the
// protocol knows. Which of them mean something depends on the operation, so types
// are looked at when a value is asked for, by the methods below. They remember the
// first error in err; what they return after it means nothing.
//
// A message may be used again and again; it keeps what it has allocated.
type message struct {
	line   []byte
	values [keyCount]value
	others [][]byte        // unknown keys seen, unescaped
	more   map[uint64]bool // hashes of those beyond the first maxOthers: a line holds millions
	texts  *texts          // may be nil
	err    *FormError
}

// maxOthers is up to how many unknown keys are compared one by one.
const maxOthers = 16

// parse takes a line apart, its LF already off. A CR that stands before the LF is
// white space like any other.
func (m *message) parse(line []byte) error {
	m.reset(line)
	s := scanner{b: line}
	if s.peek() != '{' {
		return whatInstead(line)
	}
	if !utf8.Valid(line) {
		return &FormError{BadJSON, firstInvalid(line), "not valid UTF-8"}
	}
	if !m.members(&s) {
		return s.err
	}
	if s.space(); s.i < len(line) {
		return &FormError{BadJSON, s.i, "something after the end of the object"}
	}
	return nil
}

func (m *message) reset(line []byte) {
	m.line, m.others, m.more, m.err = line, m.others[:0], nil, nil
	clear(m.values[:])
}

// whatInstead says what a line is that begins no object.
func whatInstead(line []byte) *FormError {
	switch {
	case len(bytes.TrimLeft(line, " \t\r")) == 0:
		return &FormError{EmptyLine, -1, "an empty line"}
	case bytes.HasPrefix(line, []byte("\xEF\xBB\xBF")):
		return &FormError{ByteOrderMark, -1, "a byte order mark"}
	}
	return &FormError{NotObject, -1, "no JSON object"}
}

func firstInvalid(b []byte) int {
	for i := 0; ; {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n <= 1 {
			return i
		}
		i += n
	}
}

// members scans the object that s stands before into m.values.
func (m *message) members(s *scanner) bool {
	s.i++
	for first := true; ; first = false {
		k, ok := s.key(first)
		if !ok {
			return s.err == nil
		}
		name := m.line[k.lo:k.hi]
		if k.escaped {
			name, _ = unescape(nil, name)
		}
		known, depth := keyOf(name), MaxDepth
		if known == keyImplementation {
			depth++ // what its unknown keys hold may be as deep as anywhere
		}
		if m.has(known) || known == keyUnknown && m.seen(name) {
			s.i = int(k.lo) - 1
			return s.fail(fmt.Sprintf("the key %q stands twice", excerpt(name, 40)))
		}
		v, ok := s.value(depth)
		if !ok {
			return false
		}
		if known != keyUnknown {
			m.values[known] = v
		}
	}
}

// keySeed is one that no adapter knows.
var keySeed = maphash.MakeSeed()

// seen reports whether it was called with name before.
func (m *message) seen(name []byte) bool {
	for _, o := range m.others {
		if bytes.Equal(o, name) {
			return true
		}
	}
	if len(m.others) < maxOthers {
		m.others = append(m.others, name)
		return false
	}
	if m.more == nil {
		m.more = make(map[uint64]bool)
	}
	hash := maphash.Bytes(keySeed, name)
	if m.more[hash] {
		return true
	}
	m.more[hash] = true
	return false
}

func (m *message) has(k key) bool { return m.values[k].kind != kindAbsent }

// fail notes what is wrong, unless something was before.
func (m *message) fail(what string) {
	if m.err == nil {
		m.err = &FormError{BadMember, -1, what}
	}
}

// failure returns m.err as an error that is nil where there is none.
func (m *message) failure() error {
	if m.err == nil {
		return nil
	}
	return m.err
}

// id returns the id. It has to be there, and written as an integer.
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

// integer reads digits and nothing else; a number beyond every limit of the
// protocol comes back as some number beyond them.
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
func (m *message) boolean(k key) (v, present bool) {
	switch m.values[k].kind {
	case kindAbsent:
		return false, false
	case kindTrue:
		return true, true
	case kindFalse:
		return false, true
	}
	m.fail(keyNames[k] + " is neither true nor false")
	return false, false
}

// text returns the value of k, which may be absent.
func (m *message) text(k key) (_ string, present bool) {
	v := m.values[k]
	switch v.kind {
	case kindAbsent:
		return "", false
	case kindString:
		return m.string(v), true
	}
	m.fail(keyNames[k] + " is not a string")
	return "", false
}

// string returns what the string v says, in generalised UTF-8.
func (m *message) string(v value) string { return m.texts.string(m.bytes(v)) }

// bytes is string, for as long as the line is there.
func (m *message) bytes(v value) []byte {
	b := m.line[v.lo:v.hi]
	if v.escaped {
		b, _ = unescape(make([]byte, 0, len(b)), b)
	}
	return b
}

// kept returns the value of k, which may be absent, in a response: the same for the
// same, but no more than [MaxText] bytes.
func (m *message) kept(k key) (_ string, present bool) {
	v := m.values[k]
	if v.kind == kindString && v.hi-v.lo > MaxText {
		return m.keptString(v), true
	}
	return m.text(k)
}

// keptString is kept for a string.
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

// beginning returns up to most bytes at the beginning of a longer text, in whole
// characters.
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
		s := scanner{b: m.line, i: int(v.lo) + 1} // scanned before: nothing can fail
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

// texts makes strings of bytes, and gives the same string again for short ones that
// keep coming, such as tokens and states. The zero value is ready for use; a nil
// one remembers nothing.
type texts struct{ slots [1024]string }

// maxRemembered is the length of the longest string that is worth a slot.
const maxRemembered = 10

func (t *texts) string(b []byte) string {
	if t == nil || len(b) > maxRemembered {
		return string(b)
	}
	var word [8]byte
	copy(word[:], b)
	h := binary.LittleEndian.Uint64(word[:]) * 0x9E3779B97F4A7C15 // odd, and no pattern in it
	slot := &t.slots[(h>>32^uint64(len(b)))%uint64(len(t.slots))]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}

// excerpt returns b, or its beginning where it is longer than limit.
func excerpt(b []byte, limit int) []byte {
	if len(b) <= limit {
		return b
	}
	return append(b[:limit:limit], "..."...)
}
