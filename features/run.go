package features

import (
	"context"
	"fmt"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Status is the result of a scenario in a word.
type Status uint8

// The statuses. The zero value is NotExercised.
const (
	NotExercised Status = iota // the implementation does not offer what is asked: never a pass
	Passed
	Failed
)

// String returns "not exercised", "passed" or "failed".
func (s Status) String() string {
	if int(s) < len(statusNames) {
		return statusNames[s]
	}
	return fmt.Sprintf("Status(%d)", uint8(s))
}

var statusNames = [...]string{"not exercised", "passed", "failed"}

// Result is the result of one scenario. What follows Status is of the step that
// decided: the first that failed, or that asked what is not offered. It is zero
// where the scenario passed.
type Result struct {
	Scenario
	Status  Status
	Step    string              // its text, without keyword
	Request conformance.Request // the last one that was judged
	Wanted  string              // where Failed
	Got     string              // where Failed; the implementation's own words, raw: escape them
	Message string              // one sentence; what the implementation returned is escaped in it
	// Declined says that the row is NotExercised because the implementation returned
	// Unsupported to a request that it offers, which is Request.
	Declined bool
	Response conformance.Response // to Request; where Failed
}

// Options say what to run. The zero value is everything of the current edition.
type Options struct {
	Edition epin.Edition
	// Only says which scenarios to run; nil means all. It is called once for each of the
	// edition about an implementation, in order. That it chooses none is an error.
	Only func(Scenario) bool
}

// Run performs the requests of the scenarios of an edition, all together where impl is a
// [conformance.Batcher], and returns the result of each, in the order of files and rows. It
// leaves out those of [Scenario.Library].
//
// An error means that there is no verdict: nothing to run, ctx done, an error of impl. With
// it come the results of the scenarios whose responses came before it.
func Run(ctx context.Context, impl conformance.Implementation, opts Options) ([]Result, error) {
	scenarios, _ := List(opts.Edition) // none of an unknown edition
	scenarios = slices.DeleteFunc(scenarios, func(s Scenario) bool { return s.Library || opts.Only != nil && !opts.Only(s) })
	if len(scenarios) == 0 {
		return nil, fmt.Errorf("features: no scenario to run for edition %s", opts.Edition)
	}
	offers := conformance.Describe(impl, opts.Edition)
	var requests []conformance.Request
	for _, s := range scenarios {
		requests = append(requests, s.Requests(offers)...)
	}
	responses, came := make([]conformance.Response, len(requests)), make([]bool, len(requests))
	err := conformance.DoAll(ctx, impl, func(yield func(conformance.Request) bool) {
		for _, req := range requests {
			if ctx.Err() != nil || !yield(req) {
				return
			}
		}
	}, func(x conformance.Exchange) bool {
		responses[x.Index], came[x.Index] = x.Response, true
		return true
	})
	if err == nil && slices.Contains(came, false) {
		err = ctx.Err()
	}
	var results []Result
	for _, s := range scenarios {
		n := len(s.Requests(offers))
		if !slices.Contains(came[:n], false) {
			results = append(results, s.Judge(offers, responses[:n]))
		}
		responses, came = responses[n:], came[n:]
	}
	return results, err
}
