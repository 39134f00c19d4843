package suite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/number"
	"github.com/epin-conformance/harness/conformance/internal/oracle"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
)

// Decide returns the verdict on the results of an edition's requirements, and the reason in a
// sentence. cut is the reason why the run was cut short, or empty. partial means that only a
// selection was tested. A known failure does not count as a failure; known is nil without a list.
// declined holds the requests that were offered and declined, or is nil.
func Decide(
	edition *notation.Edition, offered conformance.Description, results []result.Requirement, cut string, partial bool,
	known *result.KnownFailures, declined *result.Declined,
) (result.Verdict, string) {
	known = cmp.Or(known, &result.KnownFailures{})
	var failed, validity, wanted int
	var untested, partly []string
	for _, r := range results {
		switch {
		case r.Failed > r.Known:
			failed++
		case r.Result == result.CheckNotExercised && r.Level != requirement.Informative:
			if r.Passed > 0 {
				partly = append(partly, r.ID)
			} else {
				untested = append(untested, r.ID)
			}
			if slices.Contains(edition.Clauses.Validity(), r.ID) {
				validity++
			}
		}
		if r.Passed+r.Failed > 0 {
			wanted++
		}
	}
	if failed > 0 {
		return result.NotConformant, failedOf(failed, wanted, cut, known.Findings)
	}
	if verdict, reason := undecided(cut, partial, wanted, known); reason != "" {
		return verdict, reason
	}
	listed := known.Findings
	switch {
	case declined != nil && declined.Validity > 0:
		return result.NoVerdict, "Validity was not fully tested. " + declined.Sentence()
	case validity > 0:
		return result.NoVerdict, "Validity was not fully tested." + notOffering(edition, offered, untested)
	case known.Count(result.KnownNotTested) > 0:
		return result.NoVerdict, fmt.Sprintf("%s of %s in the list of known failures could not be tested. Let the implementation offer what these lines need, or remove them.",
			number.Thousands(known.Count(result.KnownNotTested)), number.Counted(len(known.Lines), "line"))
	}
	verdict, reason := result.Conformant, "Nothing failed."
	if listed > 0 {
		verdict, reason = result.ConformantButFor, "Nothing failed except "+number.Counted(listed, "known failure")+"."
		if known.ByRequirement > 0 {
			reason += " A line for a requirement hides every further bug that violates only listed requirements."
		}
	}
	switch {
	case declined.Any():
		reason += notTested("Not tested", untested) + notTested("Not fully tested", partly)
		return verdict, reason + " " + declined.Sentence()
	case listed == 0 && len(untested) == 0:
		return result.FullyConformant, "Nothing failed, and every required and recommended requirement was tested."
	case listed > 0:
		return verdict, reason + notTested("Requirements not tested, because of known failures or because the implementation does not offer "+whatTheyNeed, untested)
	}
	return verdict, reason + notOffering(edition, offered, untested)
}

// failedOf returns the reason of a run in which requirements failed, of those that were tested.
func failedOf(failed, tested int, cut string, listed int) string {
	reason := fmt.Sprintf("%d of the %d requirements that were tested failed", failed, tested)
	if tested == 1 {
		reason = "The 1 requirement that was tested failed"
	}
	switch {
	case cut != "":
		return reason + "; the run is incomplete. " + sentence(cut)
	case listed > 0:
		return reason + ", apart from known failures."
	}
	return reason + "."
}

// undecided returns the verdict and the reason of a run in which nothing new failed, if it was cut short,
// tested only a selection, or its list of known failures is out of date. tested is the number of requirements that
// were tested. Otherwise the reason is empty.
func undecided(cut string, partial bool, tested int, known *result.KnownFailures) (result.Verdict, string) {
	listed, stale := known.Findings, known.Count(result.KnownPassed)
	switch {
	case cut != "" && listed > 0 && known.Undecided == 0:
		return result.NoVerdict, sentence(cut) + " All failures before that are known failures."
	case cut != "":
		return result.NoVerdict, sentence(cut)
	case stale > 0:
		return result.OutOfDate, fmt.Sprintf("All failures are known, but no failure matches %s of the list: correct the list.", number.Counted(stale, "line"))
	case known.Undecided > 0:
		return result.NoVerdict, fmt.Sprintf("%s could not be compared with the list of known failures, because shrinking ended early.", number.Counted(known.Undecided, "finding"))
	case partial && listed > 0:
		return result.NoVerdict, "The selected checks pass, apart from known failures. Run the whole suite next."
	case partial && tested == 0:
		return result.NoVerdict, "No selected check was tested, because the implementation does not offer " + whatTheyNeed + "."
	case partial:
		return result.NoVerdict, "The selected checks pass. Run the whole suite next."
	}
	return result.NoVerdict, ""
}

// whatTheyNeed is what requirements and checks need of an implementation.
const whatTheyNeed = "the operations, methods or attributes that they need"

// notTested returns a phrase and the first few of some requirements; empty if there are none.
func notTested(phrase string, ids []string) string {
	const most = 5
	if len(ids) == 0 {
		return ""
	}
	names := strings.Join(ids[:min(len(ids), most)], ", ")
	if len(ids) > most {
		names += fmt.Sprintf(" and %d more", len(ids)-most)
	}
	return " " + phrase + ": " + names + "."
}

// notOffering names requirements that an implementation does not offer enough for, and what they need.
func notOffering(edition *notation.Edition, offered conformance.Description, ids []string) string {
	text := notTested("Requirements not tested, because the implementation does not offer "+whatTheyNeed, ids)
	if needs := oracle.NeedsOf(edition, ids, offered); needs != "" {
		text += " To test " + [...]string{"it", "them"}[min(len(ids)-1, 1)] + ", the implementation has to offer " + needs + "."
	}
	return text
}

// sentence makes a sentence of the text of an error.
func sentence(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	s = string(unicode.ToUpper(r)) + s[size:]
	if strings.HasSuffix(s, ".") || strings.HasSuffix(s, "?") {
		return s
	}
	return s + "."
}
