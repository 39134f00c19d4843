package steps

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/cucumber/godog"
	messages "github.com/cucumber/messages/go/v21"

	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/features"
)

// book is a set of parsed feature files.
type book struct {
	files    fs.FS
	paths    []string           // of the files, in order
	features []features.Feature // with Expected after compile
	byNode   map[string]row     // by the identifier of a row, or of a scenario without rows
	passed   int                // number of scenarios
	err      error              // of the first scenario that fails
}

// row is a scenario with the file and the editions of its feature.
type row struct {
	*features.Scenario
	file     string
	editions []*notation.Edition
}

// suite returns the files as a suite of godog. Reading and running use the same files in the
// same order, so godog gives a row the same identifier in both.
func (b *book) suite() *godog.TestSuite {
	return &godog.TestSuite{Options: &godog.Options{FS: b.files, Paths: b.paths}}
}

// read reads all files. It returns an error for everything that would silently test less
// than expected.
func (b *book) read() (err error) {
	b.paths, err = fs.Glob(b.files, "*/*.feature") // one folder for each document
	if err != nil || len(b.paths) == 0 {
		return errors.Join(errors.New("features: no feature files"), err)
	}
	parsed, err := b.suite().RetrieveFeatures()
	if err != nil {
		return fmt.Errorf("features: %w", err)
	}
	for _, f := range parsed {
		if err := b.add(f.Uri, f.GherkinDocument.Feature, f.Pickles); err != nil {
			return err
		}
	}
	for i, p := range b.paths { // godog drops a file without scenarios
		if i == len(parsed) || parsed[i].Uri != p {
			return fmt.Errorf("features/%s: no scenario: add one, or look for a misspelt keyword", p)
		}
	}
	return nil
}

func (b *book) add(file string, tree *messages.Feature, pickles []*godog.Scenario) error {
	where := "features/" + file
	editions, err := editionTags(tree.Tags)
	if err != nil {
		return fmt.Errorf("%s: %w", where, err)
	}
	f := features.Feature{Name: strings.TrimSuffix(file, path.Ext(file)), Title: tree.Name, Description: tree.Description}
	for _, e := range editions {
		f.Editions = append(f.Editions, e.String())
	}
	if f.Outlines, err = outlines(tree); err != nil {
		return fmt.Errorf("%s:%w", where, err)
	}
	n := 0
	for _, o := range f.Outlines {
		for i := range o.Rows {
			p, s := pickles[n], &o.Rows[i] // both are in the order of the file
			n++
			s.Name = p.Name
			err := readTags(s, editions, p.Tags)
			if err == nil && !slices.ContainsFunc(p.Steps, func(s *godog.Step) bool { return s.Type == messages.PickleStepType_OUTCOME }) {
				err = errors.New("the scenario checks nothing: give it a Then")
			}
			if err != nil {
				return fmt.Errorf("%s:%d: %w", where, s.Line, err)
			}
			b.byNode[node(p)] = row{s, where, editions}
		}
	}
	b.features = append(b.features, f)
	return nil
}

// node returns the identifier of the row of a scenario, or of a scenario without rows.
func node(pickle *godog.Scenario) string { return pickle.AstNodeIds[len(pickle.AstNodeIds)-1] }

// outlines returns the outlines of a feature. An error begins with the line number.
func outlines(tree *messages.Feature) ([]features.Outline, error) {
	var all []features.Outline
	for _, child := range tree.Children {
		rule, children := "", []*messages.RuleChild{{Background: child.Background, Scenario: child.Scenario}}
		if child.Rule != nil {
			rule, children = child.Rule.Name, child.Rule.Children
		}
		before := len(all)
		for _, c := range children {
			if c.Background != nil {
				return nil, fmt.Errorf("%d: a Background cannot be shown", c.Background.Location.Line)
			}
			of, err := outlinesOf(rule, c.Scenario)
			if err != nil {
				return nil, err
			}
			all = append(all, of...)
		}
		if len(all) == before {
			return nil, fmt.Errorf("%d: the rule has no scenario", child.Rule.Location.Line)
		}
	}
	return all, nil
}

