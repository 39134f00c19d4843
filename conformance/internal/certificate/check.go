package certificate

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/corpus"
	"github.com/epin-conformance/harness/epin"
)

// Check returns an error if a statement is invalid, and nil otherwise: it has to follow the
// schema, its counts have to be possible, and its verdict, its result and the claims in Shown
// have to follow from them.
func (s Statement) Check() error {
	p := s.Predicate
	if p.Configuration.Suite.Profile == suite.Exec.String() {
		return fmt.Errorf("a run of profile %s has no statement, since the program does not say what it is: certify an adapter for it", suite.Exec)
	}
	if _, err := compiledSchema().Read(s.Bytes()); err != nil {
		return err
	}
	c, results := p.Configuration, p.Configuration.Results
	edition, err := epin.ParseEdition(c.Suite.Edition)
	if err != nil {
		return err
	}
	for _, q := range requirement.Of(edition) {
		wanted := c.ThisSuite() || slices.Contains(requirement.Validity(edition), q.ID)
		if wanted && !slices.ContainsFunc(results.Requirements, func(r Requirement) bool { return r.ID == q.ID }) {
			return fmt.Errorf("there are no results for %s", q.ID)
		}
	}
	if err := cmp.Or(results.check(edition, c.ThisSuite()), c.checkPlan()); err != nil {
		return err
	}
	verdict, _, err := results.verdict(edition, c.Suite.Version)
	switch {
	case err != nil:
		return err
	case results.Verdict != verdict:
		return fmt.Errorf("the verdict does not follow from the results: it is %q, and should be %q", results.Verdict, verdict)
	case p.Result != results.result(verdict):
		return fmt.Errorf("the result does not follow from the results: it is %q, and should be %q", brief(p.Result), results.result(verdict))
	}
	return nil
}

// brief shortens a text for an error.
func brief(s string) string { return printable.Abbreviate(s, 300) }

// Certifies returns nil if a statement is a certificate of conformance, or else the reason why
// it is not. Check has to return nil for the statement.
func (s Statement) Certifies() error {
	if err := s.Predicate.Configuration.Results.unsound(s.Predicate.Configuration.Results.Verdict); err != nil {
		return err
	}
	for _, r := range s.Subject {
		if r.Digest == s.Predicate.Configuration.Report {
			return errors.New("its subject is the report, not an artifact")
		}
	}
	return nil
}

// checkPlan compares a whole run with the plan that it names: each part has to be present with the planned
// number of checks. It ignores the plan of another version of the suite, which is not known here.
func (c Configuration) checkPlan() error {
	plan, err := c.plan()
	isPlanned, partial := err == nil && c.Suite.Plan == suite.PlanDigest(plan), c.Results.Cut != "" || len(c.Results.Only) > 0
	switch {
	case c.Suite.Plan == "":
		return nil
	case err != nil:
		return fmt.Errorf("its plan: %w", err)
	case !isPlanned && c.ThisSuite():
		return fmt.Errorf("its plan is not the one that suite %s has for such a run", c.Suite.Version)
	case !isPlanned, partial:
		return nil
	}
	parts := slices.DeleteFunc(slices.Clone(c.Results.Parts), func(p Part) bool { return p.Layer == result.LayerFuzz })
	if len(parts) != len(plan) {
		return fmt.Errorf("it has %d parts, but its plan has %d", len(parts), len(plan))
	}
	for i, p := range parts {
		switch planned := plan[i]; {
		case p.Layer != planned.Layer || p.Way != planned.Way:
			return fmt.Errorf("%s is in place of %s", p.name(), Part{Layer: planned.Layer, Way: planned.Way}.name())
		case p.total() != planned.Checks:
			return fmt.Errorf("%s has %d checks, but its plan has %d", p.name(), p.total(), planned.Checks)
		case p.Skipped != planned.Skipped:
			return fmt.Errorf("%s skips %d checks, but its plan skips %d", p.name(), p.Skipped, planned.Skipped)
		}
	}
	return nil
}

// plan returns the plan of this version of the suite for the run of c.
func (c Configuration) plan() ([]suite.PlannedPart, error) {
	cfg, err := c.Config()
	if err != nil {
		return nil, err
	}
	i := c.Results.Implementation
	offered := conformance.Description{Ops: i.Ops, Bytes: i.Bytes, NoNUL: !i.TakesNUL(), ApplyAttributes: i.ApplyAttributes}
	return suite.Plan(cfg, offered)
}

