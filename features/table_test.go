package features_test

import (
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// tables are the tables of the documents, row by row: the columns are the
// document's. A table that is asked for two statements stands twice in its feature.
var tables = []struct {
	file      string
	columns   string
	rows      []string // as often as the document has them
	times     int      // how often the feature asks them
	scenarios int      // of the file
}{
	{"epin/core-attributes", "Attribute|Encoding", []string{
		"Piece Name|piece-letter (case-insensitive identity)",
		"Piece Side|piece-letter case (uppercase = first, lowercase = second)",
		"Piece State|state-modifier (+ enhanced, - diminished, absent normal)",
		"Terminal Status|terminal-marker (^ terminal, absent non-terminal)",
	}, 1, 4},
	{"epin/accessors", "Accessor|Description", []string{
		"pin|A valid PIN token",
		"native?|Boolean indicating Native Style status",
		"derived?|Boolean indicating Derived Style status",
	}, 1, 3},
	{"epin/transformations", "Method|Description", []string{ // two tokens each
		"native|Returns a copy with Native Style status (derivation marker absent)",
		"native|Returns a copy with Native Style status (derivation marker absent)",
		"derive|Returns a copy with Derived Style status (derivation marker present)",
		"derive|Returns a copy with Derived Style status (derivation marker present)",
	}, 1, 25},
	{"epin/invalid-tokens", "String|Reason", []string{
		`""|empty`,
		`"K''"|multiple derivation markers`,
		`"^K"|wrong order`,
		`"K'^"|derivation marker must be last`,
		`"++K"|multiple state modifiers`,
		`"K^^"|multiple terminal markers`,
		`"1"|not a letter`,
		`"K "|whitespace`, // one row of the document, which lost its blank
		`" K"|whitespace`,
		`"K\n"|contains a line break`,
	}, 1, 10},
	{"examples/pin-components", "Attribute|Encoding", []string{
		"Piece Name|Letter identity (case-insensitive)",
		"Piece Side|Letter case (uppercase = first, lowercase = second)",
		"Piece State|Prefix (+ enhanced, - diminished, absent = normal)",
		"Terminal Status|Suffix ^ (present = terminal, absent = non-terminal)",
	}, 1, 4},
	{"examples/accessors", "Accessor|Description", []string{
		"pin|The underlying PIN token",
		"native?|Boolean: true if derivation marker is absent",
		"derived?|Boolean: true if derivation marker is present",
	}, 1, 3},
	{"examples/transformations", "Method|Description", []string{
		"native|Returns a copy with Native Style status (derivation marker removed)",
		"derive|Returns a copy with Derived Style status (derivation marker added)",
	}, 2, 4},
	{"examples/idempotence", "Before|Method|After", []string{
		`"R"|native|"R"`,
		`"R"|derive|"R'"`,
		`"R'"|native|"R"`,
		`"R'"|derive|"R'"`,
	}, 1, 4},
	{"examples/basic-variants", "PIN base|EPIN variants|Notes", []string{
		`"X"|"X", "X'"|Native / Derived Style status`,
		`"x"|"x", "x'"|Same, for Side second`,
		`"X^"|"X^", "X^'"|Terminal marker can be combined`,
		`"+X"|"+X", "+X'"|Enhanced State can be combined`,
		`"-x"|"-x", "-x'"|Diminished State can be combined`,
	}, 2, 10},
	{"examples/modifier-matrix", "Token|Side|State|Terminal|Style status", slices.Concat([]string{
		`"K"|first|normal|no|Native`,
		`"K'"|first|normal|no|Derived`,
		`"K^"|first|normal|yes|Native`,
		`"K^'"|first|normal|yes|Derived`,
		`"+K"|first|enhanced|no|Native`,
		`"+K'"|first|enhanced|no|Derived`,
		`"-K"|first|diminished|no|Native`,
		`"-K^'"|first|diminished|yes|Derived`,
		`"k"|second|normal|no|Native`,
		`"k'"|second|normal|no|Derived`,
		`"k^"|second|normal|yes|Native`,
		`"k^'"|second|normal|yes|Derived`,
		`"+k"|second|enhanced|no|Native`,
		`"+k'"|second|enhanced|no|Derived`,
		`"-k"|second|diminished|no|Native`,
		`"-k^'"|second|diminished|yes|Derived`,
	}, allCombinations()), 1, 40},
	{"epin-initial/grammar", "Production", []string{
		`<epin> ::= <pin> | <pin> <derivation>`,
		`<derivation> ::= "'"`,
		`<pin> ::= <letter> | <state-modifier> <letter>`,
		`<state-modifier> ::= "+" | "-"`,
		`<letter> ::= <uppercase-letter> | <lowercase-letter>`,
		`<uppercase-letter> ::= "A" | "B" | "C" | ... | "Z"`,
		`<lowercase-letter> ::= "a" | "b" | "c" | ... | "z"`,
	}, 1, 38},
	{"epin-initial/attribute-mapping", "Piece Attribute|EPIN Encoding|Examples", []string{
		"Name|ASCII letter choice (from PIN)|King → K/k, Knight → N/n",
		"Side|Letter case (from PIN)|K = First player, k = Second player",
		"State|State modifier (from PIN)|+K = Enhanced, -K = Diminished, K = Normal",
		"Style|Derivation marker|K = Native style, K' = Foreign style",
	}, 1, 4},
	{"pin-initial/mapping", "Protocol Attribute|PIN Encoding|Examples", []string{
		"Type|ASCII letter choice|K/k = King, P/p = Pawn",
		"Side|Letter case|K = First player, k = Second player",
		"State|Optional prefix|+K = Enhanced, -K = Diminished, K = Normal",
	}, 1, 3},
	{"epin-rb/protocol-mapping", "Protocol Attribute|EPIN Encoding|Examples|Notes", []string{
		"Type|ASCII letter choice|K/k = King, P/p = Pawn|Type is always stored as uppercase symbol (:K, :P)",
		"Side|Letter case in display|K = First player, k = Second player|Case is determined by side during rendering",
		"State|Optional prefix|+K = Enhanced, -K = Diminished, K = Normal|",
		"Style|Derivation suffix|K = Native style, K' = Foreign style|",
	}, 1, 4},
	{"epin-rb/format-examples", "Example|Meaning", []string{
		`"K"|First player king (native style, normal state)`,
		`"k'"|Second player king (foreign style, normal state)`,
		`"+R'"|First player rook (foreign style, enhanced state)`,
		`"-p"|Second player pawn (native style, diminished state)`,
	}, 2, 8},
}

// allCombinations returns the rows that the combined modifier matrix stands for.
func allCombinations() []string {
	var rows []string
	for _, side := range []struct{ letter, name string }{{"K", "first"}, {"k", "second"}} {
		for _, state := range []struct{ sign, name string }{{"", "normal"}, {"+", "enhanced"}, {"-", "diminished"}} {
			for _, terminal := range []struct{ mark, name string }{{"", "no"}, {"^", "yes"}} {
				for _, style := range []struct{ mark, name string }{{"", "Native"}, {"'", "Derived"}} {
					token := `"` + state.sign + side.letter + terminal.mark + style.mark + `"`
					rows = append(rows, strings.Join([]string{token, side.name, state.name, terminal.name, style.name}, "|"))
				}
			}
		}
	}
	return rows
}

func TestTablesAreTheDocuments(t *testing.T) {
	byFile := map[string][]features.Scenario{}
	for _, edition := range epin.Editions() {
		for _, s := range list(t, edition) {
			byFile[s.File] = append(byFile[s.File], s)
		}
	}
	for _, table := range tables {
		var got []string
		scenarios := byFile["features/"+table.file+".feature"]
		for _, s := range scenarios {
			if row, ok := project(s.Cells, table.columns); ok {
				got = append(got, row)
			}
		}
		if want := slices.Repeat(table.rows, table.times); !slices.Equal(got, want) {
			t.Errorf("%s has the rows\n%s\nThe document has\n%s", table.file, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if len(scenarios) != table.scenarios {
			t.Errorf("%s has %d scenarios, wanted %d", table.file, len(scenarios), table.scenarios)
		}
	}
}

// project returns the cells of the named columns, and whether the row has them all.
func project(cells []features.Cell, columns string) (string, bool) {
	var values []string
	for _, column := range strings.Split(columns, "|") {
		i := slices.IndexFunc(cells, func(c features.Cell) bool { return c.Column == column })
		if i < 0 {
			return "", false
		}
		values = append(values, cells[i].Value)
	}
	return strings.Join(values, "|"), true
}

// TestEveryFileIsEmbedded: a feature in another place would not be run.
func TestEveryFileIsEmbedded(t *testing.T) {
	var onDisk, embedded []string
	for fsys, names := range map[fs.FS]*[]string{os.DirFS("."): &onDisk, features.Files(): &embedded} {
		err := fs.WalkDir(fsys, ".", func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, ".feature") {
				*names = append(*names, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(onDisk) == 0 || !slices.Equal(onDisk, embedded) {
		t.Errorf("on disk: %q\nembedded: %q", onDisk, embedded)
	}
}

func TestEditionsHaveTheirFolders(t *testing.T) {
	folders := map[epin.Edition][]string{
		epin.Current: {"epin", "examples"},
		epin.Initial: {"epin-initial", "epin-rb", "pin-initial"},
	}
	for edition, want := range folders {
		var got []string
		for _, s := range list(t, edition) {
			got = append(got, strings.Split(s.ID, "/")[1])
		}
		if got = slices.Compact(got); !slices.Equal(got, want) {
			t.Errorf("edition %s has the folders %q, wanted %q", edition, got, want)
		}
	}
}

// TestRequirementsHaveScenarios: what is required or recommended has a feature, but
// for what takes more than one request to see.
func TestRequirementsHaveScenarios(t *testing.T) {
	without := map[string]bool{"epin/9.1/one-verdict": true, "epin-initial/one-verdict": true}
	for _, edition := range epin.Editions() {
		has := map[string]bool{}
		for _, s := range list(t, edition) {
			for _, id := range s.Requirements {
				has[id] = true
			}
		}
		for _, r := range requirement.Of(edition) {
			if r.Level != requirement.Informative && has[r.ID] == without[r.ID] {
				t.Errorf("%s: has a scenario: %v, wanted %v", r.ID, has[r.ID], !without[r.ID])
			}
		}
	}
}

func TestScenariosAreNamed(t *testing.T) {
	for _, edition := range epin.Editions() {
		for _, s := range list(t, edition) {
			if s.Feature == "" || s.Rule == "" || s.Name == "" || s.Line == 0 || s.Edition != edition {
				t.Errorf("%s: title %q, rule %q, name %q, line %d, edition %s", s.ID, s.Feature, s.Rule, s.Name, s.Line, s.Edition)
			}
			if strings.ContainsAny(s.Name, "<>") && s.File != "features/epin-initial/grammar.feature" {
				t.Errorf("%s: a column is missing for %s", s.ID, s.Name)
			}
		}
	}
}

func TestThirdInvalidToken(t *testing.T) {
	scenarios := list(t, epin.Current)
	i := slices.IndexFunc(scenarios, func(s features.Scenario) bool { return s.ID == "features/epin/invalid-tokens/3" })
	if i < 0 {
		t.Fatal("there is no features/epin/invalid-tokens/3")
	}
	s := scenarios[i]
	if s.Name != `"^K": wrong order` || !slices.Equal(s.Requirements, []string{"epin/9.4/caret-first"}) ||
		!slices.Equal(s.Cells, []features.Cell{{Column: "String", Value: `"^K"`}, {Column: "Reason", Value: "wrong order"}}) {
		t.Errorf("features/epin/invalid-tokens/3 is %+v", s)
	}
}

func list(t *testing.T, edition epin.Edition) []features.Scenario {
	t.Helper()
	scenarios, err := features.List(edition)
	if err != nil {
		t.Fatal(err)
	}
	return scenarios
}
