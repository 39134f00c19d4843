// Package page writes the page to play with: a static site that opens from the file system and
// needs no network. README.md describes it.
package page

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/base64"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/featurepage"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report/html"
	"github.com/epin-conformance/harness/conformance/internal/webpage"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features/steps"
)

//go:embed assets/page.html
var pageText string

//go:embed assets/page.css
var styleText string

//go:embed assets/page.js
var scriptText string

//go:embed assets/corpus.js
var searchText string

//go:embed assets/engine.js
var engineText string

//go:embed assets/function.js
var functionText string

// Engine is package wasm, built for js/wasm.
type Engine struct {
	Program []byte // compressed by gzip
	Exec    string // wasm_exec.js of the Go release that built it
}

// The pages, in the order of the links between them.
var pages = []webpage.Link{
	{To: "index.html", Text: "Playground"},
	{To: "specification.html", Text: "Specification"},
	{To: "specification-initial.html", Text: "Initial text"},
	{To: "requirements.html", Text: "Requirements"},
	{To: "corpus.html", Text: "Corpus"},
}

// Write writes the site to a folder, which it makes if there is none.
func Write(dir string, e Engine) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("page: %w", err)
	}
	files, err := site(e)
	if err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return fmt.Errorf("page: %w", err)
		}
	}
	return nil
}

// site returns the files of the site.
func site(e Engine) (map[string][]byte, error) {
	files, err := printable.JSON(map[string]string{
		"program": base64.StdEncoding.EncodeToString(e.Program), "engine": e.Exec + engineText, "function": functionText,
	})
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	// Only this ends a script in HTML, or hides its end.
	play := "const FILES = " + strings.ReplaceAll(string(files), "<", `\u003c`) + ";\n" + scriptText
	within := func(script string) string { return "(() => {\n\"use strict\";\n" + script + "})();\n" }
	style := html.Style() + styleText
	all := map[string][]byte{}
	for _, p := range []struct {
		view
		source webpage.Source
	}{
		{
			view{Page: "index.html", Eyebrow: "Playground", Title: "Extended Piece Identifier Notation", Lede: "See what a token says, and whether your code reads it correctly.", Script: true},
			webpage.Source{Style: style, Script: within(play), Workers: true, Within: []string{automaton.Style}},
		},
		{
			view{Page: "requirements.html", Eyebrow: "Catalogue", Title: "Requirements", Lede: "What the documents require, recommend and show, one sentence each. Reports name them by these identifiers."},
			webpage.Source{Style: style},
		},
		{
			view{Page: "corpus.html", Eyebrow: "Corpus", Title: "Test vectors", Lede: "Requests with their correct responses, for programs in every language.", Script: true},
			webpage.Source{Style: style, Script: within(searchText)},
		},
	} {
		p.Harness, p.Site = conformance.Version, webpage.Site{Pages: pages, At: p.Page}
		p.Examples = []string{"K", "+p", "r'", "-Q^'", "K''", "'K", `K\n`, "é"}
		p.Sources = [][2]string{
			{"expression-right", "a correct expression"}, {"expression-dollar", "$ with the flag m"}, {"function-right", "valid(s)"}, {"function-parse", "parse(s)"},
			{"function-throws", "a function that throws"}, {"function-hangs", "a function that hangs"},
		}
		if err := p.load(); err != nil {
			return nil, err
		}
		var b bytes.Buffer
		p.source.Template = pageText
		if err := webpage.New(p.source).Write(&b, p.view); err != nil {
			return nil, err
		}
		all[p.Page] = b.Bytes()
	}
	for name, edition := range map[string]epin.Edition{"specification.html": epin.Current, "specification-initial.html": epin.Initial} {
		impl := conformance.Reference(edition)
		results, err := steps.Run(context.Background(), impl, edition, nil)
		if err != nil {
			return nil, err
		}
		library, err := steps.RunLibrary(context.Background(), edition, nil)
		if err != nil {
			return nil, err
		}
		var b bytes.Buffer
		r := featurepage.Run{Edition: edition, Implementation: conformance.Describe(impl, edition), Results: append(results, library...), Site: webpage.Site{Pages: pages, At: name}}
		if err := featurepage.Write(&b, r); err != nil {
			return nil, err
		}
		all[name] = b.Bytes()
	}
	return all, nil
}

// view is the data of the template.
type view struct {
	Page, Eyebrow, Title, Lede, Harness string
	Site                                webpage.Site
	Script                              bool
	Examples                            []string
	Sources                             [][2]string // the name of a source and its title
	Documents                           []document
	Vectors                             map[string]webpage.Link // by requirement
	Corpus                              []vector
}

// document is a document with its requirements.
type document struct {
	requirement.Document
	Sections []clause
}

type clause struct {
	Section      string
	Requirements []requirement.Requirement
}

// vector is a test vector, with its texts escaped.
type vector struct {
	corpus.Vector
	Op, Token, Other, Expected, Verdict string
}

// load sets the requirements and the vectors.
func (v *view) load() error {
	counts := map[string]int{}
	for _, edition := range corpus.Editions() {
		all, err := corpus.Vectors(edition)
		if err != nil {
			return fmt.Errorf("page: %w", err)
		}
		for _, c := range all {
			for _, id := range c.Requirements {
				counts[id]++
			}
			v.Corpus = append(v.Corpus, vectorOf(c))
		}
	}
	v.Vectors = map[string]webpage.Link{}
	for id, n := range counts {
		v.Vectors[id] = webpage.Link{To: "corpus.html?q=" + url.QueryEscape(id), Text: number.Counted(n, "test vector")}
	}
	for _, q := range requirement.All() {
		if n := len(v.Documents); n == 0 || v.Documents[n-1].Document != q.Document {
			v.Documents = append(v.Documents, document{Document: q.Document})
		}
		d := &v.Documents[len(v.Documents)-1]
		if n := len(d.Sections); n == 0 || d.Sections[n-1].Section != q.Section {
			d.Sections = append(d.Sections, clause{Section: q.Section})
		}
		c := &d.Sections[len(d.Sections)-1]
		c.Requirements = append(c.Requirements, q)
	}
	return nil
}

// longestToken is the maximum length of a token in the corpus.
const longestToken = 80

func vectorOf(c corpus.Vector) vector {
	v := vector{Vector: c, Op: strings.Join(append([]string{c.Op}, c.Methods...), " "), Token: printable.Token(c.Token).Ends(longestToken)}
	v.Verdict = map[bool]string{true: "valid", false: "invalid"}[c.Want.Valid.Value || c.Op == corpus.OpEqual]
	v.Expected = v.Verdict
	switch {
	case c.Op == corpus.OpEqual:
		v.Other = printable.Token(c.Other).Ends(longestToken)
		v.Expected = map[bool]string{true: "equal", false: "unequal"}[c.Want.Equal.Value]
	case c.Want.Tokens.Present:
		v.Expected = strings.Join(append([]string{}, c.Want.Tokens.Value...), " ")
	}
	return v
}
