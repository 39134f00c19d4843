package report_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/epin-conformance/harness/conformance/internal/result"
)

// junit has the fields of JUnit XML that readers use.
type junit struct {
	Tests    int `xml:"tests,attr"`
	Failures int `xml:"failures,attr"`
	Errors   int `xml:"errors,attr"`
	Suites   []struct {
		Name    string `xml:"name,attr"`
		Tests   int    `xml:"tests,attr"`
		Skipped int    `xml:"skipped,attr"`
		Cases   []struct {
			Name    string  `xml:"name,attr"`
			Skipped *string `xml:"skipped"`
			Error   *string `xml:"error"`
			Failure *string `xml:"failure"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

// TestJUnit checks the counts, and that only XML characters are written. If a validator is installed,
// it also checks the schema.
func TestJUnit(t *testing.T) {
	xmllint, err := exec.LookPath("xmllint")
	if err != nil && os.Getenv("EPIN_REQUIRE_TOOLS") != "" {
		t.Fatal("xmllint is not installed, and EPIN_REQUIRE_TOOLS asks for it")
	}
	dir, args := t.TempDir(), []string{"--noout", "--schema", "testdata/junit.xsd"}
	reports := everyKind()
	reports["cut"] = changed(small(), func(r *result.Report) {
		r.Verdict, r.Cut, r.Parts[0].Complete = result.NoVerdict, "a signal", false
		r.Parts[0].Passed, r.Parts[0].Failed = 1, 0
		for i := range r.Parts {
			r.Parts[i].About = `<&"`
		}
	})
	for name, r := range reports {
		var got junit
		data := []byte(written(t, "junit", r))
		args = append(args, filepath.Join(dir, name))
		if err := errors.Join(xml.Unmarshal(data, &got), os.WriteFile(args[len(args)-1], data, 0o644)); err != nil {
			t.Fatal(err)
		}
		if bytes.ContainsRune(data, utf8.RuneError) {
			t.Errorf("%s: a character replaces one that is not of XML", name)
		}
		tests, failures, problems := 0, 0, 0
		failing, passing := map[string]bool{}, map[string]bool{}
		for _, s := range got.Suites {
			skipped := 0
			for _, c := range s.Cases {
				switch {
				case c.Failure != nil:
					failures++
					failing[c.Name] = true
				case c.Error != nil:
					problems++
				case c.Skipped != nil:
					skipped++
				default:
					passing[c.Name] = true
				}
			}
			tests += len(s.Cases)
			if s.Tests != len(s.Cases) || s.Skipped != skipped {
				t.Errorf("%s: suite %s counts %d tests and %d skipped, and has %d and %d", name, s.Name, s.Tests, s.Skipped, len(s.Cases), skipped)
			}
		}
		if got.Tests != tests || got.Failures != failures || got.Errors != problems {
			t.Errorf("%s: %d tests, %d failures and %d errors are counted; there are %d, %d and %d", name, got.Tests, got.Failures, got.Errors, tests, failures, problems)
		}
		for _, q := range r.Requirements {
			if failing[q.ID] != (q.Failed > q.Known) || passing[q.ID] != (q.Failed == 0 && q.Passed > 0) {
				t.Errorf("%s: %s is a failure: %t; a pass: %t; it is %+v", name, q.ID, failing[q.ID], passing[q.ID], q)
			}
		}
		switch v := r.Verdict; {
		case failing["verdict"] != (v == result.NotConformant || v == result.OutOfDate),
			passing["verdict"] != v.Positive():
			t.Errorf("%s: the verdict %q is a failure: %t; a pass: %t", name, v, failing["verdict"], passing["verdict"])
		}
		if cut := name == "cut"; cut != (problems > 1) {
			t.Errorf("%s: %d errors", name, problems)
		}
	}
	if xmllint != "" {
		if out, err := exec.Command(xmllint, args...).CombinedOutput(); err != nil {
			t.Errorf("%s", out)
		}
	}
}

func TestBadge(t *testing.T) {
	cut, unstable := ran(""), ran("dollar-for-z")
	cut.Verdict, cut.Cut = result.NoVerdict, "a signal"
	unstable.Unstable = true
	for _, c := range []struct {
		report         result.Report
		message, color string
	}{
		{ran(""), "fully conformant", "brightgreen"},
		{ran("dollar-for-z"), "not conformant", "red"},
		{knownDollar(), "conformant but for 1 known failure, listed by requirement only", "yellow"},
		{small(), "not conformant, partial", "red"},
		{cut, "inconclusive, cut short", "lightgrey"},
		{unstable, "not conformant, unstable", "red"},
		{notStarted(), "inconclusive, cut short", "lightgrey"},
	} {
		var endpoint map[string]any
		if err := json.Unmarshal([]byte(written(t, "badge-json", c.report)), &endpoint); err != nil {
			t.Fatal(err)
		}
		want := map[string]any{"schemaVersion": 1., "label": "EPIN 1.0.0", "message": c.message, "color": c.color, "isError": c.color == "red"}
		if fmt.Sprint(endpoint) != fmt.Sprint(want) {
			t.Errorf("the endpoint badge is %v, want %v", endpoint, want)
		}
	}
}
