package features

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// TestMissingNotices makes one change to the scenarios, and expects the sentence for it.
func TestMissingNotices(t *testing.T) {
	tables, err := Tables()
	if err != nil {
		t.Fatal(err)
	}
	with := func(s Scenario, column, value string) Scenario {
		s.Cells = slices.Clone(s.Cells)
		at := slices.IndexFunc(s.Cells, func(c Cell) bool { return c.Column == column })
		s.Cells[at].Value = value
		return s
	}
	const ofState = `features/examples/recipes.feature: rule "State change: add, change, or remove the + / - prefix": `
	const ofStyle = `features/examples/recipes.feature: rule "Style status change (Native ↔ Derived): add or remove '": `
	const noRule = `features/examples/idempotence.feature: the rule "These methods are idempotent" ` +
		`for the table "These methods are idempotent" (examples, Component extraction and transformation) is missing: add it, with 4 rows`
	for _, c := range []struct {
		name   string
		id     string // of the changed row, or the beginning of the ids
		change func(Scenario) []Scenario
		want   []string
	}{
		{"nothing", "features/", func(s Scenario) []Scenario { return []Scenario{s} }, nil},
		{"row removed", "features/examples/recipes/4", func(Scenario) []Scenario { return nil },
			[]string{ofState + `row 2 is missing: "+p' | -p' | State: enhanced → diminished", for the table "State change" (examples, Mutation recipes)`}},
		{"token changed", "features/examples/recipes/8", func(s Scenario) []Scenario { return []Scenario{with(s, "After", `"b'"`)} }, []string{
			ofStyle + `row 1 is missing: "B | B' | derive", for the table "Style status change (Native ↔ Derived)" (examples, Mutation recipes)`,
			ofStyle + `the document has no row "B | b' | derive", for the table "Style status change (Native ↔ Derived)" (examples, Mutation recipes)`}},
		{"row added", "features/examples/recipes/8", func(s Scenario) []Scenario {
			return []Scenario{s, with(with(s, "Before", `"b"`), "After", `"b'"`)}
		}, []string{ofStyle + `the document has no row "b | b' | derive", for the table "Style status change (Native ↔ Derived)" (examples, Mutation recipes)`}},
		{"row repeated in succession", "features/examples/recipes/8", func(s Scenario) []Scenario { return []Scenario{s, s} }, nil},
		{"row repeated elsewhere", "features/examples/recipes/9", func(s Scenario) []Scenario {
			first := with(with(with(s, "Before", `"B"`), "After", `"B'"`), "Method", "derive")
			return []Scenario{s, first}
		}, []string{ofStyle + `the 3 rows are in another order, or one is repeated, but not in succession, for the table "Style status change (Native ↔ Derived)" (examples, Mutation recipes)`}},
		{"column renamed", "features/epin/accessors/1", func(s Scenario) []Scenario {
			s.Cells = append([]Cell{s.Cells[0], {"What it is", s.Cells[1].Value}}, s.Cells[2:]...)
			return []Scenario{s}
		}, []string{`features/epin/accessors.feature: rule "Implementations SHOULD provide accessors for each component": ` +
			`row 1 is missing: "pin | A valid PIN token", for the table "Component extraction: accessors" (epin, 9.3)`}},
		{"rule renamed", "features/examples/idempotence/", func(s Scenario) []Scenario { s.Rule = "Again and again"; return []Scenario{s} }, []string{noRule}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var all []Scenario
			for _, s := range scenariosOf(compiled()) {
				changed := []Scenario{s}
				if s.ID == c.id || strings.HasSuffix(c.id, "/") && strings.HasPrefix(s.ID, c.id) {
					changed = c.change(s)
				}
				all = append(all, changed...)
			}
			if got := missing(tables, all); strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("got\n%s\nwanted\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// TestEveryRowIsCompared changes each row of each table, and expects for each rule that has it that
// the changed row is missing and that the document does not have the other.
func TestEveryRowIsCompared(t *testing.T) {
	tables, err := Tables()
	if err != nil {
		t.Fatal(err)
	}
	scenarios := scenariosOf(compiled())
	for _, table := range tables {
		for _, row := range table.Rows {
			last := &row[len(row)-1]
			before := *last
			*last += " and more"
			if found := missing([]Table{table}, scenarios); len(found) != 2*len(table.In) {
				t.Errorf("%s, row %q: %q, wanted %d sentences", table.name(), row, found, 2*len(table.In))
			}
			*last = before
		}
	}
}

// TestTablesFile checks the form of tables.jsonl. Encoding its values returns the same bytes, so
// no key is unknown, repeated or missing. Every table is complete and in rules of features of its
// document. Tables and rows are unique.
func TestTablesFile(t *testing.T) {
	tables, err := Tables()
	if err != nil || len(tables) == 0 {
		t.Fatalf("%d tables, error %v", len(tables), err)
	}
	var written bytes.Buffer
	enc := json.NewEncoder(&written)
	enc.SetEscapeHTML(false)
	write := func(value any) {
		if err := enc.Encode(value); err != nil {
			t.Fatal(err)
		}
	}
	names := map[string]bool{}
	for _, table := range tables {
		write(table)
		isOfOther := func(p Place) bool { return p.Rule == "" || !strings.HasPrefix(p.File, table.Document+"/") }
		if table.Section == "" || table.Title == "" || len(table.Columns) == 0 || slices.Contains(table.Columns, "") || len(table.Rows) == 0 ||
			len(table.In) == 0 || slices.ContainsFunc(table.In, isOfOther) || names[table.name()] {
			t.Errorf("%s is incomplete, not in a rule of a feature of its document, or a duplicate: %+v", table.name(), table)
		}
		names[table.name()] = true
		for i, row := range table.Rows {
			write(row)
			isSame := func(other []string) bool { return slices.Equal(row, other) }
			if len(row) != len(table.Columns) || slices.ContainsFunc(table.Rows[:i], isSame) {
				t.Errorf("%s: the row %q does not have %d cells, or is a duplicate", table.name(), row, len(table.Columns))
			}
		}
	}
	if !bytes.Equal(written.Bytes(), tablesFile) {
		t.Error("encoding the values of tables.jsonl returns other bytes: a key is unknown, duplicate or misplaced, or there are blanks")
	}
}

func TestPlain(t *testing.T) {
	for cell, want := range map[string]string{
		"King":           "King",
		`"K^'"`:          "K^'",
		`"K^" / "k^"`:    "K^ / k^",
		`"X", "X'"`:      "X, X'",
		`"K "`:           "K",
		`"K\n"`:          `K\n`,
		`"K\"Q"`:         `K\"Q`,
		`""`:             `""`,
		`["K", "Q"]`:     `["K", "Q"]`,
		`"+p'" (a pawn)`: `"+p'" (a pawn)`,
		`a ::= "'"`:      `a ::= "'"`,
	} {
		if got := plain(cell); got != want {
			t.Errorf("plain(%s) = %s, wanted %s", cell, got, want)
		}
	}
}
