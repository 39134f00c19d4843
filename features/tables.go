package features

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"errors"
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
// tables.jsonl: by document. The error says what is wrong with that file, and where.
func Tables() ([]Table, error) { return decodeTables(tablesFile) }

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

// decodeTables reads lines of JSON: an object begins a table, and an array is a row of
// the table before it.
func decodeTables(data []byte) ([]Table, error) {
	var tables []Table
	if !bytes.HasSuffix(data, []byte("\n")) {
		return nil, errors.New("features/tables.jsonl: it does not end with a line: it may be cut short")
	}
	n := 0
	for line := range bytes.Lines(data) {
		n++
		var err error
		if line[0] == '[' {
			err = addRow(tables, line)
		} else {
			var t Table
			if err = decodeExactly(line, &t); err == nil {
				err = t.check(tables)
			}
			tables = append(tables, t)
		}
		if err != nil {
			return nil, fmt.Errorf("features/tables.jsonl:%d: %w", n, err)
		}
	}
	for _, t := range tables {
		if len(t.Rows) == 0 {
			return nil, fmt.Errorf("features/tables.jsonl: the table %s has no row", t.name())
		}
	}
	return tables, nil
}

// addRow adds a row to the last table.
func addRow(tables []Table, line []byte) error {
	var row []string
	if err := decodeExactly(line, &row); err != nil {
		return err
	}
	if len(tables) == 0 {
		return errors.New("a row stands before the first table")
	}
	t := &tables[len(tables)-1]
	if len(row) != len(t.Columns) {
		return fmt.Errorf("the row has %d cells, and the table %s has %d columns", len(row), t.name(), len(t.Columns))
	}
	if slices.ContainsFunc(t.Rows, func(r []string) bool { return slices.Equal(r, row) }) {
		return fmt.Errorf("the row stands twice in the table %s", t.name())
	}
	t.Rows = append(t.Rows, row)
	return nil
}

// decodeExactly reads a line that is, byte for byte, what its value is written as. So
// no key is unknown, repeated, left out or in another case.
func decodeExactly(line []byte, value any) error {
	if err := json.Unmarshal(line, value); err != nil {
		return err
	}
	var written bytes.Buffer
	enc := json.NewEncoder(&written)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return err
	}
	if !bytes.Equal(line, written.Bytes()) {
		return fmt.Errorf("write the line as %s", bytes.TrimSpace(written.Bytes()))
	}
	return nil
}

// check looks at everything in front of the rows.
func (t Table) check(before []Table) error {
	switch {
	case t.Section == "" || t.Title == "" || len(t.Columns) == 0 || slices.Contains(t.Columns, ""):
		return errors.New("a table needs a section, a title and columns")
	case len(t.In) == 0:
		return fmt.Errorf("the table %s is in no feature", t.name())
	case slices.ContainsFunc(before, func(b Table) bool { return b.name() == t.name() }):
		return fmt.Errorf("the table %s stands twice", t.name())
	}
	for _, p := range t.In {
		if p.Rule == "" || !strings.HasPrefix(p.File, t.Document+"/") {
			return fmt.Errorf("the table %s is in a rule of a feature of its document, and not in rule %q of %q", t.name(), p.Rule, p.File)
		}
	}
	return nil
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
