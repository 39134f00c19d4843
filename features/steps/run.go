package steps

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"sync"

	"github.com/cucumber/godog"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/features"
)

// Run performs the requests of the scenarios of an edition with godog, step by step. It
// returns the same results as [features.Run].
//
// An error means that a feature is invalid, there is nothing to run, ctx is done, or impl.Do failed
// or panicked. Run sends no requests after it. Concurrent runs wait for each other.
func Run(ctx context.Context, impl conformance.Implementation, edition *notation.Edition) ([]features.Result, error) {
	return embedded.run(ctx, edition, impl, false)
}

// RunLibrary runs the scenarios with Library set, which test this module's packages epin,
// epin/pin and epin/style, and no implementation. Otherwise it is like [Run], except that no
// result is NotExercised and Request is zero.
func RunLibrary(ctx context.Context, edition *notation.Edition) ([]features.Result, error) {
	return embedded.run(ctx, edition, nil, true)
}

// Compile returns the features of all editions with the expectations of their scenarios, for
// rows.jsonl of package features. The error names the invalid feature.
func Compile() ([]features.Feature, error) { return embedded.compile() }

func (b book) compile() ([]features.Feature, error) {
	c, err := b.read()
	if err != nil {
		return nil, err
	}
	expected := map[string][]features.Expectation{}
	for _, edition := range notation.All() {
		if !slices.ContainsFunc(c.features, func(f features.Feature) bool { return slices.Contains(f.Editions, edition) }) {
			continue
		}
		results, err := b.run(context.Background(), edition, nil, false)
		if err != nil {
			return nil, err
		}
		for _, result := range results {
			expected[result.ID] = result.Expected // the same in each edition
		}
	}
	for _, s := range c.byNode {
		s.Expected = expected[s.ID]
	}
	return c.features, nil
}

// godogRuns serialises runs: godog passes values to its formatters in environment variables.
var godogRuns sync.Mutex

// run runs the scenarios of an edition with godog, either those with Library set or the others. A nil
// impl performs no requests.
func (b book) run(ctx context.Context, edition *notation.Edition, impl conformance.Implementation, library bool) ([]features.Result, error) {
	r := &run{edition: edition, impl: impl, vocabulary: (*attempt).vocabulary}
	if library {
		r.vocabulary = libraryVocabulary
	}
	if impl != nil {
		r.offers = conformance.Describe(impl, edition)
	}
	var err error
	if r.contents, err = b.read(); err != nil {
		return nil, err
	}
	for _, d := range r.vocabulary(new(attempt)) {
		r.patterns = append(r.patterns, regexp.MustCompile(d.pattern))
	}
	tags := libraryTag + " && " + editionPrefix + edition.String()
	if !library {
		tags = "~" + tags
	}

	suite := suite(b.files, r.contents.paths)
	suite.Name, suite.ScenarioInitializer = "features", r.attempt
	suite.Options.DefaultContext, suite.Options.Tags = ctx, tags
	suite.Options.Concurrency, suite.Options.Strict = 1, true
	suite.Options.Format, suite.Options.Output = "progress", io.Discard // godog needs a format
	godogRuns.Lock()
	suite.Run() // its status has less detail than the results
	godogRuns.Unlock()

	switch {
	case r.err != nil:
		return nil, r.err
	case len(r.results) == 0:
		return nil, errors.New("features: no scenario to run with the tags " + tags)
	}
	return r.results, nil
}

// run is the state of a run.
type run struct {
	edition    *notation.Edition
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
		return ctx, r.err
	})
	sc.StepContext().Before(func(ctx context.Context, step *godog.Step) (context.Context, error) {
		a.step = step.Text
		return ctx, nil
	})
	sc.StepContext().After(func(ctx context.Context, step *godog.Step, _ godog.StepResultStatus, err error) (context.Context, error) {
		if d := (*decided)(nil); errors.As(err, &d) {
			a.soFar = d.Result
			a.soFar.Step = step.Text
		}
		return ctx, nil
	})
	sc.After(func(ctx context.Context, _ *godog.Scenario, err error) (context.Context, error) {
		switch {
		case r.err != nil:
		case err != nil && !errors.Is(err, godog.ErrSkip):
			r.err = fmt.Errorf("%s:%d: the step %q: %w", a.scenario.File, a.scenario.Line, a.step, err)
		default:
			a.soFar.Scenario = a.scenario
			r.results = append(r.results, a.soFar)
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

	// Set by earlier steps.
	tokens  []string
	methods []conformance.Method
}

// decided is the error of a step that decides a scenario. godog skips the other steps, but still
// reports undefined ones.
type decided struct{ features.Result }

func (d *decided) Error() string { return d.Message }

func (d *decided) Unwrap() error { return godog.ErrSkip }

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
	if a.soFar = a.scenario.Judge(a.run.edition, a.run.offers, a.responses); a.soFar.Step != "" {
		return &decided{a.soFar}
	}
	return nil
}
