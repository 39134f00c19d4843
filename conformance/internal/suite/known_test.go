package suite

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/knownfailures"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/notation"
	"github.com/epin-conformance/harness/conformance/requirement"
	"github.com/epin-conformance/harness/epin"
)

// listed returns known failures. They are not nil, so they are a list.
func listed(ids ...string) []knownfailures.Line {
	lines := []knownfailures.Line{}
	for _, id := range ids {
		lines = append(lines, knownfailures.Line{ID: id, Reason: "why"})
	}
	return lines
}

func idsOf(r result.Report) (ids []string) {
	for _, f := range r.Findings {
		ids = append(ids, f.ID)
	}
	return ids
}

var dollar = []string{"epin/4/marker-last", "epin/6/grammar", "epin/6/anchoring", "epin/9.1/reject", "epin/9.4/line-break"}

// dollarFinding is the finding of the mutant dollar-for-z.
const dollarFinding = "single/parse/410a/accepted"

// TestKnownFailures: the verdict with a list of known failures, and the result of its lines.
func TestKnownFailures(t *testing.T) {
	dollarForZ := openVerdicts("dollar-for-z")
	yesOrNo := open(offeringText(altered(noValues), conformance.OpParse))
	breaking := opening(func(e *notation.Edition) conformance.Implementation { // when every requirement of dollar has failed
		return offering(dying(mutantNamed("dollar-for-z").New(e), 5000), validity...)
	})
	const hides = "Nothing failed except 1 known failure. A line for a requirement hides every further bug that violates only listed requirements."
	type lines = map[string]result.KnownResult
	for _, test := range []struct {
		name    string
		open    conformance.Factory
		only    []string
		known   []string // further lines, without a result to compare
		lines   lines
		verdict result.Verdict
		reason  string // where the list makes it
	}{
		{"the finding", dollarForZ, nil, nil, lines{dollarFinding: result.KnownFailed}, result.ConformantButFor, "Nothing failed except 1 known failure."},
		{"all its requirements", dollarForZ, nil, dollar, lines{dollar[0]: result.KnownFailed}, result.ConformantButFor, hides},
		{"all but one", dollarForZ, nil, dollar[1:], nil, result.NotConformant, ""},
		{"the finding by another operation", dollarForZ, nil, nil, lines{"single/valid/410a/accepted": result.KnownFailed, "single/parse/410a/rejected": result.KnownPassed}, result.NotConformant, ""},
		{"an attribute of a token that is rejected", open(offering(verdicts(func(string) bool { return false }), conformance.OpParse)), nil, nil, lines{"single/parse/41/pin": result.KnownPassed}, result.NotConformant, ""},
		{"an empty list", openReference, nil, []string{}, nil, result.FullyConformant, ""},
		{"what does not fail", open(verdicts(epin.Valid)), nil, nil, lines{
			"epin/6/anchoring": result.KnownPassed, dollarFinding: result.KnownPassed, "properties/copy": result.KnownPassed, "vectors": result.KnownPassed,
			"epin-initial/grammar": result.KnownPassed, "epin/9.9/nothing": result.KnownPassed,
		}, result.OutOfDate, "no failure matches 6 lines of the list"},
		// What cannot be tested any more is no pass, and no reason to say that the list is correct.
		{"what is not offered", yesOrNo, nil, nil, notOfferedLines, result.NoVerdict, "4 of 4 lines in the list of known failures could not be tested"},
		{"what is not offered, and what passes", yesOrNo, nil, []string{"epin/6/grammar"}, notOfferedLines, result.OutOfDate, ""},
		{"all of a selection", dollarForZ, []string{"vectors/parse/4b0a"}, dollar, lines{"epin/4/marker-last": result.KnownNotTested, "epin/9.4/line-break": result.KnownFailed}, result.NoVerdict, "apart from known failures"},
		{"what is outside a selection", dollarForZ, []string{"vectors/parse/4b"}, nil, lines{"epin/7.1/side": result.KnownNotTested, dollarFinding: result.KnownNotTested}, result.NoVerdict, ""},
		{"a requirement inside a selection", dollarForZ, []string{"epin/7.1"}, nil, lines{"epin/7.1/side": result.KnownPassed}, result.OutOfDate, ""},
		{"nothing starts", failing, nil, nil, lines{dollarFinding: result.KnownNotTested}, result.NoVerdict, "The adapter died."},
		{"cut short", breaking, nil, dollar, lines{"epin/7.1/side": result.KnownNotTested, "epin/nothing": result.KnownNotTested},
			result.NoVerdict, "The adapter died. All failures before that are known failures."},
	} {
		known := slices.AppendSeq(slices.Clone(test.known), maps.Keys(test.lines))
		slices.Sort(known)
		known = slices.Compact(known)
		report := run(t, Config{Open: test.open, Profile: Quick, Seed: 1, Only: test.only, Known: listed(known...)})
		if report.Verdict != test.verdict || !strings.Contains(report.Reason.String(), test.reason) {
			t.Errorf("%s: %s: %s, findings %q", test.name, report.Verdict, report.Reason, idsOf(report))
		}
		for _, line := range report.KnownFailures.Lines {
			if want, ok := test.lines[line.ID]; ok && line.Result != want {
				t.Errorf("%s: %s: %s, want %s", test.name, line.ID, line.Result, want)
			}
			if line.Result == result.KnownFailed && report.Verdict == result.ConformantButFor && (line.Checks == 0 || line.Example != `Accepts "A\n", which is not a valid token.`) {
				t.Errorf("%s: %s: %d checks, %s", test.name, line.ID, line.Checks, line.Example)
			}
		}
		checks, _ := report.Checks()
		if n := checks.Failed; test.verdict == result.ConformantButFor &&
			(n == 0 || report.KnownFailures.Checks != n || len(report.Failures) > 0 || failedRequirements(report) != nil || len(report.Findings) > 0) {
			t.Errorf("%s: %d of %d checks are known, but not %v", test.name, report.KnownFailures.Checks, n, failedRequirements(report))
		}
	}
}

