package features

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Table is a table of a document that stands in the features, row for row. A list, or
// a sample of code with the values that it shows, is a table as well: the headings of
// its columns are ours.
type Table struct {
	Document string   `json:"document"` // the folder of its features, such as "epin-initial"
	Section  string   `json:"section"`  // of the document, such as "9.4" or "Mutation recipes"
	Title    string   `json:"title"`    // what the document calls it, or the statement before it
	Columns  []string `json:"columns"`
	// In are the rules of features that have the table, each of them the whole of it
	// and in its order. A row may stand there several times in succession.
	In []Place `json:"in"`
	// Rows have a cell for each column, with the words of the document and without its
	// marks for type. No row stands twice.
	Rows [][]string `json:"-"`
}

// Place is a rule of a feature.
type Place struct {
	File string `json:"file"` // such as "examples/recipes", for features/examples/recipes.feature
	Rule string `json:"rule"` // its title
}

//go:embed tables.jsonl
var tablesFile []byte

// Tables returns the tables that have to be in the features, in the order of
// tables.jsonl: by document. A test holds that file to its form.
func Tables() ([]Table, error) {
	var tables []Table
	for line := range bytes.Lines(tablesFile) {
		var err error
		if line[0] == '[' { // a row of the table before it
			last := &tables[len(tables)-1]
			last.Rows = append(last.Rows, nil)
			err = json.Unmarshal(line, &last.Rows[len(last.Rows)-1])
		} else {
			tables = append(tables, Table{})
			err = json.Unmarshal(line, &tables[len(tables)-1])
		}
		if err != nil {
			return nil, fmt.Errorf("features/tables.jsonl: %w", err)
		}
	}
	return tables, nil
}

// Missing compares the features with [Tables]. It returns a sentence for each row that
// is missing, changed, or not of its table, and for each rule that is not there;
// nothing where all is as in the documents. The error is that of Tables.
func Missing() ([]string, error) {
	tables, err := Tables()
	if err != nil {
		return nil, err
	}
	return missing(tables, scenariosOf(compiled())), nil
}

// name says which table it is.
func (t Table) name() string { return fmt.Sprintf("%q (%s, %s)", t.Title, t.Document, t.Section) }

func missing(tables []Table, scenarios []Scenario) []string {
	rules := map[Place][][]Cell{}
	for _, s := range scenarios {
		file := strings.TrimSuffix(strings.TrimPrefix(s.File, "features/"), ".feature")
		at := Place{file, s.Rule}
		rules[at] = append(rules[at], s.Cells)
	}
	var sentences []string
	for _, t := range tables {
		var want []string
		for _, row := range t.Rows {
			want = append(want, joinCells(row))
		}
		for _, at := range t.In {
			rows, there := rules[at]
			if !there {
				sentences = append(sentences, fmt.Sprintf("features/%s.feature: there is no rule %q for the table %s: add it, with %d rows",
					at.File, at.Rule, t.name(), len(want)))
				continue
			}
			for _, difference := range differences(want, t.rowsAmong(rows)) {
				sentences = append(sentences, fmt.Sprintf("features/%s.feature: rule %q: %s, for the table %s", at.File, at.Rule, difference, t.name()))
			}
		}
	}
	return sentences
}

// rowsAmong returns those rows of a rule that have the columns of the table, and of
// each its cells for them.
func (t Table) rowsAmong(rows [][]Cell) []string {
	var projected []string
	for _, cells := range rows {
		var row []string
		for _, column := range t.Columns {
			if i := slices.IndexFunc(cells, func(c Cell) bool { return c.Column == column }); i >= 0 {
				row = append(row, cells[i].Value)
			}
		}
		if len(row) == len(t.Columns) {
			projected = append(projected, joinCells(row))
		}
	}
	return slices.Compact(projected)
}

func joinCells(row []string) string {
	var cells []string
	for _, cell := range row {
		cells = append(cells, plain(cell))
	}
	return strings.Join(cells, " | ")
}

// plain returns a cell as a document shows it: tokens without the quotation marks that
// a feature has around them, and nothing of blanks at the ends. The empty string keeps
// its marks, as it has them in the document.
func plain(cell string) string {
	tokens, err := Tokens(cell)
	if err != nil || slices.Contains(tokens, "") {
		return cell
	}
	return strings.TrimSpace(quotes.Replace(cell))
}

// quotes takes the marks off quoted strings; those within them stay.
var quotes = strings.NewReplacer(`\"`, `\"`, `"`, "")

// differences says in what got is not want. It is silent where they are equal.
func differences(want, got []string) []string {
	var found []string
	if len(want) == len(got) {
		for i := range want {
			if want[i] != got[i] {
				found = append(found, fmt.Sprintf("row %d is %q and has to be %q", i+1, got[i], want[i]))
			}
		}
		return found
	}
	for i, row := range want {
		if !slices.Contains(got, row) {
			found = append(found, fmt.Sprintf("row %d is missing, %q", i+1, row))
		}
	}
	for _, row := range got {
		if !slices.Contains(want, row) {
			found = append(found, fmt.Sprintf("the row %q is not of the document", row))
		}
	}
	if found == nil {
		found = append(found, fmt.Sprintf("there are %d rows, of which some stand again, and not in succession", len(got)))
	}
	return found
}
