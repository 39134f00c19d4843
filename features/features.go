// Package features holds the tables of the EPIN, PIN, SIN and QPI documents as Gherkin features, and the
// expectations of their scenarios: requests to a [conformance.Implementation], and the expected values of the
// responses. They are the layer features of package suite, which calls [Run].
//
// A row of a feature is a row of the document, with the document's own columns and words.
// Columns in lower case are not from the document, and contain the test inputs. README.md
// explains how to read the features.
//
// go generate compiles the features to rows.jsonl with package steps, the only package
// that reads Gherkin. [Run] performs the requests of all rows in one batch.
//
// Scenarios with [Scenario.Library] are about properties that no request can test, such as
// the style of a piece in a match. They test this module's own packages.
package features

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"sync"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Feature is a feature file. In JSON, it is a line of rows.jsonl, which omits what a scenario
// shares with its feature and outline.
type Feature struct {
	Editions    []string  `json:"editions"` // the names of those that have it; at least one
	Name        string    `json:"name"`     // the file without its extension, such as "epin/invalid-tokens"
	Title       string    `json:"title"`
	Description string    `json:"description"` // the text under the title, unchanged
	Outlines    []Outline `json:"outlines"`    // in the order of the file; at least one
}

// Scenarios returns the scenarios of a feature, in the order of the file.
func (f Feature) Scenarios() []Scenario {
	var scenarios []Scenario
	for _, o := range f.Outlines {
		scenarios = append(scenarios, o.Rows...)
	}
	return scenarios
}

// Outline is a scenario outline with its rows, or a scenario, which has one row.
type Outline struct {
	Rule    string     `json:"rule"`              // the title of its rule; may be empty
	Title   string     `json:"title"`             // with <column> for the value of a column
	Steps   []string   `json:"steps"`             // with keywords, such as "Given the token <token>"
	Columns []string   `json:"columns,omitempty"` // empty for a scenario without a table
	Rows    []Scenario `json:"rows"`              // at least one
}

// Scenario is one scenario of a feature, or one row of a scenario outline.
type Scenario struct {
	// ID is the stable identifier of the check: "features", the file without its
	// extension, and the number of the scenario in its file from 1, such as
	// "features/epin/invalid-tokens/3".
	ID           string        `json:"-"`
	File         string        `json:"-"`    // from the top of the repository, such as "features/epin/invalid-tokens.feature"
	Line         int           `json:"line"` // of the row, or of a scenario without rows; from 1
	Feature      string        `json:"-"`    // the title of the feature
	Name         string        `json:"name"`
	Requirements []string      `json:"requirements"`       // identifiers, sorted; never empty; each applies to all editions of the feature
	Library      bool          `json:"library,omitempty"`  // tests this module's own packages, not an implementation
	Expected     []Expectation `json:"expected,omitempty"` // in the order of the steps; empty if Library
	// Cells is the row, by the columns of its outline; empty without a row. A cell stands as Gherkin
	// reads it: a token is a quoted Go string literal.
	Cells []string `json:"cells,omitempty"`
}

// Expectation is one value that a step of a scenario expects.
type Expectation struct {
	Step string `json:"step"` // its text, without keyword
	// Part is the part of the response that has the value:
	//   - "verdict": that on Token, by parse and valid, or by sweep if neither is offered;
	//   - "equality": that of Token and Other;
	//   - "result", "last result" or "original": that of Methods applied to Token. For "last
	//     result" Want is empty: the last result must equal the previous one;
	//   - "string form", "sin", "pin", "native?", "derived?", "Style", "Name", "Side", "State",
	//     "Terminal Status" or "Style status": an attribute in the response of parse to Token.
	Part    string               `json:"part"`
	Token   string               `json:"token"`
	Other   string               `json:"other,omitempty"`
	Methods []conformance.Method `json:"methods,omitempty"`
	Want    string               `json:"want,omitempty"`
}

// Of returns the features of an edition, in the order of their names. It returns an error if
// the edition has none.
func Of(edition *notation.Edition) ([]Feature, error) {
	var of []Feature
	for _, f := range compiled() {
		if slices.Contains(f.Editions, edition.String()) {
			of = append(of, f)
		}
	}
	if len(of) == 0 {
		return nil, fmt.Errorf("features: no scenario for edition %s", edition)
	}
	return of, nil
}

// List returns all scenarios of an edition, including those with Library, in the order of
// files and rows. It returns an error if the edition has none.
func List(edition *notation.Edition) ([]Scenario, error) {
	all, err := Of(edition)
	var scenarios []Scenario
	for _, f := range all {
		scenarios = append(scenarios, f.Scenarios()...)
	}
	return scenarios, err
}

var separator = regexp.MustCompile(`^(?:, | / )`)

// Tokens parses the tokens of a cell or a step: one or more quoted Go string literals, with
// ", " or " / " between them. The error contains s unchanged.
func Tokens(s string) ([]string, error) {
	var tokens []string
	for rest := s; ; {
		quoted, err := strconv.QuotedPrefix(rest)
		token, _ := strconv.Unquote(quoted) // QuotedPrefix has checked it
		if err != nil || quoted[0] != '"' {
			return nil, fmt.Errorf(`%s is not a quoted token: write it as a quoted Go string literal, such as "K^'" (in a table with its backslashes doubled)`, s)
		}
		tokens, rest = append(tokens, token), rest[len(quoted):]
		if rest == "" {
			return tokens, nil
		}
		between := separator.FindString(rest)
		if between == "" {
			return nil, fmt.Errorf(`%s is not a list of tokens: put ", " or " / " between two tokens`, s)
		}
		rest = rest[len(between):]
	}
}

//go:embed rows.jsonl
var rowsFile []byte

//go:embed */*.feature */document.txt
var files embed.FS

// Files returns the feature files and the documents that they are from, by folder and name, such as
// "epin/invalid-tokens.feature" and "epin/document.txt".
func Files() fs.FS { return files }

// compiled returns the features of all editions. Callers must not change them. It panics for an
// invalid file: a test compares the file with the output of go generate.
var compiled = sync.OnceValue(func() (features []Feature) {
	for dec := json.NewDecoder(bytes.NewReader(rowsFile)); dec.More(); {
		var f Feature
		if err := dec.Decode(&f); err != nil {
			panic(fmt.Errorf("features/rows.jsonl: %w", err))
		}
		rows := 0
		for _, o := range f.Outlines {
			for i := range o.Rows {
				rows++
				s := &o.Rows[i]
				s.ID, s.File = fmt.Sprintf("features/%s/%d", f.Name, rows), "features/"+f.Name+".feature"
				s.Feature = f.Title
			}
		}
		features = append(features, f)
	}
	return features
})
