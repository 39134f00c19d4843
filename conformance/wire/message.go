package wire

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// keys holds the keys that the protocol knows beside attributes, each as its own value.
var keys = func() map[string]string {
	keys := make(map[string]string)
	for key := range strings.FieldsSeq(`
		id op protocol edition implementation version language homepage ops methods bytes nul apply_attributes apply_unread
		token hex other tokens before unread valid equal crash unsupported error original last name`) {
		keys[key] = key
	}
	return keys
}()

// options permit a lone surrogate in a string, and repeated keys in the value of an unknown key.
var options = []jsontext.Options{jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)}

// message is a parsed line: its members with a known key. The operation determines which keys have
// a meaning, so the methods below check the type of a value when it is read. They keep the first
// error in err; their results are meaningless after it.
//
// The zero value is ready for use. A message can be reused, and keeps its memory.
type message struct {
	members []member
	err     error // a [*FormError], or nil

	json    []byte // what decoder reads: the line, or a value
	source  bytes.Buffer
	decoder jsontext.Decoder

	inner map[string]*message // by key, for inside
	texts map[string]string   // for intern; may be nil

	edition   *notation.Edition // whose attributes are known keys; nil for none
	announced optional[bool]    // whether hello announced apply_attributes, if that is known
}

// optional is a value that may be absent. The zero value is absent.
type optional[T any] struct {
	value T
	given bool
}

// member is a known key with its value, a part of the line.
type member struct {
	key   string
	value jsontext.Value
}

// begin parses a line, without its LF, and returns its id. A CR before the LF is ordinary white space.
func (m *message) begin(line []byte) (id int64, err error) {
	if m.err = m.parse(line); m.err == nil {
		id = m.id()
	}
	return id, m.err
}

func (m *message) parse(line []byte) error {
	m.reset(line)
	if m.decoder.PeekKind() != jsontext.KindBeginObject {
		return notObject(line)
	}
	if !utf8.Valid(line) {
		return &FormError{BadJSON, "not valid UTF-8"}
	}
	err := m.readMembers(m)
	if end := m.decoder.InputOffset(); err == nil {
		if _, err = m.decoder.ReadToken(); err == io.EOF {
			return nil
		}
		err = &jsontext.SyntacticError{ByteOffset: end, Err: errors.New("something after the end of the object")}
	}
	at, what := badJSON(err)
	return &FormError{BadJSON, fmt.Sprintf("byte %d: %s", at, what)}
}

// reset makes the decoder read json. A decoder does not copy what it reads from a bytes.Buffer.
func (m *message) reset(json []byte) {
	m.json, m.source = json, *bytes.NewBuffer(json)
	m.decoder.Reset(&m.source, options...)
}

// readMembers reads the next object into the members of a message: of m, or of one inside it.
func (m *message) readMembers(of *message) error {
	of.members, of.err = of.members[:0], nil
	others := make(map[string]bool)
	_, err := m.decoder.ReadToken()
	for err == nil && m.decoder.PeekKind() == jsontext.KindString {
		err = m.readMember(of, others)
	}
	if err == nil {
		_, err = m.decoder.ReadToken() // the end of the object, or an error
	}
	return err
}

// readMember reads a member of an object. others holds the unknown keys before it.
func (m *message) readMember(of *message, others map[string]bool) error {
	quoted, err := m.decoder.ReadValue()
	if err != nil {
		return err
	}
	name, _ := unquote(quoted)
	key, known := of.known(name)
	if of.has(key) || others[string(name)] {
		twice := "the key " + conformance.Quote(name) + " stands twice"
		if of == m {
			return &jsontext.SyntacticError{ByteOffset: m.decoder.InputOffset() - int64(len(quoted)), Err: errors.New(twice)}
		}
		of.fail(conformance.Visible(twice, "")) // which is an error only if the object has a meaning
	}
	if !known {
		others[string(name)] = true
	}
	var v jsontext.Value
	if isInside := of == m && (key == "implementation" || key == "last"); isInside && m.decoder.PeekKind() == jsontext.KindBeginObject {
		v, err = jsontext.Value("{}"), m.readMembers(m.messageIn(key))
	} else {
		v, err = m.readValue()
	}
	if known {
		of.members = append(of.members, member{key, v})
	}
	return err
}

// known returns a key that is known.
func (m *message) known(name []byte) (key string, known bool) {
	if key, known = keys[string(name)]; !known && m.edition != nil {
		for _, a := range m.edition.Attributes {
			if a.Key == string(name) {
				return a.Key, true
			}
		}
	}
	return key, known
}

var errTooDeep = fmt.Errorf("nested more than %d deep", MaxDepth)

// messageIn returns the message for the members of the object key.
func (m *message) messageIn(key string) *message {
	if m.inner == nil {
		m.inner = map[string]*message{}
	}
	if m.inner[key] == nil {
		m.inner[key] = &message{texts: m.texts}
	}
	m.inner[key].edition = m.edition
	return m.inner[key]
}

