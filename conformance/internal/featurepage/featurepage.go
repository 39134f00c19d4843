// Package featurepage writes the features as documents for people, with the response of an
// implementation next to every row.
//
// [Documents] reads the features of an edition, in the order of the documents. [Write] writes
// them and the results of a run as a self-contained HTML page, which needs no scripts. It is
// readable on a phone, on paper, with the keyboard and with a screen reader.
//
// Text from an implementation is untrusted: long text is truncated, and characters that are
// invisible or would affect other text are escaped.
package featurepage

import (
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/webpage"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/features"
)

// Document is one of the documents of the features.
type Document struct {
	Key      string // the folder of its features, such as "epin-initial"
	Title    string // short, such as "EPIN 1.0.0"
	Says     string // one sentence that describes it
	Edition  *notation.Edition
	Features []Feature // in the order of the document; at least one
}

// Feature is one feature file.
type Feature struct {
	features.Feature
	Narrative []string // the paragraphs of its description before the last; may be empty
	Source    string   // the last paragraph, which begins with From
	Clauses   []string // the numbered sections of its requirements, such as "9.4"; may be empty
	Rules     []Rule   // at least one
	Text      string   // the contents of the file
	place     int      // its position among those of its document
}

// Rule is a statement of a document with its tables.
type Rule struct {
	Title string
	// Requirements are those of every row, sorted; empty if the rows differ.
	Requirements []string
	Tables       []features.Outline // at least one
}

// Scenarios returns the rows of a document, in the order of its features.
func (d Document) Scenarios() []features.Scenario {
	var all []features.Scenario
	for _, f := range d.Features {
		all = append(all, f.Scenarios()...)
	}
	return all
}

// known are the documents without their editions and features, in the order of the page.
var known = []Document{
	{Key: "epin", Title: "EPIN 1.0.0",
		Says: "The specification: the text of record, with the terminal marker ^."},
	{Key: "examples", Title: "EPIN 1.0.0, Examples",
		Says: "The examples page of the text of record."},
	{Key: "epin-initial", Title: "EPIN, initial text",
		Says: "The first text published under the number 1.0.0, without a terminal marker."},
	{Key: "pin", Title: "PIN 1.0.0",
		Says: "The current text of the notation that EPIN extends, with the terminal marker ^, and its examples page."},
	{Key: "pin-initial", Title: "PIN, initial text",
		Says: "The first text of the notation that EPIN extends, without a terminal marker."},
	{Key: "sin", Title: "SIN 1.0.0",
		Says: "The notation of styles that QPI combines with PIN, as far as we have seen its text."},
	{Key: "qpi", Title: "QPI 1.0.0",
		Says: "The current text of the notation of pieces with their styles, with independent cases, as far as we have seen it."},
	{Key: "qpi-aligned", Title: "QPI, aligned cases",
		Says: "An earlier text with the number 1.0.0, in which both letters have the same case, and a language like it with the terminal marker ^."},
	{Key: "epin-rb", Title: "epin.rb",
		Says: "The README of a Ruby library for the initial text: its calls, and the values that it shows for them."},
}

// reading is the order of the features of documents whose requirements have no sections.
var reading = []string{
	"epin-rb/usage", "epin-rb/format-examples", "epin-rb/game-examples", "epin-rb/api-reference", "epin-rb/accessors",
	"epin-rb/transformations", "epin-rb/advanced-usage", "epin-rb/protocol-mapping", "epin-rb/canonical-form",
}

// Documents returns the documents of an edition with their features, in the order of the page.
// It returns an error for an unknown edition.
func Documents(edition *notation.Edition) ([]Document, error) {
	all, err := features.Of(edition)
	if err != nil {
		return nil, err
	}
	var documents []Document
	for _, d := range known {
		d.Edition = edition
		for _, of := range all {
			if path.Dir(of.Name) == d.Key {
				d.Features = append(d.Features, featureOf(of))
			}
		}
		if d.Features != nil {
			slices.SortStableFunc(d.Features, func(a, b Feature) int { return cmp.Compare(a.place, b.place) })
			documents = append(documents, d)
		}
	}
	return documents, nil
}

// featureOf returns a feature as the page shows it. Its place is that in [reading], or that of its first
// requirement in the catalogue, which has the order of the documents.
func featureOf(of features.Feature) Feature {
	text, _ := fs.ReadFile(features.Files(), of.Name+".feature") // it was compiled from this file
	f := Feature{Feature: of, Text: string(text), place: slices.Index(reading, of.Name)}
	for text := range strings.SplitSeq(of.Description, "\n\n") {
		f.Narrative = append(f.Narrative, strings.Join(strings.Fields(text), " "))
	}
	last := len(f.Narrative) - 1
	f.Narrative, f.Source = f.Narrative[:last], f.Narrative[last]
	var named []string
	for _, o := range of.Outlines {
		if last := len(f.Rules) - 1; last < 0 || f.Rules[last].Title != o.Rule {
			f.Rules = append(f.Rules, Rule{Title: o.Rule, Requirements: o.Rows[0].Requirements})
		}
		last := &f.Rules[len(f.Rules)-1]
		last.Tables = append(last.Tables, o)
		for _, s := range o.Rows {
			named = append(named, s.Requirements...)
			if !slices.Equal(s.Requirements, last.Requirements) {
				last.Requirements = nil
			}
		}
	}
	for i, r := range requirement.All() {
		if !slices.Contains(named, r.ID) {
			continue
		}
		if f.place < 0 {
			f.place = i
		}
		numbered := r.Section[0] >= '0' && r.Section[0] <= '9'
		if numbered && r.Document.Key == path.Dir(f.Name) && !slices.Contains(f.Clauses, r.Section) {
			f.Clauses = append(f.Clauses, r.Section)
		}
	}
	return f
}

// Run is the result of a run of the features of an edition.
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
