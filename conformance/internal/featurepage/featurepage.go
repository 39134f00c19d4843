// Package featurepage writes the documents of an edition as pages for people: each section with the
// document's own sentences, the requirements that they make, what tests them, and the features with the
// response of an implementation next to every row.
//
// [Documents] reads the documents, each from the file document.txt beside its features. [Write] writes
// them and the results of a run as a self-contained HTML page, which can be read without scripts. It is
// readable on a phone, on paper, with the keyboard and with a screen reader.
//
// Text from an implementation is untrusted: long text is truncated, and characters that are
// invisible or would affect other text are escaped.
package featurepage

import (
	"cmp"
	"context"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"io/fs"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/property"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/internal/webpage"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/features"
)

// Document is one of the documents of the features.
type Document struct {
	Key      string // the folder of its features, such as "epin-initial"
	Title    string // short, such as "EPIN 1.0.0"
	Says     string // a sentence or two that describe it
	Page     string // its public address; may be empty, as may the next two
	Licence  string
	Lacks    string // which of its text we do not have
	Edition  *notation.Edition
	Sections []Section // in the order of the document
}

// Section is a section of a document.
type Section struct {
	Title    string // with its number, if the document has numbers
	Passages []Passage
}

// Passage is a passage of a section, and what it is for an edition. Each field may be empty.
type Passage struct {
	Quotations   []string // sentences and rows of the document, unchanged; none if we have not seen them
	Remark       string   // ours
	Requirements []requirement.Requirement
	Features     []Feature
}

// Feature is one feature file.
type Feature struct {
	features.Feature
	Narrative []string // the paragraphs of its description before the last; may be empty
	Source    string   // the last paragraph, which begins with From
	Rules     []Rule   // at least one
}

// Rule is a statement of a document with its tables.
type Rule struct {
	Title string
	// Requirements are those of every row, sorted; empty if the rows differ.
	Requirements []string
	Tables       []features.Outline // at least one
}

// Features returns the features of a document, in its order.
func (d Document) Features() (all []Feature) {
	for _, s := range d.Sections {
		for _, p := range s.Passages {
			all = append(all, p.Features...)
		}
	}
	return all
}

// Scenarios returns the rows of a document, in its order.
func (d Document) Scenarios() (all []features.Scenario) {
	for _, f := range d.Features() {
		all = append(all, f.Scenarios()...)
	}
	return all
}

// Documents returns the documents of an edition with its features and requirements, in the order of the
// page. It returns an error for an unknown edition.
func Documents(edition *notation.Edition) (documents []Document, err error) {
	all, err := features.Of(edition)
	for _, key := range strings.Fields("epin examples epin-initial pin pin-initial sin qpi qpi-aligned epin-rb") {
		if slices.ContainsFunc(all, func(f features.Feature) bool { return path.Dir(f.Name) == key }) {
			documents = append(documents, read(key, edition, all))
		}
	}
	return documents, err
}

// read reads a document. A line of its file is a word and a text, and an empty line ends a passage.
func read(key string, edition *notation.Edition, all []features.Feature) Document {
	d := Document{Key: key, Edition: edition}
	text, _ := fs.ReadFile(features.Files(), key+"/document.txt") // it is embedded
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		var p Passage
		for line := range strings.SplitSeq(block, "\n") {
			word, text, _ := strings.Cut(line, " ")
			switch word {
			case "section":
				d.Sections = append(d.Sections, Section{Title: text})
			case "quote":
				p.Quotations = append(p.Quotations, text)
			case "remark":
				p.Remark = text
			case "requirement":
				if r, _ := requirement.Lookup(text); r.AppliesTo(edition) {
					p.Requirements = append(p.Requirements, r)
				}
			case "feature":
				if i := slices.IndexFunc(all, func(f features.Feature) bool { return f.Name == key+"/"+text }); i >= 0 {
					p.Features = append(p.Features, featureOf(all[i]))
				}
			default:
				*map[string]*string{"title": &d.Title, "says": &d.Says, "page": &d.Page, "licence": &d.Licence, "lacks": &d.Lacks}[word] = text
			}
		}
		if last := len(d.Sections) - 1; last >= 0 {
			d.Sections[last].Passages = append(d.Sections[last].Passages, p)
		}
	}
	return d
}

// featureOf returns a feature as the page shows it.
func featureOf(of features.Feature) Feature {
	f := Feature{Feature: of}
	for text := range strings.SplitSeq(of.Description, "\n\n") {
		f.Narrative = append(f.Narrative, strings.Join(strings.Fields(text), " "))
	}
	last := len(f.Narrative) - 1
	f.Narrative, f.Source = f.Narrative[:last], f.Narrative[last]
	for _, o := range of.Outlines {
		if last := len(f.Rules) - 1; last < 0 || f.Rules[last].Title != o.Rule {
			f.Rules = append(f.Rules, Rule{Title: o.Rule, Requirements: o.Rows[0].Requirements})
		}
		last := &f.Rules[len(f.Rules)-1]
		last.Tables = append(last.Tables, o)
		for _, s := range o.Rows {
			if !slices.Equal(s.Requirements, last.Requirements) {
				last.Requirements = nil
			}
		}
	}
	return f
}

// Run is the result of a run of the features of an edition.
type Run struct {
	Edition *notation.Edition
	Results []features.Result // of each scenario of the edition that was run, in any order
	Report  result.Report     // of the run; the time of its start is zero to omit it
	Site    webpage.Site      // the links to other pages
}

