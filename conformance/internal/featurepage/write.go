package featurepage

import (
	_ "embed"
	"html/template"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/webpage"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
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

// Run is the result of a run of the features of an edition. The zero value is a page of the
// current edition without results.
type Run struct {
	Edition        epin.Edition
	Implementation conformance.Description // the system under test; untrusted
	// Results has one result for each scenario that was run, in any order. Those of
	// library scenarios are of this module's own packages, whatever Implementation is.
	Results []features.Result
	// CutShort says why the run ended early; untrusted. It is empty for a whole run.
	CutShort string
	When     time.Time    // time of the run; zero to omit it
	Site     webpage.Site // the links to other pages
}

// Counts has the number of scenarios with each outcome.
type Counts struct{ Passed, Failed, NotExercised, NotAsked int }

// All returns the number of scenarios.
func (c Counts) All() int { return c.Passed + c.Failed + c.NotExercised + c.NotAsked }

// Asked returns the number of scenarios that have a result.
func (c Counts) Asked() int { return c.All() - c.NotAsked }

// count counts an outcome.
func (c *Counts) count(o webpage.Outcome) {
	*map[webpage.Outcome]*int{
		webpage.Passed: &c.Passed, webpage.Failed: &c.Failed, webpage.NotExercised: &c.NotExercised, webpage.NotAsked: &c.NotAsked,
	}[o]++
}
