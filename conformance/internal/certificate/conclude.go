package certificate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// verdict returns the verdict that follows from the counts, and its reason. An error means that
// the results contradict themselves or the catalogue.
func (r Results) verdict(s Suite) (result.Verdict, string, error) {
	edition, err := epin.ParseEdition(s.Edition)
	if err != nil {
		return 0, "", fmt.Errorf("unknown edition %q", s.Edition)
	}
	var results []result.Requirement
	isThere := func(id string) bool {
		return slices.ContainsFunc(results, func(r result.Requirement) bool { return r.ID == id })
	}
	for _, q := range r.Requirements {
		known, ok := requirement.Lookup(q.ID)
		switch {
		case !ok || !known.AppliesTo(edition):
			return 0, "", fmt.Errorf("%q is not a requirement of edition %s in version %s of the suite", q.ID, edition, conformance.Version)
		// Another version of the suite may have a stricter level, and never a weaker one.
		case q.Level == 0, q.Level > known.Level, q.Level != known.Level && s.Version == conformance.Version:
			return 0, "", fmt.Errorf("the level of %s is %s, not %q", q.ID, known.Level, q.Level)
		case q.Known > q.Failed:
			return 0, "", fmt.Errorf("the counts of %s are impossible", q.ID)
		case isThere(q.ID):
			return 0, "", fmt.Errorf("%s has two results", q.ID)
		}
		of := result.Requirement{ID: q.ID, Level: q.Level, Counts: q.Counts, Declined: q.Declined, Known: q.Known}
		of.Settle()
		results = append(results, of)
	}
	for _, id := range requirement.Validity(edition) {
		if !isThere(id) {
			return 0, "", fmt.Errorf("there are no results for %s", id)
		}
	}
	known := &result.KnownFailures{}
	for _, l := range r.KnownFailures {
		of := result.KnownFailure{Line: knownfailures.Line{ID: l.ID, More: l.More}, Result: l.Result}
		if l.Token != "" {
			of.Token = (*printable.Token)(&l.Token)
		}
		known.Lines = append(known.Lines, of)
	}
	verdict, reason := suite.Decide(edition, results, r.Cut.String(), len(r.Only) > 0, known, r.Declined)
	return verdict, reason, nil
}

// result returns the result of the predicate for a verdict.
func (r Results) result(verdict result.Verdict) string {
	switch {
	case r.unsound(verdict) == nil:
		return Passed
	case verdict == result.ConformantButFor, verdict > result.ConformantButFor && r.Unstable:
		return Warned
	}
	return Failed
}

// unsound returns why the results do not justify a certificate, or nil if they do.
func (r Results) unsound(verdict result.Verdict) error {
	switch {
	case verdict == result.NoVerdict:
		return fmt.Errorf("the run is inconclusive")
	case !verdict.Positive():
		return fmt.Errorf("the verdict is %q", verdict)
	case verdict == result.ConformantButFor || len(r.KnownFailures) > 0:
		return fmt.Errorf("the verdict was given with known failures")
	case r.Cut != "" || len(r.Only) > 0:
		return fmt.Errorf("the run was partial")
	case r.Declined.Any():
		return fmt.Errorf("the implementation %s", r.Declined.What())
	case r.Unstable:
		return fmt.Errorf("the library is non-deterministic: the same request had different responses")
	case r.Implementation.Name == "":
		return fmt.Errorf("the implementation has no name")
	}
	for _, p := range r.Parts {
		switch {
		case !p.Complete:
			return fmt.Errorf("%s was cut short", p.name())
		case p.Failed > 0:
			return fmt.Errorf("%s failed", p.name())
		case p.NotExercised > 0 && recognises(p.Way):
			return fmt.Errorf("%s was not fully tested", p.name())
		}
	}
	return nil
}

// recognises reports whether an operation tests validity.
func recognises(way string) bool {
	return conformance.Description{Ops: []conformance.Op{conformance.Op(way)}}.Recognises()
}

func (p Part) name() string { return strings.TrimSuffix("the layer "+p.Layer+" by "+p.Way, " by ") }

// claimOf returns the claim in words. Its first sentence names the required requirements that
// were not tested.
func claimOf(s Suite, r Results, verdict result.Verdict, reason string) []string {
	name, unsound := r.Implementation, r.unsound(verdict)
	name.Command = nil // the implementation is named as hello names it
	var required, recommended []string
	for _, q := range r.Requirements {
		switch {
		case !slices.Contains(r.NotExercised, q.ID):
		case q.Level == requirement.Required:
			required = append(required, q.ID)
		case q.Level == requirement.Recommended:
			recommended = append(recommended, q.ID)
		}
	}
	var first string
	switch {
	case unsound != nil:
		first = fmt.Sprintf("No conformance of %s to EPIN edition %s is claimed: %s. %s", name, s.Edition, unsound, reason)
		if len(required) > 0 {
			first = fmt.Sprintf("No conformance of %s to EPIN edition %s is claimed: %s (required, and not tested: %s). %s",
				name, s.Edition, unsound, strings.Join(required, ", "), reason)
		}
	case len(required) > 0:
		first = fmt.Sprintf("%s conforms to EPIN edition %s in what it offers. It does not offer what the tests of these required requirements need, so there is no claim about them: %s.",
			name, s.Edition, strings.Join(required, ", "))
	case verdict == result.FullyConformant:
		first = fmt.Sprintf("%s fully conforms to EPIN edition %s: nothing failed, and every required and recommended requirement was tested.",
			name, s.Edition)
	default:
		first = fmt.Sprintf("%s conforms to EPIN edition %s: nothing failed, and every required requirement was tested.",
			name, s.Edition)
	}
	claim := []string{first}
	if len(recommended) > 0 {
		claim = append(claim, "Recommended, and not tested: "+strings.Join(recommended, ", ")+".")
	}
	if !r.Implementation.Bytes {
		claim = append(claim, "Only text was tested, since the adapter does not take bytes. There is no claim about malformed UTF-8.")
	}
	if nul := r.Implementation.NUL; nul != nil && !*nul {
		claim = append(claim, "The adapter does not take the byte 0. There is no claim about strings that contain it.")
	}
	if edition, err := epin.ParseEdition(s.Edition); err == nil {
		if missing := r.Implementation.NotOffered(edition); len(missing) > 0 {
			claim = append(claim, "Not offered by the implementation, so not tested: "+strings.Join(missing, ", ")+".")
		}
	}
	for _, shown := range slices.Backward(r.Shown) {
		if shown.Shows() != "" {
			claim = append(claim, fmt.Sprintf("Correct on %s (via %s).", shown.Shows(), shown.Way))
		}
	}
	// A failure, known or not, and non-deterministic responses may refute the assumption.
	if n := len(r.Shown); n > 0 && r.Shown[n-1].Extra != nil && unsound == nil {
		claim = append(claim, r.Shown[n-1].Proves()+" No test can check this assumption.")
	}
	for _, shown := range r.Shown {
		if values := shown.ProvesValues(); values != "" && unsound == nil {
			claim = append(claim, values)
		}
	}
	return append(claim, fmt.Sprintf("Tested through the adapter, on %s, in profile %s of suite %s. There is no claim about anything that was not tested, or about other versions.",
		s.Platform, s.Profile, s.Version))
}
