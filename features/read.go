package features

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v21"
)

// book is feature files, and the sentences that they may use.
type book struct {
	files      fs.FS
	vocabulary func(*attempt) []definition // of what an implementation is asked
	library    func(*attempt) []definition // of what this module's packages are asked
}

// embedded is what the exported functions read.
var embedded = book{files: files, vocabulary: (*attempt).vocabulary, library: libraryVocabulary}

// readEmbedded reads the embedded files once: they do not change, and reading them
// takes longer than running some of them.
var readEmbedded = sync.OnceValues(embedded.readFiles)

// contents is what stands in the files of a book.
type contents struct {
	paths     []string // of the files, in order
	scenarios []Scenario
	byNode    map[string]int // from the identifier of a row, or of a scenario without rows, to scenarios
}

// suite returns the files as godog takes them. Reading and running use the same
// files in the same order, so godog gives a row the same identifier in both.
func (b book) suite(paths []string) *godog.TestSuite {
	return &godog.TestSuite{Options: &godog.Options{FS: b.files, Paths: paths}}
}

// read returns what stands in the files, which nobody is to change.
func (b book) read() (contents, error) {
	if b.files == embedded.files {
		return readEmbedded()
	}
	return b.readFiles()
}

// readFiles reads all files, and refuses whatever would silently ask less than it
// seems to.
func (b book) readFiles() (contents, error) {
	paths, err := fs.Glob(b.files, fileGlob)
	if err != nil {
		return contents{}, fmt.Errorf("features: %w", err)
	}
	if len(paths) == 0 {
		return contents{}, errors.New("features: no feature files")
	}
	parsed, err := b.suite(paths).RetrieveFeatures()
	if err != nil {
		return contents{}, fmt.Errorf("features: %w", err)
	}
	c := contents{paths: paths, byNode: map[string]int{}}
	seen := map[string]bool{}
	for _, f := range parsed {
		if err := c.add(f.Uri, f.GherkinDocument.Feature, f.Pickles); err != nil {
			return contents{}, err
		}
		seen[f.Uri] = true
	}
	for _, p := range paths { // godog drops a file without scenarios
		if !seen[p] {
			return contents{}, fmt.Errorf("features/%s: no scenario: add one, or look for a misspelt keyword", p)
		}
	}
	return c, nil
}

// row is what a syntax tree says of a scenario and a pickle does not.
type row struct {
	line  int64
	rule  string
	cells []Cell
}

func (c *contents) add(file string, feature *messages.Feature, pickles []*godog.Scenario) error {
	where := "features/" + file
	edition, err := editionTag(feature.Tags)
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	rows, err := rowsOf(feature)
	if err != nil {
		return fmt.Errorf("%s:%w", where, err)
	}
	for i, p := range pickles {
		node := p.AstNodeIds[len(p.AstNodeIds)-1]
		row := rows[node]
		s := Scenario{
			ID:      fmt.Sprintf("features/%s/%d", strings.TrimSuffix(file, path.Ext(file)), i+1),
			File:    where,
			Line:    int(row.line),
			Feature: feature.Name,
			Rule:    row.rule,
			Name:    p.Name,
			Edition: edition,
			Cells:   row.cells,
		}
		if err := s.readTags(p.Tags); err != nil {
			return fmt.Errorf("%s:%d: %w", where, s.Line, err)
		}
		if !checks(p.Steps) {
			return fmt.Errorf("%s:%d: the scenario checks nothing: give it a Then", where, s.Line)
		}
		c.byNode[node] = len(c.scenarios)
		c.scenarios = append(c.scenarios, s)
	}
	return nil
}

// checks reports whether a scenario has a Then.
func checks(steps []*godog.Step) bool {
	for _, s := range steps {
		if s.Type == messages.PickleStepType_OUTCOME {
			return true
		}
	}
	return false
}

// rowsOf returns the rows of a feature, and its scenarios without rows, by the
// identifiers of their nodes. An error begins with the line.
func rowsOf(feature *messages.Feature) (map[string]row, error) {
	rows := map[string]row{}
	for _, child := range feature.Children {
		if child.Scenario != nil {
			if err := addRows(rows, "", child.Scenario); err != nil {
				return nil, err
			}
		}
		if child.Rule == nil {
			continue
		}
		before := len(rows)
		for _, c := range child.Rule.Children {
			if c.Scenario != nil {
				if err := addRows(rows, child.Rule.Name, c.Scenario); err != nil {
					return nil, err
				}
			}
		}
		if len(rows) == before {
			return nil, fmt.Errorf("%d: the rule has no scenario", child.Rule.Location.Line)
		}
	}
	return rows, nil
}

func addRows(rows map[string]row, rule string, s *messages.Scenario) error {
	if len(s.Examples) == 0 {
		if s.Keyword == "Scenario Outline" || s.Keyword == "Scenario Template" {
			return fmt.Errorf("%d: the scenario outline has no Examples", s.Location.Line)
		}
		rows[s.Id] = row{s.Location.Line, rule, nil}
		return nil
	}
	for _, e := range s.Examples {
		if len(e.TableBody) == 0 {
			return fmt.Errorf("%d: the Examples have no row", e.Location.Line)
		}
		for _, r := range e.TableBody {
			cells := make([]Cell, len(r.Cells))
			for i, cell := range r.Cells {
				if strings.Contains(cell.Value, "\n") {
					return fmt.Errorf(`%d: a cell has a line break in it: double the backslash of \n`, r.Location.Line)
				}
				cells[i] = Cell{e.TableHeader.Cells[i].Value, cell.Value}
			}
			rows[r.Id] = row{r.Location.Line, rule, cells}
		}
	}
	return nil
}
