package featurepage

import (
	"cmp"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// Documents returns the documents of an edition with their features, in the order of the page.
// It returns an error for an unknown edition.
func Documents(edition epin.Edition) ([]Document, error) {
	all, err := features.Of(edition)
	if err != nil {
		return nil, err
	}
	return documentsOf(features.Files(), all)
}

func documentsOf(files fs.FS, all []features.Feature) ([]Document, error) {
	documents := slices.Clone(known)
	for _, of := range all {
		i := slices.IndexFunc(documents, func(d Document) bool { return d.Key == path.Dir(of.Name) && d.Edition == of.Edition })
		if i < 0 {
			return nil, fmt.Errorf("features/%s: there is no document %q in edition %s", of.Name, path.Dir(of.Name), of.Edition)
		}
		text, err := fs.ReadFile(files, of.Name+".feature")
		if err != nil {
			return nil, fmt.Errorf("features/%s: %w", of.Name, err)
		}
		f := featureOf(of)
		f.Text = string(text)
		documents[i].Features = append(documents[i].Features, f)
	}
	documents = slices.DeleteFunc(documents, func(d Document) bool { return len(d.Features) == 0 })
	for _, d := range documents {
		slices.SortStableFunc(d.Features, func(a, b Feature) int { return cmp.Compare(a.place(), b.place()) })
	}
	return documents, nil
}

// place returns the position of a feature in its document: that in [reading], or that of its
// first requirement in the catalogue, which has the order of the documents.
func (f Feature) place() int {
	if i := slices.Index(reading, f.Name); i >= 0 {
		return i
	}
	first := math.MaxInt
	for _, s := range f.Scenarios() {
		for _, id := range s.Requirements {
			first = min(first, places[id])
		}
	}
	return first
}

var places = func() map[string]int {
	m := map[string]int{}
	for i, r := range requirement.All() {
		m[r.ID] = i
	}
	return m
}()

// featureOf returns a feature without its text. In Gherkin, scenarios without a rule come first.
func featureOf(of features.Feature) Feature {
	f := Feature{Feature: of}
	f.Narrative, f.Source = narrative(f.Description)
	for i, o := range of.Outlines {
		if last := len(f.Rules) - 1; last < 0 || f.Rules[last].Title != o.Rule {
			f.Rules = append(f.Rules, Rule{Title: o.Rule})
		}
		last := &f.Rules[len(f.Rules)-1]
		last.Tables = append(last.Tables, Table{fmt.Sprintf("%s/table-%d", f.Name, i+1), o})
	}
	for i := range f.Rules {
		f.Rules[i].Requirements = common(f.Rules[i].Tables)
	}
	f.Clauses = clauses(path.Dir(f.Name), f.Scenarios())
	return f
}

// narrative splits the description of a feature into paragraphs. The first one that begins with
// From is the source.
func narrative(description string) (paragraphs []string, source string) {
	for text := range strings.SplitSeq(description, "\n\n") {
		text = strings.Join(strings.Fields(text), " ")
		switch {
		case text == "":
		case source == "" && strings.HasPrefix(text, "From "):
			source = text
		default:
			paragraphs = append(paragraphs, text)
		}
	}
	return paragraphs, source
}

// common returns the requirements of the rows, if they are the same for all.
func common(tables []Table) []string {
	ids := tables[0].Rows[0].Requirements
	for _, table := range tables {
		if slices.ContainsFunc(table.Rows, func(s features.Scenario) bool { return !slices.Equal(s.Requirements, ids) }) {
			return nil
		}
	}
	return ids
}

// clauses returns the numbered sections of a document with requirements of the scenarios, in the
// order of the catalogue.
func clauses(document string, scenarios []features.Scenario) []string {
	asked := map[string]bool{}
	for _, s := range scenarios {
		for _, id := range s.Requirements {
			asked[id] = true
		}
	}
	var sections []string
	for _, r := range requirement.All() {
		numbered := r.Section[0] >= '0' && r.Section[0] <= '9'
		if asked[r.ID] && numbered && r.Document.Key == document && !slices.Contains(sections, r.Section) {
			sections = append(sections, r.Section)
		}
	}
	return sections
}
