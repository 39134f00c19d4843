package results_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/epin-conformance/harness/conformance"
	"github.com/epin-conformance/harness/conformance/internal/certificate"
	"github.com/epin-conformance/harness/conformance/internal/printable"
	"github.com/epin-conformance/harness/conformance/internal/report"
	"github.com/epin-conformance/harness/conformance/internal/report/reporttest"
	"github.com/epin-conformance/harness/conformance/internal/report/results"
	"github.com/epin-conformance/harness/conformance/internal/result"
	"github.com/epin-conformance/harness/conformance/internal/suite"
	_ "github.com/epin-conformance/harness/conformance/internal/testgc"
)

// reports are a run that passes, one that fails, and an inconclusive one, of one library.
var reports = sync.OnceValue(func() map[string]result.Report {
	run := func(name string, only ...string) result.Report {
		r := reporttest.Run(reporttest.Opening(name, conformance.OpParse), suite.Config{Profile: suite.Quick, Only: only})
		r.Implementation.Name = "acme"
		return r
	}
	return map[string]result.Report{"passes": run(""), "fails": run("dollar-for-z"), "open": run("", "vectors/parse/empty")}
})

// tableOf returns the table of files in a folder, by their names: reports and statements, or other text.
func tableOf(t *testing.T, files map[string]any) results.Table {
	t.Helper()
	validate, dir := reporttest.Schema("../schema/results.schema.json"), t.TempDir()
	for name, content := range files {
		var b strings.Builder
		err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755)
		switch content := content.(type) {
		case result.Report:
			err = report.WriteJSON(&b, content)
		case certificate.Statement:
			err = content.Write(&b)
		case string:
			b.WriteString(content)
		}
		if err != nil || os.WriteFile(filepath.Join(dir, name), []byte(b.String()), 0o644) != nil {
			t.Fatal(name, err)
		}
	}
	var c results.Collector
	var b strings.Builder
	err := c.Add(dir)
	table := c.Table()
	if err != nil || table.WriteJSON(&b) != nil || validate(b.String()) != nil {
		t.Fatalf("%v, or not by the schema: %v\n%s", err, validate(b.String()), b.String())
	}
	return table
}

func TestTheLastGoodResultStays(t *testing.T) {
	for runs, want := range map[string]string{ // a kind, the version of the suite, and a date; the run that is shown, and the later one
		"passes 0.1.0 1, fails 0.1.0 2":                 "passes 0.1.0 1, fails 0.1.0 2",
		"passes 0.1.0 2, fails 0.1.0 1":                 "passes 0.1.0 2",
		"passes 0.1.0 1, passes 0.1.0 2":                "passes 0.1.0 2",
		"passes 0.1.9 2, passes 0.1.10 1":               "passes 0.1.10 1",
		"passes 0.1.1-rc.1 2, passes 0.1.1 1":           "passes 0.1.1 1",
		"fails 0.1.0 1, open 0.1.0 2":                   "fails 0.1.0 1, open 0.1.0 2",
		"open 0.1.0 1, fails 0.1.0 2":                   "fails 0.1.0 2",
		"open 0.1.0 3, passes 0.1.0 1, fails 0.1.1 2":   "passes 0.1.0 1, fails 0.1.1 2",
		"fails 0.1.1 2, passes 0.1.0 1, fails 0.1.10 1": "passes 0.1.0 1, fails 0.1.10 1",
	} {
		all := strings.Split(runs, ", ")
		for range 2 {
			files, got := map[string]any{}, []string{}
			for i, run := range all {
				words := strings.Fields(run)
				r := reports()[words[0]]
				r.Harness.Version, r.Times.Started = words[1], time.Date(2026, 1, int(words[2][0]-'0'), 0, 0, 0, 0, time.UTC)
				files[fmt.Sprintf("%d.json", i)] = r
			}
			table := tableOf(t, files)
			for _, run := range table.Runs() {
				got = append(got, all[filepath.Base(run.File)[0]-'0'])
			}
			if strings.Join(got, ", ") != want || len(table.Libraries) != 1 {
				t.Errorf("%s: %q in %d rows, want %s", runs, got, len(table.Libraries), want)
			}
			slices.Reverse(all) // the order of files does not matter
		}
	}
}

