// Package engine is what the site to play with computes: it explains a token, and certifies a
// function that a [Worker] runs. Package wasm connects it to a browser.
package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/wire"
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
func Explain(edition *notation.Edition, typed string) (e Explained) {
	token, err := strconv.Unquote(`"` + strings.ReplaceAll(typed, `"`, `\"`) + `"`)
	if err != nil {
		token = typed
	}
	drawing := automaton.Drawing{Title: "What " + edition.Title() + " accepts", Word: &token}
	e.Figure = automaton.Of(edition).SVG(drawing)
	inner := func(s string) string { return printable.Token(s).Ends(100) } // without quotation marks
	do := func(req conformance.Request) conformance.Response {
		resp, _ := conformance.Reference(edition).Do(context.Background(), req) // it does not fail
		return resp
	}
	req := conformance.Request{Op: conformance.OpParse, Token: token}
	resp := do(req)
	if resp.Outcome != conformance.Accepted {
		at := edition.Prefix(token)
		_, size := utf8.DecodeRuneInString(token[at:])
		e.Before, e.At, e.After = inner(token[:at]), inner(token[at:at+size]), inner(token[at+size:])
		_, reason, _ := strings.Cut(resp.Error, fmt.Sprintf(": byte %d: ", at)) // as the reference implementations write it
		e.Reason = fmt.Sprintf("Byte %d: %s.", at, cmp.Or(reason, "no token goes on like this"))
		return e
	}
	e.Before = inner(token)
	e.Parsed, _ = wire.AppendResponse(nil, edition, 0, req, resp) // it fits
	for _, m := range conformance.MethodsOf(edition) {
		resp := do(conformance.Request{Op: conformance.OpApply, Token: token, Methods: []conformance.Method{m}})
		e.Moves = append(e.Moves, [2]string{string(m), resp.Tokens[0]})
	}
	return e
}
