package wire

import (
	"bytes"
	"crypto/sha256"
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

// message is a parsed line: its members with a known key, and those of the objects in it. The operation
// determines which keys have a meaning, so the methods that read a value check its type. They keep the
// first error in err; their results are meaningless after it.
//
// The zero value is ready for use. A message can be reused, and keeps its memory.
type message struct {
	members []member // of the line, and of the objects in it
	in      string   // the key of the object whose members are read; "" for the line itself
	err     error    // a [*FormError], or nil

	json    []byte // what decoder reads: the line, or a value
	source  bytes.Buffer
	decoder jsontext.Decoder

	texts   map[string]string // for intern; may be nil
	edition *notation.Edition // whose attributes are known keys; nil for none
}

// member is a known key with its value, a part of the line.
type member struct {
	in, key string
	value   jsontext.Value
}

// repeated is the key of a member that describes the first repeated key of an object in the line.
const repeated = "\x00"

var object = jsontext.Value("{}")

// begin parses a line, without its LF, and returns its id, which is required and has to be written as an
// integer. A CR before the LF is ordinary white space.
func (m *message) begin(line []byte) (id int64, err error) {
	m.members, m.in, m.err = m.members[:0], "", nil
	if err := m.readLine(line); err != nil {
		return 0, err
	}
	n, err := integer(m.require("id"))
	if err != nil {
		m.fail("the id is not an integer from 0 to 2^53-1, written as one")
	}
	return int64(n), m.err
}

// readLine reads the members of a line. The error is a [*FormError].
func (m *message) readLine(line []byte) error {
	m.reset(line)
	if m.decoder.PeekKind() != jsontext.KindBeginObject {
		return notObject(line)
	}
	if !utf8.Valid(line) {
		return &FormError{BadJSON, "not valid UTF-8"}
	}
	if err := m.readObject(); err != nil {
		return badJSON(err)
	}
	end := m.decoder.InputOffset()
	if _, err := m.decoder.ReadToken(); err != io.EOF {
		return badJSON(syntaxError(end, "something after the end of the object"))
	}
	return nil
}

// reset makes the decoder read json. A decoder does not copy what it reads from a bytes.Buffer.
func (m *message) reset(json []byte) {
	m.json, m.source = json, *bytes.NewBuffer(json)
	m.decoder.Reset(&m.source, options...)
}

func (m *message) readObject() error {
	others := make(map[string]bool) // the unknown keys so far
	_, err := m.decoder.ReadToken()
	for err == nil && m.decoder.PeekKind() == jsontext.KindString {
		err = m.readMember(others)
	}
	if err == nil {
		_, err = m.decoder.ReadToken() // the end of the object, or an error
	}
	return err
}

func (m *message) readMember(others map[string]bool) error {
	quoted, err := m.decoder.ReadValue()
	if err != nil {
		return err
	}
	name, _ := unquote(quoted)
	key, known := m.known(name)
	if known && m.has(key) || others[string(name)] {
		twice := "the key " + conformance.Quote(name) + " occurs twice"
		if m.in == "" {
			return syntaxError(m.decoder.InputOffset()-int64(len(quoted)), twice)
		}
		if !m.has(repeated) {
			m.members = append(m.members, member{m.in, repeated, jsontext.Value(conformance.Visible(twice, ""))})
		}
	}
	var v jsontext.Value
	if isObject(m.in, key) && m.decoder.PeekKind() == jsontext.KindBeginObject {
		m.in, v = key, object
		err = m.readObject()
		m.in = ""
	} else {
		v, err = m.readValue()
	}
	if known {
		m.members = append(m.members, member{m.in, key, v})
	} else {
		others[string(name)] = true
	}
	return err
}

// isObject reports whether the value of a key, in the object in, has keys that are known.
func isObject(in, key string) bool {
	return in == "" && (key == "implementation" || key == "last")
}

func (m *message) known(name []byte) (key string, known bool) {
	if key, known = keys[string(name)]; known || m.edition == nil {
		return key, known
	}
	if i := m.edition.Index(string(name)); i >= 0 {
		return m.edition.Attributes[i].Key, true
	}
	return "", false
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
			return nil, syntaxError(d.InputOffset()-1, fmt.Sprintf("nested more than %d deep", MaxDepth))
		}
		_, err = d.ReadToken()
	}
	return m.json[begin:d.InputOffset()], err
}

// inside calls read, for which the members are those of the object key, which has to be present.
func (m *message) inside(key string, read func()) {
	if m.require(key).Kind() != jsontext.KindBeginObject {
		m.fail(key + " is not an object")
		return
	}
	m.in = key
	if twice := m.value(repeated); twice != nil {
		m.fail(string(twice))
	}
	read()
	m.in = ""
}

func (m *message) value(key string) jsontext.Value {
	for i := range m.members {
		if of := &m.members[i]; of.key == key && of.in == m.in {
			return of.value
		}
	}
	return nil
}

func (m *message) has(key string) bool { return m.value(key) != nil }

// require returns the value of key, which has to be present.
func (m *message) require(key string) jsontext.Value {
	v := m.value(key)
	if v == nil {
		m.fail("no " + key)
	}
	return v
}

func (m *message) fail(what string) {
	if m.in != "" {
		what += ", in " + m.in
	}
	if m.err == nil {
		m.err = &FormError{BadMember, what}
	}
}

// boolean returns the value of key, false if it is absent.
func (m *message) boolean(key string) bool { return m.booleanOf(key, m.value(key)) }

func (m *message) booleanOf(key string, v jsontext.Value) bool {
	kind := v.Kind()
	if v != nil && kind != jsontext.KindTrue && kind != jsontext.KindFalse {
		m.fail(key + " is neither true nor false")
	}
	return kind == jsontext.KindTrue
}

// text returns the text of key, which may be absent.
func (m *message) text(key string) string { return m.textOf(key, m.value(key)) }

func (m *message) textOf(key string, v jsontext.Value) string {
	if v.Kind() == jsontext.KindString {
		return m.string(v)
	}
	if v != nil {
		m.fail(key + " is not a string")
	}
	return ""
}

// string returns the text of a string. See unquote about lone surrogates.
func (m *message) string(v jsontext.Value) string {
	text, _ := unquote(v)
	return m.intern(text)
}

// elements yields the elements of key, an array of strings that may be absent.
func (m *message) elements(key string) iter.Seq[jsontext.Value] {
	return func(yield func(jsontext.Value) bool) {
		v := m.value(key)
		if v == nil {
			return
		}
		m.reset(v) // no errors follow: readMember has read v
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

// integer returns an integer from 0 to MaxID that is written with digits only.
func integer(v jsontext.Value) (uint64, error) { return strconv.ParseUint(string(v), 10, 53) }

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

// digest returns a text, or its beginning and its digest if it is longer than [MaxText]. Equal texts have
// equal results.
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
