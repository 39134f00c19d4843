package features

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Table is a table of a document that the features contain, row for row. A list, or sample
// code with its results, is a table too; the names of its columns are not from the document.
type Table struct {
	Document string   `json:"document"` // the folder of its features, such as "epin-initial"
	Section  string   `json:"section"`  // of the document, such as "9.4" or "Mutation recipes"
	Title    string   `json:"title"`    // its title in the document, or the statement before it
	Columns  []string `json:"columns"`
	// In are the rules of features that contain the table. Each has the whole table in its
	// order, and may repeat a row several times in succession.
	In []Place `json:"in"`
	// Rows have a cell for each column, with the words of the document and without its
	// formatting. Rows are unique.
	Rows [][]string `json:"-"`
}

// Place is a rule of a feature.
type Place struct {
	File string `json:"file"` // such as "examples/recipes", for features/examples/recipes.feature
	Rule string `json:"rule"` // its title
}

//go:embed tables.jsonl
var tablesFile []byte

// Tables returns the tables that the features must contain, in the order of tables.jsonl: by
// document. The error names the file, which a test checks.
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

// Missing compares the features with [Tables]. It returns a sentence for each row that is
// missing, changed, or not in its table, and for each missing rule. It returns nil if there
// are no differences. The error is that of Tables.
func Missing() ([]string, error) {
	tables, err := Tables()
	if err != nil {
		return nil, err
	}
	return missing(tables, scenariosOf(compiled())), nil
}

// name returns the title, document and section of a table.
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
				sentences = append(sentences, fmt.Sprintf("features/%s.feature: the rule %q for the table %s is missing: add it, with %d rows",
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

// rowsAmong returns the cells of the columns of the table, for each row of a rule that has
// all of these columns.
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

// plain returns a cell as a document shows it: tokens without the quotation marks of the
// feature, and without blanks at the ends. The empty string keeps its quotation marks, as in
// the document.
func plain(cell string) string {
	tokens, err := Tokens(cell)
	if err != nil || slices.Contains(tokens, "") {
		return cell
	}
	return strings.TrimSpace(quotes.Replace(cell))
}

// quotes removes the quotation marks of quoted strings, and keeps escaped ones within them.
var quotes = strings.NewReplacer(`\"`, `\"`, `"`, "")

// differences describes the differences between want and got. It returns nil if they are
// equal.
func differences(want, got []string) []string {
	var found []string
	for i, row := range want {
		if !slices.Contains(got, row) {
			found = append(found, fmt.Sprintf("row %d is missing: %q", i+1, row))
		}
	}
	for _, row := range got {
		if !slices.Contains(want, row) {
			found = append(found, fmt.Sprintf("the document has no row %q", row))
		}
	}
	if found == nil && !slices.Equal(want, got) {
		found = append(found, fmt.Sprintf("the %d rows are in another order, or one is repeated, but not in succession", len(got)))
	}
	return found
}
