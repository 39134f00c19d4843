package steps

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/cucumber/godog"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// Run performs the requests of the scenarios of an edition with godog, step by step. It
// returns the same results as [features.Run].
//
// An error means that the results are incomplete: a feature is invalid, there is nothing to
// run, ctx is done, or impl.Do failed or panicked. Run sends no requests after it, and also
// returns the results of the scenarios that ended before.
//
// Concurrent runs wait for each other. During a run, godog sets GODOG_SEED and
// GODOG_TESTED_PACKAGE in the environment of the process; afterwards they are empty.
func Run(ctx context.Context, impl conformance.Implementation, edition epin.Edition) ([]features.Result, error) {
	return embedded.run(ctx, impl, false, edition)
}

// RunLibrary runs the scenarios with Library set, which test this module's packages epin,
// epin/pin and epin/style, and no implementation. Otherwise it is like [Run], except that no
// result is NotExercised and Request is zero.
func RunLibrary(ctx context.Context, edition epin.Edition) ([]features.Result, error) {
	return embedded.run(ctx, nil, true, edition)
}

// Compile returns the features of all editions with the expectations of their scenarios, for
// rows.jsonl of package features. The error names the invalid feature.
func Compile() ([]features.Feature, error) { return embedded.compile() }

func (b book) compile() ([]features.Feature, error) {
	results, err := b.run(context.Background(), nil, false, epin.Editions()...)
	if err != nil {
		return nil, err
	}
	expected := map[string][]features.Expectation{}
	for _, result := range results {
		expected[result.ID] = result.Expected
	}
	c, _ := b.read() // it did not fail before
	for _, s := range c.byNode {
		s.Expected = expected[s.ID]
	}
	return c.features, nil
}

// godogRuns serialises runs: godog passes values to its formatters in environment variables.
var godogRuns sync.Mutex

// run runs the scenarios of some editions with godog, either those with Library set or the others.
// A nil impl performs no requests.
func (b book) run(ctx context.Context, impl conformance.Implementation, library bool, editions ...epin.Edition) ([]features.Result, error) {
	r := &run{impl: impl, vocabulary: (*attempt).vocabulary}
	if library {
		r.vocabulary = libraryVocabulary
	}
	if impl != nil {
		r.offers = conformance.Describe(impl, editions[0])
	}
	var err error
	if r.contents, err = b.read(); err != nil {
		return nil, err
	}
	for _, d := range r.vocabulary(new(attempt)) {
		r.patterns = append(r.patterns, regexp.MustCompile(d.pattern))
	}
	unfinished := 0
	for _, s := range r.contents.byNode {
		if s.Library == library && slices.Contains(editions, s.Edition) {
			unfinished++
		}
	}
	var names []string
	for _, e := range editions {
		names = append(names, editionPrefix+e.String())
	}
	tags := libraryTag + " && " + strings.Join(names, ",") // a comma means or
	if !library {
		tags = "~" + tags
	}
	if unfinished == 0 {
		return nil, errors.New("features: no scenario to run with the tags " + tags)
	}

	suite := suite(b.files, r.contents.paths)
	suite.Name, suite.ScenarioInitializer = "features", r.attempt
	suite.Options.DefaultContext, suite.Options.Tags = ctx, tags
	suite.Options.Concurrency, suite.Options.Strict = 1, true
	suite.Options.Format, suite.Options.Output = "progress", io.Discard // godog needs a format
	godogRuns.Lock()
	suite.Run() // its status has less detail than the results
	godogRuns.Unlock()

	if unfinished -= len(r.results); r.err == nil && unfinished > 0 {
		r.err = fmt.Errorf("features: %d of the scenarios did not run to their end", unfinished)
	}
	return r.results, r.err
}

// run is the state of a run.
type run struct {
	impl       conformance.Implementation // nil for RunLibrary and Compile
	offers     conformance.Description    // of impl
	vocabulary func(*attempt) []definition
	patterns   []*regexp.Regexp // of the vocabulary, compiled once
	contents   contents
	results    []features.Result
	err        error // ends the run; no requests are sent after it
}

// attempt registers the steps and hooks of one scenario with godog.
func (r *run) attempt(sc *godog.ScenarioContext) {
	a := &attempt{run: r}
	for i, d := range r.vocabulary(a) {
		sc.Step(r.patterns[i], d.do)
	}
	sc.Before(func(ctx context.Context, pickle *godog.Scenario) (context.Context, error) {
		if r.err == nil {
			r.err = ctx.Err()
		}
		a.scenario = *r.contents.byNode[node(pickle)]
		a.scenario.Expected = nil
		a.soFar.Status = features.Passed
		a.stepsLeft = len(pickle.Steps)
		return ctx, r.err
	})
	sc.StepContext().Before(func(ctx context.Context, step *godog.Step) (context.Context, error) {
		a.step = step.Text
		return ctx, nil
	})
	sc.StepContext().After(func(ctx context.Context, step *godog.Step, status godog.StepResultStatus, err error) (context.Context, error) {
		if r.err == nil {
			a.stepEnded(step.Text, status, err)
		}
		return ctx, nil
	})
}

// attempt is the run of one scenario.
type attempt struct {
	run       *run
	scenario  features.Scenario // with the expectations of the steps so far
	responses []conformance.Response
	soFar     features.Result // of the steps so far
	step      string          // the current step
	stepsLeft int

	// Set by earlier steps.
	tokens  []string
	methods []conformance.Method
}

// decided is the error of a step that decides a scenario. godog skips the scenario if the
// implementation does not offer what the step needs.
type decided struct{ features.Result }

func (d *decided) Error() string { return d.Message }

func (d *decided) Unwrap() error {
	if d.Status == features.NotExercised {
		return godog.ErrSkip
	}
	return nil
}

// compare returns a failure unless got equals wanted.
func compare(what, wanted, got string) error {
	if got == wanted {
		return nil
	}
	return &decided{features.Result{
		Status: features.Failed, Wanted: wanted, Got: got,
		Message: conformance.Visible(fmt.Sprintf("%s: wanted %+q, got %+q", what, wanted, got), ""),
	}}
}

// expect adds an expectation of the current step, and checks it unless the scenarios are only
// compiled.
func (a *attempt) expect(ctx context.Context, e features.Expectation) error {
	e.Step = a.step
	a.scenario.Expected = append(a.scenario.Expected, e)
	if a.run.impl == nil {
		return nil
	}
	for _, req := range a.scenario.Requests(a.run.offers)[len(a.responses):] {
		resp, err := a.run.impl.Do(ctx, req)
		if err != nil {
			return err
		}
		a.responses = append(a.responses, resp)
	}
	if a.soFar = a.scenario.Judge(a.run.offers, a.responses); a.soFar.Step != "" {
		return &decided{a.soFar}
	}
	return nil
}

// stepEnded records the status of a step. The first step that did not pass decides the
// scenario; godog skips the others, but still reports undefined ones.
func (a *attempt) stepEnded(text string, status godog.StepResultStatus, err error) {
	var d *decided
	switch {
	case status == godog.StepPassed:
		a.stepsLeft--
		if a.stepsLeft == 0 {
			a.end(a.soFar)
		}
	case errors.As(err, &d):
		d.Step = text
		a.end(d.Result)
	case status == godog.StepSkipped:
	default:
		a.run.err = fmt.Errorf("%s:%d: the step %q: %w", a.scenario.File, a.scenario.Line, text, err)
	}
}

func (a *attempt) end(r features.Result) {
	r.Scenario = a.scenario
	a.run.results = append(a.run.results, r)
}
