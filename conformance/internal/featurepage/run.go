package featurepage

import (
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// Run is what came of the features of an edition. The zero value is a page of the
// current edition of which nothing was asked.
type Run struct {
	Edition        epin.Edition
	Implementation conformance.Description // what was asked; untrusted
	// Results has one result for each scenario that was asked, in any order. Those of
	// library scenarios are of this module's own packages, whatever Implementation is.
	Results []features.Result
	// CutShort says why the run ended before all was asked that should have been;
	// untrusted. It is empty for a run that did not.
	CutShort string
	When     time.Time // zero for a page that does not say
}

// Counts says how many scenarios came to what.
type Counts struct{ Passed, Failed, NotExercised, NotAsked int }

// All returns the number of scenarios.
func (c Counts) All() int { return c.Passed + c.Failed + c.NotExercised + c.NotAsked }

// Asked returns the number of scenarios that there is a result of.
func (c Counts) Asked() int { return c.All() - c.NotAsked }

func (c *Counts) add(d Counts) {
	c.Passed += d.Passed
	c.Failed += d.Failed
	c.NotExercised += d.NotExercised
	c.NotAsked += d.NotAsked
}

func (c *Counts) count(o outcome) {
	switch o {
	case passed:
		c.Passed++
	case failed:
		c.Failed++
	case notExercised:
		c.NotExercised++
	default:
		c.NotAsked++
	}
}

// outcome is what came of a row; the zero value is that it was not asked.
type outcome uint8

const (
	notAsked outcome = iota
	notExercised
	passed
	failed
)

func outcomeOf(s features.Status) outcome {
	switch s {
	case features.Passed:
		return passed
	case features.Failed:
		return failed
	}
	return notExercised
}

// String is what stands beside a row.
func (o outcome) String() string {
	switch o {
	case passed:
		return "passed"
	case failed:
		return "failed"
	case notExercised:
		return "not exercised"
	}
	return "not asked"
}

// Sign is what stands before the word, so that it is found at a glance.
func (o outcome) Sign() string {
	switch o {
	case passed:
		return "✓"
	case failed:
		return "✗"
	case notExercised:
		return "○"
	}
	return "·"
}

// Class is the name of an outcome in the style sheet.
func (o outcome) Class() string {
	switch o {
	case passed:
		return "passed"
	case failed:
		return "failed"
	case notExercised:
		return "unexercised"
	}
	return "unasked"
}