func TestCertificates(t *testing.T) {
	for name, test := range map[string]struct {
		file, kind, result, says string // the text is that of the certificate's reason or of a problem
		forge                    func(*certificate.Predicate)
	}{
		"the same run":   {"a/s.json", "passes", results.Verified, "", func(p *certificate.Predicate) {}},
		"no certificate": {"a/s.json", "fails", "", "", func(p *certificate.Predicate) {}},
		"another folder": {"b/s.json", "passes", "", "it belongs to no report", func(p *certificate.Predicate) {}},
		"another run":    {"a/s.json", "passes", "", "it belongs to no report", func(p *certificate.Predicate) { p.Seed++ }},
		"another suite":  {"a/s.json", "passes", results.Unknown, "made with suite", func(p *certificate.Predicate) { p.Suite = "0.1.0" }},
		"a verdict":      {"a/s.json", "passes", results.Refused, "the verdict does not follow", func(p *certificate.Predicate) { p.Verdict = result.Conformant }},
		"counts": {"a/s.json", "passes", results.Refused, "the report beside it differs",
			func(p *certificate.Predicate) { p.Requirements["epin/6/grammar"] = result.Counts{Passed: 1} }},
		"a text": {"a/s.json", "passes", results.Refused, "the report beside it differs",
			func(p *certificate.Predicate) { p.Implementation.Homepage = "forged" }},
	} {
		r := reports()[test.kind]
		s := certificate.New(r, nil, nil)
		test.forge(&s.Predicate)
		table := tableOf(t, map[string]any{"a/report.json": r, test.file: s})
		got := results.Certificate{}
		if c := table.Libraries[0].Results[0].Certificate; c != nil {
			got = *c
		}
		leftOut := test.says != "" && test.result != results.Unknown
		if got.Result != test.result || (len(table.Problems) == 1) != leftOut || !strings.Contains(got.Reason+fmt.Sprint(table.Problems), test.says) {
			t.Errorf("%s: %+v, and the problems %q", name, got, table.Problems)
		}
	}
}

// TestBrokenFilesHideNothing checks that rows are sorted, and that each broken file is left out alone.
func TestBrokenFilesHideNothing(t *testing.T) {
	of := func(name, version, language printable.Text) result.Report {
		r := reports()["passes"]
		r.Implementation.Name, r.Implementation.Version, r.Implementation.Language = name, version, language
		return r
	}
	machine := reports()["fails"]
	learned := *machine.Learned
	learned.Automaton = slices.Clone(learned.Automaton)
	learned.Automaton[0].To, machine.Learned = "00-ff:99", &learned
	table := tableOf(t, map[string]any{
		"1.json": of("b", "1.9", "go"), "2.json": of("B", "1", "go"), "3.json": of("a", "1", "ruby 3"), "4.json": of("b", "1.10", "go"),
		"5.json": of("b", "1.9", "go 1"), "6.json": of("b", "1.9", "c"),
		"broken.json": "{", "nameless.json": of("", "", ""), "machine.json": machine, ".git/x.json": "{", "notes.txt": "{",
		"index.json": `{"format": "epin-results/1"}`, "statement.json": `{"_type": "` + strings.Repeat("x", 1<<20) + `"}`,
	})
	var rows, left []string
	for _, l := range table.Libraries {
		rows = append(rows, l.Name+" "+l.Version+" "+l.Language)
	}
	for _, p := range table.Problems {
		left = append(left, filepath.Base(p.File)+": "+p.Says[:12])
	}
	if want := []string{"a 1 ruby", "B 1 go", "b 1.10 go", "b 1.9 c", "b 1.9 go"}; !slices.Equal(rows, want) {
		t.Errorf("the rows are %q, want %q", rows, want)
	}
	if want := []string{"broken.json: it is cut sh", "machine.json: state 0 of a", "nameless.json: it names no ", "statement.json: it is larger"}; !slices.Equal(left, want) {
		t.Errorf("left out are %q, want %q", left, want)
	}
}
