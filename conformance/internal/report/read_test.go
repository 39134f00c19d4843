package report_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/internal/tests"
)

func small() result.Report { return ran("dollar-for-z", "vectors/parse/4b0a", "vectors/valid/4b0a") }

func TestReadRejects(t *testing.T) {
	object, passed := written(t, "json", small()), written(t, "json", ran("", "vectors/parse/4b"))
	change := func(old, new string) string {
		t.Helper()
		if !strings.Contains(object, old) {
			t.Fatalf("the text to change is missing: %q", old)
		}
		return strings.Replace(object, old, new, 1)
	}
	with := func(change func(*result.Report)) string { return written(t, "json", changed(small(), change)) }
	for name, c := range map[string]struct{ data, wants string }{
		"nothing":              {"", "it is empty"},
		"an array":             {"[]", "it is not a report: line 1: its value: unexpected ["},
		"another object":       {`{"verdict":"conformant"}`, `it has no member "format"`},
		"another version":      {change("epin-report/1", "epin-report/2"), `its format is "epin-report/2", and this program reads epin-report/1`},
		"something behind":     {object + "{}", "it is not JSON: line "},
		"nested":               {strings.Repeat("[", 20000), "it is not a report: line 1: "},
		"no text":              {change(`"reason": "`, "\"reason\": \"\xff"), "invalid UTF-8"},
		"a member in capitals": {change(`"verdict"`, `"Verdict"`), "Verdict: unknown object member name"},
		"a member repeated":    {change(`"seed": 3,`, "\"seed\": 4,\n\"seed\": 3,"), `line 10: the member "seed" appears twice in one object`},
		"a member too few":     {change(`"seed": 3,`, ``), `seed: a report has "seed" here, and not "stderr"`},
		"a level too few":      {change(`"level": "required",`, ""), `requirements/0/level: a report has "level" here, and not "notExercised"`},
		"a member without use": {change(`"known": 0`, `"declined": false, "known": 0`), `requirements/0/document: a report has "document" here, and not "declined"`},
		"no such verdict":      {change(`"not conformant"`, `"fine"`), `verdict: "fine" is none of ["no verdict"`},
		"no such edition":      {change(`"edition": "1.0.0"`, `"edition": "2.0"`), `edition: unknown edition "2.0"`},
		"a number as text":     {change(`"seed": 3`, `"seed": "3"`), "line 9: seed: unexpected string"},
		"a negative number":    {change(`"failed": 0`, `"failed": -1`), "requirements/0/failed is negative"},
		"null":                 {change(`"homepage": ""`, `"homepage": null`), `implementation/homepage: a report has "" here, and not "null"`},
		"an object for null":   {change(`"knownFailures": null`, `"knownFailures": []`), "knownFailures: unexpected ["},
		"no date":              {change(`"started": "2026`, `"started": "20x6`), "times/started: "},
		"a token of two minds": {change(`"hex": "410a"`, `"hex": "410d"`), `findings/0/token/quoted: a report has "\"A\\r\"" here, and not "\"A\\n\""`},
		"a token with more":    {change(`"hex": "410a"`, `"hex": "410a", "HEX": ""`), `findings/0/token/hex: a report has "hex" here, and not "HEX"`},
		"half a byte":          {change(`"hex": "410a"`, `"hex": "410"`), "odd length hex string"},
		"a control character":  {change(`"reason": "`, `"reason": "\u001b[2J`), `reason: it has unprintable characters: \x1b[2J`},
		"a group of none":      {with(func(r *result.Report) { r.Groups = []result.Group{{}} }), "groups/0 has no finding"},
		"a group of others":    {with(func(r *result.Report) { r.Groups = []result.Group{{Findings: []int{1}}} }), "groups/0 names finding 1, and there are 1"},
		"a finding left out":   {with(func(r *result.Report) { r.Groups = nil }), "findings/0 is in no group"},
		"a worse verdict":      {strings.Replace(passed, `"no verdict"`, `"not conformant"`, 1), `it contradicts itself: the verdict is "not conformant", and should be "no verdict"`},
		"a partial run":        {strings.Replace(passed, `"no verdict"`, `"fully conformant"`, 1), `the verdict is "fully conformant", and should be "no verdict"`},
		"a better result":      {change(`"result": "failed"`, `"result": "passed"`), `the result "passed" does not follow from the counts`},
		"a failure unknown":    {change(`"failed": 2`, `"failed": 0`), `does not follow from the counts`},
		"many requirements": {with(func(r *result.Report) { r.Requirements = slices.Repeat(r.Requirements[:1], 201) }),
			"it has a list of 201 requirements or parts, and at most 200 are read"},
		"many of a finding": {with(func(r *result.Report) {
			r.Findings[0].Requirements = slices.Repeat(r.Findings[0].Requirements[:1], 201)
		}), "it has a list of 201 "},
	} {
		_, err := report.Read(strings.NewReader(c.data))
		if err == nil || !strings.Contains(err.Error(), c.wants) || strings.ContainsAny(err.Error(), "\n\x1b") || len(err.Error()) > 500 {
			t.Errorf("%s: the error is %q, and not one line with %q", name, err, c.wants)
		}
	}
}

// TestReadHasALimit checks the limits of a report. With EPIN_WHOLE=1 it reads large reports too: one
// with too many bytes, and one whose strings have what are values outside of strings.
func TestReadHasALimit(t *testing.T) {
	r := small()
	if tests.Whole() {
		tooMany := bytes.NewReader(make([]byte, report.MaxBytes+2))
		if _, err := report.Read(tooMany); err == nil || !strings.Contains(err.Error(), "it has more than 67,108,864 bytes") {
			t.Errorf("the error is %v", err)
		}
		r.Notes = []printable.Text{printable.Text(strings.Repeat(`,[{\"`, report.MaxValues))}
	}
	data := written(t, "json", r)
	if _, err := report.Read(strings.NewReader(data)); err != nil {
		t.Error(err)
	}
	data = strings.Replace(data, `"only":`, `"only":[`+strings.Repeat("0,", report.MaxValues), 1)
	if _, err := report.Read(strings.NewReader(data)); err == nil || err.Error() != "it has more than 500,000 values" {
		t.Errorf("too many values: %v", err)
	}
}
