package features_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/epin"
	"github.com/epin-conformance/harness/features"
)

// parserOnly offers no transformations and no equality, lets a final line break pass,
// and gives out after some answers.
type parserOnly struct {
	answers int
}

var errGone = errors.New("gone")

func (p *parserOnly) Do(ctx context.Context, req conformance.Request) (conformance.Response, error) {
	if p.answers--; p.answers == 0 {
		return conformance.Response{}, errGone
	}
	switch req.Op {
	case conformance.OpParse, conformance.OpValid:
		req.Token = strings.TrimSuffix(req.Token, "\n")
		return conformance.Reference(epin.Current).Do(ctx, req)
	}
	return conformance.Response{}, nil
}

// written asks an implementation and the library, and returns what is written of it.
func written(t *testing.T, format string, color bool, impl conformance.Implementation) (string, []features.Result) {
	t.Helper()
	var b bytes.Buffer
	out, err := features.NewOutput(&b, format, color)
	if err != nil {
		t.Fatal(err)
	}
	results, err := features.Run(t.Context(), impl, features.Options{Output: out})
	if err != nil {
		t.Fatal(err)
	}
	library, err := features.RunLibrary(t.Context(), features.Options{Output: out})
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String(), append(results, library...)
}

func count(results []features.Result, of func(features.Result) bool) (n int) {
	for _, r := range results {
		if of(r) {
			n++
		}
	}
	return n
}

// TestTextCountsWhatCame: godog counts a scenario that was not exercised as passed.
func TestTextCountsWhatCame(t *testing.T) {
	for _, format := range []string{"pretty", "progress"} {
		for _, color := range []bool{false, true} {
			text, results := written(t, format, color, &parserOnly{})
			impl := count(results, func(r features.Result) bool { return !r.Library })
			absent := count(results, func(r features.Result) bool { return r.Status == features.NotExercised })
			library := count(results, func(r features.Result) bool { return r.Library })
			if absent < 10 {
				t.Fatalf("only %d scenarios were not exercised", absent)
			}
			for _, want := range []string{
				fmt.Sprintf("\n%d scenarios (%d passed, 2 failed, %d not exercised)\n", impl, impl-2-absent, absent),
				fmt.Sprintf("\n%d scenarios (%d passed)\n", library, library),
				`wanted "rejected", got "accepted"`,
				"\nnot exercised: features/epin/transformations/1: apply is not offered\n",
			} {
				if !strings.Contains(text, want) {
					t.Errorf("%s does not say %q", format, want)
				}
			}
			if n := strings.Count(text, "\nnot exercised: "); n != absent {
				t.Errorf("%s names %d scenarios that were not exercised, wanted %d", format, n, absent)
			}
			if n := strings.Count(text, " scenarios ("); n != 2 {
				t.Errorf("%s counts scenarios %d times, of two runs", format, n)
			}
			if strings.Contains(text, "\x1b[") != color {
				t.Errorf("%s has colours: %v, wanted %v", format, !color, color)
			}
			if strings.Contains(text, "Format specification") {
				t.Errorf("%s shows a feature of the other edition", format)
			}
		}
	}
}