// RunOfReference runs the features of an edition against the reference. The time of the run is omitted.
func RunOfReference(edition *notation.Edition) (r Run, err error) {
	cfg := suite.Config{Edition: edition, Only: []string{result.LayerFeatures}}
	cfg.Open = func(_ context.Context, e *notation.Edition) (conformance.Implementation, error) {
		return conformance.Reference(e), nil
	}
	cfg.Now = func() time.Time { return time.Time{} }
	cfg.Row = func(row features.Result) { r.Results = append(r.Results, row) }
	r.Edition = edition
	r.Report, err = suite.Run(context.Background(), cfg)
	return r, err
}

// pageView is the data of the template of the page, which escapes text of an implementation.
type pageView struct {
	Run
	Counts    tally // of all documents
	Documents []Document
	Example   string // identifier of a row, of a failed one if possible
	scenarios []features.Scenario
	vectors   string // those of the edition, as the corpus has them
	results   map[string]features.Result
}

// Name returns the name of the implementation.
func (p pageView) Name() string {
	return cmp.Or(p.Report.Implementation.Name.Cut().String(), "an implementation without a name")
}

// tally has the number of scenarios by the class of their outcome, and as "library" that of scenarios
// that test the Go packages of this module.
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

// Fails reports whether a row or a requirement of a section failed.
func (p pageView) Fails(s Section) bool {
	return slices.ContainsFunc(s.Passages, func(of Passage) bool {
		return slices.ContainsFunc(of.Requirements, func(r requirement.Requirement) bool { return p.Requirement(r).Result == result.CheckFail }) ||
			slices.ContainsFunc(of.Features, func(f Feature) bool { return p.Tally(f.Scenarios())["failed"] > 0 })
	})
}

// requirementView is a requirement with its result and what tests it.
type requirementView struct {
	requirement.Requirement
	Result        result.CheckResult  // by the report: a row can fail for another requirement than its own
	Rows, Library []features.Scenario // those that test an implementation, and those that test the Go packages
	Tally         tally               // of Rows
	Others        []string            // what else tests it
}

// Requirement returns a requirement with its result and what tests it.
func (p pageView) Requirement(of requirement.Requirement) requirementView {
	r := requirementView{Requirement: of, Result: p.Report.Requirement(of.ID).Result}
	for _, s := range p.scenarios {
		switch {
		case !slices.Contains(s.Requirements, of.ID):
		case s.Library:
			r.Library = append(r.Library, s)
		default:
			r.Rows = append(r.Rows, s)
		}
	}
	r.Tally = p.Tally(r.Rows)
	if n := strings.Count(p.vectors, `"`+of.ID+`"`); n > 0 {
		r.Others = append(r.Others, number.Counted(n, "vector"))
	}
	clauses, about := p.Edition.Clauses, func(s notation.Special) bool { return s.ID == of.ID } // of other layers
	if !slices.ContainsFunc(clauses.Special, about) && !slices.Contains(clauses.OneVerdict, of.ID) && slices.Contains(p.Edition.Requirements(), of.ID) {
		r.Others = append(r.Others, "the oracle")
	}
	for _, is := range property.All(p.Edition) {
		if slices.Contains(is.Requirements(p.Edition), of.ID) {
			r.Others = append(r.Others, "the property "+is.Name)
		}
	}
	return r
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
	vectors, _ := fs.ReadFile(corpus.Files(), corpus.FileName(r.Edition.String())) // it is embedded
	p.vectors = string(vectors)
	for _, d := range documents {
		p.scenarios = append(p.scenarios, d.Scenarios()...)
	}
	p.Counts = p.Tally(p.scenarios)
	failed := slices.IndexFunc(p.scenarios, func(s features.Scenario) bool { return p.Row(s).Outcome == webpage.Failed })
	p.Example = p.scenarios[max(0, failed)].ID
	return p
}

// Verdict describes the result of the run in a sentence.
func (p pageView) Verdict() string {
	c, all := p.Counts, p.Counts.All()
	switch {
	case c["passed"] == all:
		return fmt.Sprintf("All %s passed.", number.Counted(all, "row"))
	case c["failed"] > 0:
		return fmt.Sprintf("%d of %s failed.", c["failed"], number.Counted(all, "row"))
	}
	return fmt.Sprintf("No row failed: %d of %d passed.", c["passed"], all)
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

//go:embed page.js
var scriptText string

var page = sync.OnceValue(func() *webpage.Page {
	return webpage.New(webpage.Source{Template: pageText, Style: styleText, Script: scriptText, Funcs: template.FuncMap{
		"sentence": sentence,
		"said":     printable.Said,
		"base":     path.Base,
		"words":    func(text string) []string { return strings.SplitN(text, " ", 2) },
		"says":     saysMore,
		"harness":  func() string { return conformance.Version },
		"ours":     ours,
		"parts":    cellParts,
		"section":  sectionID,
		"address":  address,
		"outcome":  webpage.OutcomeOf,
	}})
})

// sectionID returns the identifier of a section.
func sectionID(d Document, s Section) string {
	other := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }
	return d.Key + "/section-" + strings.Join(strings.FieldsFunc(strings.ToLower(s.Title), other), "-")
}

// address returns a link to a section of a document. Its fragment is the title of the section, which a
// browser looks for in the text: we do not know the anchors of the page.
func address(d Document, s Section) template.URL {
	return template.URL(d.Page + "#:~:text=" + strings.NewReplacer("+", "%20", "-", "%2D").Replace(url.QueryEscape(s.Title)))
}

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
