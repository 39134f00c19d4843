package features

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/cucumber/godog"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
)

// Status is what came of a scenario.
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

// Result is what came of one scenario. What follows Status is of the step that
// decided: the first that failed, or that asked what is not offered. It is zero
// where the scenario passed.
type Result struct {
	Scenario
	Status  Status
	Step    string              // its text, without keyword
	Request conformance.Request // the last one it asked
	Wanted  string              // where Failed
	Got     string              // where Failed; the implementation's own words, raw: escape them
	Message string              // one sentence; what the implementation said is escaped in it
	// Declined says that the row is NotExercised because the implementation returned
	// Unsupported to a request that it offers, which is Request.
	Declined bool
	Response conformance.Response // to Request; where Failed
}

// Options say what to run. The zero value is everything of the current edition.
type Options struct {
	Edition epin.Edition
	// Only says which scenarios to run; nil means all. It is called for each of the
	// edition that the function asks, in order, perhaps more than once. That it chooses
	// none is an error.
	Only func(Scenario) bool
	// Output is what the run is written to; nil for nothing. It shows all scenarios of
	// the edition that the function asks, so Only is nil with it.
	Output *Output
}

// Run asks impl the scenarios of an edition, one after the other, and returns what
// came of each, in the order of files and rows. It leaves out those of
// [Scenario.Library].
//
// An error means that there is no verdict: a feature that is not as it has to be,
// nothing to run, ctx done, an error or a panic from impl.Do. Nothing is asked
// after it; with it come the results of the scenarios that had ended.
//
// Runs do not disturb each other, also at the same time. While one is under way,
// godog has GODOG_SEED and GODOG_TESTED_PACKAGE set in the environment of the
// process; afterwards they are as they were.
func Run(ctx context.Context, impl conformance.Implementation, opts Options) ([]Result, error) {
	return embedded.run(ctx, impl, opts)
}

// RunLibrary asks this module's packages epin, epin/pin and epin/style the scenarios
// of [Scenario.Library], about what no implementation can be asked: there is none
// that it could ask. In everything else it is as [Run]; nothing is NotExercised, and
// Request is zero.
func RunLibrary(ctx context.Context, opts Options) ([]Result, error) {
	return embedded.runLibrary(ctx, opts)
}

func (b book) run(ctx context.Context, impl conformance.Implementation, opts Options) ([]Result, error) {
	return b.runThose(ctx, false, run{impl: impl, offers: conformance.Describe(impl, opts.Edition), vocabulary: b.vocabulary}, opts)
}

func (b book) runLibrary(ctx context.Context, opts Options) ([]Result, error) {
	return b.runThose(ctx, true, run{vocabulary: b.library}, opts)
}

// runThose runs the scenarios that are of the library, or those that are not.
func (b book) runThose(ctx context.Context, ofLibrary bool, r run, opts Options) ([]Result, error) {
	if opts.Output != nil && opts.Only != nil {
		return nil, errChosen
	}
	c, err := b.read()
	if err != nil {
		return nil, err
	}
	r.contents, r.selected = c, make([]bool, len(c.scenarios))
	for _, d := range r.vocabulary(new(attempt)) {
		r.patterns = append(r.patterns, regexp.MustCompile(d.Pattern))
	}
	for i, s := range c.scenarios {
		if s.Library == ofLibrary && s.Edition == opts.Edition && (opts.Only == nil || opts.Only(s)) {
			r.selected[i] = true
			r.unfinished++
		}
	}
	if r.unfinished == 0 {
		return nil, fmt.Errorf("features: no scenario to run for edition %s", opts.Edition)
	}

	suite := b.suite(c.paths)
	suite.Name = "features"
	suite.Options.Tags = libraryTag // the others have another vocabulary
	if !ofLibrary {
		suite.Options.Tags = "~" + libraryTag
	}
	suite.Options.Tags += " && " + editionPrefix + opts.Edition.String()
	suite.ScenarioInitializer = r.attempt
	suite.Options.DefaultContext = ctx
	suite.Options.Concurrency = 1
	suite.Options.Strict = true
	suite.Options.Format = "progress" // godog wants one
	suite.Options.Output = io.Discard
	suite.Options.NoColors = true
	if opts.Output != nil {
		suite.Options.Format = opts.Output.format
		suite.Options.Output = opts.Output.begin(&r, ofLibrary)
		suite.Options.NoColors = !opts.Output.color
	}
	defer keepEnvironment()()
	suite.Run() // its status says less than the results

	if r.err == nil && r.unfinished > 0 {
		r.err = fmt.Errorf("features: %d of the scenarios did not run to their end", r.unfinished)
	}
	if opts.Output != nil {
		opts.Output.end(r.err)
	}
	return r.results, r.err
}

