package featurepage

import (
	"time"

	"github.com/epin-conformance/harness/conformance"
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
	When     time.Time // zero for a page that does not say
}

// Counts is how many scenarios have which outcome.
type Counts struct{ Passed, Failed, NotExercised, NotAsked int }

// All returns the number of scenarios.
func (c Counts) All() int { return c.Passed + c.Failed + c.NotExercised + c.NotAsked }

// Asked returns the number of scenarios that have a result.
func (c Counts) Asked() int { return c.All() - c.NotAsked }

func (c *Counts) count(o outcome) {
	*[...]*int{notAsked: &c.NotAsked, notExercised: &c.NotExercised, passed: &c.Passed, failed: &c.Failed}[o]++
}

// outcome is what stands beside a row: a status, or that there is no result.
type outcome uint8

const (
	notAsked     outcome = iota
	notExercised         = 1 + outcome(features.NotExercised)
	passed               = 1 + outcome(features.Passed)
	failed               = 1 + outcome(features.Failed)
)

// outcomes has the word for each outcome, the sign before it, so that it is found at a
// glance, and its name in the style sheet.
var outcomes = [...]struct{ word, sign, class string }{
	notAsked:     {"not asked", "·", "unasked"},
	notExercised: {"not exercised", "○", "unexercised"},
	passed:       {"passed", "✓", "passed"},
	failed:       {"failed", "✗", "failed"},
}

func (o outcome) String() string { return outcomes[o].word }

// Sign returns the sign before the word.
func (o outcome) Sign() string { return outcomes[o].sign }

// Class returns the name in the style sheet.
func (o outcome) Class() string { return outcomes[o].class }
