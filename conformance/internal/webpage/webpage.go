// Package webpage writes the pages of this project: HTML in one file that asks nothing of
// anybody else, in the same colours and type.
package webpage

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"maps"
)

//go:embed head.html
var headText string

//go:embed shared.css
var sharedStyle string

// Source is what pages of one kind are made of.
type Source struct {
	// Template begins with {{template "page-head" TITLE}}, which writes all up to the body. It
	// has the functions of Funcs, "to" for a link to an element of the page by its identifier,
	// and "sum". Where there is a script the page ends with <script>{{script}}</script>.
	Template string
	Style    string   // behind what all pages share: colours for light, dark and print, type, tables, tokens, marks
	Within   []string // style sheets that stand in the page besides, such as those of pictures
	Script   string   // empty for a page without one
	Funcs    template.FuncMap
}

// Page writes pages of one kind. Make one with [New].
type Page struct{ template *template.Template }

// New parses a source, which takes a millisecond or two: do it when a page is first written.
// It panics if the template is wrong, which is ours.
//
// The pages allow, by a Content-Security-Policy with their digests, the style sheets and the
// script of the source and nothing else.
func New(s Source) *Page {
	style := sharedStyle + s.Style
	policy := "default-src 'none'; img-src data:; style-src" + digest(style)
	for _, text := range s.Within {
		policy += digest(text)
	}
	if s.Script != "" {
		policy += "; script-src" + digest(s.Script)
	}
	policy += "; base-uri 'none'; form-action 'none'"
	funcs := template.FuncMap{
		// What is ours stands as it is: otherwise its digest would be another.
		"style":  func() template.CSS { return template.CSS(style) },
		"script": func() template.JS { return template.JS(s.Script) },
		"policy": func() string { return policy },
		// Identifiers are ours, with slashes that a template would escape.
		"to":  func(id string) template.URL { return template.URL("#" + id) },
		"sum": func(a, b int) int { return a + b },
	}
	maps.Copy(funcs, s.Funcs)
	return &Page{template.Must(template.New("page").Funcs(funcs).Parse(headText + s.Template))}
}

// digest is how a Content-Security-Policy names a text that it allows, behind a blank.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return " 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// Write writes the page of data. An error says that the template does not take the data, and
// then w has got nothing, or is that of w.
func (p *Page) Write(w io.Writer, data any) error {
	var b bytes.Buffer
	if err := p.template.Execute(&b, data); err != nil {
		return fmt.Errorf("webpage: %w", err)
	}
	_, err := w.Write(b.Bytes())
	return err
}
