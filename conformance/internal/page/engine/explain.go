// Package engine is what the page to play with computes: it explains a token, and certifies a
// function that a [Worker] runs. Package wasm connects it to a browser.
package engine

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/epin"
)

// Explained is a token with its parts, or an invalid string with the reason. Its texts are
// escaped for display, but not for HTML.
type Explained struct {
	Valid  bool     `json:"valid"`
	Before string   `json:"before"` // the string up to the place of the reason, or the whole of it
	At     string   `json:"at"`     // the character there; empty at the end
	After  string   `json:"after"`
	Reason string   `json:"reason,omitempty"` // for an invalid string
	Parts  []Part   `json:"parts"`            // of a token
	PIN    string   `json:"pin,omitempty"`
	Native bool     `json:"native"`
	Moves  []Change `json:"moves"` // what each transformation returns
	Walk   string   `json:"walk"`  // the path in the automaton, as a sentence
	Figure string   `json:"figure"`
}

// Part is a part of a token. Text is empty if it is absent.
type Part struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Means string `json:"means"`
}

// Change is a transformation with its result.
type Change struct {
	Method string `json:"method"`
	Token  string `json:"token"`
}

// Explain explains what was typed, in which \n, \x00, \u00e9 and other escapes of Go stand for
// characters that no key has. No token contains a backslash.
func Explain(edition epin.Edition, typed string) Explained {
	token := typed
	if s, err := strconv.Unquote(`"` + strings.ReplaceAll(typed, `"`, `\"`) + `"`); err == nil {
		token = s
	}
	e := Explained{Parts: []Part{}, Moves: []Change{}}
	e.Figure = result.Specification(edition).SVG(automaton.Drawing{Title: "What edition " + edition.String() + " accepts", Word: &token})
	id, err := edition.Parse(token)
	var wrong *epin.ParseError
	if errors.As(err, &wrong) {
		_, size := utf8.DecodeRuneInString(token[wrong.Offset:])
		end := wrong.Offset + size
		e.Before, e.At, e.After = inner(token[:wrong.Offset]), inner(token[wrong.Offset:end]), inner(token[end:])
		e.Reason = "Byte " + strconv.Itoa(wrong.Offset) + ": " + wrong.Reason.Error() + "."
		e.Walk = "The path ends in a state that does not accept."
		if e.At != "" {
			e.Walk = "Byte " + strconv.Itoa(wrong.Offset) + " leads to the sink, which accepts nothing."
		}
		return e
	}
	e.Valid, e.Before = true, inner(token)
	e.Walk = "The path ends in a state that accepts."
	modifier, terminal, derived := map[epin.State]string{epin.Enhanced: "+", epin.Diminished: "-"}[id.State()], "", ""
	if id.IsTerminal() {
		terminal = "^"
	}
	if id.IsDerived() {
		derived = "'"
	}
	letter := strings.Trim(token, "+-^'")
	e.Parts = append(e.Parts, Part{"state modifier", modifier, "state " + id.State().String()},
		Part{"letter", letter, "piece name " + strings.ToUpper(letter) + ", " + id.Side().String() + " player"})
	if edition.HasTerminal() {
		e.Parts = append(e.Parts, Part{"terminal marker", terminal, map[bool]string{true: "terminal piece", false: "no terminal piece"}[id.IsTerminal()]})
	}
	e.Parts = append(e.Parts, Part{"derivation marker", derived, map[bool]string{true: "derived", false: "native"}[id.IsDerived()]})
	e.PIN, e.Native = strings.TrimSuffix(token, "'"), id.IsNative()
	for _, m := range conformance.MethodsOf(edition) {
		req := conformance.Request{Op: conformance.OpApply, Token: token, Methods: []conformance.Method{m}}
		if resp, err := conformance.Reference(edition).Do(context.Background(), req); err == nil && len(resp.Tokens) == 1 {
			e.Moves = append(e.Moves, Change{string(m), resp.Tokens[0]})
		}
	}
	return e
}

// inner returns what stands between the quotation marks of a literal.
func inner(s string) string { return printable.Token(s).Ends(100) }
