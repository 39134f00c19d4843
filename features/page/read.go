package page

import (
	"cmp"
	"fmt"
	"io/fs"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v21"

	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// fileEnding is that of a feature.
const fileEnding = ".feature"

// Documents returns the documents of an edition with their features, in the order in
// which they are read. An error says which feature is not as it has to be.
func Documents(edition epin.Edition) ([]Document, error) {
	scenarios, err := features.List(edition)
	if err != nil {
		return nil, err
	}
	return documentsOf(features.Files(), edition, scenarios)
}

func documentsOf(files fs.FS, edition epin.Edition, scenarios []features.Scenario) ([]Document, error) {
	rows := map[string]map[int64]features.Scenario{} // by file and line
	var names []string
	for _, s := range scenarios {
		name := strings.TrimSuffix(strings.TrimPrefix(s.File, "features/"), fileEnding)
		if rows[name] == nil {
			rows[name] = map[int64]features.Scenario{}
			names = append(names, name)
		}
		rows[name][int64(s.Line)] = s
	}
	documents := slices.Clone(known)
	for _, name := range names {
		i := slices.IndexFunc(documents, func(d Document) bool { return d.Key == path.Dir(name) && d.Edition == edition })
		if i < 0 {
			return nil, fmt.Errorf("features/%s: there is no document %q in edition %s", name, path.Dir(name), edition)
		}
		f, err := readFeature(files, name, rows[name])
		if err != nil {
			return nil, fmt.Errorf("features/%s: %w", name, err)
		}
		documents[i].Features = append(documents[i].Features, f)
	}
	documents = slices.DeleteFunc(documents, func(d Document) bool { return len(d.Features) == 0 })
	for _, d := range documents {
		slices.SortStableFunc(d.Features, func(a, b Feature) int { return cmp.Compare(a.place(), b.place()) })
	}
	return documents, nil
}

// place is where a feature stands in its document: as [reading] says, or at its first
// requirement, in the order of the catalogue, which is that of the documents.
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

func readFeature(files fs.FS, name string, rows map[int64]features.Scenario) (Feature, error) {
	file := name + fileEnding
	text, err := fs.ReadFile(files, file)
	if err != nil {
		return Feature{}, err
	}
	parsed, err := godog.TestSuite{Options: &godog.Options{FS: files, Paths: []string{file}}}.RetrieveFeatures()
	if err != nil {
		return Feature{}, err
	}
	if len(parsed) == 0 {
		return Feature{}, fmt.Errorf("no scenario")
	}
	tree := parsed[0].GherkinDocument.Feature
	f := Feature{Name: name, Title: tree.Name, Text: string(text)}
	f.Narrative, f.Source = narrative(tree.Description)
	var loose Rule // what stands under no rule
	for _, child := range tree.Children {
		switch {
		case child.Background != nil:
			return Feature{}, fmt.Errorf("%d: a Background cannot be shown", child.Background.Location.Line)
		case child.Scenario != nil:
			if err := loose.add(child.Scenario, rows); err != nil {
				return Feature{}, err
			}
		case child.Rule != nil:
			rule := Rule{Title: child.Rule.Name}
			for _, c := range child.Rule.Children {
				if c.Background != nil {
					return Feature{}, fmt.Errorf("%d: a Background cannot be shown", c.Background.Location.Line)
				}
				if err := rule.add(c.Scenario, rows); err != nil {
					return Feature{}, err
				}
			}
			f.Rules = append(f.Rules, rule)
		}
	}
	if len(loose.Tables) > 0 {
		f.Rules = slices.Insert(f.Rules, 0, loose)
	}
	for i := range f.Rules {
		f.Rules[i].Requirements = common(f.Rules[i].Tables)
	}
	f.Clauses = clauses(path.Dir(name), f.Scenarios())
	if shown := len(f.Scenarios()); shown != len(rows) {
		return Feature{}, fmt.Errorf("%d of %d scenarios have a place", shown, len(rows))
	}
	return f, nil
}

// narrative takes the description of a feature apart: its paragraphs, of which the
// one that begins with From says where it comes from.
func narrative(description string) (paragraphs []string, source string) {
	var lines []string
	end := func() {
		text := strings.Join(lines, " ")
		lines = nil
		switch {
		case text == "":
		case source == "" && strings.HasPrefix(text, "From "):
			source = text
		default:
			paragraphs = append(paragraphs, text)
		}
	}
	for line := range strings.Lines(description) {
		if line = strings.TrimSpace(line); line == "" {
			end()
			continue
		}
		lines = append(lines, line)
	}
	end()
	return paragraphs, source
}

// add adds the tables of a scenario. Examples with the same columns, which stand apart
// only because their tags differ, are one table.
func (r *Rule) add(s *messages.Scenario, rows map[int64]features.Scenario) error {
	if len(s.Examples) == 0 {
		return r.addTable(s, nil, []int64{s.Location.Line}, rows)
	}
	for i, e := range s.Examples {
		var columns []string
		for _, cell := range e.TableHeader.Cells {
			columns = append(columns, cell.Value)
		}
		var lines []int64
		for _, row := range e.TableBody {
			lines = append(lines, row.Location.Line)
		}
		if i > 0 && slices.Equal(columns, r.Tables[len(r.Tables)-1].Columns) {
			if err := r.Tables[len(r.Tables)-1].addRows(lines, rows); err != nil {
				return err
			}
			continue
		}
		if err := r.addTable(s, columns, lines, rows); err != nil {
			return err
		}
	}
	return nil
}

func (r *Rule) addTable(s *messages.Scenario, columns []string, lines []int64, rows map[int64]features.Scenario) error {
	table := Table{Title: sentence(s.Name, columns), Columns: columns}
	for _, step := range s.Steps {
		if step.DataTable != nil || step.DocString != nil {
			return fmt.Errorf("%d: the argument of a step cannot be shown", step.Location.Line)
		}
		table.Steps = append(table.Steps, Step{strings.TrimSpace(step.Keyword), sentence(step.Text, columns)})
	}
	r.Tables = append(r.Tables, table)
	return r.Tables[len(r.Tables)-1].addRows(lines, rows)
}

func (t *Table) addRows(lines []int64, rows map[int64]features.Scenario) error {
	for _, line := range lines {
		s, ok := rows[line]
		if !ok {
			return fmt.Errorf("%d: no such scenario is listed", line)
		}
		t.Rows = append(t.Rows, s)
	}
	return nil
}

// sentence finds the columns that text names, as <column>.
func sentence(text string, columns []string) Sentence {
	var parts Sentence
	plain := func(s string) {
		if s != "" {
			parts = append(parts, Part{Text: s})
		}
	}
	done := 0
	for i := 0; i < len(text); i++ {
		name, _, ok := strings.Cut(text[i:], ">")
		if !ok || text[i] != '<' || !slices.Contains(columns, name[1:]) {
			continue
		}
		plain(text[done:i])
		parts = append(parts, Part{Text: name[1:], Column: true})
		done = i + len(name) + 1
		i = done - 1
	}
	plain(text[done:])
	return parts
}

// common returns the requirements of the rows, if they are the same for all.
func common(tables []Table) []string {
	ids := tables[0].Rows[0].Requirements
	for _, table := range tables {
		for _, row := range table.Rows {
			if !slices.Equal(row.Requirements, ids) {
				return nil
			}
		}
	}
	return ids
}

// clauses returns the numbered sections of a document that the requirements of
// scenarios come from, in the order of the catalogue.
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
