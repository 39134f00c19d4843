// Package webpage writes the HTML pages of this project: self-contained files with the same colours and
// fonts. The packages of each page call it.
package webpage

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"

	"github.com/epin-conformance/harness/conformance/internal/result"
)

//go:embed head.html
var headText string

//go:embed shared.css
var sharedStyle string

// Source is the source of pages of one kind.
type Source struct {
	// Template begins with {{template "page-head" TITLE}}, which writes everything before the
	// body. It has the functions of Funcs, "to" for a link to an element of the page by its
	// identifier, and "sum". A page with a script ends with <script>{{script}}</script>.
	Template string
	Style    string   // after the shared style sheet, which has colours for light, dark and print, fonts, tables, tokens, marks
	Within   []string // other style sheets in the page, such as those of figures
	Script   string   // empty for a page without one
	Workers  bool     // whether the script compiles WebAssembly, and starts workers from Blob URLs
	Funcs    template.FuncMap
}

// Site has the links between the pages of a site. {{template "page-site" SITE}} writes them; it
// writes nothing for the zero value.
type Site struct {
	Pages []Link
	At    string // Link.To of the page itself
}

// Link is a link to a file in the same folder.
type Link struct{ To, Text string }

// Page writes pages of one kind. Make one with [New].
type Page struct{ template *template.Template }

// New parses a source, which takes one or two milliseconds: call it when a page is first
// written. It panics if the template is invalid, because templates are part of this project.
//
// The Content-Security-Policy of the pages allows only the style sheets and the script of the
// source, by their digests.
func New(s Source) *Page {
	style := sharedStyle + s.Style
	policy := "default-src 'none'; img-src data:; style-src" + digest(style)
	for _, text := range s.Within {
		policy += digest(text)
	}
	if s.Script != "" {
		policy += "; script-src" + digest(s.Script)
	}
	if s.Workers {
		policy += " 'wasm-unsafe-eval'; worker-src blob:"
	}
	policy += "; base-uri 'none'; form-action 'none'"
	funcs := template.FuncMap{
		// Our own text is not escaped, because that would change its digest.
		"style":  func() template.CSS { return template.CSS(style) },
		"script": func() template.JS { return template.JS(s.Script) },
		"policy": func() string { return policy },
		// Identifiers are our own, and have slashes that a template would escape.
		"to":  func(id string) template.URL { return template.URL("#" + id) },
		"sum": func(a, b int) int { return a + b },
	}
	return &Page{template.Must(template.New("page").Funcs(funcs).Funcs(s.Funcs).Parse(headText + s.Template))}
}

// digest returns the source expression of a Content-Security-Policy that allows a text, after a
// blank.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Write writes the page of data. It returns an error if the data does not fit the template,
// before it writes anything, or if writing fails.
func (p *Page) Write(w io.Writer, data any) error {
	var b bytes.Buffer
	if err := p.template.Execute(&b, data); err != nil {
		return fmt.Errorf("webpage: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Outcome is the result of a check, as pages show it.
type Outcome struct {
	Word  string
	Sign  string // before the word, to find it at a glance
	Class string // its name in the style sheet
}

// The outcomes.
var (
	Passed       = Outcome{"passed", "✓", "passed"}
	Failed       = Outcome{"failed", "✗", "failed"}
	AsKnown      = Outcome{"failed as known", "✗", "known"}
	NotExercised = Outcome{"not tested", "○", "unexercised"}
	NotAsked     = Outcome{"not run", "·", "unasked"}
	NotInEdition = Outcome{"not in this edition", "", "absent"}
)

// OutcomeOf returns the outcome of a result.
func OutcomeOf(r result.CheckResult) Outcome {
	return [...]Outcome{result.CheckNotExercised: NotExercised, result.CheckPassed: Passed, result.CheckFail: Failed}[r]
}
