package featurepage

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/features"
)

// The view of a page is what its template is given: all decisions are made, and all
// that an implementation said is escaped as [said] does.

type pageView struct {
	Edition   string
	Name      string // of the implementation; never empty
	Version   string
	Language  string
	When      string
	Harness   string
	Verdict   string
	CutShort  string
	Counts    Counts
	Library   Counts
	Documents []documentView
	Failures  []rowView // of all documents
	Example   string    // identifier of a row: of one that failed, if there is one
}

// Partly reports whether there are rows of an implementation that were not asked.
func (p pageView) Partly() bool { return p.Counts.NotAsked > 0 }

type documentView struct {
	Document
	Features []featureView // in place of those of Document
	Counts   Counts
	Library  Counts
}

type featureView struct {
	Feature
	Rules   []ruleView // in place of those of Feature
	Counts  Counts
	Library Counts
}

type ruleView struct {
	Title        string
	Requirements []requirement.Requirement // of every row; empty where the rows differ
	Tables       []tableView
}

type tableView struct {
	Table
	ID           string
	Rows         []rowView // in place of those of Table
	Requirements bool      // whether the rows show theirs
}

type rowView struct {
	ID           string // of the element; that of the scenario without "features/"
	Number       string // its place in the file
	Name         string
	Feature      string
	Library      bool
	Outcome      outcome
	Note         string // why it was not exercised
	Cells        []cellView
	Requirements []string
	Failure      *failureView // where it failed
	Width        int          // columns of the table
}

type failureView struct {
	Wanted, Got string
	Message     string // where there is nothing to compare
	Step        string
	Asked       string
}

type cellView struct {
	Parts  []cellPart
	Column string
	Header bool // whether it stands first, and so names the row
}

type cellPart struct {
	Text  string
	Token bool // Text is a token without its quotation marks
}

func view(r Run, documents []Document) (pageView, error) {
	results := map[string]features.Result{}
	for _, result := range r.Results {
		if _, twice := results[result.ID]; twice {
			return pageView{}, fmt.Errorf("page: two results of %s", result.ID)
		}
		results[result.ID] = result
	}
	p := pageView{
		Edition: r.Edition.String(), Harness: conformance.Version, CutShort: said(r.CutShort),
		Name: said(r.Implementation.Name), Version: said(r.Implementation.Version), Language: said(r.Implementation.Language),
	}
	if p.Name == "" {
		p.Name = "an implementation that gives no name"
	}
	if !r.When.IsZero() {
		p.When = r.When.UTC().Format("2 January 2006, 15:04 UTC")
	}
	for _, d := range documents {
		dv := documentView{Document: d}
		for _, f := range d.Features {
			fv := viewFeature(f, results)
			for _, rule := range fv.Rules {
				for _, table := range rule.Tables {
					for _, row := range table.Rows {
						if row.Outcome == failed {
							p.Failures = append(p.Failures, row)
						}
					}
				}
			}
			dv.Counts.add(fv.Counts)
			dv.Library.add(fv.Library)
			dv.Features = append(dv.Features, fv)
		}
		p.Counts.add(dv.Counts)
		p.Library.add(dv.Library)
		p.Documents = append(p.Documents, dv)
	}
	if asked := p.Counts.Asked() + p.Library.Asked(); asked != len(results) {
		return pageView{}, fmt.Errorf("page: %d of %d results are of no scenario of edition %s", len(results)-asked, len(results), r.Edition)
	}
	p.Example = documents[0].Features[0].Scenarios()[0].ID
	if len(p.Failures) > 0 {
		p.Example = "features/" + p.Failures[0].ID
	}
	p.Verdict = verdict(p)
	return p, nil
}

// verdict says in a sentence or two what came of the run. The rows of the library say
// nothing of an implementation, and are spoken of where one failed.
func verdict(p pageView) string {
	c := p.Counts
	var s string
	switch {
	case c.Asked() == 0 && p.Library.Asked() == 0:
		return "Nothing was asked."
	case c.Asked() == 0:
		s = "Only the Go packages of this project were asked."
	case c.Passed == c.All():
		s = fmt.Sprintf("All %s passed.", rows(c.All()))
	case c.Failed > 0:
		s = fmt.Sprintf("%d of %s failed.", c.Failed, rows(c.All()))
	default:
		s = fmt.Sprintf("No row failed: %d of %d passed.", c.Passed, c.All())
	}
	if c.NotExercised > 0 {
		s += fmt.Sprintf(" Not exercised: %d.", c.NotExercised)
	}
	if c.NotAsked > 0 && c.Asked() > 0 {
		s += fmt.Sprintf(" Not asked: %d.", c.NotAsked)
	}
	if p.Library.Failed > 0 {
		s += fmt.Sprintf(" Of the library %d of %s failed.", p.Library.Failed, rows(p.Library.All()))
	}
	return s
}