// run is a run that is under way.
type run struct {
	impl       conformance.Implementation // nil in a run of the library
	offers     conformance.Description    // of impl
	vocabulary func(*attempt) []definition
	patterns   []*regexp.Regexp // of the vocabulary, compiled once
	contents   contents
	selected   []bool // by the order of contents.scenarios
	unfinished int    // how many of these have not ended
	results    []Result
	err        error // why there is no verdict; nothing is asked after it
}

// errNotSelected makes godog skip a scenario. It stands only between hooks.
var errNotSelected = fmt.Errorf("not selected: %w", godog.ErrSkip)

// attempt sets godog up for one scenario.
func (r *run) attempt(sc *godog.ScenarioContext) {
	a := &attempt{run: r}
	for i, d := range r.vocabulary(a) {
		sc.Step(r.patterns[i], d.do)
	}
	sc.Before(func(ctx context.Context, pickle *godog.Scenario) (context.Context, error) {
		if r.err == nil {
			r.err = ctx.Err()
		}
		i, ok := r.contents.byNode[pickle.AstNodeIds[len(pickle.AstNodeIds)-1]]
		switch {
		case r.err != nil:
			return ctx, r.err
		case !ok || !r.selected[i]:
			return ctx, errNotSelected
		}
		a.scenario = &r.contents.scenarios[i]
		a.stepsLeft = len(pickle.Steps)
		return ctx, nil
	})
	sc.StepContext().After(func(ctx context.Context, step *godog.Step, status godog.StepResultStatus, err error) (context.Context, error) {
		if r.err == nil {
			a.stepEnded(step.Text, status, err)
		}
		return ctx, nil
	})
}

// attempt is one scenario that is being run.
type attempt struct {
	run       *run
	scenario  *Scenario // nil where it is not selected
	stepsLeft int
	ended     bool

	// What the steps before have said.
	tokens  []string
	methods []conformance.Method

	request  conformance.Request  // the last one asked
	response conformance.Response // to request
	declined *conformance.Request // the first that was offered, and answered Unsupported
}

// stepEnded notes what godog made of a step. The first step that did not pass
// decides; the others are skipped by godog, but it still looks them up.
func (a *attempt) stepEnded(text string, status godog.StepResultStatus, err error) {
	var (
		wrong  *wrongAnswer
		absent *notOffered
	)
	switch {
	case status == godog.StepPassed:
		a.stepsLeft--
		if a.stepsLeft == 0 {
			a.end(a.unlessDeclined(Result{Status: Passed}))
		}
	case errors.As(err, &wrong):
		a.end(Result{Status: Failed, Step: text, Request: a.request, Response: a.response, Wanted: wrong.wanted, Got: wrong.got, Message: wrong.Error()})
	case errors.As(err, &absent):
		a.end(a.unlessDeclined(Result{Status: NotExercised, Step: text, Request: a.request, Message: absent.Error()}))
	case status == godog.StepSkipped:
	case a.scenario == nil:
		a.run.err = fmt.Errorf("features: the step %q: %w", text, err)
	default:
		a.run.err = fmt.Errorf("%s:%d: the step %q: %w", a.scenario.File, a.scenario.Line, text, err)
	}
}

// unlessDeclined returns r, or that the row is not tested because a request was declined.
func (a *attempt) unlessDeclined(r Result) Result {
	if a.declined == nil {
		return r
	}
	return Result{
		Status: NotExercised, Declined: true, Step: r.Step, Request: *a.declined,
		Message: fmt.Sprintf("%s %+q is offered, and was declined", a.declined.Op, a.declined.Token+strings.Join(a.declined.Tokens, " ")),
	}
}

func (a *attempt) end(r Result) {
	if a.ended || a.scenario == nil {
		return
	}
	a.ended = true
	r.Scenario = *a.scenario
	a.run.results = append(a.run.results, r)
	a.run.unfinished--
}
