package featurepage

import (
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// Document is one of the documents of the features.
type Document struct {
	Key      string // the folder of its features, such as "epin-initial"
	Title    string // short, such as "EPIN 1.0.0"
	Says     string // one sentence that describes it
	Edition  epin.Edition
	Features []Feature // in the order of the document; at least one
}

// Feature is one feature file.
type Feature struct {
	features.Feature
	Narrative []string // paragraphs of its description; may be empty
	Source    string   // the paragraph about its source; may be empty
	Clauses   []string // the numbered sections of its requirements, such as "9.4"; may be empty
	Rules     []Rule   // at least one
	Text      string   // the contents of the file
}

// Rule is a statement of a document with its tables.
type Rule struct {
	Title string // empty for tables without a rule
	// Requirements are those of every row, sorted; empty if the rows differ.
	Requirements []string
	Tables       []Table // at least one
}

// Table is a scenario with its rows.
type Table struct {
	ID string // of the element of the page, such as "epin/invalid-tokens/table-1"
	features.Outline
}

// Scenarios returns the rows of a document, in the order of its features.
func (d Document) Scenarios() []features.Scenario {
	var all []features.Scenario
	for _, f := range d.Features {
		all = append(all, f.Scenarios()...)
	}
	return all
}

// Scenarios returns the rows of a feature, in the order of the file.
func (f Feature) Scenarios() []features.Scenario {
	var all []features.Scenario
	for _, o := range f.Outlines {
		all = append(all, o.Rows...)
	}
	return all
}

// known are the documents without their features, in the order of the page.
var known = []Document{
	{Key: "epin", Edition: epin.Current, Title: "EPIN 1.0.0",
		Says: "The specification: the text of record, with the terminal marker ^."},
	{Key: "examples", Edition: epin.Current, Title: "EPIN 1.0.0, Examples",
		Says: "The examples page of the text of record."},
	{Key: "epin-initial", Edition: epin.Initial, Title: "EPIN, initial text",
		Says: "The first text published under the number 1.0.0, without a terminal marker."},
	{Key: "pin-initial", Edition: epin.Initial, Title: "PIN, initial text",
		Says: "The first text of the notation that EPIN extends, without a terminal marker."},
	{Key: "epin-rb", Edition: epin.Initial, Title: "epin.rb",
		Says: "The README of a Ruby library for the initial text: its calls, and the values that it shows for them."},
}

// reading is the order of the features of documents whose requirements have no sections.
var reading = []string{
	"epin-rb/usage", "epin-rb/format-examples", "epin-rb/game-examples", "epin-rb/api-reference", "epin-rb/accessors",
	"epin-rb/transformations", "epin-rb/advanced-usage", "epin-rb/protocol-mapping", "epin-rb/canonical-form",
}
