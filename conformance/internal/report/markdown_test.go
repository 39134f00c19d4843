package report_test

import (
	"regexp"
	"slices"
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
	hostile.Parts[0].Asked = printable.Said(attack) // a report has one line of text there
	for name, r := range map[string]result.Report{"hostile": hostile, "known": knownDollar(), "not": whole("dollar-for-z"), "values": layers("side-inverted", "vectors", "features", "properties")} {
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

func TestMarkdownShowsFailures(t *testing.T) {
	out := written(t, "markdown", whole("dollar-for-z"))
	lacks(t, "Markdown", out,
		"## ❌ NOT CONFORMANT\n\n```text\nNOT CONFORMANT  epin mutant dollar-for-z 0.2.0 (go), EPIN 1.0.0\n",
		`1. Accepts "A\n", which is not a valid token.`+"\n   expected rejected, got accepted (parse, valid, sweep)\n",
		"\n   Likely cause: ", "\n   Fix: ",
		"\n   Reproduce: epin certify --profile quick --only single/parse/410a -- './my adapter' 'x'\\''y'\n", "\n     bytes      410a\n",
		"\nHarness 0.2.0, 2026-01-02 03:04 UTC.\n",
		"<details>\n<summary>Requirements</summary>", "  FAIL epin/6/anchoring                  required    ", "  ok   epin/9.1/accept ",
	)
}

// TestNoGuaranteeAgainstAFinding checks that a run with an incorrect verdict has no guarantee for
// all strings, even if the complete suite does not have the string.
func TestNoGuaranteeAgainstAFinding(t *testing.T) {
	way := whole("").Claims[len(whole("").Claims)-1].Way
	failedIn := func(way, requirement string) result.Report {
		return changed(whole(""), func(r *result.Report) {
			r.Parts = append(r.Parts, result.Part{
				Layer: "lengths", Way: way, Complete: true, Counts: result.Counts{Failed: 1}, Known: 1,
				Requirements: []result.RequirementCounts{{ID: requirement, Counts: result.Counts{Failed: 1}}},
			})
		})
	}
	shared := whole("")
	shared.Findings = result.List[result.Finding]{{
		Ops: result.List[conformance.Op]{"parse", conformance.Op(way)}, Requirements: []string{"epin/9.1/reject"},
	}}
	changing := whole("")
	changing.Unstable = true
	type unproven struct {
		report result.Report
		says   string
	}
	tests := map[string]unproven{
		"nothing failed": {whole(""), ""}, "no verdict": {failedIn("apply", "epin/9.3/flip"), ""},
		"a crash": {failedIn(way, "epin/9.1/reject"), result.WronglyJudged}, "a finding of another operation, too": {shared, result.WronglyJudged},
		"a change": {changing, "There is no guarantee for all strings: the same input had different responses."},
	}
	if everything() {
		known := whole("url-decoded")
		known.Failures, known.Learned = nil, nil
		tests["a run without an incorrect verdict"] = unproven{whole("flip-loses-sign"), ""}
		tests["a verdict"], tests["a known one"] = unproven{whole("url-decoded"), result.WronglyJudged}, unproven{known, result.WronglyJudged}
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

// TestGitHub checks that each line but the first is a workflow command, and has what GitHub decodes.
func TestGitHub(t *testing.T) {
	failed := whole("dollar-for-z")
	percent := failed
	percent.Groups = slices.Clone(failed.Groups)
	percent.Groups[0].Says = "100 % of A,B: C%0A"
	for name, c := range map[string]struct {
		report result.Report
		lines  int
		want   string
	}{
		"conformant":     {whole(""), 1, "EPIN 1.0.0: fully conformant  epin reference "},
		"not conformant": {failed, 2, "\n::error title=EPIN 1.0.0%3A not conformant::1. Accepts \"A\\n\", which is not a valid token.%0A"},
		"its verdict":    {failed, 2, "%0Aexpected rejected, got accepted (parse, valid, sweep)%0ALikely cause: "},
		"percent":        {percent, 2, "::1. 100 %25 of A,B: C%250A%0A"},
		"not started":    {notStarted(), 2, "\n::error title=EPIN 1.0.0%3A inconclusive%2C cut short::"},
		"hostile":        {hostileReport(), 1 + min(10, len(hostileReport().Groups)), "::error title="},
	} {
		out := written(t, "github", c.report)
		lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
		other := slices.ContainsFunc(lines[1:], func(line string) bool { return !strings.HasPrefix(line, "::error title=EPIN 1.0.0%3A ") })
		if other || len(lines) != c.lines || !strings.Contains(out, c.want) || strings.ContainsAny(out, "\r\x1b") {
			t.Errorf("%s: the annotations are\n%s", name, out)
		}
	}
}
