package smoke

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/epin-conformance/harness/conformance/wire"
)

// schemas are the published schemas, compiled, by their names without the ending, such
// as "parse-response".
type schemas map[string]*jsonschema.Schema

const schemaEnding = ".schema.json"

func loadSchemas() (schemas, error) {
	names, err := fs.Glob(wire.Schemas(), "*"+schemaEnding)
	if err != nil {
		return nil, err
	}
	compiler, all := jsonschema.NewCompiler(), make(schemas)
	for _, name := range names {
		text, err := fs.ReadFile(wire.Schemas(), name)
		if err != nil {
			return nil, err
		}
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if err := compiler.AddResource(name, document); err != nil {
			return nil, err
		}
		if all[strings.TrimSuffix(name, schemaEnding)], err = compiler.Compile(name); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// longest is up to what length, in bytes, lines are held against a schema, or taken
// apart otherwise than package wire does, which takes many times as much memory as the
// line.
const longest = 1 << 20

// check returns what a schema has against a line, or "".
func (all schemas) check(name string, line []byte) string {
	if len(line) > longest {
		return ""
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
	if err != nil {
		return err.Error()
	}
	var invalid *jsonschema.ValidationError
	switch err := all[name].Validate(document); {
	case err == nil:
		return ""
	case !errors.As(err, &invalid):
		return err.Error()
	}
	for len(invalid.Causes) > 0 {
		invalid = invalid.Causes[0]
	}
	what := invalid.ErrorKind.LocalizedString(message.NewPrinter(language.English))
	if len(invalid.InstanceLocation) > 0 {
		what = strings.Join(invalid.InstanceLocation, ".") + ": " + what
	}
	return what
}
