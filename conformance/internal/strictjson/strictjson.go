// Package strictjson reads JSON files that people may have changed: it refuses members that
// stand twice, strings that are not text, and whatever a JSON Schema does not allow.
package strictjson

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// WellFormed returns an error, a clause, where data is not one JSON value whose objects have
// no member twice and whose strings are text.
func WellFormed(data []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(data))
	_, err := d.ReadValue()
	if err == nil {
		if _, err = d.ReadToken(); err == io.EOF {
			return nil
		}
	}
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return errors.New("it is cut short")
	case !errors.As(err, &syntax):
		return fmt.Errorf("it is not JSON: line %d: data after its end", 1+bytes.Count(data[:d.InputOffset()], []byte("\n")))
	}
	line := 1 + bytes.Count(data[:syntax.ByteOffset], []byte("\n"))
	if errors.Is(err, jsontext.ErrDuplicateName) {
		return fmt.Errorf("the member %q appears twice in one object (line %d)", shortened(syntax.JSONPointer.LastToken()), line)
	}
	return fmt.Errorf("it is not JSON: line %d: %s", line, shortened(syntax.Err.Error()))
}

// Schema is a JSON Schema. Make one with [Compiler].
type Schema struct{ schema *jsonschema.Schema }

// Compiler returns what compiles schemas of embedded documents, which are given by their
// addresses. It panics if they are wrong.
func Compiler(documents map[string][]byte) func(address string) *Schema {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for address, data := range documents {
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err == nil {
			err = c.AddResource(address, document)
		}
		if err != nil {
			panic(err)
		}
	}
	return func(address string) *Schema { return &Schema{c.MustCompile(address)} }
}

// Read returns the JSON value in data. An error is a clause: why data is not well-formed, or
// which value the schema does not allow.
func (s *Schema) Read(data []byte) (document any, err error) {
	if err := WellFormed(data); err != nil {
		return nil, err
	}
	if document, err = jsonschema.UnmarshalJSON(bytes.NewReader(data)); err != nil {
		return nil, err
	}
	var invalid *jsonschema.ValidationError
	switch err := s.schema.Validate(document); {
	case err == nil:
		return document, nil
	case !errors.As(err, &invalid):
		return nil, err
	}
	// Of several alternatives the one that it fits furthest says most.
	for len(invalid.Causes) > 0 {
		invalid = slices.MaxFunc(invalid.Causes, func(a, b *jsonschema.ValidationError) int { return depth(a) - depth(b) })
	}
	where := cmp.Or(strings.Join(invalid.InstanceLocation, "."), "at the top")
	return nil, fmt.Errorf("%s: %s", shortened(where), shortened(invalid.ErrorKind.LocalizedString(message.NewPrinter(language.English))))
}

// depth is how deep the deepest cause of an error lies in the document.
func depth(e *jsonschema.ValidationError) int {
	deepest := len(e.InstanceLocation)
	for _, cause := range e.Causes {
		deepest = max(deepest, depth(cause))
	}
	return deepest
}

// shortened is a text of a file in a message.
func shortened(s string) string { return printable.Text(s).Short(120) }
