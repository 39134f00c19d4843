package certificate

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
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
// compares the implementation and the verdict and, if both runs have the same plan, all results:
// another version of the suite counts checks differently. The error wraps [ErrOtherVersion] if the
// version of the implementation differs.
func (s Statement) Agrees(again Statement) error {
	was, is := s.Predicate.Configuration, again.Predicate.Configuration
	switch a, b := is.Results.Implementation, was.Results.Implementation; {
	case a.Name != b.Name:
		return fmt.Errorf("it tested %q, version %q, but the certificate is about %q, version %q",
			brief(a.Name.String()), brief(a.Version.String()), brief(b.Name.String()), brief(b.Version.String()))
	case a.Version != b.Version:
		return fmt.Errorf("%w: the implementation has version %q, but the certificate has version %q",
			ErrOtherVersion, brief(a.Version.String()), brief(b.Version.String()))
	case is.Results.Verdict != was.Results.Verdict:
		return fmt.Errorf("its verdict is %q, but that of the certificate is %q", is.Results.Verdict, was.Results.Verdict)
	case is.Suite.Plan != was.Suite.Plan, is.Corpus != was.Corpus:
		return nil
	}
	return cmp.Or(
		alike(is.Results.Requirements, was.Results.Requirements, func(r Requirement) string { return r.ID }),
		alike(is.Results.Parts, was.Results.Parts, Part.name),
		alike(is.Results.Shown, was.Results.Shown, func(c result.Claim) string { return "the claim via " + c.Way }),
	)
}

func (p Part) total() int { return p.Passed + p.Failed + p.NotExercised + p.Skipped }

// alike returns an error that names the first difference between two lists of results.
func alike[T any](is, was []T, name func(T) string) error {
	if len(is) != len(was) {
		return fmt.Errorf("it has %d results, but the certificate has %d", len(is), len(was))
	}
	for i := range is {
		a, err := printable.JSON(is[i])
		b, err2 := printable.JSON(was[i])
		if errors.Join(err, err2) != nil || !bytes.Equal(a, b) {
			return fmt.Errorf("the results of %s are %s, but those of the certificate are %s", name(was[i]), a, b)
		}
	}
	return nil
}