func TestJUnitSkipsWhatIsNotExercised(t *testing.T) {
	text, results := written(t, "junit", false, &parserOnly{})
	var doc struct {
		Tests    int `xml:"tests,attr"`
		Skipped  int `xml:"skipped,attr"`
		Failures int `xml:"failures,attr"`
		Suites   []struct {
			Name  string `xml:"name,attr"`
			Cases []struct {
				Name    string    `xml:"name,attr"`
				Status  string    `xml:"status,attr"`
				Failure *struct{} `xml:"failure"`
				Skipped *struct {
					Message string `xml:"message,attr"`
				} `xml:"skipped"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	absent := count(results, func(r features.Result) bool { return r.Status == features.NotExercised })
	if doc.Tests != len(results) || doc.Skipped != absent || doc.Failures != 2 {
		t.Errorf("%d tests, %d skipped, %d failures; wanted %d, %d, 2", doc.Tests, doc.Skipped, doc.Failures, len(results), absent)
	}
	statuses := map[string]int{}
	library := 0
	for _, suite := range doc.Suites {
		if strings.HasSuffix(suite.Name, " (library)") {
			library += len(suite.Cases)
		}
		for _, c := range suite.Cases {
			statuses[c.Status]++
			if (c.Status == "skipped") != (c.Skipped != nil) || (c.Status == "failed") != (c.Failure != nil) {
				t.Errorf("%s has the status %s, skipped %v, failure %v", c.Name, c.Status, c.Skipped, c.Failure)
			}
			if c.Skipped != nil && !strings.HasPrefix(c.Skipped.Message, "not exercised: Step ") {
				t.Errorf("%s is skipped: %s", c.Name, c.Skipped.Message)
			}
		}
	}
	if statuses["passed"] != len(results)-absent-2 || statuses["skipped"] != absent || statuses["failed"] != 2 {
		t.Errorf("statuses %v", statuses)
	}
	if want := count(results, func(r features.Result) bool { return r.Library }); library != want {
		t.Errorf("%d cases of the library, wanted %d", library, want)
	}
	if m := regexp.MustCompile(`<error|time="[0-9.]*[eE]`).FindString(text); m != "" {
		t.Errorf("the document holds %s", m)
	}
}

func TestCucumberIsOneDocument(t *testing.T) {
	text, results := written(t, "cucumber", false, &parserOnly{})
	var doc []struct {
		Name     string
		Elements []struct {
			Steps []struct{ Result struct{ Status string } }
		}
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	worst := map[string]int{}
	library := 0
	for _, f := range doc {
		for _, e := range f.Elements {
			status := "passed"
			for _, s := range e.Steps {
				if s.Result.Status != "passed" && status == "passed" {
					status = s.Result.Status
				}
			}
			worst[status]++
		}
		if strings.HasSuffix(f.Name, " (library)") {
			library += len(f.Elements)
		}
	}
	absent := count(results, func(r features.Result) bool { return r.Status == features.NotExercised })
	if worst["passed"] != len(results)-absent-2 || worst["skipped"] != absent || worst["failed"] != 2 {
		t.Errorf("scenarios by their first step that did not pass: %v", worst)
	}
	if want := count(results, func(r features.Result) bool { return r.Library }); library != want {
		t.Errorf("%d scenarios are marked as of the library, wanted %d", library, want)
	}
}

// TestOutputOfARunThatIsCutShort: nothing that is written looks like a whole run.
func TestOutputOfARunThatIsCutShort(t *testing.T) {
	for _, format := range features.Formats() {
		var b bytes.Buffer
		out, err := features.NewOutput(&b, format, false)
		if err != nil {
			t.Fatal(err)
		}
		results, err := features.Run(t.Context(), &parserOnly{answers: 20}, features.Options{Output: out})
		if !errors.Is(err, errGone) || len(results) == 0 {
			t.Fatalf("%s: %d results, error %v", format, len(results), err)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		if isText := format == "pretty" || format == "progress"; isText != (len(text) > 0) ||
			strings.Contains(text, "scenarios (") || strings.Contains(text, "gone") || isText && !strings.HasSuffix(text, "\n") {
			t.Errorf("%s writes %.200q", format, text)
		}
	}
}

func TestOutputThatCannotBe(t *testing.T) {
	if _, err := features.NewOutput(io.Discard, "events", false); err == nil ||
		err.Error() != `there is no form "events": choose one of pretty, progress, junit, cucumber` {
		t.Errorf("error %v", err)
	}
	out, err := features.NewOutput(io.Discard, "pretty", false)
	if err != nil {
		t.Fatal(err)
	}
	_, err = features.Run(t.Context(), &parserOnly{}, features.Options{Output: out, Only: func(features.Scenario) bool { return true }})
	if err == nil || err.Error() != "features: Output shows all scenarios of an edition: leave out Only" {
		t.Errorf("error %v", err)
	}
}

func TestOutputThatCannotBeWritten(t *testing.T) {
	for _, format := range features.Formats() {
		out, err := features.NewOutput(fullDisk{}, format, false)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := features.Run(t.Context(), &parserOnly{}, features.Options{Output: out}); err != nil {
			t.Errorf("%s: %v", format, err)
		}
		if err := out.Close(); !errors.Is(err, errFullDisk) {
			t.Errorf("%s: error %v, wanted %v", format, err, errFullDisk)
		}
	}
}

type fullDisk struct{}

var errFullDisk = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFullDisk }
