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
	"io/fs"
	"path"
	"slices"
	"strings"

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