// outlinesOf returns the outlines of a scenario. It joins Examples with the same columns: they are
// separate only because of their tags.
func outlinesOf(rule string, s *messages.Scenario) ([]features.Outline, error) {
	outline := features.Outline{Rule: rule, Title: s.Name}
	for _, step := range s.Steps {
		if step.DataTable != nil || step.DocString != nil {
			return nil, fmt.Errorf("%d: the argument of a step cannot be shown", step.Location.Line)
		}
		outline.Steps = append(outline.Steps, strings.TrimSpace(step.Keyword)+" "+step.Text)
	}
	if len(s.Examples) == 0 {
		if s.Keyword != "Scenario" && s.Keyword != "Example" {
			return nil, fmt.Errorf("%d: the scenario outline has no Examples", s.Location.Line)
		}
		outline.Rows = []features.Scenario{{Line: int(s.Location.Line)}}
		return []features.Outline{outline}, nil
	}
	var all []features.Outline
	for _, e := range s.Examples {
		if len(e.TableBody) == 0 {
			return nil, fmt.Errorf("%d: the Examples have no row", e.Location.Line)
		}
		var columns []string
		for _, cell := range e.TableHeader.Cells {
			columns = append(columns, cell.Value)
		}
		if len(all) == 0 || !slices.Equal(columns, all[len(all)-1].Columns) {
			outline.Columns = columns
			all = append(all, outline)
		}
		last := &all[len(all)-1]
		for _, r := range e.TableBody {
			row := features.Scenario{Line: int(r.Location.Line)}
			for i, cell := range r.Cells {
				if strings.Contains(cell.Value, "\n") {
					return nil, fmt.Errorf(`%d: a cell has a line break in it: double the backslash of \n`, r.Location.Line)
				}
				row.Cells = append(row.Cells, features.Cell{Column: columns[i], Value: cell.Value})
			}
			last.Rows = append(last.Rows, row)
		}
	}
	return all, nil
}

// The tags that are not identifiers of requirements.
const (
	editionPrefix = "@edition-" // before the name of an edition, on a feature
	libraryTag    = "@library"
)

// editionTags returns the editions that the tags of a feature name.
func editionTags(tags []*messages.Tag) (editions []*notation.Edition, err error) {
	for _, t := range tags {
		name, ok := strings.CutPrefix(t.Name, editionPrefix)
		if !ok {
			continue
		}
		e, err := notation.Named(name)
		if err != nil {
			return nil, err
		}
		editions = append(editions, e)
	}
	if editions == nil {
		return nil, fmt.Errorf("the feature has no edition tag: add one, such as %s%s", editionPrefix, notation.EPIN)
	}
	return editions, nil
}

// readTags sets the fields of a scenario of some editions from its tags, including those of its
// feature and rule.
func readTags(s *features.Scenario, editions []*notation.Edition, tags []*messages.PickleTag) error {
	named := 0
	for _, t := range tags {
		switch id := strings.TrimPrefix(t.Name, "@"); {
		case strings.HasPrefix(t.Name, editionPrefix):
			named++
		case t.Name == libraryTag:
			s.Library = true
		default:
			r, ok := requirement.Lookup(id)
			if !ok {
				return fmt.Errorf("the tag %s is no requirement, no edition and not %s", t.Name, libraryTag)
			}
			for _, e := range editions {
				if !r.AppliesTo(e) {
					return fmt.Errorf("the tag %s is no requirement of edition %s", t.Name, e)
				}
			}
			s.Requirements = append(s.Requirements, id)
		}
	}
	if named > len(editions) {
		return errors.New("an edition tag stands on a feature, not on a rule or scenario")
	}
	slices.Sort(s.Requirements)
	s.Requirements = slices.Compact(s.Requirements)
	if len(s.Requirements) == 0 {
		return errors.New("the scenario names no requirement: tag it, such as @epin/9.4/empty")
	}
	return nil
}
