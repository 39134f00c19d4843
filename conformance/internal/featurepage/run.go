package featurepage

import (
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/webpage"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// Run is the result of a run of the features of an edition. The zero value is a page of the
// current edition without results.
type Run struct {
	Edition        epin.Edition
	Implementation conformance.Description // the system under test; untrusted
	// Results has one result for each scenario that was run, in any order. Those of
	// library scenarios are of this module's own packages, whatever Implementation is.
	Results []features.Result
	// CutShort says why the run ended early; untrusted. It is empty for a whole run.
	CutShort string
	When     time.Time    // time of the run; zero to omit it
	Site     webpage.Site // the links to other pages
}

// Counts has the number of scenarios with each outcome.
type Counts struct{ Passed, Failed, NotExercised, NotAsked int }

// All returns the number of scenarios.
func (c Counts) All() int { return c.Passed + c.Failed + c.NotExercised + c.NotAsked }

// Asked returns the number of scenarios that have a result.
func (c Counts) Asked() int { return c.All() - c.NotAsked }

// count counts an outcome.
func (c *Counts) count(o webpage.Outcome) {
	*map[webpage.Outcome]*int{
		webpage.Passed: &c.Passed, webpage.Failed: &c.Failed, webpage.NotExercised: &c.NotExercised, webpage.NotAsked: &c.NotAsked,
	}[o]++
}
