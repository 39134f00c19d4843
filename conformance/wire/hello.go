package wire

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// DecodeHello decodes a line, without its LF, as the response to hello for an edition. The Description has
// no operations that are unknown, and no methods that the edition lacks. The error is
// [conformance.ErrUnsupportedEdition] if the library does not support the edition, or a [*FormError].
func DecodeHello(edition *notation.Edition, line []byte) (d conformance.Description, err error) {
	m := message{edition: edition}
	id, err := m.begin(line)
	if err != nil {
		return d, err
	}
	if id != 0 {
		m.fail("the id of hello is 0")
	}
	switch version, err := integer(m.require("protocol")); {
	case errors.Is(err, strconv.ErrSyntax):
		m.fail("protocol is not an integer, written as one")
	case version != Version && m.err == nil:
		return d, &FormError{OtherVersion, fmt.Sprintf("the adapter speaks version %.20s of the protocol; this runner speaks version %d",
			m.value("protocol"), Version)}
	}
	unsupported, all := isUnsupported(&m), describe(&m)
	if !unsupported && !all.Recognises() {
		m.fail("ops contains none of parse, valid, sweep")
	}
	switch {
	case m.err != nil:
		return d, m.err
	case unsupported:
		return all, conformance.ErrUnsupportedEdition
	}
	return all, nil
}

func describe(m *message) (d conformance.Description) {
	m.inside("implementation", func() {
		text := func(key string) string { return cut(m.text(key), maxFreeText) }
		d.Name, d.Version = text("name"), text("version")
		d.Language, d.Homepage = text("language"), text("homepage")
		if d.Name == "" {
			m.fail("no name, or an empty one")
		}
	})
	d.Ops = known(m, "ops", conformance.Ops())
	if !m.has("ops") {
		d.Ops = []conformance.Op{conformance.OpParse}
	}
	d.Methods = known(m, "methods", conformance.MethodsOf(m.edition))
	if m.value("bytes").Kind() == jsontext.KindBeginArray {
		d.Bytes = known(m, "bytes", conformance.Ops())
	} else if m.boolean("bytes") {
		d.Bytes = conformance.Ops()
	}
	d.NoNUL = m.has("nul") && !m.boolean("nul")
	d.ApplyAttributes = m.boolean("apply_attributes")
	d.ApplyUnread = m.boolean("apply_unread")
	return d
}

// known returns the members of all that the array key holds, in the order of all.
func known[S ~string](m *message, key string, all []S) []S {
	missing := slices.Clone(all)
	for e := range m.elements(key) { // allocates no string per element: there may be millions
		name, _ := unquote(e)
		missing = slices.DeleteFunc(missing, func(s S) bool { return string(s) == string(name) })
	}
	return slices.DeleteFunc(all, func(s S) bool { return slices.Contains(missing, s) })
}

// appendHello appends the line of the response to hello. unsupported reports that the library does not
// support the edition.
func appendHello(dst []byte, d conformance.Description, unsupported bool) []byte {
	dst = strconv.AppendInt(append(dst, `{"id":0,"protocol":`...), Version, 10)
	dst = appendText(dst, `,"implementation":{"name":`, cut(d.Name, maxFreeText))
	for _, f := range []struct{ key, value string }{
		{`,"version":`, d.Version},
		{`,"language":`, d.Language},
		{`,"homepage":`, d.Homepage},
	} {
		if f.value != "" {
			dst = appendText(dst, f.key, cut(f.value, maxFreeText))
		}
	}
	dst = append(dst, '}')
	if unsupported {
		return append(dst, `,"unsupported":true}`...)
	}
	dst = appendList(append(dst, `,"ops":`...), d.Ops, appendString)
	dst = appendList(append(dst, `,"methods":`...), d.Methods, appendString)
	switch {
	case len(d.TextOnly()) == 0:
		dst = append(dst, `,"bytes":true`...)
	case len(d.Bytes) > 0:
		dst = appendList(append(dst, `,"bytes":`...), d.Bytes, appendString)
	}
	if d.NoNUL {
		dst = append(dst, `,"nul":false`...)
	}
	if d.ApplyAttributes {
		dst = append(dst, `,"apply_attributes":true`...)
	}
	if d.ApplyUnread {
		dst = append(dst, `,"apply_unread":true`...)
	}
	return append(dst, '}')
}

// decodeHelloRequest decodes a message with an id as the first request, hello, and returns its edition.
func decodeHelloRequest(m *message, id int64) (edition string, err error) {
	if id != 0 {
		m.fail("the id of hello is 0")
	}
	if m.text("op") != opHello {
		m.fail("the first request is not hello")
	}
	if version, err := integer(m.value("protocol")); err != nil || version != Version {
		m.fail(fmt.Sprintf("protocol is not %d", Version))
	}
	edition = requiredText(m, "edition")
	return edition, m.err
}

const opHello = "hello"
