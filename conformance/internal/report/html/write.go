package html

import (
	_ "embed"
	"html/template"
	"io"
	"path"
	"strings"
	"sync"

	"github.com/epin-conformance/harness/conformance/internal/automaton"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/webpage"
)

//go:embed page.html
var pageText string

//go:embed page.css
var styleText string

//go:embed page.js
var scriptText string

var page = sync.OnceValue(func() *webpage.Page {
	// Each figure brings the style sheet that all of them have, to be whole by itself.
	_, rest, _ := strings.Cut(automaton.Current().SVG(automaton.Drawing{}), "<style>")
	figureStyle, _, _ := strings.Cut(rest, "</style>")
	return webpage.New(webpage.Source{
		Template: pageText, Style: styleText, Within: []string{figureStyle}, Script: scriptText,
		Funcs: template.FuncMap{
			"thousands": number.Thousands,
			"counted":   number.Counted,
			"rows":      countsOf,
			"notes":     partNotes,
			"outcome":   webpage.OutcomeOf,
			"base":      path.Base,
			"slashed":   func(id string) []string { return strings.SplitAfter(id, "/") }, // where a line may break
		},
	})
})

// Write writes reports as an HTML page, in their order. There is at least one; the
// findings of several are led to by a matrix. files names the files that they come from,
// in the same order, or is empty: it tells runs apart that nothing else does.
//
// An error says that there is no report, of which report the edition or the automaton
// makes no sense, or that w cannot be written; w has got nothing in any but the last
// case.
func Write(w io.Writer, reports []result.Report, files []string) error {
	v, err := view(reports, files)
	if err != nil {
		return err
	}
	return page().Write(w, v)
}