// TestUndecidedFindings: findings that were not shrunk cannot be compared with the list.
func TestUndecidedFindings(t *testing.T) {
	within(t, &shrinkAtLeast, 0)
	report := run(t, Config{Open: openVerdicts("dollar-for-z"), Only: []string{"vectors/parse/4b0a"}, Known: listed(dollarFinding)})
	if known := report.KnownFailures; known.Undecided != 1 || !strings.HasPrefix(report.Reason.String(), "1 finding could not be compared") {
		t.Errorf("%s: %s, %+v", report.Verdict, report.Reason, known)
	}
}

var notOfferedLines = map[string]result.KnownResult{
	"epin/9.3/native":                result.KnownNotTested,
	"single/apply/native/4b/native":  result.KnownNotTested,
	"vectors/apply/native/4b/native": result.KnownNotTested,
	"single/parse/ff/accepted":       result.KnownNotTested, // it is no text
}

// TestFailFast: a run that ends early is never conformant, says why it ended, and goes past known failures.
// Package badadapter has adapters that exit, and scripts of the command interrupt runs.
func TestFailFast(t *testing.T) {
	cfg := Config{Open: openVerdicts("dollar-for-z"), Profile: Quick, Seed: 1, Limits: Limits{FailFast: true}, Known: listed(dollar...)}
	if report := run(t, cfg); report.Verdict != result.ConformantButFor {
		t.Errorf("%s: %s", report.Verdict, report.Reason)
	}
	once := Config{Profile: Quick, Seed: 1, Limits: Limits{FailFast: true}, Known: listed("single/parse/4b0a/accepted")}
	once.Open = open(replaced(accept, func(req conformance.Request) bool { return req.Op == conformance.OpParse && req.Token == "K\n" }))
	once.Only = []string{"vectors/parse", "vectors/valid"}
	if report := run(t, once); report.Cut != "" || report.KnownFailures.Findings != 1 {
		t.Errorf("%s: %s, findings %q", report.Verdict, report.Reason, idsOf(report))
	}
	cfg.Known = listed(dollar[1:]...)
	report := run(t, cfg)
	if report.Verdict != result.NotConformant || report.Cut != "the run ended at its first failure (FailFast)" || report.Parts[len(report.Parts)-1].Complete {
		t.Errorf("%s: %s", report.Verdict, report.Reason)
	}
	if len(report.Requirements) != len(requirement.Of(notation.EPIN)) || len(report.Failures) == 0 {
		t.Errorf("%d requirements in the result, %d failures", len(report.Requirements), len(report.Failures))
	}
}
