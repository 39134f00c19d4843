package featurepage

import (
	_ "embed"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/epin-conformance/harness/conformance/internal/webpage"
	"github.com/epin-conformance/harness/conformance/requirement"
)

//go:embed page.html
var pageText string

//go:embed page.css
var styleText string

var page = sync.OnceValue(func() *webpage.Page {
	return webpage.New(webpage.Source{Template: pageText, Style: styleText, Funcs: template.FuncMap{
		"sentence": sentence,
		"step":     stepOf,
		"says":     saysMore,
		"ours":     ours,
		"parts":    cellParts,
		"level":    func(id string) requirement.Level { r, _ := requirement.Lookup(id); return r.Level },
		"firstOf":  func(rows []rowView) []rowView { return rows[:min(len(rows), longestList)] },
		"moreThan": func(rows []rowView) int { return max(0, len(rows)-longestList) },
	}})
})

// longestList is how many failures are listed before the documents.
const longestList = 20

// Write writes the features of an edition as an HTML page, with what came of a run
// beside every row: one file that needs no other. Rows without a result are shown as
// not asked.
//
// An error says which feature cannot be read, that a result is of no scenario of the
// edition or stands twice, or that w cannot be written; w has got nothing in any but
// the last case.
func Write(w io.Writer, r Run) error {
	documents, err := Documents(r.Edition)
	if err != nil {
		return err
	}
	v, err := view(r, documents)
	if err != nil {
		return err
	}
	return page().Write(w, v)
}

// saysMore reports whether a sentence says more than the columns that it names.
func saysMore(sentence []part) bool {
	return slices.ContainsFunc(sentence, func(p part) bool {
		return !p.Marked && strings.ContainsAny(strings.ToLower(p.Text), "abcdefghijklmnopqrstuvwxyz")
	})
}
