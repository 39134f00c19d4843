// Package engine is what the site to play with computes: it explains a token, and certifies a
// function that a [Worker] runs. Package wasm connects it to a browser.
package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/wire"
	"github.com/epin-conformance/harness/epin"
)

// Explained is a token, or an invalid string with the reason. Its texts are escaped for display,
// but not for HTML.
type Explained struct {
	Parsed json.RawMessage `json:"parsed,omitempty"` // the response to parse in the adapter protocol, for a token
	Moves  [][2]string     `json:"moves"`            // transformations with their results, for a token
	Reason string          `json:"reason"`           // for an invalid string
	Before string          `json:"before"`           // the string up to the place of the reason, or the whole of it
	At     string          `json:"at"`               // the character there; empty at the end
	After  string          `json:"after"`
	Figure string          `json:"figure"` // the automaton of the edition, with the path of the string
}

// Explain explains what was typed, in which \n, \x00, \u00e9 and other escapes of Go stand for
// characters that no key has. No token contains a backslash.
func Explain(edition epin.Edition, typed string) (e Explained) {
	token, err := strconv.Unquote(`"` + strings.ReplaceAll(typed, `"`, `\"`) + `"`)
	if err != nil {
		token = typed
	}
	drawing := automaton.Drawing{Title: "What edition " + edition.String() + " accepts", Word: &token}
	e.Figure = result.Specification(edition).SVG(drawing)
	inner := func(s string) string { return printable.Token(s).Ends(100) } // without quotation marks
	_, err = edition.Parse(token)
	if wrong := (*epin.ParseError)(nil); errors.As(err, &wrong) {
		_, size := utf8.DecodeRuneInString(token[wrong.Offset:])
		end := wrong.Offset + size
		e.Before, e.At, e.After = inner(token[:wrong.Offset]), inner(token[wrong.Offset:end]), inner(token[end:])
		e.Reason = fmt.Sprintf("Byte %d: %v.", wrong.Offset, wrong.Reason)
		return e
	}
	e.Before = inner(token)
	do := func(req conformance.Request) conformance.Response {
		resp, _ := conformance.Reference(edition).Do(context.Background(), req) // it does not fail
		return resp
	}
	req := conformance.Request{Op: conformance.OpParse, Token: token}
	e.Parsed, _ = wire.AppendResponse(nil, 0, req, do(req)) // it fits
	for _, m := range conformance.MethodsOf(edition) {
		resp := do(conformance.Request{Op: conformance.OpApply, Token: token, Methods: []conformance.Method{m}})
		e.Moves = append(e.Moves, [2]string{string(m), resp.Tokens[0]})
	}
	return e
}
