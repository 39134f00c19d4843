// Package engine is what the site to play with and packages/engine compute: it explains a token, and
// certifies a function in a worker. Package wasm connects it to JavaScript.
package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
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
		e.Reason = fmt.Sprintf("Byte %d: %s.", at, cmp.Or(reason, "no valid token continues like this"))
		return e
	}
	e.Before = inner(token)
	e.Parsed, _ = wire.AppendResponse(nil, edition, 0, req, resp, false) // it fits
	for _, m := range conformance.MethodsOf(edition) {
		resp := do(conformance.Request{Op: conformance.OpApply, Token: token, Methods: []conformance.Method{m}})
		e.Moves = append(e.Moves, [2]string{string(m), resp.Tokens[0]})
	}
	return e
}

// Progress is the state of a run.
type Progress struct {
	Done    int    `json:"done"`    // finished checks
	Planned int    `json:"planned"` // 0 until it is known
	First   string `json:"first"`   // the input of the first failed check, as a literal; or empty
	Over    bool   `json:"over"`    // all checks are finished, some failed, and diagnosis follows
}

// Certified is the result of a run.
type Certified struct {
	Report    result.Report `json:"report"` // without parts and failures
	Checks    int           `json:"checks"`
	Seconds   float64       `json:"seconds"`
	Learned   string        `json:"learned"`   // a figure of what the function accepts, over characters; or empty
	Specified string        `json:"specified"` // a figure of what the specification accepts, if Learned is one
}

// Certify runs the suite. It calls tell at the start of each part, every few thousand checks, at once for
// the first failure, and after the checks.
func Certify(ctx context.Context, cfg suite.Config, tell func(Progress)) (Certified, error) {
	cfg.Progress = func(p suite.Progress) {
		now := Progress{Done: p.Before + p.Done, Planned: p.Planned}
		if p.First != nil {
			now.First, now.Over = p.First.Token.Shown(), p.Layer == ""
		}
		tell(now)
	}
	began := time.Now()
	report, err := suite.Run(ctx, cfg)
	all, _ := report.Checks()
	c := Certified{Report: report, Checks: all.All(), Seconds: time.Since(began).Seconds()}
	c.Report.Parts, c.Report.Failures = nil, nil
	c.Report.Notes = printable.Texts(c.Report.ShownNotes())
	if l := report.Learned; l != nil && l.Machine != nil {
		// A string of JavaScript has no malformed UTF-8, so what was learned about it says nothing.
		machine, specification := automaton.Characters(l.Machine, automaton.Of(cfg.Edition))
		if l.Expression = ""; machine != nil {
			l.Expression, l.Specification = machine.Expression(specification), specification.Expression(nil)
			if machine.States() <= mostDrawn {
				c.Learned = machine.SVG(automaton.Drawing{Title: "What yours accepts", Against: specification})
				c.Specified = specification.SVG(automaton.Drawing{Title: "What the specification accepts", Against: machine})
			}
		}
	}
	return c, err
}

// mostDrawn is the maximum number of states in a figure.
const mostDrawn = 24
