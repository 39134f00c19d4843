package score

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/mutant"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// Trial is a run of the suite against a mutant. The zero value is the whole profile standard.
type Trial struct {
	Profile suite.Profile
	Layer   string // this layer alone; "" for the whole profile
}

// String returns the name of the trial, such as "thorough/exhaustive" or "quick".
func (t Trial) String() string {
	if t.Layer == "" {
		return t.Profile.String()
	}
	return t.Profile.String() + "/" + t.Layer
}

// seed is the seed of every trial. Another seed kills other mutants of the layer Chance.
const seed = 1

// opening returns a fresh system under test.
type opening func(epin.Edition) conformance.Implementation

// try returns the first layer that killed the implementation, or "" if it survived. An error
// means that the run is incomplete.
func try(ctx context.Context, open opening, edition epin.Edition, trial Trial) (killedBy string, err error) {
	// Nothing after the first failure, such as learning the accepted language, changes the
	// result.
	inner, enough := context.WithCancel(ctx)
	defer enough()
	cfg := suite.Config{
		Open: func(_ context.Context, e epin.Edition) (conformance.Implementation, error) { return open(e), nil },
		OpenIn: func(_ context.Context, in suite.Environment, e epin.Edition) (conformance.Implementation, error) {
			return mutant.In(open(e), in.Set), nil
		},
		Edition: edition, Profile: trial.Profile, Seed: seed, FailFast: true,
		Now:  func() time.Time { return time.Time{} },
		Fuzz: &suite.Fuzz{}, // no fuzzing: it kills by chance, and would never end with this clock
	}
	if trial.Layer != "" {
		cfg.Only = []string{trial.Layer}
	}
	result, err := suite.Run(inner, cfg, func(e suite.Event) {
		if f, ok := e.(suite.CheckFailed); ok {
			killedBy, _, _ = strings.Cut(f.Failure.Check, "/")
			enough()
		}
	})
	switch {
	case err != nil:
		return "", err
	case result.Verdict == suite.NotConformant:
		return killedBy, nil
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case result.Cut != "":
		return "", fmt.Errorf("the run was cut short: %s", result.Cut)
	}
	return "", nil
}

// layout describes the requests of each profile in each layer.
type layout map[suite.Profile]map[string]string

// layouts returns the layouts of the editions, which it computes once.
var layouts = sync.OnceValues(func() (map[epin.Edition]layout, error) {
	all := map[epin.Edition]layout{}
	for _, e := range epin.Editions() {
		all[e] = layout{}
		for _, p := range suite.Profiles() {
			plan, err := suite.Plan(suite.Config{Edition: e, Profile: p}, conformance.Describe(conformance.Reference(e), e))
			if err != nil {
				return nil, err
			}
			all[e][p] = map[string]string{}
			for _, part := range plan {
				all[e][p][part.Layer] += fmt.Sprintln(part.Way, part.Checks, part.Asked)
			}
		}
	}
	return all, nil
})

// has reports whether the profile of a trial has its layer.
func (l layout) has(t Trial) bool { return t.Layer == "" || l[t.Profile][t.Layer] != "" }

// smallest returns the trial of the smallest profile in which the layer sends the same
// requests, because its outcome is the same. Whole profiles have no equivalents.
func (l layout) smallest(t Trial) Trial {
	if t.Layer == "" {
		return t
	}
	for _, p := range suite.Profiles() {
		if l[p][t.Layer] == l[t.Profile][t.Layer] {
			return Trial{p, t.Layer}
		}
	}
	return t
}

// LayersOf returns the layers of a profile, in the order of the suite.
func LayersOf(p suite.Profile) ([]string, error) {
	all, err := layouts()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(result.Layers(), func(layer string) bool { return all[epin.Current][p][layer] == "" }), nil
}
