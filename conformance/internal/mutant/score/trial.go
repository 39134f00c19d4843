package score

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// Trial is what a mutant is put to. The zero value is the profile standard as a whole.
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

// seed is the seed of every trial. Another one kills others, by luck.
const seed = 1

// opening is what the suite is run against.
type opening func(epin.Edition) conformance.Implementation

// try returns the layer that was the first to kill what open opens, or "" if it lived.
// An error means that it is not known.
func try(ctx context.Context, open opening, edition epin.Edition, trial Trial) (killedBy string, err error) {
	// What happens after the first failure, such as learning what is accepted, changes
	// nothing.
	inner, enough := context.WithCancel(ctx)
	defer enough()
	cfg := suite.Config{
		Open:    func(_ context.Context, e epin.Edition) (conformance.Implementation, error) { return open(e), nil },
		Edition: edition, Profile: trial.Profile, Seed: seed, FailFast: true,
		Now:  func() time.Time { return time.Time{} },
		Fuzz: &suite.Fuzz{}, // which kills by luck, and goes on for as long as the clock says
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

// layout says what each profile asks in which layer.
type layout map[suite.Profile]map[string]string

// layouts reads the layouts of the editions from the suite, once.
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

// smallest returns the trial of the smallest profile in which the layer asks the same: it
// has the same outcome. A whole profile is like no other.
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
