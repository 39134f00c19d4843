package certificate

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/internal/supervise"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// ErrUnknown means that this version of the suite does not know the plan of a statement.
var ErrUnknown = errors.New("the statement is neither confirmed nor refuted")

// Check derives plan, verdict and claims again. It returns a report that has these, and what the
// predicate says about the implementation. An error means that the predicate is not that of a
// certificate of conformance, or that something differs. It may wrap [ErrUnknown].
func (p Predicate) Check() (r result.Report, err error) {
	switch {
	case p.Suite != conformance.Version:
		return r, fmt.Errorf("%w: it was made with suite %.300q, and this is suite %s", ErrUnknown, p.Suite, conformance.Version)
	case p.Seed > math.MaxUint32:
		return r, fmt.Errorf("its seed %d is not a number below 2^32, as those of the command are", p.Seed)
	case p.Caveat != "":
		return r, fmt.Errorf("it certifies no conformance: it says %.300q", p.Caveat)
	}
	cfg, err := p.Config()
	if err != nil {
		return r, err
	}
	attributes := slices.ContainsFunc(p.Claims, func(c result.Claim) bool { return c.Attributes })
	plan, claims, err := suite.Plan(cfg, p.Implementation.Offered(), attributes)
	switch {
	case err != nil:
		return r, fmt.Errorf("%w: %w", ErrUnknown, err)
	case suite.PlanDigest(plan) != p.Plan:
		return r, fmt.Errorf("its plan is not the one that suite %s has for such a run", p.Suite)
	}
	checks := 0
	for _, part := range plan {
		checks += part.Planned()
	}
	for _, of := range requirement.Of(cfg.Edition) {
		q := result.RequirementOf(of)
		q.Counts = p.Requirements[q.ID]
		if min(q.Passed, q.Failed, q.NotExercised) < 0 || max(q.Passed, q.Failed, q.NotExercised) > checks {
			return r, fmt.Errorf("the counts of %s are impossible in a run of %d checks", q.ID, checks)
		}
		q.Settle()
		r.Requirements = append(r.Requirements, q)
	}
	verdict, reason := suite.Decide(cfg.Edition, p.Implementation.Offered(), r.Requirements, "", false, nil, nil)
	switch {
	case len(p.Requirements) != len(r.Requirements):
		err = fmt.Errorf("it has counts of %d requirements, and edition %s has %d", len(p.Requirements), cfg.Edition, len(r.Requirements))
	case p.Verdict != verdict:
		err = fmt.Errorf("the verdict does not follow from the counts: it is %q, and should be %q", p.Verdict, verdict)
	case !reflect.DeepEqual([]result.Claim(p.Claims), claims):
		err = errors.New("the claims do not follow from the plan")
	}
	r.Edition, r.Implementation, r.Verdict, r.Reason, r.Claims = p.Edition, p.Implementation, verdict, printable.Text(reason), claims
	return r, err
}

// Config returns the configuration of a run with the same plan and seed, without fuzzing and
// without an implementation. An unknown edition or profile is an error.
func (p Predicate) Config() (suite.Config, error) {
	edition, err := notation.Named(p.Edition)
	profile, unknown := suite.ParseProfile(p.Profile)
	cfg := suite.Config{Edition: edition, Profile: profile, Seed: p.Seed, Sizes: suite.Sizes{Fuzz: &suite.Fuzz{}}}
	for _, c := range p.Claims {
		if c.Op == string(supervise.Fastest(p.Implementation.Offered())) { // which gets every layer in full
			cfg.Complete, cfg.Exhaustive = c.Extra, c.Exhausted
		}
	}
	return cfg, cmp.Or(err, unknown)
}

// Agrees returns an error if a new run with [Predicate.Config] differs from p in the name or the
// version of the implementation, in what it offers, or in its counts.
func (p Predicate) Agrees(again Predicate) error {
	if is, was := identity(again.Implementation), identity(p.Implementation); is != was {
		return fmt.Errorf("it tested %.600s; the statement is about %.600s", is, was)
	}
	if again.Caveat != "" {
		return errors.New(again.Caveat)
	}
	for _, id := range slices.Sorted(maps.Keys(p.Requirements)) {
		if is, was := again.Requirements[id], p.Requirements[id]; is != was {
			return fmt.Errorf("the counts of %s are %+v, and those of the statement are %+v", id, is, was)
		}
	}
	return nil
}

// identity describes an implementation, as far as requests depend on it.
func identity(i result.Implementation) string {
	return fmt.Sprintf("%q, version %q (ops %s, methods %s, bytes %s, nul %t, apply_attributes %t, apply_unread %t)", i.Name, i.Version,
		slices.Sorted(slices.Values(i.Ops)), slices.Sorted(slices.Values(i.Methods)), slices.Sorted(slices.Values(i.Bytes)), i.TakesNUL(), i.ApplyAttributes, i.ApplyUnread)
}
