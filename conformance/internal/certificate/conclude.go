package certificate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// conclusions are what follows from the results of a run.
type conclusions struct {
	verdict                              suite.Verdict
	result                               string // of the predicate
	passed, warned, failed, notExercised []string
	claim                                []string
}

// conclude draws the conclusions. An error names what of the results cannot be.
func conclude(s Suite, r Results) (conclusions, error) {
	edition, err := epin.ParseEdition(s.Edition)
	if err != nil {
		return conclusions{}, fmt.Errorf("there is no edition %q", s.Edition)
	}
	c := conclusions{passed: []string{}, warned: []string{}, failed: []string{}, notExercised: []string{}}
	var results []suite.RequirementResult
	for _, q := range r.Requirements {
		known, ok := requirement.Lookup(q.ID)
		level := levelNamed(q.Level)
		switch {
		case !ok || !known.AppliesTo(edition):
			return conclusions{}, fmt.Errorf("%q is no requirement of edition %s that this suite, version %s, knows", q.ID, edition, conformance.Version)
		case level == 0, level > known.Level, level != known.Level && s.Version == conformance.Version:
			return conclusions{}, fmt.Errorf("the level of %s is %s, and not %q", q.ID, known.Level, q.Level)
		case q.Passed < 0 || q.Failed < 0 || q.NotExercised < 0 || q.Known < 0 || q.Known > q.Failed:
			return conclusions{}, fmt.Errorf("the counts of %s cannot be", q.ID)
		case slices.ContainsFunc(results, func(r suite.RequirementResult) bool { return r.ID == q.ID }):
			return conclusions{}, fmt.Errorf("%s stands there twice", q.ID)
		}
		known.Level = level // another version may have been stricter, never more lenient
		results = append(results, suite.RequirementResult{Requirement: known, Counts: suite.Counts(q.Counts), Declined: q.Declined, Known: q.Known})
		switch {
		case q.Failed > q.Known:
			c.failed = append(c.failed, q.ID)
		case q.Failed > 0:
			c.warned = append(c.warned, q.ID)
		case q.Passed > 0 && !q.Declined:
			c.passed = append(c.passed, q.ID)
		default:
			c.notExercised = append(c.notExercised, q.ID)
		}
	}
	for _, id := range requirement.Validity(edition) {
		if !slices.ContainsFunc(results, func(r suite.RequirementResult) bool { return r.ID == id }) {
			return conclusions{}, fmt.Errorf("nothing is said of %s", id)
		}
	}
	known, err := knownOf(r.KnownFailures)
	if err != nil {
		return conclusions{}, err
	}
	var reason string
	c.verdict, reason = suite.Decide(edition, results, r.Cut, len(r.Only) > 0, known, r.Declined)
	unsound := r.unsound(c.verdict)
	switch {
	case unsound == nil:
		c.result = Passed
	case c.verdict == suite.ConformantButFor, c.verdict > suite.ConformantButFor && r.Unstable:
		c.result = Warned
	default:
		c.result = Failed
	}
	c.claim = claimOf(s, r, c, unsound, reason)
	return c, nil
}

// levelNamed returns the level with a name, or 0.
func levelNamed(name string) requirement.Level {
	for level := requirement.Required; level <= requirement.Informative; level++ {
		if level.String() == name {
			return level
		}
	}
	return 0
}

// unsound says why the results are no ground for a certificate; nil if they are.
func (r Results) unsound(verdict suite.Verdict) error {
	switch {
	case verdict < suite.ConformantButFor:
		return fmt.Errorf("the verdict is %q", verdict)
	case verdict == suite.ConformantButFor || len(r.KnownFailures) > 0:
		return fmt.Errorf("the verdict was given with known failures")
	case r.Cut != "" || len(r.Only) > 0:
		return fmt.Errorf("not everything was asked")
	case r.Declined.Any():
		return fmt.Errorf("the implementation %s", r.Declined.What())
	case r.Unstable:
		return fmt.Errorf("the answers were not stable: one question was seen to have two")
	case r.Implementation.Name == "":
		return fmt.Errorf("the implementation has no name")
	}
	for _, p := range r.Parts {
		switch {
		case !p.Complete:
			return fmt.Errorf("%s was not asked to its end", p.name())
		case p.Failed > 0:
			return fmt.Errorf("in %s something failed", p.name())
		case p.NotExercised > 0 && recognises(p.Way):
			return fmt.Errorf("in %s something was not answered", p.name())
		}
	}
	return nil
}

