package wire

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/epin-conformance/harness/conformance"
)

// FormError means that a line does not follow the protocol.
type FormError struct {
	Fault Fault
	What  string // a short description of the fault
}

// Error returns What.
func (e *FormError) Error() string { return e.What }

// FaultOf returns the fault of the [FormError] that err wraps, or 0.
func FaultOf(err error) Fault {
	if form, ok := errors.AsType[*FormError](err); ok {
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

func notObject(line []byte) error {
	switch {
	case len(bytes.TrimLeft(line, " \t\r")) == 0:
		return &FormError{EmptyLine, "an empty line"}
	case bytes.HasPrefix(line, []byte("\xEF\xBB\xBF")):
		return &FormError{ByteOrderMark, "a byte order mark"}
	}
	return &FormError{NotObject, "no JSON object"}
}

// badJSON returns the error for what package jsontext finds in an object.
func badJSON(err error) error {
	at := int64(0)
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		at, err = syntax.ByteOffset, syntax.Err
	}
	what := conformance.Visible(err.Error(), "")
	if err == io.ErrUnexpectedEOF {
		what = "the line ends within the object"
	}
	return &FormError{BadJSON, fmt.Sprintf("byte %d: %s", at, what)}
}

// syntaxError returns an error like those of package jsontext.
func syntaxError(at int64, what string) error {
	return &jsontext.SyntacticError{ByteOffset: at, Err: errors.New(what)}
}