func rows(n int) string {
	if n == 1 {
		return "1 row"
	}
	return strconv.Itoa(n) + " rows"
}

func viewFeature(f Feature, results map[string]features.Result) featureView {
	fv := featureView{Feature: f}
	tables := 0
	for _, rule := range f.Rules {
		rv := ruleView{Title: rule.Title}
		for _, id := range rule.Requirements {
			if r, ok := requirement.Lookup(id); ok {
				rv.Requirements = append(rv.Requirements, r)
			}
		}
		for _, table := range rule.Tables {
			tables++
			tv := tableView{Table: table, ID: fmt.Sprintf("%s/table-%d", f.Name, tables), Requirements: len(rule.Requirements) == 0 && named(rule)}
			for _, s := range table.Rows {
				row := viewRow(s, results)
				row.Width = len(table.Columns) + 2
				if tv.Requirements {
					row.Width++
				}
				counts := &fv.Counts
				if s.Library {
					counts = &fv.Library
				}
				counts.count(row.Outcome)
				tv.Rows = append(tv.Rows, row)
			}
			rv.Tables = append(rv.Tables, tv)
		}
		fv.Rules = append(fv.Rules, rv)
	}
	return fv
}

// named reports whether a row of a rule names a requirement.
func named(rule Rule) bool {
	return slices.ContainsFunc(rule.Tables, func(t Table) bool {
		return slices.ContainsFunc(t.Rows, func(s features.Scenario) bool { return len(s.Requirements) > 0 })
	})
}

func viewRow(s features.Scenario, results map[string]features.Result) rowView {
	row := rowView{
		ID: strings.TrimPrefix(s.ID, "features/"), Number: path.Base(s.ID),
		Name: s.Name, Feature: s.Feature, Library: s.Library, Requirements: s.Requirements,
	}
	for i, cell := range s.Cells {
		row.Cells = append(row.Cells, cellView{cellParts(cell.Value), cell.Column, i == 0})
	}
	result, asked := results[s.ID]
	if !asked {
		return row
	}
	row.Outcome = outcomeOf(result.Status)
	switch row.Outcome {
	case notExercised:
		row.Note = said(result.Message)
	case failed:
		row.Failure = &failureView{
			Wanted: said(result.Wanted), Got: said(result.Got),
			Step: result.Step, Asked: asking(result.Request),
		}
		if result.Wanted == "" && result.Got == "" {
			row.Failure.Message = said(result.Message)
		}
	}
	return row
}

// ours reports whether a column is not the document's: its name begins with a
// lower-case letter.
func ours(column string) bool { return column != "" && column[0] >= 'a' && column[0] <= 'z' }

// asking returns a request in words; empty where nothing was asked.
func asking(r conformance.Request) string {
	if r.Op == "" {
		return ""
	}
	words := []string{string(r.Op)}
	for i, m := range r.Methods {
		if i > 0 {
			words = append(words, "then")
		}
		words = append(words, string(m))
	}
	switch r.Op {
	case conformance.OpSweep:
		for _, token := range r.Tokens {
			words = append(words, strconv.QuoteToASCII(token))
		}
	case conformance.OpEqual:
		words = append(words, strconv.QuoteToASCII(r.Token), strconv.QuoteToASCII(r.Other))
	case conformance.OpApply:
		words = append(words, "to", strconv.QuoteToASCII(r.Token))
	default:
		words = append(words, strconv.QuoteToASCII(r.Token))
	}
	return strings.Join(words, " ")
}

// cellParts finds the tokens in a cell, which stand there as quoted Go string literals
// with ", " or " / " between them. What is no such list is text.
func cellParts(value string) []cellPart {
	var parts []cellPart
	for rest := value; ; {
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil || quoted[0] != '"' {
			return []cellPart{{Text: value}}
		}
		parts = append(parts, cellPart{quoted[1 : len(quoted)-1], true})
		rest = rest[len(quoted):]
		if rest == "" {
			return parts
		}
		separator := ", "
		if strings.HasPrefix(rest, " / ") {
			separator = " / "
		}
		var ok bool
		if rest, ok = strings.CutPrefix(rest, separator); !ok {
			return []cellPart{{Text: value}}
		}
		parts = append(parts, cellPart{Text: separator})
	}
}
