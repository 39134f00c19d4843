package steps

import (
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

// row is a scenario with the editions of its feature.
type row struct {
	*features.Scenario
	editions []*notation.Edition
}

// suite returns the files as a suite of godog. Reading and running use the same files in the
// same order, so godog gives a row the same identifier in both.
func (b *book) suite() *godog.TestSuite {
	return &godog.TestSuite{Options: &godog.Options{FS: b.files, Paths: b.paths}}
}

// read reads all files. It panics for everything that would silently test less than expected.
func (b *book) read() {
	b.paths = must(fs.Glob(b.files, "*/*.feature")) // one folder for each document
	if len(b.paths) == 0 {
		panic("features: no feature files")
	}
	parsed := must(b.suite().RetrieveFeatures())
	for _, f := range parsed {
		b.add("features/"+f.Uri, f.GherkinDocument.Feature, f.Pickles)
	}
	for i, p := range b.paths { // godog drops a file without scenarios
		if i == len(parsed) || parsed[i].Uri != p {
			panic(fmt.Sprintf("features/%s: no scenario: add one, or look for a misspelt keyword", p))
		}
	}
}

// fail panics with an error in a line of a feature file.
func fail(file string, line int64, format string, args ...any) {
	panic(fmt.Sprintf("%s:%d: ", file, line) + fmt.Sprintf(format, args...))
}

func (b *book) add(file string, tree *messages.Feature, pickles []*godog.Scenario) {
	f := features.Feature{
		Name:  strings.TrimPrefix(strings.TrimSuffix(file, path.Ext(file)), "features/"),
		Title: tree.Name, Description: tree.Description, Outlines: outlines(file, tree),
	}
	var editions []*notation.Edition
	for _, t := range tree.Tags {
		if name, ok := strings.CutPrefix(t.Name, editionPrefix); ok {
			e, err := notation.Named(name)
			if err != nil {
				fail(file, tree.Location.Line, "%v", err)
			}
			editions, f.Editions = append(editions, e), append(f.Editions, e.String())
		}
	}
	if editions == nil {
		fail(file, tree.Location.Line, "the feature has no edition tag: add one, such as %s%s", editionPrefix, notation.EPIN)
	}
	n := 0
	for _, o := range f.Outlines {
		for i := range o.Rows {
			p, s := pickles[n], &o.Rows[i] // both are in the order of the file
			n++
			s.Name, s.File = p.Name, file
			r := row{s, editions}
			r.tag(p.Tags)
			if !slices.ContainsFunc(p.Steps, func(s *godog.Step) bool { return s.Type == messages.PickleStepType_OUTCOME }) {
				r.fail("the scenario checks nothing: give it a Then")
			}
			b.byNode[node(p)] = r
		}
	}
	b.features = append(b.features, f)
}

// node returns the identifier of the row of a scenario, or of a scenario without rows.
func node(pickle *godog.Scenario) string { return pickle.AstNodeIds[len(pickle.AstNodeIds)-1] }

// outlines returns the outlines of a feature.
func outlines(file string, tree *messages.Feature) (all []features.Outline) {
	for _, child := range tree.Children {
		rule, children := "", []*messages.RuleChild{{Background: child.Background, Scenario: child.Scenario}}
		if child.Rule != nil {
			rule, children = child.Rule.Name, child.Rule.Children
		}
		if len(children) == 0 {
			fail(file, child.Rule.Location.Line, "the rule has no scenario")
		}
		for _, c := range children {
			if c.Background != nil {
				fail(file, c.Background.Location.Line, "a Background cannot be shown")
			}
			all = append(all, outlinesOf(file, rule, c.Scenario)...)
		}
	}
	return all
}

// outlinesOf returns the outlines of a scenario. It joins Examples with the same columns: they are
// separate only because of their tags.
func outlinesOf(file, rule string, s *messages.Scenario) (all []features.Outline) {
	outline := features.Outline{Rule: rule, Title: s.Name}
	for _, step := range s.Steps {
		if step.DataTable != nil || step.DocString != nil {
			fail(file, step.Location.Line, "the argument of a step cannot be shown")
		}
		outline.Steps = append(outline.Steps, strings.TrimSpace(step.Keyword)+" "+step.Text)
	}
	if len(s.Examples) == 0 {
		if s.Keyword != "Scenario" && s.Keyword != "Example" {
			fail(file, s.Location.Line, "the scenario outline has no Examples")
		}
		outline.Rows = []features.Scenario{{Line: int(s.Location.Line)}}
		return []features.Outline{outline}
	}
	for _, e := range s.Examples {
		if len(e.TableBody) == 0 {
			fail(file, e.Location.Line, "the Examples have no row")
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
			for _, cell := range r.Cells {
				if strings.Contains(cell.Value, "\n") {
					fail(file, r.Location.Line, `a cell has a line break in it: double the backslash of \n`)
				}
				row.Cells = append(row.Cells, cell.Value)
			}
			last.Rows = append(last.Rows, row)
		}
	}
	return all
}

// The tags that are not identifiers of requirements.
const (
	editionPrefix = "@edition-" // before the name of an edition, on a feature
	libraryTag    = "@library"
)

// fail panics with an error of a scenario.
func (r row) fail(format string, args ...any) { fail(r.File, int64(r.Line), format, args...) }

// tag sets the fields of a scenario from its tags, including those of its feature and rule.
func (r row) tag(tags []*messages.PickleTag) {
	named := 0
	for _, t := range tags {
		switch q, ok := requirement.Lookup(strings.TrimPrefix(t.Name, "@")); {
		case strings.HasPrefix(t.Name, editionPrefix):
			named++
		case t.Name == libraryTag:
			r.Library = true
		case !ok:
			r.fail("the tag %s is not a requirement, an edition or %s", t.Name, libraryTag)
		default:
			for _, e := range r.editions {
				if !q.AppliesTo(e) {
					r.fail("the tag %s is not a requirement of edition %s", t.Name, e)
				}
			}
			r.Requirements = append(r.Requirements, q.ID)
		}
	}
	if named > len(r.editions) {
		r.fail("an edition tag belongs on a feature, not on a rule or scenario")
	}
	slices.Sort(r.Requirements)
	if r.Requirements = slices.Compact(r.Requirements); len(r.Requirements) == 0 {
		r.fail("the scenario names no requirement: tag it, such as @epin/9.4/empty")
	}
}