// readValue reads a value, nested at most MaxDepth deep. It does not use ReadValue for an object or an array,
// because that is recursive.
func (m *message) readValue() (jsontext.Value, error) {
	d := &m.decoder
	if kind := d.PeekKind(); kind != jsontext.KindBeginObject && kind != jsontext.KindBeginArray {
		v, err := d.ReadValue() // valid until the next read only
		end := d.InputOffset()
		return m.json[end-int64(len(v)) : end], err
	}
	outside := d.StackDepth()
	_, err := d.ReadToken()
	begin := d.InputOffset() - 1
	for err == nil && d.StackDepth() > outside {
		if d.StackDepth() > outside+MaxDepth {
			return nil, &jsontext.SyntacticError{ByteOffset: d.InputOffset() - 1, Err: errTooDeep}
		}
		_, err = d.ReadToken()
	}
	return m.json[begin:d.InputOffset()], err
}

// inside calls read with the members of the object key.
func (m *message) inside(key string, read func(inner *message)) {
	inner := m.inner[key]
	if m.value(key).Kind() != jsontext.KindBeginObject {
		m.fail(key + " is not an object")
		return
	}
	if inner.err == nil {
		read(inner)
	}
	if inner.err != nil {
		m.fail(inner.err.Error() + ", in " + key)
	}
}

// value returns the value of key, or nil if it is absent.
func (m *message) value(key string) jsontext.Value {
	for i := range m.members {
		if m.members[i].key == key {
			return m.members[i].value
		}
	}
	return nil
}

func (m *message) has(key string) bool { return m.value(key) != nil }

// fail sets err, unless it is set.
func (m *message) fail(what string) {
	if m.err == nil {
		m.err = &FormError{BadMember, what}
	}
}

// id returns the id, which is required and has to be written as an integer.
func (m *message) id() int64 {
	if !m.has("id") {
		m.fail("no id")
	}
	id, err := m.integer("id")
	if err != nil {
		m.fail("the id is not an integer from 0 to 2^53-1, written as one")
	}
	return int64(id)
}

// integer returns the value of key, an integer from 0 to MaxID that consists of digits only.
func (m *message) integer(key string) (uint64, error) {
	return strconv.ParseUint(string(m.value(key)), 10, 53)
}

// boolean returns the value of key, which may be absent.
func (m *message) boolean(key string) optional[bool] {
	v := m.value(key)
	kind := v.Kind()
	if v != nil && kind != jsontext.KindTrue && kind != jsontext.KindFalse {
		m.fail(key + " is neither true nor false")
	}
	return optional[bool]{kind == jsontext.KindTrue, v != nil}
}

// text returns the value of key, which may be absent.
func (m *message) text(key string) (text optional[string]) {
	switch v := m.value(key); {
	case v.Kind() == jsontext.KindString:
		text = optional[string]{m.string(v), true}
	case v != nil:
		m.fail(key + " is not a string")
	}
	return text
}

// string returns the text of a string. See unquote about lone surrogates.
func (m *message) string(v jsontext.Value) string {
	text, _ := unquote(v)
	return m.intern(text)
}

// kept is text in at most [MaxText] bytes. Equal texts have equal results.
func (m *message) kept(key string) optional[string] {
	text := m.text(key)
	text.value = digest(text.value)
	return text
}

// digest returns a text, or its beginning and its digest if it is longer than [MaxText].
func digest(text string) string {
	if len(text) <= MaxText {
		return text
	}
	mark := fmt.Sprintf("... (%d bytes, SHA-256 %x)", len(text), sha256.Sum256([]byte(text)))
	return cut(text, MaxText-len(mark)) + mark
}

// cut returns the first most bytes of text, or fewer to end with a whole character.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	n := most
	for n > most-utf8.UTFMax && !utf8.RuneStart(text[n]) {
		n--
	}
	return strings.Clone(text[:n])
}

// elements yields the elements of key, an array of strings that may be absent.
func (m *message) elements(key string) iter.Seq[jsontext.Value] {
	return func(yield func(jsontext.Value) bool) {
		v := m.value(key)
		if v == nil {
			return
		}
		m.reset(v) // no errors follow: readMembers has read v
		array, _ := m.decoder.ReadToken()
		ok := array.Kind() == jsontext.KindBeginArray
		for ok && m.decoder.PeekKind() != jsontext.KindEndArray {
			e, _ := m.decoder.ReadValue()
			if ok = e.Kind() == jsontext.KindString; ok && !yield(e) {
				return
			}
		}
		if !ok {
			m.fail(key + " is not an array of strings")
		}
	}
}

// unquote decodes a string. If it holds a lone surrogate, whole is false, and text has the escapes as
// they stand in the line: no valid token has a backslash.
func unquote(v jsontext.Value) (text []byte, whole bool) {
	raw := v[1 : len(v)-1]
	if bytes.IndexByte(raw, '\\') < 0 {
		return raw, true
	}
	if text, err := jsontext.AppendUnquote(nil, v); err == nil {
		return text, true
	}
	return raw, false
}

// intern returns b as a string. It keeps short ones in m.texts, such as tokens and states, which saves
// allocations.
func (m *message) intern(b []byte) string {
	if len(b) > 10 {
		return string(b)
	}
	text, ok := m.texts[string(b)]
	if !ok {
		text = string(b)
		if m.texts != nil && len(m.texts) < 1024 {
			m.texts[text] = text
		}
	}
	return text
}
