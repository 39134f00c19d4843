package html

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/epin-conformance/harness/conformance/automaton"
	"github.com/epin-conformance/harness/conformance/report"
	"github.com/epin-conformance/harness/features/page"
)

//go:embed page.html
var pageText string

//go:embed page.css
var ownStyle string

//go:embed page.js
var scriptText string

var (
	styleText = page.Style() + ownStyle
	// Each figure brings the style sheet that all of them have, to be whole by itself.
	_, figureRest, _  = strings.Cut(automaton.Current().SVG(automaton.Drawing{}), "<style>")
	figureStyle, _, _ = strings.Cut(figureRest, "</style>")
	policy            = fmt.Sprintf("default-src 'none'; img-src data:; style-src '%s' '%s'; script-src '%s'; base-uri 'none'; form-action 'none'",
		digest(styleText), digest(figureStyle), digest(scriptText))
)

// digest is how a Content-Security-Policy names a text that it allows.
func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	// What is ours stands as it is: otherwise its digest would be another.
	"style":     func() template.CSS { return template.CSS(styleText) },
	"script":    func() template.JS { return template.JS(scriptText) },
	"policy":    func() string { return policy },
	"to":        func(id string) template.URL { return template.URL("#" + id) },
	"thousands": report.Thousands,
	"counted":   report.Counted,
	"slashed":   func(id string) []string { return strings.SplitAfter(id, "/") }, // where a line may break
	"sum":       func(a, b int) int { return a + b },
}).Parse(pageText))

// Write writes reports as an HTML page, in their order. There is at least one; the
// findings of several are led to by a matrix. files names the files that they come from,
// in the same order, or is empty: it tells runs apart that nothing else does.
//
// An error says that there is no report, of which report the edition or the automaton
// makes no sense, or that w cannot be written; w has got nothing in any but the last
// case.
func Write(w io.Writer, reports []report.Report, files []string) error {
	v, err := view(reports, files)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, v); err != nil {
		return fmt.Errorf("html: %w", err)
	}
	_, err = w.Write(b.Bytes())
	return err
}
