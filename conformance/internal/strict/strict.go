// Package strict decodes the project's own JSON files, for packages report and certificate.
package strict

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/epin-conformance/harness/conformance/internal/printable"
)

// Unmarshal decodes data, which is to be what ("a report"), into v. Repeated members are errors, and
// unknown ones too if options do not allow them. An error is a clause that describes the fault and its
// line, and is the same in each process, which errors of package json are not.
func Unmarshal(data []byte, what string, v any, options ...json.Options) error {
	err := json.Unmarshal(data, v, json.RejectUnknownMembers(true), json.JoinOptions(options...))
	line := func(offset int64) int { return 1 + bytes.Count(data[:offset], []byte("\n")) }
	var syntax *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("it is cut short")
	case errors.Is(err, jsontext.ErrDuplicateName) && errors.As(err, &syntax):
		return fmt.Errorf("line %d: the member %q appears twice in one object", line(syntax.ByteOffset), Shortened(syntax.JSONPointer.LastToken()))
	case errors.As(err, &syntax):
		return fmt.Errorf("it is not JSON: line %d: %s", line(syntax.ByteOffset), Shortened(syntax.Err.Error()))
	case errors.As(err, &semantic):
		why := "unexpected " + semantic.JSONKind.String()
		if semantic.Err != nil {
			why = semantic.Err.Error()
		}
		where := strings.Join(slices.Collect(semantic.JSONPointer.Tokens()), "/")
		return fmt.Errorf("it is not %s: line %d: %s: %s", what, line(semantic.ByteOffset), Shortened(cmp.Or(where, "its value")), Shortened(why))
	}
	return err
}

// Shortened escapes and truncates text of a file for a message.
func Shortened(s string) string { return printable.Text(s).Short(120) }
