package report_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/epin-conformance/harness/conformance/internal/corrupt"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/reporttest"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
)

// small returns a report of a short run with failures.
func small() result.Report { return layers("dollar-for-z", "vectors/parse/4b0a", "vectors/valid/4b0a") }

// TestReadRejects checks the errors for invalid reports.
func TestReadRejects(t *testing.T) {
	r := small()
	object, stream := written(t, "json", r), written(t, "jsonl", r)
	lines := strings.SplitAfter(stream, "\n")
	lines = lines[:len(lines)-1]
	last := len(lines) - 1
	change := func(text, old, new string) string {
		t.Helper()
		if !strings.Contains(text, old) {
			t.Fatalf("the text to change is missing: %q", old)
		}
		return strings.Replace(text, old, new, 1)
	}
	for name, c := range map[string]struct{ data, wants string }{
		"nothing":               {"", "it is empty"},
		"white space":           {" \n", "it is empty"},
		"text":                  {"NOT CONFORMANT", "it is not JSON: line 1: "},
		"an array":              {"[]", "it is not a report: "},
		"another object":        {`{"verdict":"conformant"}`, `it has no member "format"`},
		"another version":       {change(object, "epin-report/1", "epin-report/2"), `its format is "epin-report/2", and this program reads epin-report/1`},
		"an unknown member":     {change(object, `"seed": 3,`, `"seed": 3, "sed": 3,`), "at the top: additional properties 'sed' not allowed"},
		"a member in capitals":  {change(object, `"verdict"`, `"Verdict"`), "at the top: "},
		"a member too few":      {change(object, `"seed": 3,`, ``), "at the top: missing property 'seed'"},
		"a member repeated":     {change(object, `"seed": 3,`, "\"seed\": 4,\n\"seed\": 3,"), `the member "seed" appears twice in one object (line 10)`},
		"no such verdict":       {change(object, `"not conformant"`, `"fine"`), "verdict: value must be one of "},
		"a number as text":      {change(object, `"seed": 3`, `"seed": "3"`), "seed: got string, want integer"},
		"a number written anew": {change(object, `"seed": 3`, `"seed": 3.0`), "it is not a report: "},
		"a token of two minds":  {change(object, `"hex": "4b0a"`, `"hex": "4b0d"`), `the token "K\r" has another form beside its hexadecimal one`},
		"half a byte":           {change(object, `"hex": "4b0a"`, `"hex": "4b0"`), "does not match pattern"},
		"a control character":   {change(object, `"reason": "`, `"reason": "\u001b[2J`), `reason has unprintable characters, such as "\x1b"`},
		"a direction":           {change(object, `"reason": "`, "\"reason\": \"\u202e"), `reason has unprintable characters`},
		"no text":               {change(object, `"reason": "`, "\"reason\": \"\xff"), "invalid UTF-8"},
		"half a surrogate":      {change(object, `"reason": "`, `"reason": "\ud800`), "invalid surrogate pair"},
		"something behind":      {object + "{}", "it is not JSON: line "},
		"nested":                {strings.Repeat("[", 20000), "it is not JSON: line 1: "},
		"no date":               {change(object, `"started": "2026`, `"started": "20x6`), "times.started: "},
		"no digest":             {change(object, r.Harness.Corpus, ""), "harness.corpus: "},
		"a level too few":       {change(object, `"level": "required",`, ""), "requirements.0: missing property 'level'"},
		"a list of lists":       {change(object, `"knownFailures": null`, `"knownFailures": []`), "knownFailures: got array, want "},

		"a stream without its end":   {strings.Join(lines[:last], ""), "is not run-finished: the stream is cut short"},
		"a stream without line feed": {stream[:len(stream)-1], "it does not end in a line feed: the stream is cut short"},
		"something behind a stream":  {stream + lines[1], "something follows run-finished"},
		"no start":                   {strings.Join(lines[1:], ""), "line 1: the event is \"check-failed\": run-started is the first line and no other"},
		"two starts":                 {lines[0] + stream, "line 2: the event is \"run-started\": "},
		"a failure lost":             {lines[0] + strings.Join(lines[2:], ""), "the report differs from the lines before"},
		"a part lost":                {strings.Join(lines[:last-1], "") + lines[last], "the report differs from the lines before"},
		"another run":                {change(stream, `"seed":3`, `"seed":4`), "the report differs from the lines before"},
		"another stream":             {change(stream, report.StreamFormat, "epin-report-stream/2"), `line 1: its format is "epin-report-stream/2"`},
		"no such event":              {lines[0] + "{\"event\":\"run-paused\"}\n", `line 2: unknown event "run-paused"`},
		"a member of an event":       {change(stream, `{"event":"check-failed",`, `{"event":"check-failed","sed":1,`), "line 2: at the top: additional properties 'sed' not allowed"},
		"an event repeated":          {change(stream, `{"event":"check-failed",`, `{"event":"check-failed","event":"check-failed",`), `line 2: the member "event" appears twice`},
		"spaces in a stream":         {lines[0] + "\n" + strings.Join(lines[1:], ""), "line 2: it is cut short"},
	} {
		_, err := report.Read(strings.NewReader(c.data))
		if err == nil || !strings.Contains(err.Error(), c.wants) || strings.ContainsAny(err.Error(), "\n\x1b") || len(err.Error()) > 500 {
			t.Errorf("%s: the error is %q, and not one line with %q", name, err, c.wants)
		}
	}
}

