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
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// Run performs the requests of the scenarios of an edition with godog, step by step. It
// returns the same results as [features.Run]: none of the scenarios with Library.
//
// An error means that a feature is invalid, there is nothing to run, ctx is done, or impl.Do failed
// or panicked. Run sends no requests after it. Concurrent runs wait for each other.
func Run(ctx context.Context, impl conformance.Implementation, edition *notation.Edition) ([]features.Result, error) {
	return embedded().run(ctx, &run{edition: edition, impl: impl, offers: conformance.Describe(impl, edition)})
}

// Compile returns the features of all editions with the expectations of their scenarios, for
// rows.jsonl of package features. It runs those with Library, which test this module's packages epin,
// epin/pin and epin/style. The error names the invalid feature, or the one that failed.
func Compile() ([]features.Feature, error) { return embedded().compile() }

func (b *book) compile() ([]features.Feature, error) {
	if b.err != nil {
		return nil, b.err
	}
	expected := map[string][]features.Expectation{}
	for _, edition := range notation.All() {
		if !slices.ContainsFunc(b.features, func(f features.Feature) bool { return slices.Contains(f.Editions, edition) }) {
			continue
		}
		results, err := b.run(context.Background(), &run{edition: edition})
		if err != nil {
			return nil, err
		}
		for _, result := range results {
			expected[result.ID] = result.Expected // the same in each edition
			if result.Status == features.Failed {
				return nil, fmt.Errorf("%s: %s", result.ID, result.Message)
			}
		}
	}
	for _, s := range b.byNode {
		s.Expected = expected[s.ID]
	}
	return b.features, nil
}

// godogRuns serialises runs: godog passes values to its formatters in environment variables.
var godogRuns sync.Mutex

// run is a run of the scenarios of an edition. Without impl it includes those with Library set, and
// performs no requests.
type run struct {
	edition *notation.Edition
	impl    conformance.Implementation
	offers  conformance.Description // of impl
	results []features.Result
	err     error // ends the run; no requests are sent after it
}

func (b *book) run(ctx context.Context, r *run) ([]features.Result, error) {
	if b.err != nil {
		return nil, b.err
	}
	tags := editionPrefix + r.edition.String()
	if r.impl != nil {
		tags += " && ~" + libraryTag
	}
	var patterns []*regexp.Regexp // compiled once for all scenarios
	for _, d := range new(attempt).vocabulary() {
		patterns = append(patterns, regexp.MustCompile(d.pattern))
	}
	suite := suite(b.files, b.paths)
	suite.Name, suite.ScenarioInitializer = "features", func(sc *godog.ScenarioContext) { b.attempt(r, patterns, sc) }
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

// attempt registers the steps and hooks of one scenario with godog.
func (b *book) attempt(r *run, patterns []*regexp.Regexp, sc *godog.ScenarioContext) {
	a := &attempt{run: r}
	for i, d := range a.vocabulary() {
		sc.Step(patterns[i], d.do)
	}
	sc.Before(func(ctx context.Context, pickle *godog.Scenario) (context.Context, error) {
		if r.err == nil {
			r.err = ctx.Err()
		}
		a.scenario = *b.byNode[node(pickle)]
		a.scenario.Expected = nil
		a.decided.Status = features.Passed
		return ctx, r.err
	})
	sc.StepContext().Before(func(ctx context.Context, step *godog.Step) (context.Context, error) {
		a.step = step.Text
		return ctx, nil
	})
	sc.After(func(ctx context.Context, _ *godog.Scenario, err error) (context.Context, error) {
		switch {
		case r.err != nil:
		case err != nil && !errors.Is(err, godog.ErrSkip):
			r.err = fmt.Errorf("%s:%d: the step %q: %w", a.scenario.File, a.scenario.Line, a.step, err)
		default:
			a.decided.Scenario = a.scenario
			r.results = append(r.results, a.decided)
		}
		return ctx, nil
	})
}

// attempt is the run of one scenario. A step that decides it returns godog.ErrSkip: godog skips the
// other steps, but still reports undefined ones.
type attempt struct {
	run       *run
	scenario  features.Scenario // with the expectations of the steps so far
	responses []conformance.Response
	decided   features.Result // by the steps so far
	step      string          // the current step

	// Set by earlier steps.
	tokens  []string
	methods []conformance.Method // what is applied to the only token, for an implementation
	result  epin.Identifier      // of what has been applied to it, for this module's packages
	game    any                  // a context of package style, a style.Catalogue, or a number of types
}

// expect adds an expectation of the current step, and checks it unless the scenarios are only
// compiled.
func (a *attempt) expect(ctx context.Context, e features.Expectation) error {
	if a.scenario.Library {
		panic("a scenario with @library cannot use this sentence")
	}
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
	if a.decided = a.scenario.Judge(a.run.edition, a.run.offers, a.responses); a.decided.Step != "" {
		return godog.ErrSkip
	}
	return nil
}
