package features

import (
	"context"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
)

// Status is the status of a scenario.
type Status uint8

// The statuses. The zero value is NotExercised.
const (
	NotExercised Status = iota // not tested, because the implementation does not offer it: never a pass
	Passed
	Failed
)

// String returns "not tested", "passed" or "failed".
func (s Status) String() string { return [...]string{"not tested", "passed", "failed"}[s] }

// Result is the result of one scenario. The fields after Status are about the step that
// decided: the first that failed, or that needs what is not offered. They are zero if the
// scenario passed.
type Result struct {
	Scenario
	Status  Status
	Step    string              // its text, without keyword
	Request conformance.Request // the last one that was checked
	Wanted  string              // if Failed
	Got     string              // if Failed; raw text from the implementation: escape it for display
	Message string              // one sentence, in which strings from the implementation are escaped
	// Declined means that the scenario is NotExercised because the implementation returned
	// Unsupported for Request, although it offers the operation.
	Declined bool
	Response conformance.Response // to Request; if Failed
}

// Run performs the requests of the scenarios of an edition, in one batch if impl is a
// [conformance.Batcher]. It returns the result of each scenario, in the order of files and
// rows. It omits scenarios with [Scenario.Library], and if only is not nil those for which it returns
// false. It calls only once for each other scenario, in order.
//
// An error means that the results are incomplete: there is nothing to run, ctx is done, or
// impl failed. Run then also returns the results of the scenarios that have all responses.
func Run(
	ctx context.Context, impl conformance.Implementation, edition *notation.Edition, only func(Scenario) bool,
) ([]Result, error) {
	scenarios, _ := List(edition) // none of an unknown edition
	scenarios = slices.DeleteFunc(scenarios, func(s Scenario) bool { return s.Library || only != nil && !only(s) })
	if len(scenarios) == 0 {
		return nil, fmt.Errorf("features: no scenario to run for edition %s", edition)
	}
	return Check(ctx, impl, edition, scenarios)
}

// Check is Run for some scenarios of an edition.
func Check(
	ctx context.Context, impl conformance.Implementation, edition *notation.Edition, scenarios []Scenario,
) ([]Result, error) {
	offers := conformance.Describe(impl, edition)
	var requests []conformance.Request
	for _, s := range scenarios {
		requests = append(requests, s.requests(offers)...)
	}
	responses := make([]*conformance.Response, len(requests)) // nil if none came
	err := conformance.DoAll(ctx, impl, func(yield func(conformance.Request) bool) {
		for _, req := range requests {
			if ctx.Err() != nil || !yield(req) {
				return
			}
		}
	}, func(x conformance.Exchange) bool {
		responses[x.Index] = &x.Response
		return true
	})
	if err == nil && slices.Contains(responses, nil) {
		err = ctx.Err()
	}
	var results []Result
	for _, s := range scenarios {
		n := len(s.requests(offers))
		if !slices.Contains(responses[:n], nil) {
			results = append(results, s.judge(edition, offers, responses[:n]))
		}
		responses = responses[n:]
	}
	return results, err
}
