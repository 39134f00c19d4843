package results_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	_ "github.com/epin-conformance/harness/internal/tests"
)

var forgeries = map[string]func(*certificate.Predicate){
	"statement":     func(*certificate.Predicate) {},
	"another suite": func(p *certificate.Predicate) { p.Suite = "0.1.0" },
	"verdict":       func(p *certificate.Predicate) { p.Verdict = result.Conformant },
	"counts":        func(p *certificate.Predicate) { p.Requirements["epin/6/grammar"] = result.Counts{Passed: 1} },
	"profile":       func(p *certificate.Predicate) { p.Profile = "standard" },
	"text":          func(p *certificate.Predicate) { p.Implementation.Homepage = "forged" },
}

func kindsOf() map[string]result.Report {
	run := func(mutant string, only ...string) result.Report {
		return reporttest.Run(reporttest.Opening(mutant, conformance.OpParse), suite.Config{Profile: suite.Quick, Only: only})
	}
	passes, fails := run(""), run("dollar-for-z")
	forged, machine, learned := passes, fails, *fails.Learned
	forged.Profile = "standard" // as its statement has it: only Check finds it
	learned.Automaton = slices.Clone(learned.Automaton)
	learned.Automaton[0].To, machine.Learned = "00-ff:99", &learned // no page can show it
	return map[string]result.Report{"passes": passes, "fails": fails, "forged": forged, "machine": machine, "open": run("", "vectors/parse/empty")}
}

// write writes a file: a report (kind, day, and perhaps name and version of the library), a statement
// (its forgery), or other text.
func write(t *testing.T, file, content string, kinds map[string]result.Report) {
	t.Helper()
	var b strings.Builder
	words := append(strings.Fields(content), "", "", "")
	r, isReport := kinds[words[0]]
	forge := forgeries[content]
	if forge != nil {
		r = kinds["passes"]
	}
	r.Implementation.Name = printable.Text(strings.Trim(cmp.Or(words[2], "acme"), "-"))
	r.Implementation.Version = printable.Text(cmp.Or(words[3], "1"))
	var err error
	switch {
	case isReport:
		r.Times.Started = time.Date(2026, 1, int(words[1][0]-'0'), 0, 0, 0, 0, time.UTC)
		err = report.WriteJSON(&b, r)
	case forge != nil:
		s := certificate.New(r, nil, nil)
		forge(&s.Predicate)
		err = s.Write(&b)
	default:
		b.WriteString(content)
	}
	if err := cmp.Or(err, os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(b.String()), 0o644)); err != nil {
		t.Fatal(err)
	}
}

func TestRead(t *testing.T) {
	kinds, validate := kindsOf(), reporttest.Schema("../schema/results.schema.json")
	for files, want := range map[string]string{
		"1=passes 1, 2=fails 2":                     "acme 1: 1 later",
		"1=passes 2, 2=fails 1":                     "acme 1: 1",
		"1=passes 1, 2=passes 2":                    "acme 1: 2",
		"1=fails 1, 2=open 2":                       "acme 1: 1 later",
		"1=open 1, 2=fails 2":                       "acme 1: 2",
		"1=open 3, 2=passes 1, 3=fails 2":           "acme 1: 2 later",
		"1=passes 1 b, 2=passes 1 a, 3=fails 1 b 2": "a 1: 2, b 1: 1, b 2: 3",

		"1=passes 1, s=statement":                         "acme 1: 1 verified",
		"1=passes 1, 2=passes 2 b, s=statement":           "acme 1: 1 verified, b 1: 2",
		"1=fails 1, s=statement":                          "acme 1: 1, s: it is a statement that",
		"1=passes 1, folder/s=statement":                  "acme 1: 1, s: it is a statement that",
		"1=passes 1, s=another suite":                     "acme 1: 1",
		"1=passes 1, s=verdict":                           "acme 1: 1, s: the verdict does not follow",
		"1=forged 1, s=profile":                           "acme 1: 1, s: its plan is not the",
		"1=passes 1, s=counts":                            "acme 1: 1, s: it is a statement that",
		"1=passes 1, s=text":                              "acme 1: 1, s: it is a statement that",
		"1=passes 1, 2=broken, 3=passes 1 -, 4=machine 1": "acme 1: 1, 2: it is not JSON: line, 3: it names no library, 4: state 0 of an automaton",
	} {
		dir := t.TempDir()
		for _, file := range strings.Split(files, ", ") {
			name, content, _ := strings.Cut(file, "=")
			write(t, filepath.Join(dir, name+".json"), content, kinds)
		}
		table, err := results.Read([]string{dir})
		var b strings.Builder
		if err := cmp.Or(err, table.WriteJSON(&b), validate(b.String())); err != nil {
			t.Fatalf("%s: %v\n%s", files, err, b.String())
		}
		if got := summary(table); got != want {
			t.Errorf("%s: %s, want %s", files, got, want)
		}
	}
}

// summary returns the rows of a table, which name the files of results, and the first words of reasons.
func summary(t results.Table) string {
	var all []string
	base := func(file string) string { return strings.TrimSuffix(filepath.Base(file), ".json") }
	for _, l := range t.Libraries {
		row := fmt.Sprintf("%s %s:", l.Name, l.Version)
		for _, r := range l.Results {
			row += " " + base(r.File)
			if r.Verified {
				row += " verified"
			}
			if r.Later != "" {
				row += " later"
			}
		}
		all = append(all, row)
	}
	for _, l := range t.LeftOut {
		words := strings.Fields(l.Reason)
		all = append(all, base(l.File)+": "+strings.Join(words[:min(len(words), 5)], " "))
	}
	return strings.Join(all, ", ")
}
