// Package page writes the site to play with: static pages that open from the file system and
// need no network. README.md describes it.
package page

import (
	"bytes"
	"embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/dialect"
	"github.com/epin-conformance/harness/conformance/internal/featurepage"
	"github.com/epin-conformance/harness/conformance/internal/knockout"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report/html"
	"github.com/epin-conformance/harness/conformance/internal/webpage"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/corpus"
)

//go:embed assets
var assets embed.FS

func asset(name string) string {
	text, _ := assets.ReadFile("assets/" + name) // it is embedded
	return string(text)
}

// Engine is package wasm, built for js/wasm.
type Engine struct {
	Program []byte // compressed by gzip
	Exec    string // wasm_exec.js of the Go release that built it
}

// The pages, in the order of the links between them. Those of the editions follow the first.
var pages = func() []webpage.Link {
	all := []webpage.Link{{To: "index.html", Text: "Playground"}}
	for _, e := range notation.All() {
		all = append(all, webpage.Link{To: specification(e), Text: e.Title()})
	}
	return append(all, webpage.Link{To: "requirements.html", Text: "Requirements"},
		webpage.Link{To: "knock-out.html", Text: "Clause knock-out"}, webpage.Link{To: "corpus.html", Text: "Corpus"})
}()

// specification returns the name of the page with the features of an edition.
func specification(e *notation.Edition) string {
	return "specification-" + strings.ReplaceAll(e.String(), "/", "-") + ".html"
}

// Write writes the site to a folder, which it makes if there is none.
func Write(dir string, e Engine) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	vectors := ""
	for _, e := range notation.All() {
		text, _ := fs.ReadFile(corpus.Files(), corpus.FileName(e.String())) // it is embedded
		vectors += string(text)
	}
	play := script(asset("page.js"), map[string]string{
		"program": base64.StdEncoding.EncodeToString(e.Program), "engine": e.Exec + asset("engine.js"),
		"function": strings.Replace(asset("function.js"), "export default ", ";(", 1), // page.js adds its arguments
	})
	sources := map[string]webpage.Source{
		"index.html":        {Script: play, Workers: true, Within: []string{automaton.Style}},
		"requirements.html": {},
		"knock-out.html":    {},
		"corpus.html":       {Script: script(asset("corpus.js"), map[string]string{"vectors": vectors})},
	}
	for i, p := range pages {
		var b bytes.Buffer
		var err error
		site := webpage.Site{Pages: pages, At: p.To}
		if source, ok := sources[p.To]; ok {
			err = write(&b, site, p.Text, vectors, source)
		} else {
			err = writeFeatures(&b, site, notation.All()[i-1])
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, p.To), b.Bytes(), 0o644)
		}
		if err != nil {
			return fmt.Errorf("page: %w", err)
		}
	}
	return nil
}

// script returns a script that has files by their names in the constant FILES.
func script(text string, files map[string]string) string {
	data, _ := printable.JSON(files) // strings have a JSON form
	// Only this character begins what ends a script in HTML, or hides its end.
	safe := strings.ReplaceAll(string(data), "<", `\u003c`)
	return "(() => {\n\"use strict\";\nconst FILES = " + safe + ";\n" + text + "})();\n"
}

// write writes a page by the template. vectors has the vectors of all editions.
func write(b *bytes.Buffer, site webpage.Site, title, vectors string, s webpage.Source) error {
	s.Template, s.Style = asset("page.html"), html.Style()+asset("page.css")
	s.Funcs = template.FuncMap{
		"dialects":  func() []*dialect.Dialect { return dialect.All },
		"documents": requirement.Documents,
		"editions":  notation.All,
		"knockout":  knockout.Of,
		"expression": func(e *notation.Edition) string { // for JavaScript, without the slashes
			return strings.NewReplacer(`\A`, "^", `\z`, "$").Replace(e.Regexp)
		},
		"specification": specification,
		"tokens":        func(e *notation.Edition) string { return number.Thousands(len(slices.Collect(e.Tokens()))) },
		"of": func(d requirement.Document) []requirement.Requirement {
			return slices.DeleteFunc(requirement.All(), func(q requirement.Requirement) bool { return q.Document != d })
		},
		"vectors": func(id string) int { return strings.Count(vectors, `"`+id+`"`) },
	}
	return webpage.New(s).Write(b, struct {
		webpage.Site
		Title, Harness string
		Script         bool
	}{site, title, conformance.Version, s.Script != ""})
}

// writeFeatures writes the features of an edition, with the results of the reference.
func writeFeatures(b *bytes.Buffer, site webpage.Site, edition *notation.Edition) error {
	run, err := featurepage.RunOfReference(edition)
	if err != nil {
		return err
	}
	run.Site = site
	return featurepage.Write(b, run)
}
