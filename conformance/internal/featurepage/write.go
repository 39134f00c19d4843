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

// longestList is the maximum number of failures in the list before the documents.
const longestList = 20

// Write writes the features of an edition as a self-contained HTML page, with the result of a
// run next to every row. Rows without a result are shown as not run.
//
// Write returns an error if a feature cannot be read, if a result has no scenario in the
// edition or is a duplicate, or if writing fails. Only in the last case has it written
// something.
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

// saysMore reports whether a sentence contains more than names of columns.
func saysMore(sentence []part) bool {
	return slices.ContainsFunc(sentence, func(p part) bool {
		return !p.Marked && strings.ContainsAny(strings.ToLower(p.Text), "abcdefghijklmnopqrstuvwxyz")
	})
}
