// Package steps parses the features and runs them with godog. README.md of package features explains
// each sentence. The vocabulary is closed.
//
// A step adds expectations to its scenario, and checks them on the reference implementation. Only tests use
// this package: the suite and the command run the compiled scenarios, see [features.Run].
//
// Everything that could hide a missing test is an error: no scenario, an undefined or
// ambiguous sentence, an unknown tag, a feature without an edition, a scenario without a
// requirement or a check.
package steps

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"regexp"

	"github.com/cucumber/godog"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// Compile runs the features with godog, and returns them with the expectations of their scenarios, for
// rows.jsonl of package features. Scenarios with Library test this module's packages epin, epin/pin and
// epin/style, all others the reference implementation of each edition of their feature. It panics for the
// first scenario that is invalid or fails. Two runs at once are not possible: godog passes values
// to its formatters in environment variables.
func Compile() []features.Feature { return compile(features.Files()) }

func compile(files fs.FS) []features.Feature {
	b := &book{files: files, byNode: map[string]row{}}
	b.read()
	var patterns []*regexp.Regexp // compiled once for all scenarios
	for _, d := range new(attempt).vocabulary() {
		patterns = append(patterns, regexp.MustCompile(d.pattern))
	}
	suite := b.suite()
	suite.Name, suite.ScenarioInitializer = "features", func(sc *godog.ScenarioContext) { b.attempt(sc, patterns) }
	suite.Options.Concurrency, suite.Options.Strict = 1, true
	suite.Options.Format, suite.Options.Output = "progress", io.Discard // godog needs a format
	status := suite.Run()
	switch {
	case b.err != nil:
		panic(b.err)
	case status != 0 || b.passed != len(b.byNode):
		panic(fmt.Sprintf("features: %d of %d scenarios passed", b.passed, len(b.byNode)))
	}
	return b.features
}

// attempt registers the steps and hooks of one scenario with godog.
func (b *book) attempt(sc *godog.ScenarioContext, patterns []*regexp.Regexp) {
	a := new(attempt)
	for i, d := range a.vocabulary() {
		sc.Step(patterns[i], d.do)
	}
	sc.Before(func(ctx context.Context, pickle *godog.Scenario) (context.Context, error) {
		a.row = b.byNode[node(pickle)]
		return ctx, b.err
	})
	sc.StepContext().Before(func(ctx context.Context, step *godog.Step) (context.Context, error) {
		a.step = step.Text
		return ctx, nil
	})
	sc.After(func(ctx context.Context, _ *godog.Scenario, err error) (context.Context, error) {
		switch {
		case err == nil:
			b.passed++
		case b.err == nil:
			b.err = fmt.Errorf("%s:%d: the step %q: %w", a.File, a.Line, a.step, err)
		}
		return ctx, nil
	})
}

// attempt is the run of one scenario.
type attempt struct {
	row
	step string // the current step

	// Set by earlier steps.
	tokens  []string
	methods []conformance.Method // what is applied to the only token, for an implementation
	result  epin.Identifier      // of what has been applied to it, for this module's packages
	game    any                  // a context of package style
}

// expect adds an expectation of the current step, and checks it on the reference implementations.
func (a *attempt) expect(e features.Expectation) {
	if a.Library {
		panic("a scenario with @library cannot use this sentence")
	}
	e.Step = a.step
	a.Expected = append(a.Expected, e)
	for _, edition := range a.editions {
		step := []features.Scenario{{Expected: []features.Expectation{e}}}
		results := must(features.Run(context.Background(), conformance.Reference(edition), edition, step))
		if results[0].Status != features.Passed {
			panic(results[0].Message)
		}
	}
}

// compare panics unless got equals wanted.
func (a *attempt) compare(what, wanted, got string) {
	switch {
	case !a.Library:
		panic("only a scenario with @library can use this sentence")
	case got != wanted:
		panic(fmt.Sprintf("%s: wanted %+q, got %+q", what, wanted, got))
	}
}
