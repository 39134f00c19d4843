package report_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/result"
)

// prose matches the lines of a report outside of code blocks, which are our own.
var prose = regexp.MustCompile(`^(|## [^ ]+ [A-Z0-9 (),a-z]+|</?details>|<summary>[A-Za-z0-9:,. ]+</summary>)$`)

// TestMarkdownHoldsHostileText checks by the rules of CommonMark that other text is in code blocks.
func TestMarkdownHoldsHostileText(t *testing.T) {
	hostile := hostileReport()
	// Sentences of the report can contain text of a system under test too.
	hostile.Reason, hostile.Harness.Version = attack, attack
	hostile.Groups = append(hostile.Groups, result.Group{Says: attack, Findings: []int{0}, Causes: []result.Cause{{Text: attack, Fix: attack}}})
	hostile.Notes = []printable.Text{attack, "```", "````"}
	hostile.Requirements[0].ID = "epin/1/a|b<script>"
	hostile.Parts[0].About = printable.Said(attack) // a report has one line of text there
	for name, r := range map[string]result.Report{"hostile": hostile, "known": knownDollar(), "not": ran("dollar-for-z"), "values": ran("side-inverted", "vectors", "features", "properties")} {
		out := written(t, "markdown", r)
		if len(out) > 65536 {
			t.Errorf("%s: %d characters are more than an issue takes", name, len(out))
		}
		fence := ""
		for line := range strings.Lines(out) {
			line = strings.TrimSuffix(line, "\n")
			opening, is := strings.CutSuffix(line, "text")
			switch {
			case fence != "" && strings.Trim(line, "`") == "" && len(line) >= len(fence):
				fence = ""
			case fence == "" && is && len(opening) >= 3 && strings.Trim(opening, "`") == "":
				fence = opening
			case fence == "" && !prose.MatchString(line):
				t.Errorf("%s: %q is outside of code blocks, in\n%s", name, line, out)
			}
		}
		if open, closed := strings.Count(out, "\n<details>\n"), strings.Count(out, "\n</details>\n"); fence != "" || open != closed || open == 0 {
			t.Errorf("%s: %d details are opened, %d closed; the open fence is %q", name, open, closed, fence)
		}
	}
}

// TestNoGuaranteeAgainstAFinding checks that a run with an incorrect verdict has no guarantee for
// all strings, even if the complete suite does not have the string.
func TestNoGuaranteeAgainstAFinding(t *testing.T) {
	way := ran("").Claims[len(ran("").Claims)-1].Op
	failedIn := func(way, requirement string) result.Report {
		return changed(ran(""), func(r *result.Report) {
			r.Parts = append(r.Parts, result.Part{
				Layer: "lengths", Op: way, Complete: true, Counts: result.Counts{Failed: 1}, Known: 1,
				Requirements: []result.RequirementCounts{{ID: requirement, Counts: result.Counts{Failed: 1}}},
			})
		})
	}
	shared := ran("")
	shared.Findings = result.List[result.Finding]{{
		Ops: result.List[conformance.Op]{"parse", conformance.Op(way)}, Requirements: []string{"epin/9.1/reject"},
	}}
	changing := ran("")
	changing.Unstable = true
	const incorrect = "There is no guarantee for all strings: some verdicts are incorrect."
	type unproven struct {
		report result.Report
		says   string
	}
	tests := map[string]unproven{
		"nothing failed": {ran(""), ""}, "no verdict": {failedIn("apply", "epin/9.3/flip"), ""},
		"a crash": {failedIn(way, "epin/9.1/reject"), incorrect}, "a finding of another operation, too": {shared, incorrect},
		"a change": {changing, "There is no guarantee for all strings: the same input had different responses."},
	}
	if everything() {
		known := ran("url-decoded")
		known.Failures, known.Learned = nil, nil
		tests["a run without an incorrect verdict"] = unproven{ran("flip-loses-sign"), ""}
		tests["a verdict"], tests["a known one"] = unproven{ran("url-decoded"), incorrect}, unproven{known, incorrect}
	}
	for name, test := range tests {
		r := test.report
		if most := r.Claims[len(r.Claims)-1]; most.Extra == nil || r.Unproven(most) != test.says {
			t.Errorf("%s: Unproven(%+v) = %q", name, most, r.Unproven(most))
		}
		for _, form := range []string{"verbose", "markdown"} {
			out := strings.Join(strings.Fields(written(t, form, r)), " ") // in one line
			if !strings.Contains(out, test.says) || strings.Contains(out, "if the recogniser behind it is a finite automaton") != (test.says == "") {
				t.Errorf("%s: the %s has incorrect guarantees:\n%s", name, form, out)
			}
		}
	}
}