// TestReadDamagedReport checks that a report read from damaged text survives writing and reading.
func TestReadDamagedReport(t *testing.T) {
	r := small()
	r.Requirements, r.Parts, r.Times.Parts = r.Requirements[:2], r.Parts[:1], r.Times.Parts[:1]
	for _, form := range []string{"json", "jsonl"} {
		t.Run(form, func(t *testing.T) {
			corrupt.Test(t, []byte(written(t, form, r)), 50, func(damaged []byte) (accepted bool, wrong error) {
				got, err := report.Read(bytes.NewReader(damaged))
				if err != nil {
					return false, nil
				}
				if !reflect.DeepEqual(object(t, damaged), object(t, []byte(written(t, form, got)))) {
					return true, errors.New("it is read as something else")
				}
				return true, nil
			})
		})
	}
}

// object returns the report in a file, its last JSON value.
func object(t *testing.T, data []byte) (value any) {
	t.Helper()
	for d := json.NewDecoder(bytes.NewReader(data)); d.More(); {
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return value
}

// TestReadHasALimit checks the limits of a report. With EPIN_WHOLE=1 it reads large reports too: one
// with too many bytes, and one whose strings have what are values outside of strings.
func TestReadHasALimit(t *testing.T) {
	r := small()
	if everything() {
		tooMany := bytes.NewReader(make([]byte, report.MaxBytes+2))
		if _, err := report.Read(tooMany); err == nil || !strings.Contains(err.Error(), "it has more than 67,108,864 bytes") {
			t.Errorf("the error is %v", err)
		}
		r.Notes = []printable.Text{printable.Text(strings.Repeat(`,[{\"`, report.MaxValues))}
	}
	for name, data := range map[string]string{"json": written(t, "json", r), "jsonl": written(t, "jsonl", r)} {
		if _, err := report.Read(strings.NewReader(data)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		data = strings.Replace(data, `"only":`, `"only":[`+strings.Repeat("0,", report.MaxValues), 1)
		if _, err := report.Read(strings.NewReader(data)); err == nil || err.Error() != "it has more than 500,000 values" {
			t.Errorf("%s with too many values: %v", name, err)
		}
	}
	for name, change := range map[string]func(*result.Report){
		"requirements": func(r *result.Report) { r.Requirements = slices.Repeat(r.Requirements[:1], 201) },
		"parts":        func(r *result.Report) { r.Parts = slices.Repeat(r.Parts[:1], 201) },
		"findings.0.requirements": func(r *result.Report) {
			r.Findings[0].Requirements = slices.Repeat(r.Findings[0].Requirements[:1], 201)
		},
	} {
		if _, err := report.Read(strings.NewReader(written(t, "json", changed(small(), change)))); err == nil || err.Error() != name+": maxItems: got 201, want 200" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestStreamOfARun checks that reading a stream returns the report of the run, and that each event is
// written when it occurs.
func TestStreamOfARun(t *testing.T) {
	var b bytes.Buffer
	c := report.NewCollector([]string{"./adapter"}, nil, reporttest.Clock())
	stream := report.NewStream(&b)
	cfg := suite.Config{Open: reporttest.Opening("dollar-for-z"), Profile: suite.Quick, Only: []string{"vectors"}}
	lines := 0
	_, err := suite.Run(context.Background(), cfg, func(e suite.Event) {
		c.Add(e)
		stream.Add(e, c)
		if _, last := e.(suite.RunFinished); !last {
			lines++
		}
		if got := bytes.Count(b.Bytes(), []byte("\n")); got != lines {
			t.Fatalf("%d lines are written after %d events", got, lines)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Finish(c.Report()); err != nil {
		t.Fatal(err)
	}
	for _, event := range []string{`check-failed"`, `part-started","layer":"vectors","way":"parse","checks":1`} {
		if !bytes.Contains(b.Bytes(), []byte(`{"event":"`+event)) {
			t.Errorf("the event %s is missing:\n%.400s", event, b.Bytes())
		}
	}
	back, err := report.Read(&b)
	if err != nil {
		t.Fatal(err)
	}
	if written(t, "json", back) != written(t, "json", c.Report()) {
		t.Error("the stream read back is another report")
	}
}
