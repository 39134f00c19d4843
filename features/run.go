package features

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

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

// Run performs the requests of scenarios of an edition, such as those of [List], in one batch if impl is a
// [conformance.Batcher]. It returns the result of each scenario, in their order. It omits scenarios with
// [Scenario.Library].
//
// An error means that the results are incomplete: there is nothing to run, ctx is done, or
// impl failed. Run then also returns the results of the scenarios that have all responses.
func Run(
	ctx context.Context, impl conformance.Implementation, edition *notation.Edition, scenarios []Scenario,
) ([]Result, error) {
	scenarios = slices.DeleteFunc(slices.Clone(scenarios), func(s Scenario) bool { return s.Library })
	if len(scenarios) == 0 {
		return nil, fmt.Errorf("features: no scenario to run for edition %s", edition)
	}
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

// requests returns the requests of a scenario for an implementation with this description,
// in the order of the expectations.
func (s Scenario) requests(offers conformance.Description) []conformance.Request {
	var requests []conformance.Request
	for _, e := range s.Expected {
		requests = append(requests, e.requests(offers)...)
	}
	return requests
}

// requests returns the requests of an expectation: one, or those for a verdict.
func (e Expectation) requests(offers conformance.Description) []conformance.Request {
	parse := conformance.Request{Op: conformance.OpParse, Token: e.Token}
	switch {
	case e.Part == "equality":
		return []conformance.Request{{Op: conformance.OpEqual, Token: e.Token, Other: e.Other}}
	case len(e.Methods) > 0:
		return []conformance.Request{{Op: conformance.OpApply, Token: e.Token, Methods: e.Methods}}
	case e.Part != "verdict":
		return []conformance.Request{parse}
	case offers.Offers(conformance.OpParse) || offers.Offers(conformance.OpValid):
		return []conformance.Request{parse, {Op: conformance.OpValid, Token: e.Token}}
	case offers.Takes(conformance.OpSweep, e.Token):
		return []conformance.Request{{Op: conformance.OpSweep, Tokens: []string{e.Token}}}
	}
	return nil
}

// judge returns the result of a scenario in an edition from the responses to its requests, in their
// order. The first expectation that is not met decides the result.
func (s Scenario) judge(edition *notation.Edition, offers conformance.Description, responses []*conformance.Response) Result {
	j := judge{edition: edition, offers: offers}
	result := Result{Status: Passed}
	for _, e := range s.Expected {
		requests := e.requests(offers)
		if unmet := j.judge(e, requests, responses[:len(requests)]); unmet != nil {
			result = *unmet
			result.Step, result.Request = e.Step, j.request
			if result.Status == Failed {
				result.Response = j.response
			}
			break
		}
		responses = responses[len(requests):]
	}
	if j.declined != nil && result.Status != Failed {
		result = Result{
			Status: NotExercised, Declined: true, Step: result.Step, Request: *j.declined,
			Message: fmt.Sprintf("%s %+q is offered, and was declined", j.declined.Op, j.declined.Token+strings.Join(j.declined.Tokens, " ")),
		}
	}
	result.Scenario = s
	return result
}

// judge checks the expectations of a scenario. Its methods return nil if one is met.
type judge struct {
	edition  *notation.Edition
	offers   conformance.Description
	request  conformance.Request  // the last request that was checked
	response conformance.Response // to request
	declined *conformance.Request // the first offered request whose response is Unsupported
}

func (j *judge) judge(e Expectation, requests []conformance.Request, responses []*conformance.Response) *Result {
	tested := false
	for i, req := range requests {
		switch unmet := j.outcome(e, req, *responses[i]); {
		case unmet == nil:
			tested = true
		case unmet.Status == Failed || e.Part != "verdict":
			return unmet
		}
	}
	switch {
	case e.Part == "equality", e.Part == "verdict" && tested:
		return nil
	case e.Part == "verdict" && slices.ContainsFunc(requests, j.offers.Answers):
		return notOffered("a verdict")
	case e.Part == "verdict":
		return notOffered(fmt.Sprintf("input such as %+q", e.Token))
	case len(e.Methods) > 0:
		return applied(e, requests[0].String(), *responses[0])
	}
	what := fmt.Sprintf("the %s of %+q", e.Part, e.Token)
	got := attribute(e.Part, j.edition, *responses[0])
	switch {
	case !got.Offered():
		return notOffered(what)
	case got.Same(notation.Value{Kind: got.Kind, Text: e.Want}): // also a Name in the other case
		return nil
	}
	return compare(what, e.Want, got.Text)
}

// outcome compares the outcome of a response with the expected one; for a sweep of one token, the
// verdict on it.
func (j *judge) outcome(e Expectation, req conformance.Request, resp conformance.Response) *Result {
	j.request, j.response = req, resp
	what, wanted, got := req.String(), conformance.Accepted.String(), resp.Outcome.String()
	if e.Part == "verdict" || e.Part == "equality" {
		wanted = e.Want
	}
	switch resp.Outcome {
	case conformance.Unsupported:
		if j.declined == nil && !resp.NotSent && j.offers.Answers(req) {
			j.declined = &req
		}
		return notOffered(string(req.Op))
	case conformance.Crashed:
		got = "crashed: " + resp.Crash
	case conformance.Swept:
		what = fmt.Sprintf("%s %+q", req.Op, e.Token)
		if got = resp.Verdicts; got == string(rune(conformance.VerdictNone)) {
			return notOffered(string(req.Op))
		}
		if len(got) == 1 && conformance.OutcomeOf(got[0]) != conformance.Unsupported {
			got = conformance.OutcomeOf(got[0]).String()
		}
	}
	return compare(what, wanted, got)
}

// applied checks the response to an apply, described by what, for an accepted token.
func applied(e Expectation, what string, resp conformance.Response) *Result {
	n := len(resp.Tokens)
	if unmet := compare("the number of results of "+what, strconv.Itoa(len(e.Methods)), strconv.Itoa(n)); unmet != nil {
		return unmet
	}
	switch e.Part {
	case "original":
		return compare("the original after "+what, e.Want, resp.Original)
	case "last result":
		return compare("the last result of "+what, resp.Tokens[n-2], resp.Tokens[n-1])
	}
	return compare("the result of "+what, e.Want, resp.Tokens[n-1])
}

// attribute returns an attribute of an accepted token, by its name in [Expectation.Part]. The text of
// its value is a word of the vocabulary.
func attribute(part string, edition *notation.Edition, r conformance.Response) notation.Value {
	of := func(key string) notation.Value { return *r.Attribute(edition, key) }
	switch part {
	case "string form":
		return r.Form()
	case "Terminal Status":
		return inWords(of("terminal"), "terminal", "non-terminal")
	case "Style status": // from native and derived, or the one that is offered
		native, derived := of("native"), of("derived")
		switch {
		case native.Offered() && native == derived:
			return inWords(native, "both Native and Derived", "neither Native nor Derived")
		case native.Offered():
			return inWords(native, "Native", "Derived")
		}
		return inWords(derived, "Derived", "Native")
	}
	return of(strings.ToLower(strings.TrimSuffix(part, "?"))) // sin, pin, native?, derived?, Style, Name, Side, State
}

// inWords replaces true by yes, and false by no.
func inWords(v notation.Value, yes, no string) notation.Value {
	if word, ok := map[string]string{"true": yes, "false": no}[v.Text]; ok {
		v.Text = word
	}
	return v
}

// compare returns a failure unless got equals wanted.
func compare(what, wanted, got string) *Result {
	if got == wanted {
		return nil
	}
	return &Result{
		Status: Failed, Wanted: wanted, Got: got,
		Message: conformance.Visible(fmt.Sprintf("%s: wanted %+q, got %+q", what, wanted, got), ""),
	}
}

func notOffered(what string) *Result {
	return &Result{Status: NotExercised, Message: what + " is not offered"}
}