// IsPlanned reports whether the statement names the plan of this version of the suite. Only
// then has Check compared each part with its planned counts. Check has to return nil for the
// statement.
func (s Statement) IsPlanned() bool {
	plan, err := s.Predicate.Configuration.plan()
	return err == nil && s.Predicate.Configuration.Suite.Plan == suite.PlanDigest(plan)
}

// ThisSuite reports whether the run used this version of the suite and this corpus.
func (c Configuration) ThisSuite() bool {
	return c.Suite.Version == conformance.Version && "sha256:"+c.Corpus.SHA256 == corpus.Digest()
}

// check checks the results. The numbers of words are those of this version of the suite.
func (r Results) check(edition epin.Edition, thisSuite bool) error {
	failed, most := false, 0
	for _, p := range r.Parts {
		failed = failed || p.Failed > 0
		most += p.Passed + p.Failed + p.NotExercised
	}
	for _, q := range r.Requirements {
		switch {
		case q.Failed > 0 && !failed:
			return fmt.Errorf("%s failed, but no part of the suite did", q.ID)
		case q.Passed+q.Failed+q.NotExercised > most && !r.Unstable:
			return fmt.Errorf("%s has more checks than all parts of the suite have", q.ID)
		}
	}
	for i, shown := range r.Shown {
		if slices.ContainsFunc(r.Shown[:i], func(other result.Claim) bool { return other.Way == shown.Way }) {
			return fmt.Errorf("there are two claims via %s", shown.Way)
		}
		if err := r.checkShown(edition, shown, thisSuite); err != nil {
			return fmt.Errorf("the claim via %s does not follow from the results: %w", shown.Way, err)
		}
	}
	return nil
}

// checkShown checks that a claim about recognition follows from the parts that it needs.
func (r Results) checkShown(edition epin.Edition, shown result.Claim, thisSuite bool) error {
	if alphabet := r.Implementation.Alphabet(); shown.Alphabet != alphabet {
		return fmt.Errorf("the alphabet is %q, but that of the adapter is %q", shown.Alphabet, alphabet)
	}
	grounds, err := suite.GroundsOf(shown, edition, r.Implementation.ApplyAttributes)
	if err != nil {
		return err
	}
	for _, g := range grounds {
		at := slices.IndexFunc(r.Parts, func(p Part) bool {
			return p.Layer == g.Layer && p.Way == shown.Way && p.Asked == g.Asked && p.Complete && p.Failed == 0 && p.NotExercised == 0 && p.Passed > 0
		})
		switch {
		case at < 0:
			return fmt.Errorf("%s was not run in full with correct responses", g.Asked)
		case thisSuite && r.Implementation.Alphabet() == result.AlphabetBytes && g.Words > 0 && r.Parts[at].Passed != g.Words:
			return fmt.Errorf("%s has %d words, and %d of the responses were correct", g.Asked, g.Words, r.Parts[at].Passed)
		}
	}
	return nil
}

// IsAbout returns an error that names the first artifact that is not a subject of s, or nil if
// all are.
func (s Statement) IsAbout(artifacts []Resource) error {
	for _, a := range artifacts {
		if !slices.ContainsFunc(s.Subject, func(r Resource) bool { return r.Digest == a.Digest }) {
			return fmt.Errorf("it is about another artifact: the digest of %s is %s, but the subject is %s %s", a.Name, a.Digest, s.Subject[0].Name, s.Subject[0].Digest)
		}
	}
	return nil
}

// Config returns the configuration of a run that repeats the run of c: the same checks, and
// the same number of fuzzing rounds. The caller sets the implementation. Check has to return
// nil for the statement.
func (c Configuration) Config() (suite.Config, error) {
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
	const mostSize = 7 // above all sizes of layers whose checks can be counted
	for n := 0; most > 0 && n < mostSize; n++ {
		if grounds, err := suite.GroundsOf(claim(n), edition, false); err == nil && grounds[0].Words == most {
			return &n
		}
	}
	return nil
}

// ErrOtherVersion means that a new run tested another version of the implementation than the
// statement is about. So the run neither confirms nor refutes the statement.
var ErrOtherVersion = errors.New("another version was tested")

