package features

import (
	"fmt"

	"github.com/epin-conformance/harness/epin"
)

// Scenario is one scenario of a feature; of a scenario outline, one row.
type Scenario struct {
	// ID is the stable identifier of the check: "features", the file without its
	// ending, and the place of the scenario in its file from 1, such as
	// "features/epin/invalid-tokens/3".
	ID           string
	File         string // from the top of the repository, such as "features/epin/invalid-tokens.feature"
	Line         int    // of the row, or of the scenario that has none; from 1
	Feature      string // the title of the feature
	Rule         string // the statement it stands under; may be empty
	Name         string
	Edition      epin.Edition
	Requirements []string // identifiers, sorted; never empty
	Library      bool     // asks this module's own packages, so it says nothing of an implementation: see RunLibrary
	Cells        []Cell   // the row, in its order; empty where there is none
}

// Cell is one cell of a row. Value is as Gherkin reads it: a token stands there
// as a quoted Go string literal.
type Cell struct{ Column, Value string }

// List returns the scenarios of an edition, in the order of files and rows, those
// that [Run] asks and those that [RunLibrary] asks. An
// error says which feature is not as it has to be, or that the edition has none.
func List(edition epin.Edition) ([]Scenario, error) { return embedded.list(edition) }

func (b book) list(edition epin.Edition) ([]Scenario, error) {
	c, err := b.read()
	if err != nil {
		return nil, err
	}
	var scenarios []Scenario
	for _, s := range c.scenarios {
		if s.Edition == edition {
			scenarios = append(scenarios, s)
		}
	}
	if len(scenarios) == 0 {
		return nil, fmt.Errorf("features: no scenario for edition %s", edition)
	}
	return scenarios, nil
}