// recognises reports whether an operation tests validity.
func recognises(way string) bool {
	return conformance.Description{Ops: []conformance.Op{conformance.Op(way)}}.Recognises()
}

func (p Part) name() string { return strings.TrimSuffix("the layer "+p.Layer+" by "+p.Way, " by ") }

func knownOf(lines []KnownFailure) (*suite.Known, error) {
	known := &suite.Known{}
	for _, l := range lines {
		f := suite.KnownFailure{Result: suite.KnownOpen}
		f.ID, f.More = l.ID, l.More
		if l.Token != "" {
			f.Token = &l.Token
		}
		for f.Result.String() != l.Result {
			if f.Result++; f.Result > suite.KnownNotExercised {
				return nil, fmt.Errorf("%q is no result of a known failure", l.Result)
			}
		}
		known.Failures = append(known.Failures, f)
	}
	return known, nil
}

// claimOf is the claim in words. What of the required was not exercised stands in its
// first sentence.
func claimOf(s Suite, r Results, c conclusions, unsound error, reason string) []string {
	name := report.NameOf(conformance.Description{
		Name: r.Implementation.Name, Version: r.Implementation.Version, Language: r.Implementation.Language,
	})
	levels := map[string][]string{}
	for _, q := range r.Requirements {
		if slices.Contains(c.notExercised, q.ID) {
			levels[q.Level] = append(levels[q.Level], q.ID)
		}
	}
	required, recommended := levels[requirement.Required.String()], levels[requirement.Recommended.String()]
	var first string
	switch {
	case unsound != nil:
		first = fmt.Sprintf("No conformance of %s to EPIN edition %s is claimed: %s. %s", name, s.Edition, unsound, reason)
		if len(required) > 0 {
			first = fmt.Sprintf("No conformance of %s to EPIN edition %s is claimed: %s (required, and not exercised: %s). %s",
				name, s.Edition, unsound, strings.Join(required, ", "), reason)
		}
	case len(required) > 0:
		first = fmt.Sprintf("%s conforms to EPIN edition %s in what it offers, but of what is required it offers no way to ask, so that nothing is claimed of, %s.",
			name, s.Edition, strings.Join(required, ", "))
	case c.verdict == suite.FullyConformant:
		first = fmt.Sprintf("%s fully conforms to EPIN edition %s: nothing failed, and every required and recommended requirement was exercised.", name, s.Edition)
	default:
		first = fmt.Sprintf("%s conforms to EPIN edition %s: nothing failed, and every required requirement was exercised.", name, s.Edition)
	}
	claim := []string{first}
	if len(recommended) > 0 {
		claim = append(claim, "Recommended, and not exercised: "+strings.Join(recommended, ", ")+".")
	}
	if !r.Implementation.Bytes {
		claim = append(claim, "Only text was tested, since the adapter does not take bytes: nothing is claimed of what is not UTF-8.")
	}
	if nul := r.Implementation.NUL; nul != nil && !*nul {
		claim = append(claim, "Nothing is claimed of strings that contain the byte 0, which the adapter does not take.")
	}
	if edition, err := epin.ParseEdition(s.Edition); err == nil {
		if missing := r.Implementation.NotOffered(edition); len(missing) > 0 {
			claim = append(claim, "Not offered by the implementation, so nothing is claimed of it: "+strings.Join(missing, ", ")+".")
		}
	}
	for _, shown := range slices.Backward(r.Shown) {
		if shown.Extra != nil || shown.Exhausted != nil {
			claim = append(claim, fmt.Sprintf("Judged rightly by %s, without exception: %s.", shown.Way, shown.Shows()))
		}
	}
	// A failure, known or not, or an answer that changes may refute the condition of the guarantee.
	if n := len(r.Shown); n > 0 && r.Shown[n-1].Extra != nil && unsound == nil {
		claim = append(claim, r.Shown[n-1].Proves()+" That condition cannot be checked from outside.")
	}
	return append(claim, fmt.Sprintf("This was seen through the adapter, on %s, in profile %s of suite %s; nothing is said of what else was not asked, nor of other versions.",
		s.Platform, s.Profile, s.Version))
}
