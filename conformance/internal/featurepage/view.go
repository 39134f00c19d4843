package featurepage

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/webpage"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/features"
)

// Run is the result of a run of the features of an edition. The zero value is a page of the
// current edition without results.
type Run struct {
	Edition        *notation.Edition
	Implementation conformance.Description // the system under test; untrusted
	// Results has one result for each scenario of the edition that was run, in any order.
	Results []features.Result
	// CutShort says why the run ended early; untrusted. It is empty for a whole run.
	CutShort string
	When     time.Time    // time of the run; zero to omit it
	Site     webpage.Site // the links to other pages
}

// pageView is the data of the template of the page, which escapes text of an implementation.
type pageView struct {
	Run
	Counts    tally // of all documents
	Documents []Document
	Failures  []rowView // of all documents, at most longestList
	More      int       // the number of other failures
	Example   string    // identifier of a row, of a failed one if possible
	results   map[string]features.Result
}

// Name returns the name of the implementation.
func (p pageView) Name() string {
	return cmp.Or(printable.Said(p.Implementation.Name), "an implementation without a name")
}

// tally has the number of scenarios by the class of their outcome, and as "library" that of scenarios
// that test no implementation.
type tally map[string]int

// All returns the number of scenarios that test an implementation.
func (t tally) All() int { return t["passed"] + t["failed"] + t["unexercised"] + t["unasked"] }

// Tally counts the outcomes of scenarios.
func (p pageView) Tally(scenarios []features.Scenario) tally {
	t := tally{"passed": 0, "failed": 0, "unexercised": 0, "unasked": 0, "library": 0}
	for _, s := range scenarios {
		if s.Library {
			t["library"]++
		} else {
			t[p.Row(s).Outcome.Class]++
		}
	}
	return t
}

// rowView is a scenario with its result.
type rowView struct {
	features.Result // only the scenario if it was not run
	Outcome         webpage.Outcome
}

// ID returns the identifier of the element: that of the scenario without "features/".
func (r rowView) ID() string { return strings.TrimPrefix(r.Scenario.ID, "features/") }

// Row returns a scenario with its result.
func (p pageView) Row(s features.Scenario) rowView {
	r, wasRun := p.results[s.ID]
	if !wasRun {
		return rowView{features.Result{Scenario: s}, webpage.NotAsked}
	}
	return rowView{r, [...]webpage.Outcome{
		features.NotExercised: webpage.NotExercised, features.Passed: webpage.Passed, features.Failed: webpage.Failed,
	}[r.Status]}
}

func view(r Run, documents []Document) pageView {
	p := pageView{Run: r, Documents: documents, results: map[string]features.Result{}}
	for _, result := range r.Results {
		p.results[result.ID] = result
	}
	var scenarios []features.Scenario
	for _, d := range documents {
		scenarios = append(scenarios, d.Scenarios()...)
	}
	p.Counts, p.Example = p.Tally(scenarios), scenarios[0].ID
	for _, s := range scenarios {
		if row := p.Row(s); row.Outcome == webpage.Failed {
			p.Failures = append(p.Failures, row)
		}
	}
	if n := len(p.Failures); n > 0 {
		p.Example, p.More = p.Failures[0].Scenario.ID, max(0, n-longestList)
		p.Failures = p.Failures[:n-p.More]
	}
	return p
}

// Verdict describes the result of the run in one or two sentences.
func (p pageView) Verdict() string {
	c, all := p.Counts, p.Counts.All()
	var s string
	switch {
	case c["unasked"] == all:
		return "No row was run."
	case c["passed"] == all:
		s = fmt.Sprintf("All %s passed.", number.Counted(all, "row"))
	case c["failed"] > 0:
		s = fmt.Sprintf("%d of %s failed.", c["failed"], number.Counted(all, "row"))
	default:
		s = fmt.Sprintf("No row failed: %d of %d passed.", c["passed"], all)
	}
	if n := c["unexercised"]; n > 0 {
		s += fmt.Sprintf(" Not tested: %d.", n)
	}
	if n := c["unasked"]; n > 0 {
		s += fmt.Sprintf(" Not run: %d.", n)
	}
	return s
}

// ours reports whether a column is not from the document: its name begins with a lower-case
// letter.
func ours(column string) bool { return column != "" && column[0] >= 'a' && column[0] <= 'z' }

// part is a part of a sentence or of a cell.
type part struct {
	Text   string
	Marked bool // Text is the name of a column, or a token without its quotation marks
}

// marked splits text into parts at the matches of an expression whose group fits.
func marked(text string, expression *regexp.Regexp, fits func(string) bool) []part {
	var parts []part
	done := 0
	for _, at := range expression.FindAllStringSubmatchIndex(text, -1) {
		if name := text[at[2]:at[3]]; fits(name) {
			if at[0] > done {
				parts = append(parts, part{Text: text[done:at[0]]})
			}
			parts = append(parts, part{name, true})
			done = at[1]
		}
	}
	if done < len(text) {
		parts = append(parts, part{Text: text[done:]})
	}
	return parts
}

var (
	namedColumn  = regexp.MustCompile(`<([^<>]*)>`)
	quotedString = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
)

// sentence splits text into parts at the columns that it names, as <column>.
func sentence(text string, columns []string) []part {
	return marked(text, namedColumn, func(name string) bool { return slices.Contains(columns, name) })
}

// cellParts splits a cell into tokens and text. A cell that is not a list of tokens is text.
func cellParts(value string) []part {
	_, err := features.Tokens(value)
	return marked(value, quotedString, func(string) bool { return err == nil })
}

//go:embed page.html
var pageText string

//go:embed page.css
var styleText string

var page = sync.OnceValue(func() *webpage.Page {
	return webpage.New(webpage.Source{Template: pageText, Style: styleText, Funcs: template.FuncMap{
		"sentence": sentence,
		"said":     printable.Said,
		"request":  result.RequestText,
		"base":     path.Base,
		"words":    func(text string) []string { return strings.SplitN(text, " ", 2) },
		"says":     saysMore,
		"harness":  func() string { return conformance.Version },
		"ours":     ours,
		"parts":    cellParts,
		"level":    func(id string) requirement.Level { r, _ := requirement.Lookup(id); return r.Level },
	}})
})

// longestList is the maximum number of failures in the list before the documents.
const longestList = 20

// Write writes the features of an edition as a self-contained HTML page, with the result of a
// run next to every row. Rows without a result are shown as not run.
//
// Write returns an error for an unknown edition, and if writing fails.
func Write(w io.Writer, r Run) error {
	documents, err := Documents(r.Edition)
	if err != nil {
		return err
	}
	return page().Write(w, view(r, documents))
}

// saysMore reports whether a sentence contains more than names of columns.
func saysMore(sentence []part) bool {
	return slices.ContainsFunc(sentence, func(p part) bool {
		return !p.Marked && strings.ContainsAny(strings.ToLower(p.Text), "abcdefghijklmnopqrstuvwxyz")
	})
}
