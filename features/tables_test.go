package features

import (
	"slices"
	"strings"
	"testing"
)

// TestMissingNotices changes one thing in the scenarios, and wants the sentence for it.
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
	const ofTerminal = `features/examples/recipes.feature: rule "Terminal Status change: add or remove ^": `
	const ofStyle = `features/examples/recipes.feature: rule "Style status change (Native ↔ Derived): add or remove '": `
	const noRule = `features/examples/idempotence.feature: there is no rule "These methods are idempotent" ` +
		`for the table "These methods are idempotent" (examples, Component extraction and transformation): add it, with 4 rows`
	for _, c := range []struct {
		name   string
		id     string // of the rows that are changed, or its beginning
		change func(Scenario) []Scenario
		want   []string
	}{
		{"nothing", "features/", func(s Scenario) []Scenario { return []Scenario{s} }, nil},
		{"row removed", "features/examples/recipes/4", func(Scenario) []Scenario { return nil },
			[]string{ofState + `row 2 is missing, "+p' | -p' | State: enhanced → diminished", for the table "State change" (examples, Mutation recipes)`}},
		{"cell changed", "features/examples/recipes/6", func(s Scenario) []Scenario { return []Scenario{with(s, "Change", "becomes terminal")} },
			[]string{ofTerminal + `row 1 is "K | K^ | becomes terminal" and has to be "K | K^ | Becomes Terminal Piece", for the table "Terminal Status change" (examples, Mutation recipes)`}},
		{"token changed", "features/examples/recipes/8", func(s Scenario) []Scenario { return []Scenario{with(s, "After", `"b'"`)} },
			[]string{ofStyle + `row 1 is "B | b' | derive" and has to be "B | B' | derive", for the table "Style status change (Native ↔ Derived)" (examples, Mutation recipes)`}},
		{"row added", "features/examples/recipes/8", func(s Scenario) []Scenario {
			return []Scenario{s, with(with(s, "Before", `"b"`), "After", `"b'"`)}
		}, []string{ofStyle + `the row "b | b' | derive" is not of the document, for the table "Style status change (Native ↔ Derived)" (examples, Mutation recipes)`}},
		{"row repeated in succession", "features/examples/recipes/8", func(s Scenario) []Scenario { return []Scenario{s, s} }, nil},
		{"row repeated elsewhere", "features/examples/recipes/9", func(s Scenario) []Scenario {
			first := with(with(with(s, "Before", `"B"`), "After", `"B'"`), "Method", "derive")
			return []Scenario{s, first}
		}, []string{ofStyle + `there are 3 rows, of which some stand again, and not in succession, for the table "Style status change (Native ↔ Derived)" (examples, Mutation recipes)`}},
		{"column renamed", "features/epin/accessors/1", func(s Scenario) []Scenario {
			s.Cells = append([]Cell{s.Cells[0], {"What it is", s.Cells[1].Value}}, s.Cells[2:]...)
			return []Scenario{s}
		}, []string{`features/epin/accessors.feature: rule "Implementations SHOULD provide accessors for each component": ` +
			`row 1 is missing, "pin | A valid PIN token", for the table "Component extraction: accessors" (epin, 9.3)`}},
		{"rule renamed", "features/examples/idempotence/", func(s Scenario) []Scenario { s.Rule = "Again and again"; return []Scenario{s} }, []string{noRule}},
		{"feature removed", "features/examples/idempotence/", func(Scenario) []Scenario { return nil }, []string{noRule}},
		{"line break written out", "features/epin/invalid-tokens/10", func(s Scenario) []Scenario { return []Scenario{with(s, "String", `"K\r"`)} },
			[]string{`features/epin/invalid-tokens.feature: rule "What does not match the regular expression is no token": ` +
				`row 9 is "K\\r | contains a line break" and has to be "K\\n | contains a line break", for the table "Invalid token examples" (epin, 9.4)`}},
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

// TestEveryRowIsCompared says of each row in turn that it is another, and wants to be
// told of each rule that has it.
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
			if found := missing([]Table{table}, scenarios); len(found) != len(table.In) {
				t.Errorf("%s, row %q: %q, wanted %d sentences", table.name(), row, found, len(table.In))
			}
			*last = before
		}
	}
}

func TestDecodeTables(t *testing.T) {
	const table = `{"document":"epin","section":"9.4","title":"T","columns":["A","B"],"in":[{"file":"epin/t","rule":"R"}]}` + "\n"
	const row = `["a","b"]` + "\n"
	if tables, err := decodeTables([]byte(table + row)); err != nil || len(tables) != 1 || len(tables[0].Rows) != 1 {
		t.Fatalf("%v, error %v; wanted one table of one row", tables, err)
	}
	for _, c := range []struct{ name, data, wants string }{
		{"nothing", "", "it does not end with a line"},
		{"cut short", table + `["a","b"]`, "it does not end with a line"},
		{"no rows", table, `the table "T" (epin, 9.4) has no row`},
		{"row first", row, ":1: a row stands before the first table"},
		{"too few cells", table + `["a"]` + "\n", `:2: the row has 1 cells, and the table "T" (epin, 9.4) has 2 columns`},
		{"row twice", table + row + row, `:3: the row stands twice in the table "T" (epin, 9.4)`},
		{"table twice", table + row + table + row, `:3: the table "T" (epin, 9.4) stands twice`},
		{"empty line", table + "\n" + row, ":2: unexpected end of JSON input"},
		{"not JSON", table + `["a",` + "\n", ":2: unexpected end of JSON input"},
		{"number for text", table + `["a",1]` + "\n", ":2: json: cannot unmarshal number"},
		{"null for text", table + `["a",null]` + "\n", `:2: write the line as ["a",""]`},
		{"blank", table + `["a", "b"]` + "\n", `:2: write the line as ["a","b"]`},
		{"CR LF", table + `["a","b"]` + "\r\n", `:2: write the line as ["a","b"]`},
		{"unknown key", strings.Replace(table, `"section"`, `"no":1,"section"`, 1) + row, ":1: write the line as"},
		{"key in another case", strings.Replace(table, `"section"`, `"Section"`, 1) + row, ":1: write the line as"},
		{"key twice", strings.Replace(table, `"section"`, `"document":"epin","section"`, 1) + row, ":1: write the line as"},
		{"no title", strings.Replace(table, `"T"`, `""`, 1) + row, ":1: a table needs a section, a title and columns"},
		{"no columns", strings.Replace(table, `["A","B"]`, `[]`, 1) + row, ":1: a table needs a section, a title and columns"},
		{"in no feature", strings.Replace(table, `[{"file":"epin/t","rule":"R"}]`, `[]`, 1) + row, `:1: the table "T" (epin, 9.4) is in no feature`},
		{"feature of another document", strings.Replace(table, `epin/t`, `examples/t`, 1) + row, `not in rule "R" of "examples/t"`},
		{"no rule", strings.Replace(table, `"R"`, `""`, 1) + row, `not in rule "" of "epin/t"`},
	} {
		if tables, err := decodeTables([]byte(c.data)); err == nil || tables != nil || !strings.Contains(err.Error(), c.wants) {
			t.Errorf("%s: %v, error %v; wanted one that says %q", c.name, tables, err, c.wants)
		}
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