// Agrees returns an error if the new run again does not confirm s, and nil otherwise. It compares the
// implementation, the verdict and, if both runs have the same plan, all results: another version of the
// suite counts checks differently. The new run has to offer the same, to another version of the suite at
// least that. The error wraps [ErrOtherVersion] if the version of the implementation differs.
func (s Statement) Agrees(again Statement) error {
	was, is := s.Predicate.Configuration, again.Predicate.Configuration
	sameSuite := is.Suite.Version == was.Suite.Version && is.Corpus == was.Corpus
	switch a, b := is.Results.Implementation, was.Results.Implementation; {
	case a.Name != b.Name:
		return fmt.Errorf("it tested %q, version %q, but the certificate is about %q, version %q",
			brief(a.Name.String()), brief(a.Version.String()), brief(b.Name.String()), brief(b.Version.String()))
	case a.Version != b.Version:
		return fmt.Errorf("%w: the implementation has version %q, but the certificate has version %q",
			ErrOtherVersion, brief(a.Version.String()), brief(b.Version.String()))
	case !offersAtLeast(a, b) || sameSuite && !offersAtLeast(b, a):
		return fmt.Errorf("it offers %s, but the implementation of the certificate offers %s", brief(offers(a)), brief(offers(b)))
	case is.Results.Verdict != was.Results.Verdict:
		return fmt.Errorf("its verdict is %q, but that of the certificate is %q", is.Results.Verdict, was.Results.Verdict)
	case is.Suite.Plan != was.Suite.Plan, is.Corpus != was.Corpus:
		return nil
	}
	requirements, former := is.Results.Requirements, was.Results.Requirements
	parts, formerParts := is.Results.Parts, was.Results.Parts
	// What is installed differs between machines. A failure shows in the requirements.
	varies := func(p Part) bool { return p.Layer == result.LayerEnvironments && p.Failed == 0 }
	if i, j := slices.IndexFunc(parts, varies), slices.IndexFunc(formerParts, varies); i >= 0 && j >= 0 && parts[i] != formerParts[j] {
		parts, formerParts = slices.DeleteFunc(slices.Clone(parts), varies), slices.DeleteFunc(slices.Clone(formerParts), varies)
		requirements, former = uncounted(requirements), uncounted(former)
	}
	return cmp.Or(
		alike(requirements, former, func(r Requirement) string { return r.ID }),
		alike(parts, formerParts, Part.name),
		alike(is.Results.Shown, was.Results.Shown, func(c result.Claim) string { return "the claim via " + c.Way }),
	)
}

// offersAtLeast reports whether an implementation announces in hello all that another one does, as far as
// requests depend on it.
func offersAtLeast(i, other result.Implementation) bool {
	return containsAll(i.Ops, other.Ops) && containsAll(i.Methods, other.Methods) && (i.Bytes || !other.Bytes) &&
		(i.TakesNUL() || !other.TakesNUL()) && (i.ApplyAttributes || !other.ApplyAttributes)
}

func containsAll[T comparable](all, some []T) bool {
	return !slices.ContainsFunc(some, func(e T) bool { return !slices.Contains(all, e) })
}

// offers describes what an implementation announces in hello, as far as requests depend on it.
func offers(i result.Implementation) string {
	return fmt.Sprintf("ops %s, methods %s, bytes %t, nul %t, apply_attributes %t",
		slices.Sorted(slices.Values(i.Ops)), slices.Sorted(slices.Values(i.Methods)), i.Bytes, i.TakesNUL(), i.ApplyAttributes)
}

// uncounted returns requirements with each count replaced by at most 1.
func uncounted(requirements []Requirement) []Requirement {
	all := slices.Clone(requirements)
	for i := range all {
		for _, n := range []*int{&all[i].Passed, &all[i].Failed, &all[i].NotExercised, &all[i].Known} {
			*n = min(*n, 1)
		}
	}
	return all
}

func (p Part) total() int { return p.Passed + p.Failed + p.NotExercised + p.Skipped }

// alike returns an error that names the first difference between two lists of results.
func alike[T any](is, was []T, name func(T) string) error {
	if len(is) != len(was) {
		return fmt.Errorf("it has %d results, but the certificate has %d", len(is), len(was))
	}
	for i := range is {
		if a, b := jsonOf(is[i]), jsonOf(was[i]); !bytes.Equal(a, b) {
			return fmt.Errorf("the results of %s are %s, but those of the certificate are %s", name(was[i]), a, b)
		}
	}
	return nil
}
