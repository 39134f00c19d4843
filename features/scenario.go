package features

import (
	"fmt"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Feature is a feature file.
type Feature struct {
	Name        string       `json:"name"` // the file without its ending, such as "epin/invalid-tokens"
	Edition     epin.Edition `json:"-"`
	Title       string       `json:"title"`
	Description string       `json:"description"` // the text under the title, as it stands there
	Outlines    []Outline    `json:"-"`           // in the order of the file; at least one
}

// Outline is a scenario outline with its rows, or a scenario, which is one row.
type Outline struct {
	Rule    string     `json:"rule"`              // the statement it stands under; may be empty
	Title   string     `json:"title"`             // a column stands in it as <column>
	Steps   []string   `json:"steps"`             // with keywords, such as "Given the token <token>"
	Columns []string   `json:"columns,omitempty"` // empty for a scenario that has no table
	Rows    []Scenario `json:"-"`                 // at least one
}

// Scenario is one scenario of a feature; of a scenario outline, one row.
type Scenario struct {
	// ID is the stable identifier of the check: "features", the file without its
	// ending, and the place of the scenario in its file from 1, such as
	// "features/epin/invalid-tokens/3".
	ID           string        `json:"-"`
	File         string        `json:"-"`    // from the top of the repository, such as "features/epin/invalid-tokens.feature"
	Line         int           `json:"line"` // of the row, or of the scenario that has none; from 1
	Feature      string        `json:"-"`    // the title of the feature
	Rule         string        `json:"-"`    // the statement it stands under; may be empty
	Name         string        `json:"name"`
	Edition      epin.Edition  `json:"-"`
	Requirements []string      `json:"requirements"`       // identifiers, sorted; never empty
	Library      bool          `json:"library,omitempty"`  // about this module's own packages, so it says nothing of an implementation
	Cells        []Cell        `json:"-"`                  // the row, in its order; empty where there is none
	Expected     []Expectation `json:"expected,omitempty"` // in the order of the steps; empty where Library
}

// Cell is one cell of a row. Value is as Gherkin reads it: a token stands there
// as a quoted Go string literal.
type Cell struct{ Column, Value string }

// Expectation is one value that a step of a scenario expects.
type Expectation struct {
	Step string `json:"step"` // its text, without keyword
	// Part is what the value is of:
	//   - "verdict": Token, by parse and by valid, or by sweep where neither is offered;
	//   - "equality": Token and Other;
	//   - "result", "last result" or "original": Methods applied to Token. The last
	//     result has to be the one before it, and Want is empty;
	//   - "string form", "pin", "native?", "derived?", "Name", "Side", "State", "Terminal
	//     Status" or "Style status": what parse returns for Token.
	Part    string               `json:"part"`
	Token   string               `json:"token"`
	Other   string               `json:"other,omitempty"`
	Methods []conformance.Method `json:"methods,omitempty"`
	Want    string               `json:"want,omitempty"`
}

// Of returns the features of an edition, in the order of their names. The error says that
// the edition has none.
func Of(edition epin.Edition) ([]Feature, error) {
	var of []Feature
	for _, f := range compiled() {
		if f.Edition == edition {
			of = append(of, f)
		}
	}
	if len(of) == 0 {
		return nil, fmt.Errorf("features: no scenario for edition %s", edition)
	}
	return of, nil
}

// List returns the scenarios of an edition, in the order of files and rows, those
// about an implementation and those of the library. The error says that the edition has
// none.
func List(edition epin.Edition) ([]Scenario, error) {
	all, err := Of(edition)
	return scenariosOf(all), err
}

func scenariosOf(features []Feature) []Scenario {
	var scenarios []Scenario
	for _, f := range features {
		for _, o := range f.Outlines {
			scenarios = append(scenarios, o.Rows...)
		}
	}
	return scenarios
}
