package certificate

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/epin"
)

// Config returns the configuration of a run that repeats the run of s: the same checks, and
// the same number of fuzzing rounds. The caller sets the implementation. Check has to return
// nil for s.
func (s Statement) Config() (suite.Config, error) { return s.Predicate.Configuration.runConfig() }

// runConfig returns the configuration of a run that repeats the run of c.
func (c Configuration) runConfig() (suite.Config, error) {
	var cfg suite.Config
	var errs [3]error
	cfg.Edition, errs[0] = epin.ParseEdition(c.Suite.Edition)
	cfg.Profile, errs[1] = suite.ParseProfile(c.Suite.Profile)
	cfg.Seed, errs[2] = strconv.ParseUint(c.Suite.Seed, 10, 64)
	cfg.Only, cfg.Fuzz = printable.Strings(c.Results.Only), &suite.Fuzz{}
	cover := result.Specification(cfg.Edition).Sets().Cover
	cfg.Complete = c.Results.sizeOf(result.LayerComplete, cfg.Edition, func(k int) result.Claim { return result.Claim{Extra: &k, Cover: cover} })
	cfg.Exhaustive = c.Results.sizeOf(result.LayerExhaustive, cfg.Edition, func(n int) result.Claim { return result.Claim{Exhausted: &n} })
	for _, p := range c.Results.Parts {
		if p.Layer == result.LayerFuzz {
			cfg.Fuzz.Rounds = p.Rounds
		}
	}
	return cfg, errors.Join(errs[:]...)
}

// sizeOf returns the number for which the largest part of a layer has as many checks as its claim
// needs, or nil if there is none. A failed part has no claim, so its checks have to tell.
func (r Results) sizeOf(layer string, edition epin.Edition, claim func(int) result.Claim) *int {
	most := 0
	for _, p := range r.Parts {
		if p.Layer == layer {
			most = max(most, p.total())
		}
	}
	for n := 0; most > 0 && n < mostSize; n++ {
		if grounds, err := suite.GroundsOf(claim(n), edition); err == nil && grounds[0].Words == most {
			return &n
		}
	}
	return nil
}

// mostSize is above all sizes of layers whose checks can be counted.
const mostSize = 7

// ErrOtherVersion means that a new run tested another version of the implementation than the
// statement is about. So the run neither confirms nor refutes the statement.
var ErrOtherVersion = errors.New("another version was tested")

// Agrees returns an error if the new run again does not confirm s, and nil otherwise. It
// compares the implementation and the verdict. If both runs have the same plan, it compares
// all results. Otherwise it compares only the parts that have the same number of checks in
// both, and, if all parts have, which results each requirement has: another version of the
// suite may count checks differently. The error wraps [ErrOtherVersion] if the version of the
// implementation differs.
func (s Statement) Agrees(again Statement) error {
	was, is := s.Predicate.Configuration, again.Predicate.Configuration
	switch a, b := is.Results.Implementation, was.Results.Implementation; {
	case a.Name != b.Name:
		return fmt.Errorf("it tested %q, version %q, but the certificate is about %q, version %q",
			brief(a.Name.String()), brief(a.Version.String()), brief(b.Name.String()), brief(b.Version.String()))
	case a.Version != b.Version:
		return fmt.Errorf("%w: the implementation has version %q, but the certificate has version %q", ErrOtherVersion, brief(a.Version.String()), brief(b.Version.String()))
	}
	if is.Results.Verdict != was.Results.Verdict {
		return fmt.Errorf("its verdict is %q, but that of the certificate is %q", is.Results.Verdict, was.Results.Verdict)
	}
	requirements, parts := is.Results.Requirements, is.Results.Parts
	formerRequirements, formerParts := was.Results.Requirements, was.Results.Parts
	samePlan := is.Suite.Plan == was.Suite.Plan && is.Corpus == was.Corpus
	if !samePlan {
		parts, formerParts = common(parts, formerParts, func(a, b Part) bool {
			return a.Layer == b.Layer && a.Way == b.Way && a.Asked == b.Asked && a.total() == b.total()
		})
		if len(formerParts) < len(was.Results.Parts) || len(parts) < len(is.Results.Parts) {
			requirements, formerRequirements = nil, nil
		} else {
			requirements, formerRequirements = common(requirements, formerRequirements, func(a, b Requirement) bool { return a.ID == b.ID })
			requirements, formerRequirements = uncounted(requirements), uncounted(formerRequirements)
		}
	}
	// What is installed differs between machines. A failure shows in the requirements.
	isEnvironments := func(p Part) bool { return p.Layer == result.LayerEnvironments && p.Failed == 0 }
	if of, before := slices.IndexFunc(parts, isEnvironments), slices.IndexFunc(formerParts, isEnvironments); of >= 0 && before >= 0 && parts[of] != formerParts[before] {
		parts, formerParts = slices.Delete(slices.Clone(parts), of, of+1), slices.Delete(slices.Clone(formerParts), before, before+1)
		requirements, formerRequirements = uncounted(requirements), uncounted(formerRequirements)
	}
	if err := alike(requirements, formerRequirements, func(r Requirement) string { return r.ID }); err != nil {
		return err
	}
	if err := alike(parts, formerParts, Part.name); err != nil {
		return err
	}
	shows, err := printable.JSON(is.Results.Shown)
	showed, err2 := printable.JSON(was.Results.Shown)
	if samePlan && (!bytes.Equal(shows, showed) || err != nil || err2 != nil) {
		return errors.New("its guarantees differ from those of the certificate")
	}
	return nil
}

func (p Part) total() int { return p.Passed + p.Failed + p.NotExercised + p.Skipped }

// common returns the elements of two lists that have an equal in the other, in the order of is.
func common[T any](is, was []T, same func(is, was T) bool) (bothIs, bothWas []T) {
	for _, a := range is {
		if i := slices.IndexFunc(was, func(b T) bool { return same(a, b) }); i >= 0 {
			bothIs, bothWas = append(bothIs, a), append(bothWas, was[i])
		}
	}
	return bothIs, bothWas
}

// uncounted returns requirements with each count replaced by at most 1.
func uncounted(requirements []Requirement) []Requirement {
	out := slices.Clone(requirements)
	for i := range out {
		for _, n := range []*int{&out[i].Passed, &out[i].Failed, &out[i].NotExercised, &out[i].Known} {
			*n = min(*n, 1)
		}
	}
	return out
}

// compact returns a value as JSON.
func compact(value any) []byte {
	text, _ := printable.JSON(value) // of strings and numbers
	return text
}

// alike returns an error that names the first difference between two lists of results.
func alike[T comparable](is, was []T, name func(T) string) error {
	if len(is) != len(was) {
		return fmt.Errorf("it has %d results, but the certificate has %d", len(is), len(was))
	}
	for i := range is {
		if is[i] != was[i] {
			return fmt.Errorf("the results of %s are %s, but those of the certificate are %s", name(was[i]), compact(is[i]), compact(was[i]))
		}
	}
	return nil
}
