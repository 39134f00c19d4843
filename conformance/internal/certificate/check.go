package certificate

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
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
	if err := p.Configuration.check(); err != nil {
		return err
	}
	results := p.Configuration.Results
	verdict, _, err := results.verdict(p.Configuration.Suite)
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
func brief(s string) string {
	const longest = 300
	if len(s) <= longest {
		return s
	}
	return strings.ToValidUTF8(s[:longest], "") + "…"
}

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

// check checks everything but the verdict.
func (c Configuration) check() error {
	edition, err := epin.ParseEdition(c.Suite.Edition)
	if err != nil {
		return fmt.Errorf("unknown edition %q", c.Suite.Edition)
	}
	if c.ThisSuite() {
		for _, q := range requirement.Of(edition) {
			if !slices.ContainsFunc(c.Results.Requirements, func(r Requirement) bool { return r.ID == q.ID }) {
				return fmt.Errorf("there are no results for %s", q.ID)
			}
		}
	}
	if err := c.Results.check(edition, c.ThisSuite()); err != nil || c.Suite.Plan == "" {
		return err
	}
	return c.checkPlan()
}

// checkPlan compares a whole run with the plan that it names. It ignores the plan of another
// version of the suite, which is not known here.
func (c Configuration) checkPlan() error {
	plan, err := c.plan()
	switch {
	case err != nil:
		return fmt.Errorf("its plan: %w", err)
	case c.Suite.Plan == suite.PlanDigest(plan):
		return c.Results.checkParts(plan)
	case c.ThisSuite():
		return fmt.Errorf("its plan is not the one that suite %s has for such a run", c.Suite.Version)
	}
	return nil
}

// plan returns the plan of this version of the suite for the run of c.
func (c Configuration) plan() ([]suite.PlannedPart, error) {
	cfg, err := c.runConfig()
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

// checkParts compares the parts of a whole run with those of its plan: each part has to be
// present with the planned number of checks.
func (r Results) checkParts(plan []suite.PlannedPart) error {
	if r.Cut != "" || len(r.Only) > 0 {
		return nil
	}
	parts := slices.DeleteFunc(slices.Clone(r.Parts), func(p Part) bool { return p.Layer == result.LayerFuzz })
	if len(parts) != len(plan) {
		return fmt.Errorf("it has %d parts, but its plan has %d", len(parts), len(plan))
	}
	for i, p := range parts {
		planned := plan[i]
		switch sum := p.total(); {
		case p.Layer != planned.Layer || p.Way != planned.Way:
			return fmt.Errorf("%s is in place of %s", p.name(), Part{Layer: planned.Layer, Way: planned.Way}.name())
		case sum != planned.Checks:
			return fmt.Errorf("%s has %d checks, but its plan has %d", p.name(), sum, planned.Checks)
		case p.Skipped != planned.Skipped:
			return fmt.Errorf("%s skips %d checks, but its plan skips %d", p.name(), p.Skipped, planned.Skipped)
		}
	}
	return nil
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
	grounds, err := suite.GroundsOf(shown, edition)
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
